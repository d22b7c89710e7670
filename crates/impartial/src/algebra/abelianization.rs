//! Which abelian group a quotient is, without building it.

use super::abelian::AbelianType;
use crate::group::{FiniteGroup, Subgroup};
use crate::subset::Subset;

/// The derived subgroup of a group, and the power maps that tell the type of every quotient above it.
#[derive(Clone, Debug)]
pub struct Abelianization {
    derived: Subgroup,
    /// For each prime p that divides the index of the derived subgroup, the maps x ↦ x^(p^k), k = 1, 2, …, as long as
    /// p^k divides it.
    powers: Vec<(usize, Vec<Vec<u32>>)>,
}

impl Abelianization {
    /// The abelianization of a group.
    ///
    /// Cost: n products for each prime factor of the index, times the logarithm of the prime.
    pub fn new(group: &FiniteGroup) -> Self {
        let derived = group.derived_subgroup();
        let mut index = group.order() / derived.order();
        let mut powers = Vec::new();
        let mut prime = 2;
        while index > 1 {
            if prime * prime > index {
                prime = index;
            }
            let mut maps: Vec<Vec<u32>> = Vec::new();
            while index.is_multiple_of(prime) {
                index /= prime;
                let power = |a: usize| group.power(a, prime as i64) as u32;
                let map = match maps.last() {
                    None => (0..group.order()).map(power).collect(),
                    Some(last) => last.iter().map(|a| maps[0][*a as usize]).collect(),
                };
                maps.push(map);
            }
            if !maps.is_empty() {
                powers.push((prime, maps));
            }
            prime += 1;
        }
        Abelianization { derived, powers }
    }

    /// The derived subgroup.
    pub fn derived(&self) -> &Subgroup {
        &self.derived
    }

    /// Whether the quotient by a subgroup is a group, and abelian.
    #[inline]
    pub fn is_abelian_modulo(&self, subgroup: &Subset) -> bool {
        self.derived.set().is_subset(subgroup)
    }

    /// The type of the quotient by a subgroup that contains the derived subgroup: in G/N, the solutions of x^(p^k) = 1
    /// number p^(r₁ + … + r_k), where r_i is the number of cyclic p-factors of order at least p^i.
    ///
    /// ```
    /// use impartial::algebra::Abelianization;
    /// use impartial::group;
    /// let g = group::parse("D4 x Z9", &Default::default())?;
    /// let abelianization = Abelianization::new(&g);
    /// let quotient = abelianization.type_modulo(abelianization.derived().set());
    /// assert_eq!(quotient.partitions(), [vec![1, 1], vec![2]]);
    /// # Ok::<(), group::GroupError>(())
    /// ```
    ///
    /// Cost: n look-ups for each exponent that occurs, and one more.
    pub fn type_modulo(&self, subgroup: &Subset) -> AbelianType {
        debug_assert!(self.is_abelian_modulo(subgroup));
        let order = subgroup.count();
        let partition = |(prime, maps): &(usize, Vec<Vec<u32>>)| {
            // The conjugate partition first: r₁, r₂, ….
            let mut parts: Vec<u8> = Vec::new();
            let mut known = order;
            for map in maps {
                let solutions = map.iter().filter(|a| subgroup.contains(**a as usize)).count();
                let mut rank = 0;
                while known < solutions {
                    known *= prime;
                    rank += 1;
                }
                if rank == 0 {
                    break;
                }
                parts.resize(parts.len().max(rank), 0);
                parts[..rank].iter_mut().for_each(|exponent| *exponent += 1);
            }
            parts
        };
        AbelianType::new(self.powers.iter().map(partition).collect())
    }
}
