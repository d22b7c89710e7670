//! The name of a content: SHA-256 in hexadecimal digits.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The SHA-256 of some bytes as 64 hexadecimal digits.
///
/// ```
/// assert!(impartial_survey::hash_of(b"abc").starts_with("ba7816bf8f01cfea"));
/// ```
pub fn hash_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing into a text does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Whether a text looks like a hash: 64 hexadecimal digits, small letters.
pub fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
