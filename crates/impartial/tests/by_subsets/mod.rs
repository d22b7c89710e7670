//! GEN and DNG by definition, for the tests: every subset of a small group.

use impartial::game::Outcome;
use impartial::generate::Aim;
use impartial::group::FiniteGroup;

/// Every subset of a group of order at most 20, by definition: nimbers and misère outcomes, supersets first.
pub struct AllSubsets {
    /// By set, as bits.
    pub nimbers: Vec<u8>,
    /// By set, as bits.
    pub misere: Vec<Outcome>,
}

impl AllSubsets {
    /// Supersets come first.
    pub fn new(order: usize, generates: &[bool], aim: Aim) -> Self {
        let count = 1usize << order;
        let mut all = AllSubsets { nimbers: vec![0; count], misere: vec![Outcome::N; count] };
        for set in (0..count).rev().filter(|set| !generates[*set]) {
            let (mut seen, mut moves, mut wins) = (0u64, false, false);
            for option in (0..order).map(|g| set | 1 << g).filter(|next| *next != set) {
                if aim == Aim::Achieve || !generates[option] {
                    moves = true;
                    seen |= 1 << all.nimbers[option];
                    wins |= all.misere[option] == Outcome::P;
                }
            }
            all.nimbers[set] = seen.trailing_ones() as u8;
            all.misere[set] = if wins || !moves { Outcome::N } else { Outcome::P };
        }
        all
    }
}

/// Which subsets generate, by closing under products.
pub fn generating_sets(group: &FiniteGroup) -> Vec<bool> {
    let order = group.order();
    let close = |mut set: usize| loop {
        let mut larger = set | 1;
        for a in (0..order).filter(|a| set >> a & 1 == 1) {
            for b in (0..order).filter(|b| set >> b & 1 == 1) {
                larger |= 1 << group.product(a, b);
            }
        }
        if larger == set {
            return set;
        }
        set = larger;
    };
    let mut joins = std::collections::HashMap::new();
    let mut closed = vec![close(0); 1 << order];
    for set in 1usize..1 << order {
        let (rest, least) = (closed[set & (set - 1)], set & set.wrapping_neg());
        closed[set] = if rest & least != 0 {
            rest
        } else {
            *joins.entry(rest | least).or_insert_with(|| close(rest | least))
        };
    }
    closed.into_iter().map(|set| set == (1 << order) - 1).collect()
}
