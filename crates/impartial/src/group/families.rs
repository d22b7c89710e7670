//! Families of groups by formula: cyclic, dihedral, dicyclic, quaternion, symmetric, alternating, Mathieu.

use super::error::GroupError;
use super::finite::{FiniteGroup, GroupLaw, MAX_ORDER, checked_order, too_large};
use super::names::Names;
use super::permutation::Permutation;
use crate::limits::Limits;

/// The metacyclic group ⟨a, b | aⁿ, b^m = a^t, b·a·b⁻¹ = a^u⟩ on the elements a^i·b^j, numbered i·m + j.
///
/// Invariants: (1) u^m = 1 and t·u = t modulo n, so that the formula is a group.
struct Metacyclic {
    n: usize,
    m: usize,
    t: usize,
    /// u^j modulo n for 0 ≤ j < m.
    twists: Vec<usize>,
}

impl Metacyclic {
    fn new(n: usize, m: usize, t: usize, u: usize) -> Self {
        let mut twists = vec![1 % n; m];
        for j in 1..m {
            twists[j] = twists[j - 1] * u % n;
        }
        debug_assert_eq!(twists[m - 1] * u % n, 1 % n, "b^m commutes with a");
        debug_assert_eq!(t * u % n, t % n, "b commutes with b^m");
        Metacyclic { n, m, t, twists }
    }
}

impl GroupLaw for Metacyclic {
    fn order(&self) -> usize {
        self.n * self.m
    }

    fn product(&self, x: usize, y: usize) -> usize {
        let (i, j, k, l) = (x / self.m, x % self.m, y / self.m, y % self.m);
        let carry = if j + l >= self.m { self.t } else { 0 };
        (i + k * self.twists[j] + carry) % self.n * self.m + (j + l) % self.m
    }

    fn inverse(&self, x: usize) -> usize {
        let (i, j) = (x / self.m, x % self.m);
        // (a^i b^j)^-1 = b^-j a^-i, and b^-j = b^(m-j) a^-t for j > 0.
        let back = (self.m - j) % self.m;
        let carry = if j > 0 { self.t } else { 0 };
        let exponent = (self.n - i + self.n - carry) % self.n;
        exponent * self.twists[back] % self.n * self.m + back
    }
}

/// The group ⟨a, b | aⁿ, b^m = a^t, b·a·b⁻¹ = a^u⟩ for the numbers n, m, t, u.
pub(super) fn metacyclic(name: String, [n, m, t, u]: [usize; 4], names: Names) -> FiniteGroup {
    FiniteGroup::from_law(name, Metacyclic::new(n, m, t, u), vec![m, 1], names)
}

/// Z_n, the integers modulo n under addition.
pub fn cyclic(n: u64) -> Result<FiniteGroup, GroupError> {
    if n == 0 {
        return Err(GroupError::whole("Z0 would be infinite; the groups here are finite")
            .help("Z1 is the trivial group"));
    }
    let n = checked_order([n])?;
    let generators = if n == 1 { vec![] } else { vec![1] };
    Ok(FiniteGroup::from_law(format!("Z{n}"), Metacyclic::new(n, 1, 0, 1), generators, Names::Residues(n)))
}

/// D_n, the symmetries of the regular n-gon: order 2n, on r^i·s^j with s·r·s = r⁻¹.
///
/// D1 is Z2 and D2 is Z2 x Z2. GAP and others write D_{2n} for this group.
pub fn dihedral(n: u64) -> Result<FiniteGroup, GroupError> {
    if n == 0 {
        return Err(GroupError::whole("D0 would be infinite; the groups here are finite"));
    }
    let order = checked_order([n, 2])?;
    let n = order / 2;
    let names = Names::normal_form(&["r", "s"], &[n, 2]);
    // D1 has no rotation but the identity.
    let rotation = 2 % order;
    Ok(FiniteGroup::from_law(format!("D{n}"), Metacyclic::new(n, 2, 0, n - 1), vec![rotation, 1], names))
}

/// Dic_n = ⟨a, b | a^{2n}, b² = aⁿ, b⁻¹·a·b = a⁻¹⟩, the dicyclic group of order 4n.
pub fn dicyclic(n: u64) -> Result<FiniteGroup, GroupError> {
    if n == 0 {
        return Err(GroupError::whole("Dic0 would be infinite; the groups here are finite"));
    }
    let order = checked_order([n, 4])?;
    let n = order / 4;
    let names = Names::normal_form(&["a", "b"], &[2 * n, 2]);
    let law = Metacyclic::new(2 * n, 2, n, 2 * n - 1);
    Ok(FiniteGroup::from_law(format!("Dic{n}"), law, vec![2, 1], names))
}

/// Q_n, the generalised quaternion group of order n, a multiple of 4 from 8 on; Q8 has the elements ±1, ±i, ±j, ±k.
pub fn quaternion(n: u64) -> Result<FiniteGroup, GroupError> {
    if n < 8 || !n.is_multiple_of(4) {
        return Err(GroupError::whole(format!(
            "Q{n} is not a group: quaternion groups have order 8, 12, 16, …"
        ))
        .help("Q8 is the quaternion group, Q16 = Dic4"));
    }
    let group = dicyclic(n / 4)?;
    if n > 8 {
        return Ok(group.named(format!("Q{n}")));
    }
    let labels = ["1", "j", "i", "k", "-1", "-j", "-i", "-k"].map(str::to_owned);
    let law = Metacyclic::new(4, 2, 2, 3);
    Ok(FiniteGroup::from_law("Q8", law, vec![2, 1], Names::Labels(labels.into())))
}

