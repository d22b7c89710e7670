//! Whether two quotients are the same up to names.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::value::QuotientValue;
use crate::claim::Claim;
use crate::limits::{Limits, StopReason};
use crate::misere::isomorphism::isomorphism;
use crate::misere::presentation::generator_name;
use crate::question::Stated;

/// Another quotient, and the image in it of each generator of the first, if they are isomorphic as bipartite monoids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientComparison {
    /// What the other is the quotient of.
    pub other: String,
    /// Generators and their images; `None` when the quotients are not isomorphic.
    pub images: Option<Vec<(String, String)>>,
    /// How far the other game was followed, if it is not solved.
    other_bound: Option<String>,
}

impl QuotientComparison {
    /// Compares two quotients; `None` when one of them was not written down.
    pub(super) fn new(
        left: &QuotientValue,
        right: &QuotientValue,
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let (Some(from), Some(detail), Some(to), Some(target)) =
            (&left.elements, &left.detail, &right.elements, &right.detail)
        else {
            return Ok(None);
        };
        let image = isomorphism(&from.monoid, &to.monoid, limits)?;
        let of_generators = |image: Vec<u32>| {
            let generators = detail.presentation.generators().iter().enumerate();
            generators.map(|(at, g)| (generator_name(at), target.word(image[*g as usize]))).collect()
        };
        Ok(Some(QuotientComparison {
            other: right.scope(),
            images: image.map(of_generators),
            other_bound: bound(right).map(|bound| format!("{bound} of {}", right.subject.game)),
        }))
    }

    /// What the comparison rests on.
    pub(super) fn stated(&self, first: &QuotientValue) -> Stated {
        let bounds: Vec<String> = bound(first).into_iter().chain(self.other_bound.clone()).collect();
        let claim = match (bounds.is_empty(), &self.images) {
            (true, Some(_)) => Claim::Proved(
                "the images of the generators keep every relation and P, and reach every element".into(),
            ),
            (true, None) => Claim::Proved("no images of the generators keep the relations and P".into()),
            (false, _) => Claim::UpTo(bounds.join(", and ")),
        };
        Stated::new("isomorphism", claim)
    }
}

/// How far a game was followed, if it is not solved.
fn bound(value: &QuotientValue) -> Option<String> {
    match value.claim() {
        Claim::UpTo(bound) => Some(bound),
        Claim::Proved(_) | Claim::Cited(_) => None,
    }
}

impl Serialize for QuotientComparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let images = self.images.as_ref();
        let images =
            images.map(|images| images.iter().map(|(g, word)| (g.clone(), json!(word))).collect::<Value>());
        let mut fields = serializer.serialize_struct("comparison", 3)?;
        fields.serialize_field("game", &self.other)?;
        fields.serialize_field("isomorphic", &images.is_some())?;
        fields.serialize_field("images", &images)?;
        fields.end()
    }
}
