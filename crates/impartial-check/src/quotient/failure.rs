//! That no position fails.
//!
//! For a position X with value x let U(X) be the set of z in Q with xz not in P and Phi(X')z not in P for every option X'. A position
//! other than the empty one that is outside P without an option in P has 1 in U(X); conversely too. For sums,
//! U(X + Y) = { z : yz in U(X) and xz in U(Y) }, since an option of a sum is an option in one summand. So whether z is in U(X + n)
//! depends on the values of X and n, and on whether (Phi(X), z·Phi(n)) is one of the pairs
//!
//! > R = { (Phi(X), z) : X a sum, z in U(X) },
//!
//! which is the least set such that z in U(n) gives (Phi(n), z), and (y, z·Phi(n)) in R with yz in U(n) gives (y·Phi(n), z). Some
//! position fails exactly if some (y, 1) is in R. There are |Q|² pairs, so this takes at most |Q|² times as many steps as there are
//! different values of positions, and mostly far fewer.
//!
//! *Normal pairs.* In most games products with the kernel K of Q follow Grundy values, G(x) being the Grundy value of the
//! positions with value x. Suppose (a) G is well defined on Q and adds by exclusive or. Every position n has options of all Grundy
//! values below G(n); if (b) G is one-to-one on K and (c) the element of K with G = 0 is the only one in P, then z in U(n) and in K has
//! G(z) > G(n). Call a pair (y, z) normal if y is in K and G(z) > G(y). Normal pairs lead to normal pairs: let a, b, c be the
//! Grundy values of y, n, z; (y, zn) normal says b^c > a, and yz, which is in K, in U(n) says a^c > b. The top bit of a^b^c is
//! therefore in neither a nor b, so it is in c, and c > a^b. As G(1) = 0, no pair (y, 1) is normal. Normal pairs are left out.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::monoid::Monoid;
use super::needs::Set;
use super::{Rules, refuted};
use crate::Refusal;

/// Products are tabulated up to this order.
const TABULATED: usize = 4096;
/// The most products that are kept at once, and the most steps: half a gigabyte and some minutes.
const MOST_PRODUCTS: u64 = 1 << 27;
const MOST_WORK: u64 = 1 << 37;

/// Refuses when some sum of positions fails.
pub(super) fn check(rules: &Rules, monoid: &Monoid, phi: &[u32], most_options: u64) -> Result<(), Refusal> {
    let order = monoid.order();
    let mut products: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut rows: HashMap<u32, Set> = HashMap::new();
    let mut grundy: Vec<u32> = vec![0];
    // For each value, the contexts that some position with it leaves unmet.
    let mut unmet: BTreeMap<u32, Set> = BTreeMap::new();
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
        let left = Set::collect(order, |z| !met.contains(z));
        unmet.entry(x).or_insert_with(|| Set::empty(order)).add_all(&left);
        if rows.len() as u64 * order as u64 > 8 * MOST_PRODUCTS {
            rows.clear();
        }
        if products.len() as u64 * order as u64 > MOST_PRODUCTS {
            products.clear();
        }
    }
    unmet.retain(|_, contexts| !contexts.is_empty());
    let normal = Normal::new(monoid, phi, &grundy);
    close(monoid, &unmet, normal.as_ref())
}

/// The pairs (y, z) found so far, and those that are new.
struct Pairs<'n> {
    order: usize,
    normal: Option<&'n Normal>,
    rows: Vec<Option<Set>>,
    fresh: Vec<Vec<u32>>,
    waiting: Vec<u32>,
}

impl Pairs<'_> {
    fn add(&mut self, y: u32, z: u32) {
        if self.normal.is_some_and(|normal| normal.holds(y, z)) {
            return;
        }
        let row = self.rows[y as usize].get_or_insert_with(|| Set::empty(self.order));
        if row.insert(z as usize) {
            if self.fresh[y as usize].is_empty() {
                self.waiting.push(y);
            }
            self.fresh[y as usize].push(z);
        }
    }
}

/// A value of positions: what it leaves unmet, and for each element c the elements x with x·value = c, in one list.
struct Adder<'u> {
    value: u32,
    unmet: &'u Set,
    starts: Vec<u32>,
    before: Vec<u32>,
}

impl<'u> Adder<'u> {
    fn new(monoid: &Monoid, value: u32, unmet: &'u Set) -> Self {
        let products = monoid.products(value);
        let mut starts = vec![0u32; products.len() + 1];
        products.iter().for_each(|c| starts[*c as usize + 1] += 1);
        for c in 1..starts.len() {
            starts[c] += starts[c - 1];
        }
        let mut next = starts.clone();
        let mut before = vec![0u32; products.len()];
        for (x, c) in (0..).zip(&products) {
            before[next[*c as usize] as usize] = x;
            next[*c as usize] += 1;
        }
        Adder { value, unmet, starts, before }
    }

    fn before(&self, c: u32) -> &[u32] {
        &self.before[self.starts[c as usize] as usize..self.starts[c as usize + 1] as usize]
    }
}

