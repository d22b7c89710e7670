//! Long lists of numbers as text, for searches that are put aside: a few letters a number, read at the speed of memory.

/// Numbers as letters: five bits a letter, lowest first; a letter of the second half of the alphabet says that the number goes on.
///
/// ```
/// use impartial::misere::Packed;
/// let packed = Packed::new([3, 31, 32, u64::MAX]);
/// assert_eq!(packed.numbers(), Some(vec![3, 31, 32, u64::MAX]));
/// assert_eq!(serde_json::to_string(&Packed::new([3, 31, 32])).unwrap(), "\"dFGb\"");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Packed(String);

const ALPHABET: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

/// For each byte its place in the alphabet, or 64.
const PLACES: [u8; 256] = {
    let mut places = [64; 256];
    let mut at = 0;
    while at < 64 {
        places[ALPHABET[at] as usize] = at as u8;
        at += 1;
    }
    places
};

impl Packed {
    /// The text of some numbers.
    pub fn new(numbers: impl IntoIterator<Item = u64>) -> Self {
        let mut text = String::new();
        for mut number in numbers {
            while number >= 32 {
                text.push(char::from(ALPHABET[32 + (number % 32) as usize]));
                number /= 32;
            }
            text.push(char::from(ALPHABET[number as usize]));
        }
        Packed(text)
    }

    /// The numbers; `None` when the text is none of numbers.
    pub fn numbers(&self) -> Option<Vec<u64>> {
        let mut numbers = Vec::with_capacity(self.0.len() / 3);
        let (mut number, mut shift) = (0_u64, 0);
        for byte in self.0.bytes() {
            let place = u64::from(PLACES[byte as usize]);
            if place == 64 || shift > 60 || (shift == 60 && place % 32 > 15) {
                return None;
            }
            number |= (place % 32) << shift;
            if place >= 32 {
                shift += 5;
            } else {
                numbers.push(number);
                (number, shift) = (0, 0);
            }
        }
        (shift == 0).then_some(numbers)
    }

    /// The same for numbers of 32 bits.
    pub fn small_numbers(&self) -> Option<Vec<u32>> {
        self.numbers()?.into_iter().map(|number| u32::try_from(number).ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back(numbers in proptest::collection::vec(any::<u64>(), 0..50), shift in 0u32..64) {
            let numbers: Vec<u64> = numbers.into_iter().map(|number| number >> shift).collect();
            prop_assert_eq!(Packed::new(numbers.iter().copied()).numbers(), Some(numbers));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
            let _ = Packed(text).numbers();
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["G", "a b", "é", "GGGGGGGGGGGGGGGGGGGGGGa"] {
            assert_eq!(Packed(text.to_owned()).numbers(), None, "{text}");
        }
        assert_eq!(Packed::new([1 << 32]).small_numbers(), None);
    }
}
