//! Pictures beside an answer in JSON: one search answers and draws.

use std::str::FromStr;

use serde_json::{Map, Value, json};

use crate::format::Choice;
use crate::strips::parse_fold;

/// A picture asked for: its kind, and how many heaps stand in a row if it is a strip, as in `egg-box` and `strip=24`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted<P> {
    /// As it was written: its name in the answer.
    name: String,
    picture: P,
    fold: Option<usize>,
}

impl<P: Choice> FromStr for Wanted<P> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, fold) = text.split_once('=').map_or((text, None), |(kind, fold)| (kind, Some(fold)));
        let picture = P::named(kind).ok_or_else(|| format!("there are the pictures {}", P::names()))?;
        Ok(Wanted { name: text.to_owned(), picture, fold: fold.map(parse_fold).transpose()? })
    }
}

/// The pictures by their names; one that cannot be drawn is left out.
pub(crate) fn drawn<P: Copy>(
    wanted: &[Wanted<P>],
    mut draw: impl FnMut(P, Option<usize>) -> Option<String>,
) -> Map<String, Value> {
    let pairs = wanted.iter().filter_map(|wanted| {
        draw(wanted.picture, wanted.fold).map(|picture| (wanted.name.clone(), json!(picture)))
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::quotient::QuotientPicture as Picture;

    #[test]
    fn pictures_are_asked_for_by_name_and_fold() {
        let wanted: Vec<Wanted<Picture>> =
            ["egg-box", "strip=24"].into_iter().map(|text| text.parse().unwrap()).collect();
        let shown = drawn(&wanted, |picture, fold| (picture == Picture::Strip).then(|| format!("{fold:?}")));
        assert_eq!(Value::Object(shown), json!({ "strip=24": "Some(24)" }));
        for bad in ["", "=", "strip=", "strip=0", "strip=x", "scatter"] {
            assert!(bad.parse::<Wanted<Picture>>().is_err(), "{bad}");
        }
    }
}
