//! GEN and DNG as games of classes and sizes: what a selective compound with other games needs.

use super::Aim;
use super::digraph::Place;
use super::structure::Structure;
use crate::game::Game;

/// The game whose positions are the structure class of a set and the number of its elements. A set with closure I can be moved to
/// a larger one with the same closure as long as it is not I, and into each option of its class; so the trees of options are
/// those of the game itself, with few positions.
pub struct ClassesAndSizes<'s> {
    /// The classes.
    pub structure: &'s Structure,
    /// The game.
    pub aim: Aim,
}

impl Game for ClassesAndSizes<'_> {
    type Position = (Place, usize);

    fn options(&self, (place, elements): &(Place, usize)) -> Vec<(Place, usize)> {
        let Place::Class(class) = *place else { return Vec::new() };
        let digraph = self.structure.digraph();
        let facts = &digraph.classes()[class as usize];
        let mut options: Vec<(Place, usize)> =
            digraph.options(class).iter().map(|option| (Place::Class(*option), elements + 1)).collect();
        if *elements < facts.size {
            options.push((*place, elements + 1));
        }
        if self.aim == Aim::Achieve && facts.is_semi_terminal {
            // How many elements generate does not matter any more.
            options.push((Place::Generating, 0));
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::compound_nimber::{SharedTree, compound_nimber};
    use crate::generate::SubsetGame;
    use crate::group;
    use crate::limits::Limits;
    use crate::subset::Subset;

    /// Beside the sets of elements by definition: as many different trees, and the same nimber together with another game.
    #[test]
    fn trees_are_those_of_the_sets_of_elements() {
        let limits = Limits::none();
        let mut known: Vec<SharedTree> = Vec::new();
        for name in ["Z4", "Z6", "S3", "Z2^3", "D4", "A4"] {
            let structure = Structure::of_group(&group::parse(name, &limits).unwrap(), &limits).unwrap();
            for aim in Aim::BOTH {
                let by_class = ClassesAndSizes { structure: &structure, aim };
                let quick = SharedTree::of(&by_class, &(structure.place([]), 0), &limits).unwrap();
                let sets = SubsetGame { aim, rules: structure.family() };
                let empty = Subset::empty(structure.family().ground());
                let slow = SharedTree::of(&sets, &empty, &limits).unwrap();
                assert_eq!(quick.size(), slow.size(), "{aim}({name})");
                for other in &known {
                    let together =
                        |tree: &SharedTree| compound_nimber(&[tree.clone(), other.clone()], &limits);
                    assert_eq!(together(&quick), together(&slow), "{aim}({name})");
                }
                known.push(slow);
            }
        }
    }
}
