//! Structure classes as games: for sums in misère play, where two numbers are not enough.
//!
//! In a sum a position may be replaced by another game only when the two are equal as misère games. A position P of a
//! class with closed set I, of the parity of I, has the options of I, and positions of the other parity in the class from
//! which I can be reached: these are reversible through I and may be left out (Conway), also when I is over, because
//! then P is N. So every position equals the game that has, for each option of its class, the game of the other parity
//! there, and from the parity that I does not have also a move to I.

use rustc_hash::FxHashMap;

use super::Aim;
use super::digraph::{Place, StructureDigraph};

/// A finite game graph in which every position of GEN or DNG has an equal, in normal and in misère play.
///
/// Node 0 is the game without moves; the options of a node come before it; no two nodes have the same options.
///
/// ```
/// use impartial::generate::Forms;
/// use impartial::generate::{Aim, Structure};
/// use impartial::group;
/// let limits = Default::default();
/// let z4 = Structure::of_group(&group::parse("Z4", &limits)?, &limits).unwrap();
/// let forms = Forms::new(z4.digraph(), Aim::Avoid);
/// // DNG(Z4): two forced moves; an even position is 0, an odd one *.
/// assert_eq!(forms.node(z4.place([]), 0), 0);
/// assert_eq!(forms.options(forms.node(z4.place([2]), 1)), [0]);
/// # Ok::<(), group::GroupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Forms {
    options: Vec<Vec<u32>>,
    of_class: Vec<[u32; 2]>,
}

impl Forms {
    /// The game graph of a structure digraph.
    pub fn new(digraph: &StructureDigraph, aim: Aim) -> Self {
        let mut forms = Forms { options: vec![Vec::new()], of_class: vec![[0; 2]; digraph.classes().len()] };
        let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        known.insert(Vec::new(), 0);
        for class in digraph.options_first() {
            let facts = &digraph.classes()[*class as usize];
            let own = facts.parity() as usize;
            for parity in [own, 1 - own] {
                let mut options: Vec<u32> = digraph
                    .options(*class)
                    .iter()
                    .map(|option| forms.of_class[*option as usize][1 - parity])
                    .collect();
                if aim == Aim::Achieve && facts.is_semi_terminal {
                    options.push(0);
                }
                if parity != own {
                    options.push(forms.of_class[*class as usize][own]);
                }
                options.sort_unstable();
                options.dedup();
                let node = *known.entry(options).or_insert_with_key(|options| {
                    forms.options.push(options.clone());
                    forms.options.len() as u32 - 1
                });
                forms.of_class[*class as usize][parity] = node;
            }
        }
        forms
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Whether there is only the game without moves.
    pub fn is_empty(&self) -> bool {
        self.options.len() == 1
    }

    /// The options of a node.
    pub fn options(&self, node: u32) -> &[u32] {
        &self.options[node as usize]
    }

    /// The node that equals the positions with `elements` elements at a place.
    pub fn node(&self, place: Place, elements: usize) -> u32 {
        match place {
            Place::Generating => 0,
            Place::Class(class) => self.of_class[class as usize][elements % 2],
        }
    }
}
