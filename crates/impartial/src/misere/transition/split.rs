//! A bipartite monoid split into its kernel, a group of Grundy values, and the elements outside.
//!
//! In every quotient that [PS] prints, and in almost all others, the kernel K is the group of Grundy values: z·Phi(G) is
//! determined by the Grundy value of G, distinct values give distinct elements, and the P-position among them is the one of
//! Grundy value 0 (regular and faithful, [PS, Theorem 8.5]). Then a product that lies in K is an exclusive or, and only
//! the products outside K need a table. Nothing in the form depends on the size of K: when Grundy values pass
//! a power of two, K doubles and not one number changes.

use super::super::bits::BitSet;
use super::super::monoid::{BipartiteMonoid, Element};
use super::super::packed::Packed;
use super::super::structure::MonoidStructure;

/// An element of a [`SplitMonoid`]: below the number of outer elements, one of those; from there on, the element of
/// the kernel with that Grundy value. 0 is the identity.
pub type Value = u32;

/// A bipartite monoid as outer elements and a kernel of Grundy values (possibly absent).
///
/// The *inner table* holds the products of the outer elements and of the kernel elements whose Grundy value is below
/// a power of two B that exceeds the Grundy values of all outer elements; these are closed under products.
///
/// Invariants:
/// 1. value 0 is the identity and is outer;
/// 2. with a kernel, the label G(x) of every element, an exclusive-or homomorphism, is the Grundy value of each
///    position with value x, and x in the kernel is in P exactly if G(x) = 0;
/// 3. without one, every element is outer.
#[derive(Clone, Debug)]
pub struct SplitMonoid {
    outer: usize,
    has_kernel: bool,
    /// G(x) of the outer elements.
    grundy: Vec<u32>,
    /// The number of elements in the table: outer + B.
    inner: usize,
    products: Vec<Value>,
    p: BitSet,
    /// For each x in the table the z in the table with xz in P.
    rows: Vec<BitSet>,
    /// For each Grundy value g below B the outer z with G(z) = g.
    labelled: Vec<BitSet>,
}

/// A [`SplitMonoid`] as lists of numbers: the products with generators, from which all others follow.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SavedSplit {
    has_kernel: bool,
    /// G(x) of the outer elements.
    grundy: Vec<u32>,
    /// The outer elements in P.
    p: Vec<Value>,
    generators: Vec<Value>,
    /// The products of each outer element with each generator, element by element.
    actions: Packed,
}

impl SplitMonoid {
    /// Every element outer; works for all monoids. Values are elements.
    pub fn plain(monoid: &BipartiteMonoid) -> Self {
        let order = monoid.order();
        let products: Vec<Value> = (0..order as Element).flat_map(|x| monoid.row(x)).collect();
        let p = monoid.p_set().clone();
        Self::assemble(order, false, vec![0; order], products, p)
    }

    /// The kernel split off, if it is the group of Grundy values; `grundy[g]` is the Grundy value of the monoid's generator
    /// g. With it, the value of each element.
    ///
    /// `None` when the labels are not well defined, not distinct on the kernel, when P meets the kernel elsewhere than in
    /// Grundy value 0, or when nothing is outer.
    pub fn normal(monoid: &BipartiteMonoid, grundy: &[u32]) -> Option<(Self, Vec<Value>)> {
        let order = monoid.order();
        // The labels: an exclusive-or along every edge of the Cayley graph.
        let mut labels = vec![0u32; order];
        for x in 1..order as Element {
            let (y, g) = monoid.parent(x)?;
            labels[x as usize] = labels[y as usize] ^ grundy[g as usize];
        }
        for x in 0..order as Element {
            for (g, label) in grundy.iter().enumerate() {
                if labels[monoid.action(g, x) as usize] != labels[x as usize] ^ label {
                    return None;
                }
            }
        }
        let mut in_kernel = BitSet::new(order);
        MonoidStructure::new(monoid).kernel().iter().for_each(|x| in_kernel.insert(*x as usize));
        let mut seen = vec![false; order.next_power_of_two()];
        for x in in_kernel.iter() {
            let label = labels[x] as usize;
            if label >= seen.len() || std::mem::replace(&mut seen[label], true) {
                return None;
            }
            if monoid.is_p(x as Element) != (label == 0) {
                return None;
            }
        }
        if in_kernel.contains(0) {
            return None;
        }
        let outer: Vec<Element> =
            (0..order).filter(|x| !in_kernel.contains(*x)).map(|x| x as Element).collect();
        let count = outer.len();
        let mut values = vec![0; order];
        for (place, x) in outer.iter().enumerate() {
            values[*x as usize] = place as Value;
        }
        for x in in_kernel.iter() {
            values[x] = count as Value + labels[x];
        }
        let grundy: Vec<u32> = outer.iter().map(|x| labels[*x as usize]).collect();
        let bound = grundy.iter().max().map_or(1, |max| (max + 1).next_power_of_two());
        let inner = count + bound as usize;
        let label = |x: usize| if x < count { grundy[x] } else { (x - count) as u32 };
        let mut products = Vec::with_capacity(inner * inner);
        for x in 0..inner {
            let row = (x < count).then(|| monoid.row(outer[x]));
            products.extend((0..inner).map(|y| match &row {
                Some(row) if y < count => values[row[outer[y] as usize] as usize],
                _ => count as Value + (label(x) ^ label(y)),
            }));
        }
        let p = BitSet::from_fn(inner, |x| if x < count { monoid.is_p(outer[x]) } else { x == count });
        Some((Self::assemble(count, true, grundy, products, p), values))
    }

