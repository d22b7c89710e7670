//! The families of words of an infinite quotient as text: which exponents are in P.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::presentation::{InfinitePresentation, Members, Orthant};
use crate::misere::presentation::generator_name;

impl InfinitePresentation {
    /// The names of the generators.
    pub fn generator_names(&self) -> Vec<String> {
        (0..self.generators.len()).map(generator_name).collect()
    }

    /// The words of P that belong to no family.
    pub fn p_words(&self) -> Vec<String> {
        self.orthants.iter().filter(|orthant| orthant.free.is_empty()).filter_map(Orthant::p_text).collect()
    }
}

impl Orthant {
    /// Which of the words are in P: `ab^n for n = 1, 3, 5, …`; `None` when none is.
    pub fn p_text(&self) -> Option<String> {
        match &self.members {
            Members::Sequence { list, period: 0 } => list[0].then(|| self.word.to_string()),
            Members::Sequence { list, period } => {
                let exponents = self.p_exponents(list, *period)?;
                Some(format!("{} for {exponents}", self.to_text()))
            }
            Members::Automatic => Some(format!("{} as the automaton says", self.to_text())),
        }
    }

    /// The words, exponents that are free as n or n_1, n_2, …
    fn to_text(&self) -> String {
        let letters = self.word.factors().iter().map(|(letter, _)| *letter).chain(self.free.iter().copied());
        let letters: BTreeSet<u32> = letters.collect();
        let mut text = String::new();
        let mut after_free = false;
        for letter in letters {
            // A space, so that no letter seems to belong to the exponent before.
            if after_free {
                text.push(' ');
            }
            after_free = self.free.contains(&letter);
            let name = generator_name(letter as usize);
            let fixed = || self.word.factors().iter().find(|(g, _)| *g == letter).map_or(0, |(_, e)| *e);
            let _ = match self.free.iter().position(|g| *g == letter) {
                Some(_) if self.free.len() == 1 => write!(text, "{name}^n"),
                Some(place) => write!(text, "{name}^{{n_{}}}", place + 1),
                None if fixed() == 1 => write!(text, "{name}"),
                None => write!(text, "{name}^{}", fixed()),
            };
        }
        text
    }

    /// The least exponent of the free generator of a ray.
    fn first_exponent(&self) -> usize {
        let is_free = |(letter, _): &&(u32, u32)| self.free.contains(letter);
        self.word.factors().iter().find(is_free).map_or(0, |(_, exponent)| *exponent as usize)
    }

    /// The exponents n of a ray in P: `n = 1, 3, 5, …`; `None` when there are none.
    fn p_exponents(&self, list: &[bool], period: usize) -> Option<String> {
        let first = self.first_exponent();
        let at =
            |n: usize| list[if n < list.len() { n } else { list.len() - period + (n - list.len()) % period }];
        if (0..list.len()).all(at) {
            return Some(format!("n >= {first}"));
        }
        // What comes before the repetition, then two of its periods, or three members of it where that is more.
        let in_period = (list.len() - period..list.len()).filter(|n| at(*n)).count();
        let for_ever = in_period > 0;
        let mut shown: Vec<usize> = (0..list.len() + 3 * period).filter(|n| at(*n)).collect();
        if for_ever {
            let before = shown.iter().filter(|n| **n < list.len()).count();
            shown.truncate((before + in_period).max(3));
        }
        let numbers: Vec<String> = shown.iter().map(|n| (n + first).to_string()).collect();
        let dots = if for_ever { ", …" } else { "" };
        (!numbers.is_empty()).then(|| format!("n = {}{dots}", numbers.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misere::presentation::Word;

    #[test]
    fn rays_as_text() {
        let orthant = |word: &[u32], list: &[u8], period: usize| Orthant {
            word: Word::from_exponents(word),
            free: vec![1],
            members: Members::Sequence { list: list.iter().map(|is| *is == 1).collect(), period },
        };
        let text = |orthant: Orthant| orthant.p_text();
        assert_eq!(text(orthant(&[1], &[0, 1], 2)).unwrap(), "ab^n for n = 1, 3, 5, …");
        assert_eq!(text(orthant(&[1, 3], &[1, 0, 0, 1], 2)).unwrap(), "ab^n for n = 3, 6, 8, …");
        assert_eq!(text(orthant(&[], &[0, 1, 1, 0, 0], 4)).unwrap(), "b^n for n = 1, 2, 5, 6, …");
        assert_eq!(text(orthant(&[], &[1, 1, 0], 1)).unwrap(), "b^n for n = 0, 1");
        assert_eq!(text(orthant(&[0, 2], &[1], 1)).unwrap(), "b^n for n >= 2");
        assert_eq!(text(orthant(&[], &[0], 1)), None);
        assert_eq!(text(orthant(&[1, 0, 2], &[1], 1)).unwrap(), "ab^n c^2 for n >= 0");
    }
}
