//! Lines of text that are put away and read back: each ends with a number made of it, so that a line changed by hand is known.

use crate::heap::checkpoint::checksum;

/// The name of the last column.
pub(super) const SEAL: &str = "seal";

/// A line with the number made of it and of what it belongs to.
pub(super) fn sealed(belongs_to: &str, line: &str) -> String {
    format!("{line},{:016x}", checksum(format!("{belongs_to}\n{line}").as_bytes()))
}

/// The line without its number; `None` when the number is not made of it.
pub(super) fn opened<'a>(belongs_to: &str, text: &'a str) -> Option<&'a str> {
    let (line, _) = text.rsplit_once(',')?;
    (sealed(belongs_to, line) == text).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_anywhere_is_known() {
        let text = sealed("rules", "8,2,0,0,3");
        assert_eq!(opened("rules", &text), Some("8,2,0,0,3"));
        assert_eq!(opened("other rules", &text), None);
        for at in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[at] ^= 1;
            assert_eq!(opened("rules", &String::from_utf8(changed).unwrap()), None, "at {at}");
        }
    }
}
