//! Finite abelian groups: a position is a type, a move takes a horizontal strip off one or more of its partitions.
//!
//! The quotients of a p-group Z/p^{λ₁} ⊕ Z/p^{λ₂} ⊕ … by cyclic subgroups are the groups of the types μ with
//! λ₁ ≥ μ₁ ≥ λ₂ ≥ μ₂ ≥ …: the Hall polynomials of cyclic groups vanish for all others and for none of these (Macdonald,
//! *Symmetric functions and Hall polynomials*, II.4; [AG, Section 3] writes divisor sequences). The element chosen
//! in a finite abelian group has its components in the p-parts, which are played as a selective compound; the primes
//! themselves do not matter.

use rustc_hash::FxHashMap;

use super::value::{Options, Value};

/// A finite abelian group up to isomorphism and the names of primes: for each prime the exponents of its cyclic factors,
/// decreasing; the partitions sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AbelianType(Vec<Vec<u8>>);

impl AbelianType {
    /// The type with these partitions, each decreasing; empty parts are left out.
    pub fn new(mut partitions: Vec<Vec<u8>>) -> Self {
        for partition in &mut partitions {
            debug_assert!(partition.is_sorted_by(|a, b| a >= b), "a partition");
            partition.retain(|exponent| *exponent > 0);
        }
        partitions.retain(|partition| !partition.is_empty());
        partitions.sort_unstable();
        AbelianType(partitions)
    }

    /// The partitions.
    pub fn partitions(&self) -> &[Vec<u8>] {
        &self.0
    }

    /// The types of all quotients by cyclic subgroups that are not trivial.
    ///
    /// ```
    /// use impartial::algebra::AbelianType;
    /// // Z/4 + Z/8: what is left is Z/4 to Z/8 beside at most Z/4.
    /// let options = AbelianType::new(vec![vec![3, 2]]).options();
    /// let shown: Vec<String> = options.iter().map(|option| format!("{:?}", option.partitions())).collect();
    /// assert_eq!(shown.join(" "), "[[2]] [[2, 1]] [[2, 2]] [[3]] [[3, 1]]");
    /// ```
    ///
    /// Cost: the number of options, at most the order of the group.
    pub fn options(&self) -> Vec<AbelianType> {
        let mut found: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
        for partition in &self.0 {
            let strips = strips(partition);
            found = found
                .iter()
                .flat_map(|before| {
                    strips.iter().map(move |strip| {
                        let mut longer = before.clone();
                        longer.push(strip.clone());
                        longer
                    })
                })
                .collect();
        }
        let mut options: Vec<AbelianType> = found.into_iter().map(AbelianType::new).collect();
        options.sort_unstable();
        options.dedup();
        options.retain(|option| option != self);
        options
    }
}

/// The partitions that interlace with one, itself among them.
fn strips(partition: &[u8]) -> Vec<Vec<u8>> {
    let mut found = vec![Vec::new()];
    for (at, most) in partition.iter().enumerate() {
        let least = partition.get(at + 1).copied().unwrap_or(0);
        found = found
            .iter()
            .flat_map(|before: &Vec<u8>| {
                (least..=*most).map(move |part| {
                    let mut longer = before.clone();
                    longer.push(part);
                    longer
                })
            })
            .collect();
    }
    found
}

/// The games of finite abelian groups, each type computed once.
///
/// ```
/// use impartial::algebra::{AbelianType, AbelianValues};
/// let mut values = AbelianValues::new();
/// // [AG, Thm 1.2]: the nimber of Z/n is the number of its prime factors; [AG, Thm 1.1]: squares are P-positions.
/// assert_eq!(values.of(&AbelianType::new(vec![vec![3], vec![1]])).nimber, 4);
/// assert_eq!(values.of(&AbelianType::new(vec![vec![2, 2]])).nimber, 0);
/// assert!(values.of(&AbelianType::new(vec![vec![1, 1, 1]])).is_misere_p);
/// ```
#[derive(Clone, Debug, Default)]
pub struct AbelianValues {
    known: FxHashMap<AbelianType, Value>,
}

impl AbelianValues {
    /// Nothing computed yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a type.
    pub fn of(&mut self, group: &AbelianType) -> Value {
        if let Some(known) = self.known.get(group) {
            return *known;
        }
        let mut options = Options::default();
        for option in group.options() {
            options.add(self.of(&option));
        }
        let value = options.value();
        self.known.insert(group.clone(), value);
        value
    }
}
