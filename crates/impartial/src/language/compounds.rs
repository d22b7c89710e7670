//! Selective compounds, remembered: what a compound leads to has its place in the table that was made for it.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::position::{Language, Position};
use crate::game::compound_nimber::{CompoundTable, SharedTree};
use crate::limits::{Limits, StopReason, Unanswered};

/// The compounds that were asked about.
#[derive(Debug, Default)]
pub(super) struct Compounds {
    known: Vec<Arc<Compound>>,
    /// The subtrees of all of them.
    subtrees: usize,
}

/// A compound with all that it leads to: its components as trees. Positions are numbered like the places of a table.
#[derive(Debug)]
pub(super) struct Compound {
    components: Vec<Component>,
    nimbers: OnceLock<Option<CompoundTable>>,
}

/// A component, and where in its tree the positions stand that it leads to.
#[derive(Debug)]
struct Component {
    tree: SharedTree,
    /// The distance of neighbours.
    stride: usize,
    /// Where a theorem gives the tree, positions are found by theirs.
    by_options: FxHashMap<Box<[u32]>, u32>,
    by_position: FxHashMap<Position, u32>,
}

/// A position of a compound: equal when compound and place are.
#[derive(Clone, Debug)]
pub(super) struct PlaceInCompound {
    compound: Arc<Compound>,
    place: usize,
}

/// The subtrees of all compounds that are kept.
const MOST_SUBTREES: usize = 1 << 20;
/// A compound with more positions has no places.
const MOST_PLACES: usize = 1 << 30;

impl Compounds {
    /// The nimber of the compound of some positions; `None` when there are too many positions for a table.
    ///
    /// Cost: that of [`CompoundTable::new`] for the first of the positions that a compound leads to, then a few look-ups.
    pub(super) fn nimber(&mut self, parts: &[Position], limits: &Limits) -> Result<Option<u64>, Unanswered> {
        let Some(PlaceInCompound { compound, place }) = self.place(parts, limits)? else { return Ok(None) };
        Ok(compound.nimbers(limits)?.map(|nimbers| nimbers.nimber(place)))
    }

    /// The place of the compound of some positions; `None` when there are too many.
    ///
    /// Cost: that of the trees of the components for the first of the positions that a compound leads to.
    pub(super) fn place(
        &mut self,
        parts: &[Position],
        limits: &Limits,
    ) -> Result<Option<PlaceInCompound>, Unanswered> {
        for compound in &self.known {
            if let Some(place) = compound.place_of(parts, limits)? {
                return Ok(Some(PlaceInCompound { compound: Arc::clone(compound), place }));
            }
        }
        let Some(compound) = Compound::new(parts, limits)? else { return Ok(None) };
        let more = compound.components.iter().map(|component| component.tree.size()).sum::<usize>();
        if self.subtrees + more > MOST_SUBTREES {
            self.known.clear();
            self.subtrees = 0;
        }
        self.subtrees += more;
        let compound = Arc::new(compound);
        self.known.push(Arc::clone(&compound));
        // The whole tree of each component comes last.
        let place = compound.places() - 1;
        Ok(Some(PlaceInCompound { compound, place }))
    }
}

impl Compound {
    fn new(parts: &[Position], limits: &Limits) -> Result<Option<Self>, Unanswered> {
        let mut components = Vec::with_capacity(parts.len());
        let mut stride = 1usize;
        for part in parts {
            let component = Component::new(part, stride, limits)?;
            match stride.checked_mul(component.tree.size()).filter(|places| *places <= MOST_PLACES) {
                Some(places) => stride = places,
                None => return Ok(None),
            }
            components.push(component);
        }
        Ok(Some(Compound { components, nimbers: OnceLock::new() }))
    }

    /// The number of places.
    fn places(&self) -> usize {
        self.components.last().map_or(1, |component| component.stride * component.tree.size())
    }

    fn nimbers(&self, limits: &Limits) -> Result<Option<&CompoundTable>, StopReason> {
        if self.nimbers.get().is_none() {
            let trees: Vec<&SharedTree> = self.components.iter().map(|component| &component.tree).collect();
            let table = CompoundTable::new(&trees, limits)?;
            return Ok(self.nimbers.get_or_init(|| table).as_ref());
        }
        Ok(self.nimbers.get().and_then(Option::as_ref))
    }

    /// The place of a compound of these positions; `None` when they are not what the components lead to.
    fn place_of(&self, parts: &[Position], limits: &Limits) -> Result<Option<usize>, Unanswered> {
        // What is over is left out of compounds, and the others are sorted: any of them may belong to any component.
        let mut choices = Vec::with_capacity(parts.len());
        for part in parts {
            let mut places = Vec::new();
            for (at, component) in self.components.iter().enumerate() {
                if let Some(subtree) = component.subtree(part, limits)? {
                    places.push((at, subtree as usize * component.stride));
                }
            }
            choices.push(places);
        }
        Ok(assign(&choices, &mut vec![false; self.components.len()]))
    }
}

