//! Polycyclic presentations: generators g₁, …, g_l with relations that say what g_i^{p_i} and the commutators [g_j, g_i]
//! (j > i) are, as products of later generators.
//!
//! Every element is a unique product g₁^{e₁}·…·g_l^{e_l} with 0 ≤ e_i < p_i, numbered in mixed radix with g_l least
//! significant.

use std::sync::Arc;

use super::error::GroupError;
use super::finite::{FiniteGroup, checked_order};
use super::names::{Names, NormalForm};
use super::table::{MAX_TABLE_ORDER, Table};

/// A polycyclic presentation; elements are given by their numbers.
///
/// Invariants: (1) `powers[i]` lies in ⟨g_{i+1}, …⟩; (2) `commutators[i]` lists g_j⁻¹·g_i⁻¹·g_j·g_i for j = i+1, …, in
/// the same subgroup. Whether the presentation is consistent, so that the group has the order ∏ p_i, is another matter:
/// [`checked_group`](Self::checked_group) finds out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolycyclicPresentation {
    pub(super) relative_orders: Vec<usize>,
    pub(super) powers: Vec<usize>,
    pub(super) commutators: Vec<Vec<usize>>,
}

impl PolycyclicPresentation {
    /// The number of elements of the group, if it is consistent.
    pub fn order(&self) -> usize {
        self.relative_orders.iter().product()
    }

    /// The group, for a presentation known to be consistent.
    ///
    /// The table grows from the last generator to the first: with H = ⟨g_{i+1}, …⟩ and φ the conjugation by g = g_i,
    ///
    /// ```text
    /// g^a·x · g^b·y = g^{a+b} · φ^b(x)·y,
    /// ```
    ///
    /// so each row of the new table consists of shifted rows of the old one.
    ///
    /// Cost: n² copied entries.
    pub(super) fn group(&self, name: impl Into<Arc<str>>, generators: Vec<String>) -> FiniteGroup {
        self.group_if(name, generators, false).expect("nothing was checked")
    }

    /// The group, if the presentation is consistent: at each step φ is an automorphism of H that fixes w = g^p, and φ^p is the
    /// conjugation by w (cyclic extensions). None also when a number is out of range.
    ///
    /// Cost: n² copied entries and, for l generators, n·l look-ups.
    pub(super) fn consistent_group(&self, name: impl Into<Arc<str>>) -> Option<FiniteGroup> {
        let length = self.relative_orders.len();
        if self.powers.len() != length || self.commutators.len() != length {
            return None;
        }
        let mut later = 1usize;
        for at in (0..length).rev() {
            let is_within = |number: &usize| *number < later;
            if self.relative_orders[at] < 2
                || !is_within(&self.powers[at])
                || self.commutators[at].len() != length - at - 1
                || !self.commutators[at].iter().all(is_within)
            {
                return None;
            }
            later = later.checked_mul(self.relative_orders[at]).filter(|order| *order <= MAX_TABLE_ORDER)?;
        }
        self.group_if(name, Vec::new(), true)
    }

    fn group_if(
        &self,
        name: impl Into<Arc<str>>,
        generators: Vec<String>,
        is_doubtful: bool,
    ) -> Option<FiniteGroup> {
        let (mut products, mut inverses, mut m) = (vec![0u16], vec![0u16], 1usize);
        for at in (0..self.relative_orders.len()).rev() {
            let p = self.relative_orders[at];
            let maps = self.conjugations(at, &products, m);
            let power = self.powers[at];
            if is_doubtful && !self.is_extension(at, &maps, &products, &inverses) {
                return None;
            }
            let order = p * m;
            let row_of = |x: usize| &products[x * m..(x + 1) * m];
            let mut larger: Vec<u16> = Vec::with_capacity(order * order);
            for a in 0..p {
                for x in 0..m {
                    for (b, map) in maps.iter().enumerate() {
                        let moved = usize::from(map[x]);
                        let (exponent, factor) = if a + b < p {
                            (a + b, moved)
                        } else {
                            (a + b - p, usize::from(products[power * m + moved]))
                        };
                        let shift = (exponent * m) as u16;
                        larger.extend(row_of(factor).iter().map(|product| product + shift));
                    }
                }
            }
            // (g^a·x)⁻¹ = x⁻¹·g^{p-a}·w⁻¹ where w = g^p.
            let undone = usize::from(inverses[power]);
            for a in 1..p {
                for x in 0..m {
                    let first = usize::from(larger[usize::from(inverses[x]) * order + (p - a) * m]);
                    inverses.push(larger[first * order + undone]);
                }
            }
            products = larger;
            m = order;
        }
        let mut weight = m;
        let numbers = self.relative_orders.iter().map(|p| {
            weight /= p;
            weight
        });
        let numbers: Vec<usize> = numbers.collect();
        let names = NormalForm { generators, radices: self.relative_orders.clone() };
        let table = Table::from_parts(m, products, inverses);
        Some(FiniteGroup::from_table(name, table, numbers, Names::NormalForm(Arc::new(names))))
    }

