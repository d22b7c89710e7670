//! Coset enumeration: the group of a finite presentation, by the method of Todd and Coxeter.
//!
//! A table says for each coset of the trivial subgroup (each element) where each generator and its inverse lead. Tracing
//! a relator from a coset must lead back; where the way is not known, new cosets are made (the strategy of Haselgrove,
//! Leech and Trotter), and where two cosets turn out to be one, all consequences are drawn. When the table is full,
//! relators are traced without new cosets (look-ahead) in the hope of coincidences.
//!
//! The method ends for every finite group, and no bound on the time can be given. Source: Holt, Eick and O'Brien,
//! *Handbook of computational group theory*, chapter 5.

use crate::limits::{Limits, StopReason};

/// Why an enumeration gave no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnumerationError {
    /// The table reached the largest number of rows, with so many cosets alive.
    Full(usize),
    /// A limit of the caller.
    Stopped(StopReason),
}

impl From<StopReason> for EnumerationError {
    fn from(reason: StopReason) -> Self {
        EnumerationError::Stopped(reason)
    }
}

const NONE: u32 = u32::MAX;

/// A letter: generator i is 2i, its inverse 2i + 1.
pub type Letter = u8;

struct CosetTable {
    columns: usize,
    /// Row by row: the image of each coset under each letter.
    images: Vec<u32>,
    /// Each coset, or a coset it was found equal to.
    same_as: Vec<u32>,
    alive: usize,
    merging: Vec<u32>,
}

impl CosetTable {
    fn new(columns: usize) -> Self {
        CosetTable { columns, images: vec![NONE; columns], same_as: vec![0], alive: 1, merging: Vec::new() }
    }

    fn rows(&self) -> usize {
        self.same_as.len()
    }

    #[inline]
    fn image(&self, coset: u32, letter: Letter) -> u32 {
        self.images[coset as usize * self.columns + usize::from(letter)]
    }

    #[inline]
    fn set(&mut self, coset: u32, letter: Letter, image: u32) {
        self.images[coset as usize * self.columns + usize::from(letter)] = image;
    }

    #[inline]
    fn is_alive(&self, coset: u32) -> bool {
        self.same_as[coset as usize] == coset
    }

    /// Makes a new coset, the image of `coset` under `letter`.
    fn define(&mut self, coset: u32, letter: Letter) -> u32 {
        let new = self.rows() as u32;
        self.same_as.push(new);
        self.images.resize(self.images.len() + self.columns, NONE);
        self.set(coset, letter, new);
        self.set(new, letter ^ 1, coset);
        self.alive += 1;
        new
    }

    /// The coset that stands for all that are equal to this one.
    fn find(&mut self, coset: u32) -> u32 {
        let mut root = coset;
        while self.same_as[root as usize] != root {
            root = self.same_as[root as usize];
        }
        let mut at = coset;
        while at != root {
            at = std::mem::replace(&mut self.same_as[at as usize], root);
        }
        root
    }