/// The largest n with n! ≤ [`MAX_ORDER`].
const MAX_LETTERS: u64 = 10;

/// S_n, all permutations of 1, …, n.
pub fn symmetric(n: u64, limits: &Limits) -> Result<FiniteGroup, GroupError> {
    letters('S', n)?;
    FiniteGroup::from_permutations(format!("S{n}"), &symmetric_generators(n as usize), limits)
}

/// A long cycle and a transposition.
pub(super) fn symmetric_generators(n: usize) -> Vec<Permutation> {
    let transposition = (n >= 2).then(|| cycle(n, 0..2));
    let long = (n >= 3).then(|| cycle(n, 0..n));
    long.into_iter().chain(transposition).collect()
}

/// A_n, the even permutations of 1, …, n.
pub fn alternating(n: u64, limits: &Limits) -> Result<FiniteGroup, GroupError> {
    letters('A', n)?;
    FiniteGroup::from_permutations(format!("A{n}"), &alternating_generators(n as usize), limits)
}

/// A long cycle of odd length and one of length 3.
pub(super) fn alternating_generators(n: usize) -> Vec<Permutation> {
    let three = (n >= 3).then(|| cycle(n, 0..3));
    let long = (n >= 4).then(|| if n % 2 == 1 { cycle(n, 0..n) } else { cycle(n, 1..n) });
    long.into_iter().chain(three).collect()
}

fn letters(family: char, n: u64) -> Result<(), GroupError> {
    if n == 0 {
        return Err(GroupError::whole(format!("{family}0 has no points to permute"))
            .help(format!("{family}1 is the trivial group")));
    }
    if n > MAX_LETTERS {
        let half = if family == 'A' { "/2" } else { "" };
        return Err(GroupError::whole(format!(
            "{family}{n} has {n}!{half} elements, and the limit is {MAX_ORDER}"
        ))
        .help(format!("the largest one within the limit is {family}{MAX_LETTERS}")));
    }
    Ok(())
}

/// The cycle through a range of points, on `degree` points.
fn cycle(degree: usize, points: std::ops::Range<usize>) -> Permutation {
    let images = (0..degree).map(|point| match point {
        _ if !points.contains(&point) => point,
        _ if point + 1 == points.end => points.start,
        _ => point + 1,
    });
    Permutation::from_images_unchecked(images.map(|image| image as u16).collect())
}

/// The Mathieu groups M11, M12, M22 and the point stabiliser M10 of M11, by generators that go back to Mathieu.
pub fn mathieu(n: u64, limits: &Limits) -> Result<FiniteGroup, GroupError> {
    let (generators, order) = mathieu_generators(n)?;
    if order > MAX_ORDER as u64 {
        return Err(too_large(Some(order.into())));
    }
    FiniteGroup::from_permutations(format!("M{n}"), &generators, limits)
}

/// Permutations of n points that generate M_n, and its order.
pub(super) fn mathieu_generators(n: u64) -> Result<(Vec<Permutation>, u64), GroupError> {
    if n == 10 {
        return Ok((super::linear::m10_generators(), 720));
    }
    let (generators, order): (&[&str], u64) = match n {
        11 => (&["(1 2 3 4 5 6 7 8 9 10 11)", "(3 7 11 8)(4 10 5 6)"], 7920),
        12 => (
            &["(1 2 3 4 5 6 7 8 9 10 11)", "(3 7 11 8)(4 10 5 6)", "(1 12)(2 11)(3 6)(4 8)(5 9)(7 10)"],
            95_040,
        ),
        22 => (
            &[
                "(1 2 3 4 5 6 7 8 9 10 11)(12 13 14 15 16 17 18 19 20 21 22)",
                "(1 4 5 9 3)(2 8 10 7 6)(12 15 16 20 14)(13 19 21 18 17)",
                "(1 21)(2 10 8 6)(3 13 4 17)(5 19 9 18)(11 22)(12 14 16 20)",
            ],
            443_520,
        ),
        23 => (&[LONG_23, FIVES_23], 10_200_960),
        24 => (
            &[
                LONG_23,
                FIVES_23,
                "(1 24)(2 23)(3 12)(4 16)(5 18)(6 10)(7 20)(8 14)(9 21)(11 17)(13 22)(15 19)",
            ],
            244_823_040,
        ),
        _ => {
            return Err(GroupError::whole(format!("there is no Mathieu group M{n}")).help(match n {
                9 => "the point stabiliser of M10, called M9, is PSU(3,2)",
                20 => "the point stabiliser of PSL(3,4), called M20, is ASL(2,4)",
                21 => "the point stabiliser of M22, called M21, is PSL(3,4)",
                _ => "the Mathieu groups are M11, M12, M22, M23 and M24; M10 is a point stabiliser of M11",
            }));
        }
    };
    let permutation = |text: &&str| Some(text.parse::<Permutation>().ok()?.extended(n as usize));
    Ok((generators.iter().filter_map(permutation).collect(), order))
}

const LONG_23: &str = "(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23)";
const FIVES_23: &str = "(3 17 10 7 9)(4 13 14 19 5)(8 18 11 12 23)(15 20 22 21 16)";