    /// Whether the powers of φ and w = g^p belong to a cyclic extension of the subgroup H of the later generators.
    fn is_extension(&self, at: usize, maps: &[Vec<u16>], products: &[u16], inverses: &[u16]) -> bool {
        let m = inverses.len();
        let times = |a: u16, b: u16| products[usize::from(a) * m + usize::from(b)];
        let last = &maps[maps.len() - 1];
        let phi = |x: u16| maps[1][usize::from(x)];
        let mut weight = m;
        let steps: Vec<u16> = self.relative_orders[at + 1..]
            .iter()
            .map(|p| {
                weight /= p;
                weight as u16
            })
            .collect();
        let w = self.powers[at] as u16;
        let undone = inverses[usize::from(w)];
        let all = 0..m as u16;
        phi(w) == w
            && steps.iter().all(|step| all.clone().all(|x| phi(times(x, *step)) == times(phi(x), phi(*step))))
            && all.clone().all(|x| phi(last[usize::from(x)]) == times(times(undone, x), w))
    }

    /// The powers φ⁰, …, φ^{p-1} of the conjugation by generator `at` on the subgroup of the later ones.
    fn conjugations(&self, at: usize, products: &[u16], m: usize) -> Vec<Vec<u16>> {
        let mut map = vec![0u16; m];
        let mut weight = m;
        let mut leading: Vec<(usize, usize)> = Vec::new();
        for (later, commutator) in self.relative_orders[at + 1..].iter().zip(&self.commutators[at]) {
            weight /= later;
            // g_j^{g_i} = g_j·[g_j, g_i].
            leading.push((weight, usize::from(products[weight * m + commutator])));
        }
        // x = g_j·x′ for the first generator g_j that occurs in x, so φ(x) = φ(g_j)·φ(x′); x′ comes before x.
        for &(weight, image) in leading.iter().rev() {
            let end = leading.iter().map(|step| step.0).filter(|w| *w > weight).min().unwrap_or(m);
            for x in weight..end {
                map[x] = products[image * m + usize::from(map[x - weight])];
            }
        }
        let identity: Vec<u16> = (0..m as u16).collect();
        let mut maps = vec![identity];
        for _ in 1..self.relative_orders[at] {
            let last = maps.last().expect("it begins with the identity");
            let next = last.iter().map(|x| map[usize::from(*x)]).collect();
            maps.push(next);
        }
        maps
    }

    /// The group, after a check that the presentation is consistent.
    pub(super) fn checked_group(
        &self,
        name: impl Into<Arc<str>>,
        generators: Vec<String>,
    ) -> Result<FiniteGroup, GroupError> {
        let order = checked_order(self.relative_orders.iter().map(|p| *p as u64))?;
        if order > MAX_TABLE_ORDER {
            return Err(GroupError::whole(format!(
                "a polycyclic presentation may have order {MAX_TABLE_ORDER} at most, and this one has {order}"
            ))
            .help("a presentation <a,b | …> or permutations may be larger"));
        }
        let group = self.group(name, generators);
        let table = group.table().expect("polycyclic groups have tables");
        match table.check_invariants(group.generators()) {
            Ok(()) => Ok(group),
            Err(_) => Err(GroupError::whole(format!(
                "this polycyclic presentation is not consistent: its group has fewer than {order} elements"
            ))),
        }
    }
}
