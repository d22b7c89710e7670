//! Algebraic periodicity: infinite quotients given by one presentation with an index, all of whose partial quotients
//! are finite [PS, Section 3.1 and Appendix A].
//!
//! Two games are known to be of this kind, 0.26 and 4.7. Their presentations are written here as normal forms and a
//! product; [`Family::verify`] compares them with the partial quotients that the engine computes, and a positive answer
//! is a proof for *all* positions with heaps up to the one reached: both sides are finite there, and every pair of
//! values that a position can have is looked at.

use std::fmt;

use rustc_hash::FxHashSet;

use super::monoid::{BipartiteMonoid, Element};

/// An element in normal form: a^i b^m, times c, or times the generator with index n (c_n in 0.26, d_n in 4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form {
    /// Whether a divides it: a^2 = 1.
    pub a: bool,
    /// The exponent of b.
    pub b: u64,
    /// The last factor.
    pub last: Last,
}

/// The last factor of a [`Form`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Last {
    /// 1.
    None,
    /// The generator c of 4.7; then b has exponent 0.
    C,
    /// The indexed generator; then the exponent of b is at most n.
    Indexed(u64),
}

impl Form {
    /// 1.
    pub const ONE: Form = Form { a: false, b: 0, last: Last::None };

    fn power_of_b(a: bool, b: u64) -> Form {
        Form { a, b, last: Last::None }
    }

    fn indexed(a: bool, b: u64, n: u64) -> Form {
        Form { a, b, last: Last::Indexed(n) }
    }
}

/// A game with an algebraic periodic quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// 0.26 [PS, Figure 20]: ⟨a, b, c_n | a² = 1, b^(n+1) c_n = b^(2n+3), c_m c_n = b^(m+2) c_n for m ≤ n⟩,
    /// P = {a} ∪ {b^(2m), m ≥ 1} ∪ {b^m c_n, m ≤ n, m + n odd}.
    Code026,
    /// 4.7, Knots [PS, Figure 21]: ⟨a, b, c, d_n | a² = 1, bc = ab³, c² = b⁴, b^(n+1) d_n = a^(n+1) b^(2n+5),
    /// c d_n = ab² d_n, d_m d_n = a^(m+1) b^(m+4) d_n for m ≤ n⟩,
    /// P = {a} ∪ {b^(2m), m ≥ 1} ∪ {b^m d_n, m odd, n even, m < n} ∪ {ab^m d_n, m even, n odd, m < n}.
    Code47,
}

/// A number that belongs to each heap.
type OfHeap = fn(u64) -> u64;

/// The first position value at which a family and a quotient disagree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the family and the quotient give different outcomes to the sum of heaps {heaps:?}")]
pub struct Disagreement {
    /// A position, as a list of heaps.
    pub heaps: Vec<u64>,
}

impl Family {
    /// The families.
    pub const ALL: [Family; 2] = [Family::Code026, Family::Code47];