    fn assemble(outer: usize, has_kernel: bool, grundy: Vec<u32>, products: Vec<Value>, p: BitSet) -> Self {
        let inner = p.universe();
        let rows = products
            .chunks(inner)
            .map(|row| BitSet::from_fn(inner, |z| p.contains(row[z] as usize)))
            .collect();
        let labelled = (0..inner - outer)
            .map(|g| BitSet::from_fn(inner, |z| z < outer && grundy[z] as usize == g))
            .collect();
        SplitMonoid { outer, has_kernel, grundy, inner, products, p, rows, labelled }
    }

    /// The monoid as lists of numbers; `generators` are values that generate it.
    pub fn save(&self, generators: Vec<Value>) -> SavedSplit {
        let outer = 0..self.outer as Value;
        let products = |x: Value| generators.iter().map(move |g| (x, *g));
        SavedSplit {
            has_kernel: self.has_kernel,
            grundy: self.grundy.clone(),
            p: outer.clone().filter(|x| self.is_p(*x)).collect(),
            actions: Packed::new(outer.flat_map(products).map(|(x, g)| u64::from(self.product(x, g)))),
            generators,
        }
    }

    /// The monoid that was saved, with the same values; `None` when the numbers make no sense.
    ///
    /// Cost: the size of the inner table.
    pub fn restore(saved: &SavedSplit) -> Option<Self> {
        let SavedSplit { has_kernel, grundy, p: members, generators, actions } = saved;
        let (outer, width, actions) = (grundy.len(), generators.len(), actions.small_numbers()?);
        let largest = *grundy.iter().max()?;
        if actions.len() != outer.checked_mul(width)? || largest >= 1 << 24 {
            return None;
        }
        let bound = if *has_kernel { (largest as usize + 1).next_power_of_two() } else { 0 };
        let inner = outer + bound;
        let label = |x: Value| if (x as usize) < outer { grundy[x as usize] } else { x - outer as Value };
        let is_known = |x: &Value| (*x as usize) < inner || *has_kernel;
        if !actions.iter().chain(generators).all(is_known) || members.iter().any(|x| *x as usize >= outer) {
            return None;
        }
        let times = |x: Value, g: usize| match (x as usize) < outer {
            true => actions[x as usize * width + g],
            false => outer as Value + (label(x) ^ label(generators[g])),
        };
        // Every outer element as a product of one found before and a generator.
        let mut parents: Vec<Option<(usize, usize)>> = vec![None; outer];
        let mut found = vec![0];
        let mut at = 0;
        while at < found.len() {
            for g in 0..width {
                let y = times(found[at] as Value, g) as usize;
                if y != 0 && y < outer && parents[y].is_none() {
                    parents[y] = Some((found[at], g));
                    found.push(y);
                }
            }
            at += 1;
        }
        if found.len() != outer {
            return None;
        }
        let mut products = vec![0; inner.checked_mul(inner)?];
        for x in 0..inner as Value {
            let row = &mut products[x as usize * inner..][..inner];
            if (x as usize) < outer {
                row[0] = x;
                for &y in &found[1..] {
                    let (before, g) = parents[y]?;
                    row[y] = times(row[before], g);
                }
            }
            let kernel = if (x as usize) < outer { outer } else { 0 };
            for (y, product) in row.iter_mut().enumerate().skip(kernel) {
                *product = outer as Value + (label(x) ^ label(y as Value));
            }
        }
        let mut p = BitSet::from_fn(inner, |x| *has_kernel && x == outer);
        members.iter().for_each(|x| p.insert(*x as usize));
        Some(Self::assemble(outer, *has_kernel, grundy.clone(), products, p))
    }

