//! The bipartite monoid of a certificate: that it is one, that it is reduced, and products in it.

use std::collections::HashMap;

use super::{malformed, refuted};
use crate::Refusal;
use crate::natural::Natural;

/// The largest order that is checked; the check keeps a bit for every pair of elements.
const LARGEST_ORDER: usize = 40_000;

/// A commutative monoid given by the products of its elements with generators, and a subset P.
pub(super) struct Monoid {
    actions: Vec<Vec<u32>>,
    p: Vec<bool>,
    /// For each element but the identity a shorter one and a generator whose product it is, in an order in which shorter
    /// ones come first.
    tree: Vec<(u32, u32, u32)>,
    /// The place of each element in `tree`.
    place: Vec<usize>,
}

impl Monoid {
    /// Reads the arrays; whether they make a monoid is for [`check`](Self::check).
    pub(super) fn new(actions: Vec<Vec<u32>>, p: &[u32]) -> Result<Self, Refusal> {
        let order = actions.len();
        if order == 0 || order > LARGEST_ORDER {
            return Err(malformed("the order of Q must be between 1 and 40000"));
        }
        let generators = actions[0].len();
        if actions.iter().any(|row| row.len() != generators || row.iter().any(|x| *x as usize >= order)) {
            return Err(malformed("\"actions\" must list one element for each element and generator"));
        }
        let mut in_p = vec![false; order];
        for x in p {
            let place = in_p.get_mut(*x as usize).ok_or_else(|| malformed("\"p\" must list elements"))?;
            if std::mem::replace(place, true) {
                return Err(malformed("\"p\" lists an element twice"));
            }
        }
        let mut tree = Vec::new();
        let mut seen = vec![false; order];
        seen[0] = true;
        let mut found = vec![0u32];
        let mut at = 0;
        while at < found.len() {
            for (g, y) in actions[found[at] as usize].iter().enumerate() {
                if !std::mem::replace(&mut seen[*y as usize], true) {
                    tree.push((*y, found[at], g as u32));
                    found.push(*y);
                }
            }
            at += 1;
        }
        if found.len() < order {
            return Err(refuted("an element of Q is no product of generators".into()));
        }
        let mut place = vec![0; order];
        for (at, (y, _, _)) in tree.iter().enumerate() {
            place[*y as usize] = at;
        }
        Ok(Monoid { actions, p: in_p, tree, place })
    }

    pub(super) fn order(&self) -> usize {
        self.actions.len()
    }

    pub(super) fn p_order(&self) -> usize {
        self.p.iter().filter(|in_p| **in_p).count()
    }

    pub(super) fn is_p(&self, x: u32) -> bool {
        self.p[x as usize]
    }

    /// The generators as elements.
    pub(super) fn generators(&self) -> &[u32] {
        &self.actions[0]
    }

    /// x times generator g.
    pub(super) fn action(&self, x: u32, g: usize) -> u32 {
        self.actions[x as usize][g]
    }

    /// The product of x and y, along a word of y.
    pub(super) fn product(&self, x: u32, mut y: u32) -> u32 {
        let mut product = x;
        while y != 0 {
            let (_, shorter, g) = self.tree[self.place[y as usize]];
            product = self.action(product, g as usize);
            y = shorter;
        }
        product
    }

    /// The product of x with itself, so many times.
    pub(super) fn power(&self, x: u32, count: &Natural) -> u32 {
        let mut powers = vec![0];
        let mut places = HashMap::from([(0, 0)]);
        loop {
            let next = self.product(powers[powers.len() - 1], x);
            if let Some(from) = places.insert(next, powers.len()) {
                // The powers from this place on come again and again.
                let period = (powers.len() - from) as u64;
                let at = match count.minus(from as u64) {
                    Some(beyond) => from as u64 + beyond.divided_by(period).1,
                    None => count.to_u64().unwrap_or(0),
                };
                return powers[at as usize];
            }
            powers.push(next);
        }
    }

    /// The products of x with every element.
    pub(super) fn products(&self, x: u32) -> Vec<u32> {
        let mut products = vec![x; self.order()];
        for (y, shorter, g) in &self.tree {
            products[*y as usize] = self.action(products[*shorter as usize], *g as usize);
        }
        products
    }

    /// That the generators commute (then products of words are well defined, and commutative), that the identity is not in P,
    /// and that no two elements agree on P in all contexts.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let generators = self.generators().len();
        for x in 0..self.order() as u32 {
            for g in 0..generators {
                for h in 0..g {
                    if self.action(self.action(x, g), h) != self.action(self.action(x, h), g) {
                        return Err(refuted(format!("generators {h} and {g} of Q do not commute")));
                    }
                }
            }
        }
        if self.is_p(0) {
            return Err(refuted("the empty position cannot be in P: who cannot move wins".into()));
        }
        let mut class: Vec<usize> = self.p.iter().map(|in_p| usize::from(*in_p)).collect();
        let mut count = 0;
        loop {
            for g in 0..generators {
                let mut numbers: HashMap<(usize, usize), usize> = HashMap::new();
                class = (0..self.order())
                    .map(|x| {
                        let next = numbers.len();
                        *numbers.entry((class[x], class[self.action(x as u32, g) as usize])).or_insert(next)
                    })
                    .collect();
            }
            let refined = class.iter().max().map_or(0, |most| most + 1);
            if refined == count {
                break;
            }
            count = refined;
        }
        if count == self.order() || self.order() == 1 {
            Ok(())
        } else {
            Err(refuted("two elements of Q are told apart by no context: Q is not reduced".into()))
        }
    }
}
