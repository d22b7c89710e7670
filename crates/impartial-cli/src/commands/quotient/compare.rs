//! Whether two quotients are the same up to names, for `impartial quotient GAME --isomorphic-to GAME`.

use impartial::limits::{Limits, StopReason};
use impartial::misere::isomorphism::isomorphism;
use impartial::misere::presentation::generator_name;
use serde_json::{Value, json};

use crate::quotient_formats::Quotient;

/// Another quotient, and the image in it of each generator of the first, if they are isomorphic as bipartite monoids.
pub struct Comparison {
    other: String,
    images: Option<Vec<(String, String)>>,
}

impl Comparison {
    /// Compares two quotients; `other` says which the second is.
    pub fn new(
        left: &Quotient,
        right: &Quotient,
        other: String,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let image = isomorphism(left.monoid, right.monoid, limits)?;
        let of_generators = |image: Vec<u32>| {
            let generators = left.presentation.generators().iter().enumerate();
            generators.map(|(at, g)| (generator_name(at), right.word(image[*g as usize]))).collect()
        };
        Ok(Comparison { other, images: image.map(of_generators) })
    }

    /// One line for people.
    pub fn text(&self) -> String {
        match &self.images {
            None => format!("not isomorphic to the misère quotient of {}\n", self.other),
            Some(images) => {
                let arrows: Vec<String> = images.iter().map(|(g, word)| format!("{g} -> {word}")).collect();
                format!("isomorphic to the misère quotient of {} by {}\n", self.other, arrows.join(", "))
            }
        }
    }

    /// The field `comparison`.
    pub fn json(&self) -> Value {
        let images = self.images.as_ref();
        let images =
            images.map(|images| images.iter().map(|(g, word)| (g.clone(), json!(word))).collect::<Value>());
        json!({ "game": self.other, "isomorphic": images.is_some(), "images": images })
    }
}