    fn merge(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.same_as[a.max(b) as usize] = a.min(b);
            self.merging.push(a.max(b));
            self.alive -= 1;
        }
    }

    /// Two cosets are equal: so are their images.
    fn coincidence(&mut self, a: u32, b: u32) {
        self.merge(a, b);
        let mut at = 0;
        while at < self.merging.len() {
            let dead = self.merging[at];
            at += 1;
            for letter in 0..self.columns as Letter {
                let image = self.image(dead, letter);
                if image == NONE {
                    continue;
                }
                self.set(dead, letter, NONE);
                self.set(image, letter ^ 1, NONE);
                let (from, to) = (self.find(dead), self.find(image));
                let (known, back) = (self.image(from, letter), self.image(to, letter ^ 1));
                if known != NONE {
                    self.merge(to, known);
                } else if back != NONE {
                    self.merge(from, back);
                } else {
                    self.set(from, letter, to);
                    self.set(to, letter ^ 1, from);
                }
            }
        }
        self.merging.clear();
    }

    /// Traces a relator from a coset, from both ends; makes new cosets when `fill` is set.
    fn scan(&mut self, coset: u32, relator: &[Letter], fill: bool) {
        let (mut front, mut start) = (coset, 0);
        let (mut back, mut end) = (coset, relator.len());
        loop {
            while start < end {
                let next = self.image(front, relator[start]);
                if next == NONE {
                    break;
                }
                front = next;
                start += 1;
            }
            while start < end {
                let next = self.image(back, relator[end - 1] ^ 1);
                if next == NONE {
                    break;
                }
                back = next;
                end -= 1;
            }
            if start == end {
                if front != back {
                    self.coincidence(front, back);
                }
                return;
            }
            if start + 1 == end {
                self.set(front, relator[start], back);
                self.set(back, relator[start] ^ 1, front);
                return;
            }
            if !fill {
                return;
            }
            front = self.define(front, relator[start]);
            start += 1;
        }
    }

    /// Forgets dead rows; the number of live rows before `row` comes back.
    fn compress(&mut self, row: usize) -> usize {
        let mut place = vec![NONE; self.rows()];
        let mut live = 0u32;
        for coset in 0..self.rows() as u32 {
            if self.is_alive(coset) {
                place[coset as usize] = live;
                live += 1;
            }
        }
        let before = place[..row.min(place.len())].iter().filter(|to| **to != NONE).count();
        for coset in 0..self.rows() {
            if place[coset] == NONE {
                continue;
            }
            for column in 0..self.columns {
                let image = self.images[coset * self.columns + column];
                let moved = if image == NONE { NONE } else { place[image as usize] };
                self.images[place[coset] as usize * self.columns + column] = moved;
            }
        }
        self.images.truncate(live as usize * self.columns);
        self.same_as = (0..live).collect();
        before
    }
}

/// The right multiplications of the group with these relators: for each generator the image of each element, element 0
/// being the identity.
///
/// At most `rows` rows are in the table at a time.
pub fn enumerate(
    generators: usize,
    relators: &[Vec<Letter>],
    rows: usize,
    limits: &Limits,
) -> Result<Vec<Vec<u32>>, EnumerationError> {
    enumerate_cosets(generators, relators, &[], rows, limits)
}

/// The action of the group with these relators on the cosets of the subgroup that some words generate: for each generator the
/// image of each coset, the subgroup being coset 0.
///
/// At most `rows` rows are in the table at a time.
pub fn enumerate_cosets(
    generators: usize,
    relators: &[Vec<Letter>],
    subgroup: &[Vec<Letter>],
    rows: usize,
    limits: &Limits,
) -> Result<Vec<Vec<u32>>, EnumerationError> {
    let mut table = CosetTable::new(2 * generators);
    for word in subgroup {
        table.scan(0, word, true);
    }
    let mut at = 0;
    while at < table.rows() {
        if at % 64 == 0 {
            limits.poll()?;
        }
        let coset = at as u32;
        for relator in relators {
            if table.is_alive(coset) {
                table.scan(coset, relator, true);
            }
        }
        for letter in 0..2 * generators as Letter {
            if table.is_alive(coset) && table.image(coset, letter) == NONE {
                table.define(coset, letter);
            }
        }
        at += 1;
        if table.rows() > rows {
            at = make_room(&mut table, relators, at, rows, limits)?;
        }
    }
    table.compress(0);
    let order = table.rows();
    Ok((0..generators)
        .map(|generator| (0..order as u32).map(|coset| table.image(coset, 2 * generator as Letter)).collect())
        .collect())
}