    /// The number of elements outside the kernel.
    pub fn outer(&self) -> usize {
        self.outer
    }

    /// Whether the kernel is split off.
    pub fn has_kernel(&self) -> bool {
        self.has_kernel
    }

    /// Whether a value lies in the split-off kernel.
    #[inline]
    pub fn in_kernel(&self, x: Value) -> bool {
        x as usize >= self.outer
    }

    /// The kernel element of the given Grundy value.
    #[inline]
    pub fn kernel_element(&self, grundy: u32) -> Value {
        self.outer as Value + grundy
    }

    /// G(x); 0 without a kernel.
    #[inline]
    pub fn grundy(&self, x: Value) -> u32 {
        if self.in_kernel(x) { x - self.outer as Value } else { self.grundy[x as usize] }
    }

    /// The product.
    #[inline]
    pub fn product(&self, x: Value, y: Value) -> Value {
        if self.in_kernel(x) || self.in_kernel(y) {
            self.kernel_element(self.grundy(x) ^ self.grundy(y))
        } else {
            self.products[x as usize * self.inner + y as usize]
        }
    }

    /// The number of elements in the inner table.
    pub(super) fn inner(&self) -> usize {
        self.inner
    }

    /// The products of x, one of the inner table, with all of the table.
    #[inline]
    pub(super) fn products_of(&self, x: Value) -> &[Value] {
        &self.products[x as usize * self.inner..][..self.inner]
    }

    /// Whether x is in the P-portion.
    pub fn is_p(&self, x: Value) -> bool {
        if self.in_kernel(x) { self.grundy(x) == 0 } else { self.p.contains(x as usize) }
    }

    /// The z of the inner table with xz in P, for x in the table.
    pub(super) fn row(&self, x: Value) -> &BitSet {
        &self.rows[x as usize]
    }

    /// For each Grundy value g below B the outer z with G(z) = g; empty without a kernel.
    pub(super) fn labelled(&self) -> &[BitSet] {
        &self.labelled
    }

    /// The bipartite monoid generated by values, and for each generator that is not a product of earlier ones its place
    /// in the list; the map gives the element of each value.
    ///
    /// Cost: order × irreducible generators.
    pub fn generated(
        &self,
        generators: &[Value],
    ) -> (BipartiteMonoid, Vec<usize>, rustc_hash::FxHashMap<Value, Element>) {
        let mut reached: rustc_hash::FxHashMap<Value, Element> = rustc_hash::FxHashMap::default();
        reached.insert(0, 0);
        let mut members: Vec<Value> = vec![0];
        let mut kept: Vec<usize> = Vec::new();
        for (place, g) in generators.iter().enumerate() {
            if reached.contains_key(g) {
                continue;
            }
            kept.push(place);
            let mut at = 0;
            while at < members.len() {
                let y = self.product(members[at], *g);
                let next = members.len() as Element;
                if *reached.entry(y).or_insert(next) == next {
                    members.push(y);
                }
                at += 1;
            }
        }
        let actions: Vec<Element> = members
            .iter()
            .flat_map(|x| kept.iter().map(|g| reached[&self.product(*x, generators[*g])]).collect::<Vec<_>>())
            .collect();
        let (monoid, numbers) =
            BipartiteMonoid::from_commuting_actions(kept.len(), &actions, |x| self.is_p(members[x as usize]));
        for element in reached.values_mut() {
            *element = numbers[*element as usize].expect("every member is a product of generators");
        }
        (monoid, kept, reached)
    }
}
