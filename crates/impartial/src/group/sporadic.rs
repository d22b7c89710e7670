//! The first group of Janko, by generators and relations.
//!
//! J1 = ⟨a, b | a², b³, (ab)⁷, (ab(abab⁻¹)³)⁵, (ab(abab⁻¹)⁶abab(ab⁻¹)²)²⟩ acts on the 266 cosets of a subgroup PSL(2,11); the order is
//! checked (Wilson et al., ATLAS of Group Representations; Janko 1966).

use num_bigint::BigUint;

use super::chain::StabilizerChain;
use super::cosets::{Letter, enumerate_cosets};
use super::error::GroupError;
use super::finite::FiniteGroup;
use super::permutation::Permutation;
use crate::limits::Limits;

/// The order of J1.
pub(super) const JANKO_ORDER: u64 = 175_560;

/// The most cosets in the table; a sixth of them is needed.
const MOST_ROWS: usize = 1 << 16;

/// A word in a, b and B = b⁻¹.
fn word(text: &str) -> Vec<Letter> {
    text.bytes()
        .map(|byte| match byte {
            b'a' => 0,
            b'b' => 2,
            _ => 3,
        })
        .collect()
}

/// Permutations of 266 points that generate J1.
///
/// # Errors
/// When a limit is reached.
pub(super) fn janko_generators(limits: &Limits) -> Result<Vec<Permutation>, GroupError> {
    let relators = [
        word("aa"),
        word("bbb"),
        word("ab").repeat(7),
        word(&format!("ab{}", "abaB".repeat(3))).repeat(5),
        word(&format!("ab{}abab{}", "abaB".repeat(6), "aB".repeat(2))).repeat(2),
    ];
    let subgroup = [word("ababaBa"), word("babaBababaBaB")];
    let unfinished = || GroupError::whole("the cosets of PSL(2,11) in J1 were not found");
    let images = enumerate_cosets(2, &relators, &subgroup, MOST_ROWS, limits).map_err(|_| unfinished())?;
    let permutation = |images: Vec<u32>| {
        Permutation::from_images(&images.into_iter().map(|image| image as usize).collect::<Vec<_>>())
    };
    let generators: Vec<Permutation> = images.into_iter().filter_map(permutation).collect();
    let degree = generators.first().map_or(1, Permutation::degree);
    let order = BigUint::from(JANKO_ORDER);
    let chain = StabilizerChain::from_random_elements(degree, &generators, &[], Some(&order), limits)?;
    if chain.size() == order { Ok(generators) } else { Err(unfinished()) }
}

/// J1 with a list of its elements.
///
/// # Errors
/// When a limit is reached.
pub(super) fn janko(limits: &Limits) -> Result<FiniteGroup, GroupError> {
    FiniteGroup::from_permutations("J1", &janko_generators(limits)?, limits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::{LargeClasses, LargeGroup, LargeShape};

    /// Janko's group has 266 points, 15 classes, and Sylow 2-subgroups that are elementary of order 8.
    #[test]
    fn the_first_group_of_janko() {
        let group = LargeGroup::parse("J1", &Limits::none()).unwrap().unwrap();
        assert_eq!(*group.order(), BigUint::from(8u32 * 3 * 5 * 7 * 11 * 19));
        let LargeShape::Permutations(points) = group.shape() else { panic!("permutations") };
        let classes = LargeClasses::new(points, 100, &Limits::none()).unwrap().unwrap();
        let mut orders: Vec<u64> = classes.iter().map(|class| class.element_order).collect();
        orders.sort_unstable();
        assert_eq!(orders, [1, 2, 3, 5, 5, 6, 7, 10, 10, 11, 15, 15, 19, 19, 19]);
    }
}
