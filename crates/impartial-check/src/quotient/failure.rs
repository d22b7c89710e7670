//! That no position fails.
//!
//! For a position X with value x let R(X) be the set of z in Q with xz not in P and Phi(X')z not in P for every option X'. A position
//! other than the empty one that is outside P without an option in P has 1 in R(X); conversely too. For sums,
//! R(X + Y) = { z : yz in R(X) and xz in R(Y) }, since an option of a sum is an option in one summand. So the pairs (x, R(X)) of all
//! sums are found by adding single positions again and again. A pair is left out when another pair, of a sum
//! already counted, has the same value and a larger R: whatever is added, it fails if the first does. A pair with R
//! empty can never fail. There are finitely many pairs, so this ends.
//!
//! *Normal positions.* In most games products with the kernel K of Q follow Grundy values, G(x) being the Grundy value of the
//! positions with value x. If (a) G is well defined on Q and adds by exclusive or, (b) it is one-to-one on K, and (c) the
//! element of K with G = 0 is the only one in P, then many positions need no counting. Every X has options of all Grundy
//! values below G(x), so z in R(X) and in K has G(z) > G(x). Call X normal if x is in K and all z in R(X) have G(z) > G(x). If X is
//! normal and Y is any position: let z be in R(X + Y), outside K, and a, b, c the Grundy values of x, y, z. Then yz in R(X)
//! gives b^c > a, and xz, which is in K, in R(Y) gives a^c > b. The top bit of a^b^c is therefore in neither a nor b, so it
//! is in c, and c > a^b. So X + Y is normal, and as G(1) = 0 it does not fail. Normal positions are left out.

use std::collections::{HashMap, HashSet};

use super::monoid::Monoid;
use super::needs::Set;
use super::{Rules, refuted};
use crate::Refusal;

/// Products are tabulated up to this order.
const TABULATED: usize = 4096;
/// The most bits that all sets together may have, and the most that are looked at: a gigabyte and some hours.
const MOST_BITS: u64 = 1 << 33;
const MOST_WORK: u64 = 1 << 44;

/// Refuses when some sum of positions fails.
pub(super) fn check(rules: &Rules, monoid: &Monoid, phi: &[u32], most_options: u64) -> Result<(), Refusal> {
    let order = monoid.order();
    let mut products: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut rows: HashMap<u32, Set> = HashMap::new();
    let mut grundy: Vec<u32> = vec![0];
    let mut states: Vec<(u32, Set)> = Vec::new();
    let mut known: HashSet<(u32, Set)> = HashSet::new();
    let mut looked_at = 0u64;
    for position in 1..phi.len() {
        let x = phi[position];
        let mut values: HashSet<u32> = HashSet::new();
        let mut options_grundy: HashSet<u32> = HashSet::new();
        let finished = rules.for_each_option(position as u64, &mut |option| {
            looked_at += 1;
            let mut value = 0;
            let mut g = 0;
            for part in option {
                let x = phi[*part as usize];
                value = if order <= TABULATED {
                    products.entry(value).or_insert_with(|| monoid.products(value))[x as usize]
                } else {
                    monoid.product(value, x)
                };
                g ^= grundy[*part as usize];
            }
            values.insert(value);
            options_grundy.insert(g);
            looked_at <= most_options
        });
        if !finished {
            return Err(refuted("there are too many options to check".into()));
        }
        grundy.push((0..).find(|g| !options_grundy.contains(g)).unwrap_or(0));
        if values.is_empty() {
            if x != 0 {
                return Err(refuted(format!("position {position} has no options and must have value 1")));
            }
            continue;
        }
        let row = |y: u32| -> Set {
            let by = monoid.products(y);
            Set::collect(order, |z| monoid.is_p(by[z]))
        };
        let mut met = Set::empty(order);
        let mut sorted: Vec<u32> = values.into_iter().collect();
        sorted.sort_unstable();
        for y in sorted {
            met.add_all(rows.entry(y).or_insert_with(|| row(y)));
        }
        let own = rows.entry(x).or_insert_with(|| row(x));
        if own.meets(&met) {
            return Err(refuted(format!(
                "position {position} and an option of it are both in P in some sum"
            )));
        }
        met.add_all(own);
        let needs = Set::collect(order, |z| !met.contains(z));
        if known.insert((x, needs.clone())) {
            states.push((x, needs));
            if states.len() as u64 * order as u64 > MOST_BITS {
                return Err(refuted("there are too many different positions to check".into()));
            }
        }
    }
    let normal = Normal::new(monoid, phi, &grundy);
    let generators: Vec<(u32, Set)> = states
        .iter()
        .filter(|(x, needs)| {
            !needs.is_empty() && !normal.as_ref().is_some_and(|normal| normal.holds(*x, needs))
        })
        .filter(|(x, needs)| !states.iter().any(|(y, more)| x == y && needs != more && needs.is_within(more)))
        .cloned()
        .collect();
    close(monoid, &generators, normal.as_ref())
}