    /// The code of the game.
    pub fn code(self) -> &'static str {
        match self {
            Family::Code026 => "0.26",
            Family::Code47 => "4.7",
        }
    }

    /// The presentation and the P-portion, in words.
    pub fn presentation(self) -> &'static str {
        match self {
            Family::Code026 => {
                "Q = < a, b, c_n | a^2 = 1, b^(n+1) c_n = b^(2n+3), c_m c_n = b^(m+2) c_n for m <= n >\n\
                 P = { a, b^(2m) for m >= 1, b^m c_n for m <= n and m+n odd }\n"
            }
            Family::Code47 => {
                "Q = < a, b, c, d_n | a^2 = 1, bc = ab^3, c^2 = b^4, b^(n+1) d_n = a^(n+1) b^(2n+5),\n\
                 \x20     c d_n = ab^2 d_n, d_m d_n = a^(m+1) b^(m+4) d_n for m <= n >\n\
                 P = { a, b^(2m) for m >= 1, b^m d_n for m odd, n even, m < n,\n\
                 \x20     ab^m d_n for m even, n odd, m < n }\n"
            }
        }
    }

    /// The value of a heap.
    pub fn phi(self, heap: u64) -> Form {
        let odd = heap % 2 == 1;
        match (self, heap) {
            (_, 0) => Form::ONE,
            // 1, a, b, ab, 1, a, b, ab, then c_0, ac_0, and from heap 11 on c_1, abc_0, c_2, abc_1, …
            (Family::Code026, 1..=8) => Form::power_of_b(!odd, u64::from((heap + 1) % 4 < 2)),
            (Family::Code026, 9 | 10) => Form::indexed(!odd, 0, 0),
            (Family::Code026, _) if odd => Form::indexed(false, 0, (heap - 9) / 2),
            (Family::Code026, _) => self.reduce(Form::indexed(true, 1, (heap - 12) / 2)),
            // a, b, a, b, c, b³, then d_0, d_1, …
            (Family::Code47, 1..=4) => Form::power_of_b(odd, u64::from(!odd)),
            (Family::Code47, 5) => Form { a: false, b: 0, last: Last::C },
            (Family::Code47, 6) => Form::power_of_b(false, 3),
            (Family::Code47, _) => Form::indexed(false, 0, heap - 7),
        }
    }

    /// The normal form of a^i b^m times a last factor.
    fn reduce(self, form: Form) -> Form {
        match (self, form.last) {
            (Family::Code026, Last::Indexed(n)) if form.b > n => Form::power_of_b(form.a, form.b + n + 2),
            (Family::Code47, Last::Indexed(n)) if form.b > n => {
                Form::power_of_b(form.a ^ n.is_multiple_of(2), form.b + n + 4)
            }
            (Family::Code47, Last::C) if form.b > 0 => Form::power_of_b(!form.a, form.b + 2),
            _ => form,
        }
    }

    /// The product of two elements.
    pub fn product(self, x: Form, y: Form) -> Form {
        let (a, b) = (x.a ^ y.a, x.b + y.b);
        let (x, y) = (x.last.min(y.last), x.last.max(y.last));
        let form = match (self, x, y) {
            (_, Last::None, last) => Form { a, b, last },
            (Family::Code026, Last::Indexed(m), last) => Form { a, b: b + m + 2, last },
            (Family::Code026, Last::C, _) => unreachable!("0.26 has no generator c"),
            (Family::Code47, Last::C, Last::C) => Form { a, b: b + 4, last: Last::None },
            (Family::Code47, Last::C, last) => Form { a: !a, b: b + 2, last },
            (Family::Code47, Last::Indexed(m), last) => {
                Form { a: a ^ m.is_multiple_of(2), b: b + m + 4, last }
            }
        };
        self.reduce(form)
    }

    /// Whether an element is in the P-portion.
    pub fn is_p(self, x: Form) -> bool {
        match (self, x.last) {
            (_, Last::None) => (x.a && x.b == 0) || (!x.a && x.b > 0 && x.b.is_multiple_of(2)),
            (_, Last::C) => false,
            (Family::Code026, Last::Indexed(n)) => !x.a && (x.b + n) % 2 == 1,
            (Family::Code47, Last::Indexed(n)) => x.b < n && (x.b + n) % 2 == 1 && x.a == (n % 2 == 1),
        }
    }

    /// The outcome rule of Allemang, as [PS, Facts A.1 and A.4] state it: whether the sum of these heaps is P.
    ///
    /// With t and w as in the paper, g the Grundy value, H the largest heap and X the rest: P when t(G) = 0 and g(G) = 1, or
    /// t(G) ≠ 0, w(H) ≤ t(X) and g(G) = 0, or t(G) ≠ 0, w(H) ≥ t(X) + 2 and g(G) = 2 (0.26) or 3 (4.7).
    pub fn is_p_by_rule(self, heaps: &[u64]) -> bool {
        let (t, w, g): (OfHeap, OfHeap, OfHeap) = match self {
            Family::Code026 => (
                |k| match k {
                    0..=2 => 0,
                    3 | 4 => 1,
                    _ => (k - 5) / 2,
                },
                |k| match k {
                    0..=8 => 0,
                    9 | 10 => 1,
                    _ if k % 2 == 1 => (k - 7) / 2,
                    _ => (k - 12) / 2,
                },
                |k| (k + 3) % 4,
            ),
            Family::Code47 => (
                |k| match k {
                    0 | 1 => 0,
                    2 => 1,
                    _ => k - 3,
                },
                |k| match k {
                    0..=4 => 0,
                    5 => 1,
                    _ => k - 6,
                },
                |k| if k == 0 { 0 } else { 2 - k % 2 },
            ),
        };
        let heaps: Vec<u64> = heaps.iter().copied().filter(|heap| *heap > 0).collect();
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let total: u64 = heaps.iter().map(|k| t(*k)).sum();
        let rest = total - if largest > 0 { t(largest) } else { 0 };
        let grundy = heaps.iter().fold(0, |sum, k| sum ^ g(*k));
        let far = match self {
            Family::Code026 => 2,
            Family::Code47 => 3,
        };
        match total {
            0 => grundy == 1,
            _ => (w(largest) <= rest && grundy == 0) || (w(largest) >= rest + 2 && grundy == far),
        }
    }

    /// Compares the family with the partial quotient of heaps 0 to `phi.len() - 1`: `Ok` proves that the family gives the
    /// right outcome to every position with these heaps.
    ///
    /// High powers of b are all alike here: with N the largest index that occurs, an element b^m with m > N has no other
    /// factor, stays so in every product, and is P by the parity of m. So exponents above a bound may be reduced by 2, the
    /// family becomes finite, and all pairs (value in the family, value in the quotient) of positions can be visited.
    /// Cost: the number of such pairs, about N² + order, times the number of heaps.
    pub fn verify(self, monoid: &BipartiteMonoid, phi: &[Element]) -> Result<usize, Disagreement> {
        let heaps: Vec<(u64, Form)> = (0..phi.len() as u64).map(|heap| (heap, self.phi(heap))).collect();
        let index = |form: &Form| if let Last::Indexed(n) = form.last { n } else { 0 };
        let bound = 2 * heaps.iter().map(|(_, form)| index(form)).max().unwrap_or(0) + 16;
        let clamp = |form: Form| match form.last {
            Last::None if form.b > bound + 1 => Form { b: bound + (form.b - bound) % 2, ..form },
            _ => form,
        };
        let mut seen: FxHashSet<(Form, Element)> = FxHashSet::default();
        // Each pair with the pair it came from and the heap that was added, to name a position that disagrees.
        let mut pairs = vec![(Form::ONE, 0, 0, 0)];
        seen.insert((Form::ONE, 0));
        let mut at = 0;
        while at < pairs.len() {
            let (x, y, ..) = pairs[at];
            if self.is_p(x) != monoid.is_p(y) {
                let mut position = Vec::new();
                let mut back = at;
                while back > 0 {
                    let (_, _, before, heap) = pairs[back];
                    position.push(heap);
                    back = before;
                }
                return Err(Disagreement { heaps: position });
            }
            for (heap, form) in &heaps {
                let next = (clamp(self.product(x, *form)), monoid.product(y, phi[*heap as usize]));
                if seen.insert(next) {
                    pairs.push((next.0, next.1, at, *heap));
                }
            }
            at += 1;
        }
        Ok(pairs.len())
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Form::ONE {
            return f.write_str("1");
        }
        if self.a {
            f.write_str("a")?;
        }
        match self.b {
            0 => {}
            1 => f.write_str("b")?,
            b => write!(f, "b^{b}")?,
        }
        match self.last {
            Last::None => Ok(()),
            Last::C => f.write_str("c"),
            // The indexed generators are c_n in one game and d_n in the other.
            Last::Indexed(n) => write!(f, "x_{n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Outcome, Play, Solver};
    use crate::heap::{HeapCode, HeapGame};
    use crate::limits::Limits;
    use crate::misere::quotient::MisereQuotient;

    fn partial(family: Family, heap: u64) -> (BipartiteMonoid, Vec<Element>) {
        let code: HeapCode = family.code().parse().unwrap();
        let mut search = MisereQuotient::of_heaps(code);
        search.extend_to(heap, &Limits::none()).unwrap();
        assert_eq!(search.heap(), heap);
        search.quotient(&Limits::none()).unwrap()
    }

    /// Sums of up to `parts` heaps, none larger than `largest`, each once.
    fn sums(largest: u64, parts: usize) -> Vec<Vec<u64>> {
        let mut all: Vec<Vec<u64>> = vec![Vec::new()];
        let mut last = all.clone();
        for _ in 0..parts {
            last = last
                .iter()
                .flat_map(|sum| {
                    let from = sum.last().copied().unwrap_or(1);
                    (from..=largest).map(move |heap| [sum.as_slice(), &[heap]].concat())
                })
                .collect();
            all.extend(last.iter().cloned());
        }
        all
    }

    #[test]
    fn both_families_and_both_rules_agree_with_the_definition() {
        for family in Family::ALL {
            let game = HeapGame::new(family.code().parse().unwrap());
            let mut solver = Solver::new(&game, Limits::none());
            for heaps in sums(17, 3) {
                let position = HeapGame::position(heaps.iter().copied());
                let is_p = solver.outcome(&position, Play::Misere).unwrap() == Outcome::P;
                let value = heaps.iter().fold(Form::ONE, |x, heap| family.product(x, family.phi(*heap)));
                assert_eq!(family.is_p(value), is_p, "{family:?} {heaps:?}");
                assert_eq!(family.is_p_by_rule(&heaps), is_p, "rule of {family:?} {heaps:?}");
            }
        }
    }

    #[test]
    fn the_rules_agree_with_the_families_far_beyond_the_definition() {
        for family in Family::ALL {
            for heaps in sums(60, 3).into_iter().chain(sums(16, 5)) {
                let value = heaps.iter().fold(Form::ONE, |x, heap| family.product(x, family.phi(*heap)));
                assert_eq!(family.is_p_by_rule(&heaps), family.is_p(value), "{family:?} {heaps:?}");
            }
        }
    }

    #[test]
    fn products_are_commutative_and_associative() {
        for family in Family::ALL {
            let values: Vec<Form> = (0..14).map(|heap| family.phi(heap)).collect();
            for x in &values {
                for y in &values {
                    assert_eq!(family.product(*x, *y), family.product(*y, *x));
                    for z in &values {
                        let left = family.product(family.product(*x, *y), *z);
                        assert_eq!(
                            left,
                            family.product(*x, family.product(*y, *z)),
                            "{family:?} {x} {y} {z}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn families_hold_for_every_position_up_to_heap_30() {
        for family in Family::ALL {
            let (monoid, phi) = partial(family, 30);
            assert!(family.verify(&monoid, &phi).is_ok());
        }
    }

    #[test]
    fn a_wrong_family_is_refuted_with_a_position() {
        let (monoid, mut phi) = partial(Family::Code026, 14);
        phi.swap(13, 12);
        let Err(Disagreement { heaps }) = Family::Code026.verify(&monoid, &phi) else {
            panic!("heaps 12 and 13 have different values")
        };
        assert!(heaps.iter().any(|heap| *heap == 12 || *heap == 13));
    }
}