/// Gives each part a component of its own, if that can be done: the place where they all are.
fn assign(choices: &[Vec<(usize, usize)>], taken: &mut [bool]) -> Option<usize> {
    let Some((first, others)) = choices.split_first() else { return Some(0) };
    for (at, place) in first {
        if !std::mem::replace(&mut taken[*at], true) {
            if let Some(rest) = assign(others, taken) {
                return Some(place + rest);
            }
            taken[*at] = false;
        }
    }
    None
}

impl Component {
    fn new(part: &Position, stride: usize, limits: &Limits) -> Result<Self, Unanswered> {
        if let Some(tree) = known_tree(part, limits) {
            let tree = tree?;
            let by_options = tree.by_options();
            return Ok(Component { tree, stride, by_options, by_position: FxHashMap::default() });
        }
        part.can_search()?;
        let (tree, by_position) = SharedTree::with_places(&Language, part, limits)?;
        Ok(Component { tree, stride, by_options: FxHashMap::default(), by_position })
    }

    /// Where in the tree a position stands, if the component leads to it.
    fn subtree(&self, part: &Position, limits: &Limits) -> Result<Option<u32>, Unanswered> {
        if let Some(subtree) = self.by_position.get(part) {
            return Ok(Some(*subtree));
        }
        if self.by_options.is_empty() {
            return Ok(None);
        }
        let Some(tree) = known_tree(part, limits) else { return Ok(None) };
        Ok(self.tree.place_of(&self.by_options, &tree?))
    }
}

/// The tree of a position by a theorem.
fn known_tree(part: &Position, limits: &Limits) -> Option<Result<SharedTree, Unanswered>> {
    match part {
        Position::Single(single) => single.tree(limits),
        _ => None,
    }
}

impl PlaceInCompound {
    /// Whether all components are over.
    pub(super) fn is_over(&self) -> bool {
        self.place == 0
    }

    /// For each component the subtree it is, and the distance of neighbours.
    fn subtrees(&self) -> impl Iterator<Item = (&SharedTree, u32, usize)> {
        self.compound
            .components
            .iter()
            .map(|Component { tree, stride, .. }| (tree, (self.place / stride % tree.size()) as u32, *stride))
    }

    /// The number of moves.
    pub(super) fn moves(&self) -> u64 {
        let choices =
            |(tree, subtree, _): (&SharedTree, u32, usize)| tree.options_of(subtree).len() as u64 + 1;
        self.subtrees().map(choices).fold(1, u64::saturating_mul) - 1
    }

    /// The places that a move leads to.
    pub(super) fn options(&self) -> Vec<Self> {
        let mut places = vec![0];
        for (tree, subtree, stride) in self.subtrees() {
            let choices = || std::iter::once(&subtree).chain(tree.options_of(subtree));
            places = places
                .iter()
                .flat_map(|start| choices().map(move |option| start + *option as usize * stride))
                .collect();
        }
        // The first choice leaves every component as it is.
        let at = |place: &usize| PlaceInCompound { compound: Arc::clone(&self.compound), place: *place };
        places[1..].iter().map(at).collect()
    }
}

impl PartialEq for PlaceInCompound {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place && Arc::ptr_eq(&self.compound, &other.compound)
    }
}

impl Eq for PlaceInCompound {}

impl Hash for PlaceInCompound {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Few compounds occur in one search: the place tells most.
        self.place.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Solver;
    use crate::language::parse;

    /// Fails when a compound that is found in the table of another has not the nimber of the definition, or when a table is made for it.
    #[test]
    fn what_a_compound_leads_to_is_in_its_table() {
        let limits = Limits::none();
        let mut solver = Solver::new(&Language, limits.clone());
        for text in
            ["*5 | *3", "0.77[4] | *4 | *2", "gen(Z4) | 0.77[5]", "gen(S3) | dng(Z4)", "{*2,{*2}} | *3"]
        {
            let compound = parse(text).unwrap().position(text).unwrap().normal_form();
            let mut compounds = Compounds::default();
            let mut asked = 0;
            for position in std::iter::once(compound.clone()).chain(compound.options()) {
                let Position::Compound(parts) = &position else { continue };
                let nimber = compounds.nimber(parts, &limits).unwrap();
                assert_eq!(nimber, Some(solver.nimber(&position).unwrap()), "{position} of {text}");
                asked += 1;
            }
            assert!(asked > 5, "{text}: {asked} compounds");
            assert_eq!(compounds.known.len(), 1, "{text}");
        }
    }
}