/// Adds generators to sums until nothing new appears.
fn close(monoid: &Monoid, generators: &[(u32, Set)], normal: Option<&Normal>) -> Result<(), Refusal> {
    let order = monoid.order();
    let by_generator: Vec<Vec<u32>> = generators.iter().map(|(y, _)| monoid.products(*y)).collect();
    let mut counted: HashMap<u32, Vec<Set>> = HashMap::new();
    let mut waiting: Vec<(u32, Set)> = generators.to_vec();
    let (mut sums, mut work) = (0u64, 0u64);
    while let Some((x, needs)) = waiting.pop() {
        if needs.is_empty() || normal.is_some_and(|normal| normal.holds(x, &needs)) {
            continue;
        }
        let list = counted.entry(x).or_default();
        if list.iter().any(|more| needs.is_within(more)) {
            continue;
        }
        if needs.contains(0) {
            return Err(refuted("some sum is outside P and has no option in P".into()));
        }
        list.retain(|fewer| !fewer.is_within(&needs));
        list.push(needs.clone());
        sums += 1;
        work += order as u64 * generators.len() as u64;
        if (sums + waiting.len() as u64) * order as u64 > 2 * MOST_BITS || work > MOST_WORK {
            return Err(refuted("there are too many different sums to check".into()));
        }
        let by_x = monoid.products(x);
        for ((y, other), by_y) in generators.iter().zip(&by_generator) {
            let sum =
                Set::collect(order, |z| needs.contains(by_y[z] as usize) && other.contains(by_x[z] as usize));
            waiting.push((by_x[*y as usize], sum));
        }
    }
    Ok(())
}

/// Grundy values on Q, when conditions (a), (b) and (c) hold.
struct Normal {
    grundy: Vec<u32>,
    in_kernel: Vec<bool>,
}

impl Normal {
    fn new(monoid: &Monoid, phi: &[u32], grundy: &[u32]) -> Option<Self> {
        let order = monoid.order();
        let mut labels = vec![None; order];
        labels[0] = Some(0);
        // (a): every position's value and Grundy value agree with the labels, which add along the generators.
        let mut of_generator = Vec::new();
        for g in monoid.generators() {
            of_generator.push(grundy[phi.iter().position(|x| x == g)?]);
        }
        let mut stack = vec![0u32];
        while let Some(x) = stack.pop() {
            let label: u32 = labels[x as usize]?;
            for (g, of_g) in of_generator.iter().enumerate() {
                let y = monoid.action(x, g);
                match labels[y as usize] {
                    None => {
                        labels[y as usize] = Some(label ^ of_g);
                        stack.push(y);
                    }
                    Some(known) if known == label ^ of_g => {}
                    Some(_) => return None,
                }
            }
        }
        let labels: Vec<u32> = labels.into_iter().collect::<Option<_>>()?;
        if phi.iter().zip(grundy).any(|(x, g)| labels[*x as usize] != *g) {
            return None;
        }
        // The kernel: all multiples of an element that is a multiple of every generator's high powers.
        let mut deep = 0;
        for g in 0..monoid.generators().len() {
            for _ in 0..order {
                deep = monoid.action(deep, g);
            }
        }
        let mut in_kernel = vec![false; order];
        for x in monoid.products(deep) {
            in_kernel[x as usize] = true;
        }
        // (b) and (c).
        let mut seen = HashSet::new();
        for x in (0..order).filter(|x| in_kernel[*x]) {
            if !seen.insert(labels[x]) || monoid.is_p(x as u32) != (labels[x] == 0) {
                return None;
            }
        }
        Some(Normal { grundy: labels, in_kernel })
    }

    /// Whether a position with this value and these needs is normal.
    fn holds(&self, x: u32, needs: &Set) -> bool {
        let g = self.grundy[x as usize];
        self.in_kernel[x as usize] && (0..self.grundy.len()).all(|z| self.grundy[z] > g || !needs.contains(z))
    }
}
