//! The quotients that have names: the tame ones T_n, and R_8, S_12, S'_12, R_14.
//!
//! T_n is recognised by its structure. The four wild ones are the quotients of small games [PS, Figures 7 and 8], computed
//! when asked for and compared up to isomorphism.

use super::diagram::OutcomeDiagram;
use super::isomorphism::isomorphism;
use super::monoid::{BipartiteMonoid, Element};
use super::rules::Rules;
use super::structure::MonoidStructure;
use crate::game::forest::Forest;
use crate::game::notation::parse;
use crate::limits::{Limits, StopReason};

/// The names of the wild quotients born by day 4, and a game with that quotient.
const WILD: [(&str, usize, &str); 4] =
    [("R_8", 8, "*2_+320"), ("S_12", 12, "*2_+1"), ("S'_12", 12, "*2_+321"), ("R_14", 14, "*2_+0")];

/// The n for which a bipartite monoid is the tame quotient T_n = Q(\*2^(n-1)); `None` for wild ones.
///
/// T_0 is trivial with P empty, T_1 the group {1, a} with P = {a}; for n ≥ 2, T_n = {1, a} ∪ K with K = Z_2^n the kernel, z its
/// identity, az ≠ z and P = {a, z}. Source: [PS, Section 3.2].
///
/// ```
/// use impartial::misere::{BipartiteMonoid, known::tame_rank};
/// assert_eq!(tame_rank(&BipartiteMonoid::trivial()), Some(0));
/// let t1 = BipartiteMonoid::from_actions(1, vec![1, 0], |x| x == 1).unwrap();
/// assert_eq!(tame_rank(&t1), Some(1));
/// ```
pub fn tame_rank(monoid: &BipartiteMonoid) -> Option<u32> {
    let p: Vec<Element> = monoid.p_portion().collect();
    match monoid.order() {
        1 => return p.is_empty().then_some(0),
        2 => {
            let is_group = monoid.product(1, 1) == 0;
            return (is_group && p == [1]).then_some(1);
        }
        _ => {}
    }
    let kernel_order = monoid.order() - 2;
    if !kernel_order.is_power_of_two() || kernel_order < 4 {
        return None;
    }
    let structure = MonoidStructure::new(monoid);
    let (units, kernel, z) = (&structure.classes()[0], structure.kernel(), structure.kernel_identity());
    let &[0, a] = &units[..] else { return None };
    let elementary = kernel.iter().all(|&x| monoid.product(x, x) == z);
    let right_p = p.len() == 2 && p.contains(&a) && p.contains(&z);
    let tame = kernel.len() == kernel_order && elementary && right_p && monoid.product(a, z) != z;
    tame.then(|| kernel_order.ilog2())
}

/// The name of a bipartite monoid, if it has one: T_0, T_1, …, R_8, S_12, S'_12, R_14.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::{BipartiteMonoid, known::name};
/// assert_eq!(name(&BipartiteMonoid::trivial(), &Limits::none()), Ok(Some("T_0".to_owned())));
/// ```
pub fn name(monoid: &BipartiteMonoid, limits: &Limits) -> Result<Option<String>, StopReason> {
    if let Some(rank) = tame_rank(monoid) {
        return Ok(Some(format!("T_{rank}")));
    }
    for (name, order, game) in WILD {
        if monoid.order() == order && isomorphism(&quotient_of_tree(game), monoid, limits)?.is_some() {
            return Ok(Some(name.to_owned()));
        }
    }
    Ok(None)
}

/// The quotient of one of the small games above.
fn quotient_of_tree(text: &str) -> BipartiteMonoid {
    let mut forest = Forest::new();
    let tree = parse(&mut forest, text).expect("the games above are well written");
    let mut rules = Rules::new();
    rules.add_trees(&forest, &[tree]);
    let mut diagram = OutcomeDiagram::new();
    for generator in 0..rules.len() as u32 {
        diagram.push(rules.options(generator), &Limits::none()).expect("small quotients are finite");
    }
    diagram.quotient(&Limits::none()).expect("nothing stops it").0
}

#[cfg(test)]
mod tests {
    use super::super::canonical::CanonicalForms;
    use super::super::testing::{heap_quotient, tree_quotient};
    use super::*;
    use crate::game::notation::conway_notation;

    /// [PS, Figure 8]: the quotients of the 22 games born by day 4.
    #[test]
    fn all_games_born_by_day_four() {
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        let figure = [
            ("T_0", "0"),
            ("T_1", "*"),
            ("T_2", "*2 *3 *2_+ *3_+ *(32) *2_+_+ *2_+2 *2_+210 *2_+3 *2_+32"),
            ("R_8", "*2_+320"),
            ("T_3", "*4 *2_+3210"),
            ("S_12", "*2_+1 *2_+21 *2_+31"),
            ("S'_12", "*2_+321"),
            ("R_14", "*2_+0 *2_+20 *2_+30"),
        ];
        let mut seen = 0;
        for tree in misere.born_by(&mut forest, 4).unwrap() {
            let text = conway_notation(&forest, tree);
            let found = name(&tree_quotient(&[&text]).monoid, &Limits::none()).unwrap().unwrap();
            let (_, row) = figure.iter().find(|(name, _)| *name == found).unwrap();
            assert!(row.split(' ').any(|game| game == text), "{text} has the quotient {found}");
            seen += 1;
        }
        assert_eq!(seen, figure.iter().map(|(_, row)| row.split(' ').count()).sum::<usize>());
    }

    #[test]
    fn heap_games() {
        for (code, to, expected) in [
            ("0.23", 10, Some("T_2")),
            ("0.56", 40, Some("T_4")),
            ("0.75", 8, Some("R_8")),
            ("0.512", 16, Some("R_8")),
            ("0.34", 12, Some("S_12")),
            ("0.3101", 6, Some("R_14")),
            ("0.712", 8, Some("R_14")),
            ("0.77", 27, None),
        ] {
            let found = name(&heap_quotient(code, to).monoid, &Limits::none()).unwrap();
            assert_eq!(found.as_deref(), expected, "{code}");
        }
        let tame = tree_quotient(&["*64"]).monoid;
        assert_eq!(tame_rank(&tame), Some(7));
    }
}
