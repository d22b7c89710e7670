//! Misère play by plain recursion: the definition, for tests.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use impartial::heap::HeapCode;

/// Misère outcomes by the definition, positions as heaps in decreasing order.
pub struct Recursion {
    options: Vec<Vec<Vec<u64>>>,
    known: HashMap<Vec<u64>, bool>,
}

impl Recursion {
    pub fn new(code: &str, tokens: u64) -> Self {
        let code: HeapCode = code.parse().unwrap();
        Recursion { options: (0..=tokens).map(|heap| code.options(heap)).collect(), known: HashMap::new() }
    }

    pub fn is_p(&mut self, position: &[u64]) -> bool {
        if let Some(known) = self.known.get(position) {
            return *known;
        }
        let (mut has_move, mut has_p) = (false, false);
        for (at, heap) in position.iter().enumerate() {
            for option in self.options[*heap as usize].clone() {
                let mut next = [&position[..at], &position[at + 1..], &option].concat();
                next.sort_unstable_by(|x, y| y.cmp(x));
                has_move = true;
                has_p |= self.is_p(&next);
            }
        }
        // Whoever cannot move wins: a position without moves is no P-position.
        let is_p = has_move && !has_p;
        self.known.insert(position.to_vec(), is_p);
        is_p
    }
}

/// All positions with at most so many tokens.
pub fn positions(tokens: u64) -> Vec<Vec<u64>> {
    fn extend(position: &mut Vec<u64>, most: u64, left: u64, all: &mut Vec<Vec<u64>>) {
        all.push(position.clone());
        for heap in 1..=most.min(left) {
            position.push(heap);
            extend(position, heap, left - heap, all);
            position.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), tokens, tokens, &mut all);
    all
}
