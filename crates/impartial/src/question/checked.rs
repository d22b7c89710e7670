//! The word of the independent checker, as an answer.

use serde::Serialize;

use super::{Answer, Claim};

/// What the checker found a certificate to prove. The library does not check: whoever asks the checker fills this in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckedValue {
    /// Where the certificate came from.
    pub certificate: String,
    /// Its kind.
    pub kind: String,
    /// True: a certificate that is refused is no answer.
    pub verified: bool,
    /// The statement that is proved.
    pub statement: String,
}

impl CheckedValue {
    /// The answer that the checker has given.
    pub fn answer(self) -> Answer<Self> {
        Answer::new(self, "statement", Claim::Proved("checked by impartial-check".into()))
    }
}