/// Drops dead rows, after a look-ahead when there are few; the row to go on with.
fn make_room(
    table: &mut CosetTable,
    relators: &[Vec<Letter>],
    at: usize,
    rows: usize,
    limits: &Limits,
) -> Result<usize, EnumerationError> {
    if table.alive > rows / 2 {
        for coset in at as u32..table.rows() as u32 {
            if coset % 64 == 0 {
                limits.poll()?;
            }
            for relator in relators {
                if table.is_alive(coset) {
                    table.scan(coset, relator, false);
                }
            }
        }
    }
    if table.alive > rows / 10 * 9 {
        return Err(EnumerationError::Full(table.alive));
    }
    Ok(table.compress(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters of a word such as "abAB", capitals being inverses.
    fn word(text: &str) -> Vec<Letter> {
        text.bytes().map(|c| if c < b'a' { 2 * (c - b'A') + 1 } else { 2 * (c - b'a') }).collect()
    }

    fn order(generators: usize, relators: &[&str]) -> Result<usize, EnumerationError> {
        let relators: Vec<Vec<Letter>> = relators.iter().map(|text| word(text)).collect();
        let images = enumerate(generators, &relators, 200_000, &Limits::none())?;
        for relator in &relators {
            for start in 0..images[0].len() as u32 {
                let step = |at: u32, letter: &Letter| {
                    let images = &images[usize::from(letter / 2)];
                    match letter % 2 {
                        0 => images[at as usize],
                        _ => images.iter().position(|image| *image == at).unwrap() as u32,
                    }
                };
                if images[0].len() < 500 {
                    assert_eq!(relator.iter().fold(start, step), start, "relator {relator:?}");
                }
            }
        }
        Ok(images[0].len())
    }

    #[test]
    fn classical_presentations() {
        assert_eq!(order(1, &["aaaaa"]), Ok(5));
        assert_eq!(order(2, &["aa", "bb", "ababababab"]), Ok(10));
        assert_eq!(order(2, &["aa", "bbb", "ababababab"]), Ok(60), "A5 = (2,3,5)");
        assert_eq!(order(2, &["aaBB", "aBab"]), Ok(8), "the quaternion group");
        // PSL(2,7) = (2,3,7;4), PSL(2,13) = (2,3,7;7).
        let product = "ab".repeat(7);
        let commutator = |k: usize| "abAB".repeat(k);
        assert_eq!(order(2, &["aa", "bbb", &product, &commutator(4)]), Ok(168));
        assert_eq!(order(2, &["aa", "bbb", &product, &commutator(7)]), Ok(1092));
        // The Fibonacci groups F(2,5) of order 11 and F(2,7) of order 29.
        assert_eq!(order(5, &["abC", "bcD", "cdE", "deA", "eaB"]), Ok(11));
        assert_eq!(order(7, &["abC", "bcD", "cdE", "deF", "efG", "fgA", "gaB"]), Ok(29));
        // The Coxeter groups A4 (order 120) and H3 (order 120), and F4 of order 1152.
        assert_eq!(
            order(4, &["aa", "bb", "cc", "dd", "ababab", "bcbcbc", "cdcdcd", "acac", "adad", "bdbd"]),
            Ok(120)
        );
        assert_eq!(order(3, &["aa", "bb", "cc", "ababababab", "bcbcbc", "acac"]), Ok(120));
        assert_eq!(
            order(4, &["aa", "bb", "cc", "dd", "ababab", "bcbcbcbc", "cdcdcd", "acac", "adad", "bdbd"]),
            Ok(1152)
        );
        // A presentation of the trivial group by Higman's relators on three letters.
        assert_eq!(order(3, &["AbaBB", "BcbCC", "CacAA"]), Ok(1));
    }

    #[test]
    fn infinite_groups_fill_the_table() {
        assert!(matches!(order(2, &["aa", "bb"]), Err(EnumerationError::Full(n)) if n > 100_000));
        assert!(matches!(order(2, &["abAB"]), Err(EnumerationError::Full(_))));
        assert!(matches!(order(2, &[]), Err(EnumerationError::Full(_))));
    }
}
