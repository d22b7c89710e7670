//! Multiplication tables of small groups.

use super::error::GroupError;

/// The largest order whose multiplication table is kept: 2048² entries of two bytes are 8 MiB.
pub const MAX_TABLE_ORDER: usize = 2048;

/// The multiplication table of a group on 0..n, with identity 0.
///
/// Invariants: (1) `n` is between 1 and [`MAX_TABLE_ORDER`]; (2) `products[a * n + b]` is a·b; (3) 0 is the identity;
/// (4) `inverses[a]` is the inverse of a.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    order: usize,
    products: Box<[u16]>,
    inverses: Box<[u16]>,
}

impl Table {
    /// The table with these products, row by row, known to be those of a group with identity 0.
    pub(super) fn from_products(order: usize, products: Vec<u16>) -> Self {
        debug_assert_eq!(products.len(), order * order, "a square table");
        let mut inverses = vec![0u16; order].into_boxed_slice();
        for (a, row) in products.chunks_exact(order).enumerate() {
            if let Some(b) = row.iter().position(|product| *product == 0) {
                inverses[a] = b as u16;
            }
        }
        Table { order, products: products.into_boxed_slice(), inverses }
    }

    /// The table with these products and inverses, known to be those of a group with identity 0.
    pub(super) fn from_parts(order: usize, products: Vec<u16>, inverses: Vec<u16>) -> Self {
        debug_assert_eq!((products.len(), inverses.len()), (order * order, order), "a square table");
        Table { order, products: products.into_boxed_slice(), inverses: inverses.into_boxed_slice() }
    }

    /// The table of a group from the right multiplications by generators, `steps[s][a]` = a·s.
    ///
    /// Cost: n² look-ups, each row in the cache.
    pub(super) fn from_right_multiplications(order: usize, steps: &[Vec<u16>]) -> Self {
        let tree = spanning_tree(order, steps);
        let mut products = vec![0u16; order * order];
        for (a, row) in products.chunks_exact_mut(order).enumerate() {
            row[0] = a as u16;
            for edge in &tree {
                row[edge.to as usize] = steps[edge.step as usize][usize::from(row[edge.from as usize])];
            }
        }
        Table::from_products(order, products)
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The product a·b.
    #[inline]
    pub fn product(&self, a: usize, b: usize) -> usize {
        usize::from(self.products[a * self.order + b])
    }

    /// The products a·0, a·1, ….
    #[inline]
    pub fn row(&self, a: usize) -> &[u16] {
        &self.products[a * self.order..(a + 1) * self.order]
    }

    /// The inverse of a.
    #[inline]
    pub fn inverse(&self, a: usize) -> usize {
        usize::from(self.inverses[a])
    }

    /// Whether a table that claims to be a group's is one: identity, inverses, and associativity by Light's test for
    /// the given generators. The witness is what fails.
    ///
    /// Light's test: when (a·g)·b = a·(g·b) for all a, b and every g of a set that generates the groupoid, the law is
    /// associative. Source: Clifford and Preston, *The algebraic theory of semigroups*, section 1.2.
    ///
    /// Cost: n² look-ups a generator.
    pub fn check_invariants(&self, generators: &[usize]) -> Result<(), GroupError> {
        for a in 0..self.order {
            if self.product(0, a) != a || self.product(a, 0) != a {
                return Err(GroupError::whole(format!("0 is not an identity: it moves {a}")));
            }
            let inverse = self.inverse(a);
            if self.product(a, inverse) != 0 || self.product(inverse, a) != 0 {
                return Err(GroupError::whole(format!("{a} has no inverse")));
            }
        }
        if let Some((a, g, b)) = light_test(self.order, generators, |a, b| self.product(a, b)) {
            return Err(GroupError::whole(format!("({a}·{g})·{b} is not {a}·({g}·{b})")));
        }
        Ok(())
    }
}

/// A triple (a, g, b) with g among `middle` for which (a·g)·b differs from a·(g·b).
pub(super) fn light_test(
    order: usize,
    middle: &[usize],
    law: impl Fn(usize, usize) -> usize,
) -> Option<(usize, usize, usize)> {
    for &g in middle {
        let right: Vec<usize> = (0..order).map(|b| law(g, b)).collect();
        for a in 0..order {
            let left = law(a, g);
            for (b, gb) in right.iter().enumerate() {
                if law(left, b) != law(a, *gb) {
                    return Some((a, g, b));
                }
            }
        }
    }
    None
}

/// An edge of a spanning tree of a Cayley graph: `to` = `from`·`step`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub from: u32,
    pub to: u32,
    pub step: u32,
}

/// The edges of the breadth-first spanning tree from the identity, in the order they are found.
///
/// The word along the tree is the least word (shortest first, then in the order of the generators) for each element.
pub(super) fn spanning_tree(order: usize, steps: &[Vec<u16>]) -> Vec<Edge> {
    let mut seen = vec![false; order];
    seen[0] = true;
    let mut queue = vec![0u32];
    let mut tree = Vec::with_capacity(order.saturating_sub(1));
    let mut at = 0;
    while at < queue.len() {
        let from = queue[at];
        for (step, images) in steps.iter().enumerate() {
            let to = images[from as usize];
            if !seen[usize::from(to)] {
                seen[usize::from(to)] = true;
                queue.push(u32::from(to));
                tree.push(Edge { from, to: u32::from(to), step: step as u32 });
            }
        }
        at += 1;
    }
    tree
}