/// Finds all pairs, and refuses when one is (y, 1).
fn close(monoid: &Monoid, unmet: &BTreeMap<u32, Set>, normal: Option<&Normal>) -> Result<(), Refusal> {
    let order = monoid.order();
    if unmet.len() as u64 * order as u64 > MOST_PRODUCTS {
        return Err(refuted("there are too many different positions to check".into()));
    }
    let adders: Vec<Adder<'_>> =
        unmet.iter().map(|(value, contexts)| Adder::new(monoid, *value, contexts)).collect();
    let mut pairs = Pairs {
        order,
        normal,
        rows: (0..order).map(|_| None).collect(),
        fresh: vec![Vec::new(); order],
        waiting: Vec::new(),
    };
    for (value, contexts) in unmet {
        (0..order).filter(|z| contexts.contains(*z)).for_each(|z| pairs.add(*value, z as u32));
    }
    let mut work = 0u64;
    while let Some(y) = pairs.waiting.pop() {
        let fresh = std::mem::take(&mut pairs.fresh[y as usize]);
        if fresh.contains(&0) {
            return Err(refuted("some sum is outside P and has no option in P".into()));
        }
        let by_y = monoid.products(y);
        work += order as u64;
        for adder in &adders {
            let sum = by_y[adder.value as usize];
            for c in &fresh {
                let before = adder.before(*c);
                work += 1 + before.len() as u64;
                for x in before {
                    if adder.unmet.contains(by_y[*x as usize] as usize) {
                        pairs.add(sum, *x);
                    }
                }
            }
        }
        if work > MOST_WORK {
            return Err(refuted("it is too large to check: more steps than this checker takes".into()));
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

    /// Whether a pair is normal.
    fn holds(&self, y: u32, z: u32) -> bool {
        self.in_kernel[y as usize] && self.grundy[z as usize] > self.grundy[y as usize]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::code::Code;

    /// The sets U(X) of all sums as such, found by adding positions until no new pair of value and set appears: what the pairs
    /// abbreviate. Orders up to 64.
    fn fails_by_sets(rules: &Rules, monoid: &Monoid, phi: &[u32]) -> bool {
        let order = monoid.order() as u32;
        let in_p = |x: u32, z: u32| monoid.is_p(monoid.product(x, z));
        let mut heaps: BTreeSet<(u32, u64)> = BTreeSet::new();
        for position in 1..phi.len() {
            let mut options: Vec<u32> = Vec::new();
            rules.for_each_option(position as u64, &mut |option| {
                options.push(option.iter().fold(0, |x, part| monoid.product(x, phi[*part as usize])));
                true
            });
            let x = phi[position];
            if options.is_empty() {
                if x != 0 {
                    return true;
                }
                continue;
            }
            let mut unmet = 0u64;
            for z in 0..order {
                let met = options.iter().any(|option| in_p(*option, z));
                if met && in_p(x, z) {
                    return true;
                }
                unmet |= u64::from(!met && !in_p(x, z)) << z;
            }
            heaps.insert((x, unmet));
        }
        let mut found = heaps.clone();
        let mut waiting: Vec<(u32, u64)> = heaps.iter().copied().collect();
        while let Some((x, unmet)) = waiting.pop() {
            if unmet & 1 == 1 {
                return true;
            }
            for (y, other) in &heaps {
                let has = |set: u64, z: u32| set >> z & 1 == 1;
                let both = (0..order)
                    .filter(|z| has(unmet, monoid.product(*y, *z)) && has(*other, monoid.product(x, *z)))
                    .fold(0, |set, z| set | 1 << z);
                let sum = (monoid.product(x, *y), both);
                if found.insert(sum) {
                    waiting.push(sum);
                }
            }
        }
        false
    }

    /// Fails when pairs and sets disagree on some choice of values and of P in the monoid of T_2.
    #[test]
    fn pairs_agree_with_sets() {
        // 1, a, b, ab, b², ab², with generators a and b.
        let actions: Vec<Vec<u32>> =
            vec![vec![1, 2], vec![0, 3], vec![3, 4], vec![2, 5], vec![5, 2], vec![4, 3]];
        let (mut right, mut wrong) = (0, 0);
        for code in ["0.[3]", "0.33", "0.7", "4.3"] {
            let rules = Rules { list: Vec::new(), codes: vec![Code::parse(code).unwrap()] };
            for p in (0..64u32).step_by(2) {
                let members: Vec<u32> = (0..6).filter(|x| p >> x & 1 == 1).collect();
                let monoid = Monoid::new(actions.clone(), &members).unwrap();
                for choice in 0..216 {
                    let phi = [0, choice % 6, choice / 6 % 6, choice / 36];
                    let found = check(&rules, &monoid, &phi, 1000).is_err();
                    assert_eq!(found, fails_by_sets(&rules, &monoid, &phi), "{code} {members:?} {phi:?}");
                    *(if found { &mut wrong } else { &mut right }) += 1;
                }
            }
        }
        assert!(right >= 4 && wrong > 1000, "{right} {wrong}");
    }
}
