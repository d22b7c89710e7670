//! GEN and DNG on groups of any order: which theorem answers, and what it says of a position.

mod misere;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::Aim;
use super::cover::{Cover, Law, Scope, Verdict};
use super::dimensions::{KnownTypes, Missing, Spaces};
use super::ground::Ground;
use super::letters::{
    alternating, contains_alternating, has_odd_cycle, long_cycle, shuffled, swap, symmetric,
};
use crate::game::Outcome;
use crate::group::sims::Chance;
use crate::group::{LargeElement, LargeGroup, LargeShape, Permutation, StabilizerChain};
use crate::limits::{Limits, Unanswered};
use crate::text::ReadError;

/// A group whose elements are not listed, with what has been found out about GEN and DNG on it. Equal when the texts are.
pub struct LargeGround {
    text: String,
    group: LargeGroup,
    spaces: Option<Spaces>,
    types: [Mutex<KnownTypes>; 2],
    misere: [Mutex<FxHashMap<Missing, [Outcome; 2]>>; 2],
    verdicts: [OnceLock<Verdict>; 2],
    /// The same group with all its elements, where that was needed and possible.
    listed: OnceLock<Arc<Ground>>,
}

impl LargeGround {
    /// A group, with the text that names it.
    pub fn new(text: impl Into<String>, group: LargeGroup) -> Self {
        LargeGround {
            text: text.into(),
            spaces: Spaces::new(&group),
            group,
            types: Default::default(),
            misere: Default::default(),
            verdicts: Default::default(),
            listed: OnceLock::new(),
        }
    }

    /// The text that names it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The group.
    pub fn group(&self) -> &LargeGroup {
        &self.group
    }

    /// The same group with a list of its elements, if one was made.
    pub fn listed(&self) -> Option<&Arc<Ground>> {
        self.listed.get()
    }

    /// Keeps the same group with a list of its elements.
    pub fn keep_listed(&self, ground: Arc<Ground>) -> &Arc<Ground> {
        self.listed.get_or_init(|| ground)
    }

    /// What is missing to a position, where dimensions tell.
    pub fn missing(&self, chosen: &[LargeElement]) -> Option<Missing> {
        self.spaces.as_ref().map(|spaces| spaces.missing(chosen))
    }

    /// The value of the game, worked out the first time.
    ///
    /// # Errors
    /// When no theorem here decides it, or a limit is reached.
    pub fn verdict(&self, aim: Aim, limits: &Limits) -> Result<&Verdict, Unanswered> {
        let place = &self.verdicts[aim as usize];
        if let Some(known) = place.get() {
            return Ok(known);
        }
        let verdict = match self.group.shape() {
            LargeShape::Abelian(_) | LargeShape::Dihedral(_) => {
                let nimber = self.nimber_by_dimensions(aim, &[], limits)?;
                let why = "dimensions modulo the Frattini subgroup (Ernst and Sieben, Sections 6 to 8; docs/algebra.md, deficiency)";
                Verdict::proved(nimber, why, Law::Start)
            }
            LargeShape::Symmetric(n) => symmetric(*n, aim),
            LargeShape::Alternating(n) => alternating(*n, aim),
            LargeShape::Permutations(points) => {
                let cover = Cover::new(points, limits)?;
                match aim {
                    Aim::Avoid => cover.avoidance(limits)?,
                    Aim::Achieve => cover.achievement(limits)?,
                }
            }
        };
        Ok(place.get_or_init(|| verdict))
    }

    /// The value of the game, if it was worked out.
    pub fn known_verdict(&self, aim: Aim) -> Option<&Verdict> {
        self.verdicts[aim as usize].get()
    }

    /// Reads a list of different elements.
    ///
    /// # Errors
    /// When a name is unknown or an element is named twice.
    pub fn parse_elements(&self, text: &str) -> Result<Vec<LargeElement>, ReadError> {
        let mut chosen = Vec::new();
        for span in super::ground::list(text) {
            let element = self
                .group
                .parse_element(&text[span.clone()])
                .map_err(|error| ReadError::from(error).shifted(span.start))?;
            if chosen.contains(&element) {
                return Err(ReadError::new(span, format!("{element} is chosen twice")));
            }
            chosen.push(element);
        }
        chosen.sort_unstable();
        Ok(chosen)
    }

    /// Whether a position generates the group.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn generates(&self, chosen: &[LargeElement], limits: &Limits) -> Result<bool, Unanswered> {
        if let Some(spaces) = &self.spaces {
            return Ok(spaces.missing(chosen).is_nothing());
        }
        match self.group.shape() {
            LargeShape::Alternating(n) => contains_alternating(*n, &permutations(chosen), limits),
            LargeShape::Symmetric(n) => {
                let permutations = permutations(chosen);
                let has_odd = permutations.iter().any(|permutation| !permutation.is_even());
                Ok(has_odd && contains_alternating(*n, &permutations, limits)?)
            }
            _ => Ok(self.subgroup(chosen, limits)?.size() == *self.group.order()),
        }
    }

    /// The subgroup that permutations generate.
    fn subgroup(&self, chosen: &[LargeElement], limits: &Limits) -> Result<StabilizerChain, Unanswered> {
        let permutations = permutations(chosen);
        let degree = permutations.first().map_or(1, Permutation::degree);
        let order = Some(self.group.order());
        Ok(StabilizerChain::from_random_elements(degree, &permutations, &[], order, limits)?)
    }

    fn nimber_by_dimensions(
        &self,
        aim: Aim,
        chosen: &[LargeElement],
        limits: &Limits,
    ) -> Result<u32, Unanswered> {
        let spaces = self.spaces.as_ref().expect("asked where there are spaces");
        let missing = spaces.missing(chosen);
        if missing.is_nothing() {
            return Ok(0);
        }
        let mut known = self.types[aim as usize].lock().unwrap_or_else(PoisonError::into_inner);
        Ok(spaces.type_of(aim, &missing, &mut known, limits)?.nimber(chosen.len()))
    }

    /// The nimber of a position.
    ///
    /// # Errors
    /// When no theorem here decides it, or a limit is reached.
    pub fn nimber(&self, aim: Aim, chosen: &[LargeElement], limits: &Limits) -> Result<u32, Unanswered> {
        let verdict = self.verdict(aim, limits)?;
        if self.spaces.is_some() {
            return self.nimber_by_dimensions(aim, chosen, limits);
        }
        if chosen.is_empty() {
            return Ok(verdict.nimber);
        }
        if aim == Aim::Achieve && self.generates(chosen, limits)? {
            return Ok(0);
        }
        match verdict.law {
            Law::Parity(_) if *chosen == [self.group.identity()] => Ok(1),
            Law::Pairs(_) if *chosen == [self.group.identity()] => Ok(0),
            Law::Parity(Scope::Even) | Law::Pairs(Scope::Even)
                if !self.is_even_position(chosen, limits)? =>
            {
                let why = "the elements chosen generate a subgroup of odd order, and whether all that contain it lie in proper ones of even order is not known here";
                Err(Unanswered::OutOfReach(why.to_owned()))
            }
            Law::Parity(_) => Ok(chosen.len() as u32 % 2),
            Law::Pairs(_) => Ok(1 + chosen.len() as u32 % 2),
            Law::Start => {
                if let LargeShape::Alternating(n) = self.group.shape()
                    && has_odd_cycle(*n, &permutations(chosen))
                {
                    // One maximal subgroup of odd order: every way to its end is as long, but in GEN any move may generate instead.
                    return Ok(match aim {
                        Aim::Achieve => 2 - chosen.len() as u32 % 2,
                        Aim::Avoid => 1 - chosen.len() as u32 % 2,
                    });
                }
                Err(Unanswered::OutOfReach("no theorem here decides it after the first move".to_owned()))
            }
        }
    }

    /// Some moves, of different kinds as far as possible.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn some_moves(
        &self,
        aim: Aim,
        chosen: &[LargeElement],
        limits: &Limits,
    ) -> Result<Vec<LargeElement>, Unanswered> {
        let mut candidates = match &self.spaces {
            Some(spaces) => spaces.moves(chosen),
            None => {
                let mut candidates = vec![self.group.identity()];
                if let Some(LargeElement::Permutation(one)) =
                    chosen.iter().find(|g| **g != self.group.identity())
                {
                    candidates.extend((2..5).map(|k| LargeElement::Permutation(one.power(k))));
                }
                let replies =
                    Aim::BOTH.map(|aim| self.known_verdict(aim).and_then(|verdict| verdict.reply.clone()));
                candidates.extend(replies.into_iter().flatten());
                let mut chance = Chance::new(8);
                candidates.extend((0..40).map(|_| LargeElement::Permutation(self.random(&mut chance))));
                candidates
            }
        };
        candidates.retain(|candidate| !chosen.contains(candidate));
        let mut found: Vec<LargeElement> = Vec::new();
        let mut generating = 0;
        for candidate in candidates {
            let mut after = chosen.to_vec();
            after.push(candidate.clone());
            if self.generates(&after, limits)? {
                generating += 1;
                if aim == Aim::Avoid || (generating > 1 && self.spaces.is_none()) {
                    continue;
                }
            }
            if !found.contains(&candidate) {
                found.push(candidate);
            }
        }
        if aim == Aim::Achieve && generating == 0 && self.spaces.is_none() && !chosen.is_empty() {
            found.extend(self.partner(chosen, limits)?);
        }
        Ok(found)
    }

    /// An element that makes a position of permutations generate, if one is drawn.
    fn partner(&self, chosen: &[LargeElement], limits: &Limits) -> Result<Option<LargeElement>, Unanswered> {
        let mut chance = Chance::new(9);
        for draw in 0..DRAWS {
            // Long cycles make a group of all letters transitive.
            let permutation = match self.group.shape() {
                LargeShape::Symmetric(n) => long_cycle(*n, n - draw % 2, &mut chance),
                LargeShape::Alternating(n) => long_cycle(*n, n - 1 + n % 2, &mut chance),
                _ => self.random(&mut chance),
            };
            let candidate = LargeElement::Permutation(permutation);
            let mut after = chosen.to_vec();
            after.push(candidate.clone());
            if !chosen.contains(&candidate) && self.generates(&after, limits)? {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// A random permutation of the group.
    fn random(&self, chance: &mut Chance) -> Permutation {
        match self.group.shape() {
            LargeShape::Permutations(points) => points.random(chance),
            LargeShape::Symmetric(n) => shuffled(*n, chance),
            LargeShape::Alternating(n) => {
                let permutation = shuffled(*n, chance);
                if permutation.is_even() { permutation } else { permutation.then(&swap(*n)) }
            }
            LargeShape::Abelian(_) | LargeShape::Dihedral(_) => Permutation::identity(1),
        }
    }

    /// Whether there is no move.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn is_over(&self, aim: Aim, chosen: &[LargeElement], limits: &Limits) -> Result<bool, Unanswered> {
        if self.generates(chosen, limits)? {
            return Ok(true);
        }
        if aim == Aim::Achieve {
            return Ok(false);
        }
        // A move inside what is generated is always allowed.
        let whole = match &self.spaces {
            Some(spaces) => {
                if spaces.missing(chosen).total() > 1 {
                    return Ok(false);
                }
                spaces.closure_size(chosen)
            }
            // No maximal subgroup of S_n or A_n has fewer than n(n-1)/2 elements; typed lists are shorter.
            None => match self.group.shape() {
                LargeShape::Symmetric(n) | LargeShape::Alternating(n) if chosen.len() < n * (n - 1) / 2 => {
                    return Ok(false);
                }
                _ => self.subgroup(chosen, limits)?.size(),
            },
        };
        if BigUint::from(chosen.len()) < whole {
            return Ok(false);
        }
        Ok(self.spaces.is_some() || self.some_moves(aim, chosen, limits)?.is_empty())
    }
}

/// The elements that are permutations.
fn permutations(chosen: &[LargeElement]) -> Vec<Permutation> {
    let permutation = |element: &LargeElement| match element {
        LargeElement::Permutation(permutation) => Some(permutation.clone()),
        LargeElement::Tuple(_) | LargeElement::Dihedral(..) => None,
    };
    chosen.iter().filter_map(permutation).collect()
}

/// How often an element is drawn that is to generate with others.
const DRAWS: usize = 400;

impl Ord for LargeGround {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.text.cmp(&other.text)
    }
}

impl PartialOrd for LargeGround {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for LargeGround {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for LargeGround {}

impl Hash for LargeGround {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl fmt::Debug for LargeGround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of order {}", self.text, self.group.order())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Structure;
    use crate::group;

    fn large(name: &str) -> LargeGround {
        let group = LargeGroup::parse(name, &Limits::none()).unwrap().unwrap();
        LargeGround::new(name, group)
    }

    /// Every theorem here beside the structure classes of the group with its elements listed, at the start of the game.
    #[test]
    fn theorems_agree_with_structure_classes() {
        let limits = Limits::none();
        let mut answered = [0; 2];
        for name in [
            "Z2",
            "Z3",
            "Z4",
            "Z6",
            "Z12",
            "Z30",
            "Z105",
            "Z2^2",
            "Z2^3",
            "Z2^4",
            "Z2^6",
            "Z3^2",
            "Z3^3",
            "Z3^4",
            "Z6^2",
            "Z6 x Z3",
            "Z30 x Z15",
            "Z2 x Z18",
            "Z4 x Z2^3",
            "Z10 x Z5^2",
            "Z6^3",
            "D3",
            "D4",
            "D5",
            "D6",
            "D15",
            "D30",
            "D12",
            "Dih(Z3^2)",
            "Dih(Z3 x Z6)",
            "Dih(Z2^3)",
            "Dih(Z15 x Z3)",
            "Dih(Z5^2)",
            "Dih(Z3^3)",
            "S5",
            "S6",
            "A5",
            "A6",
            "A7",
            "PSL(2,7)",
            "PSL(2,8)",
            "PSL(2,11)",
            "PSL(2,13)",
            "PGL(2,7)",
            "M11",
            "M10",
            "AGL(1,8)",
            "AGL(1,7)",
            "SL(2,3)",
            "SL(2,5)",
            "S3 x S3",
            "A4 x Z2",
            "A4 x A4",
            "S4 x Z2^3",
            "Z7 : Z3",
            "(Z7 : Z3) x Z3",
            "A5 x Z3",
            "A5 x Z2",
            "S3 x Z2^3",
            "PSU(3,3)",
            "S4",
            "S3",
            "A4",
            "PSL(2,27)",
            "GL(2,3)",
            "GL(2,5)",
            "S4 x S4",
            "S3 wr Z2",
            "A4 x Z3^2",
            "A5 x Z3^3",
            "SmallGroup(168,43)",
        ] {
            let listed = group::parse(name, &limits).unwrap();
            let structure = Structure::of_group(&listed, &limits).unwrap();
            let ground = large(name);
            assert_eq!(*ground.group().order(), BigUint::from(listed.order()), "{name}");
            for aim in Aim::BOTH {
                match ground.nimber(aim, &[], &limits) {
                    Ok(nimber) => {
                        assert_eq!(nimber, structure.nimber(aim, []), "{aim}({name})");
                        answered[aim as usize] += 1;
                    }
                    Err(why) => assert!(matches!(why, Unanswered::OutOfReach(_)), "{aim}({name}): {why}"),
                }
                match ground.misere_outcome(aim, &[], &limits) {
                    Ok(outcome) => {
                        let nothing = crate::subset::Subset::empty(listed.order());
                        let expected = structure.outcome(aim, crate::game::Play::Misere, &nothing);
                        assert_eq!(outcome, expected, "{aim}({name}) in misère play");
                    }
                    Err(why) => assert!(matches!(why, Unanswered::OutOfReach(_)), "{aim}({name}): {why}"),
                }
            }
        }
        // DNG is always decided; GEN is for most.
        assert!(answered[Aim::Avoid as usize] >= 60 && answered[Aim::Achieve as usize] >= 50, "{answered:?}");
    }

    /// The nimbers and misère outcomes of positions with one and two elements, and the moves that are offered.
    #[test]
    fn positions_agree_with_structure_classes() {
        let limits = Limits::none();
        let mut open = 0;
        for name in [
            "Z6 x Z3",
            "Z2^3",
            "Z30",
            "D6",
            "D15",
            "Dih(Z3^2)",
            "Z12",
            "S5",
            "A6",
            "PSL(2,8)",
            "Z3^3",
            "A7",
            // With maximal subgroups of odd order, although all elements are covered.
            "PSL(2,27)",
        ] {
            let listed = group::parse(name, &limits).unwrap();
            let structure = Structure::of_group(&listed, &limits).unwrap();
            let ground = large(name);
            let order = listed.order();
            let step = (order / 12).max(1);
            for a in (0..order).step_by(step) {
                for b in (0..order).step_by(step) {
                    let mut set = vec![a, b];
                    set.sort_unstable();
                    set.dedup();
                    let shown: Vec<String> = set.iter().map(|element| listed.show(*element)).collect();
                    let chosen = ground.parse_elements(&shown.join(", ")).unwrap();
                    assert_eq!(chosen.len(), set.len(), "{shown:?}");
                    let subset = crate::subset::Subset::from_elements(order, set.iter().copied());
                    let generates = ground.generates(&chosen, &limits).unwrap();
                    assert_eq!(generates, structure.generates(&subset), "{name} {shown:?}");
                    for aim in Aim::BOTH {
                        if aim == Aim::Avoid && generates {
                            continue;
                        }
                        match ground.nimber(aim, &chosen, &limits) {
                            Ok(nimber) => {
                                assert_eq!(nimber, structure.nimber(aim, &subset), "{aim}({name}){shown:?}");
                            }
                            Err(why) => {
                                let may_be_open = ["PSL(2,27)"].contains(&name);
                                assert!(may_be_open, "{aim}({name}){shown:?}: {why}");
                                open += 1;
                            }
                        }
                        if let Ok(outcome) = ground.misere_outcome(aim, &chosen, &limits) {
                            let expected = structure.outcome(aim, crate::game::Play::Misere, &subset);
                            assert_eq!(outcome, expected, "{aim}({name}){shown:?} in misère play");
                        }
                        for element in ground.some_moves(aim, &chosen, &limits).unwrap() {
                            let text = element.to_string();
                            let element = listed.parse_element(&text);
                            if let Ok(element) = element {
                                assert!(!set.contains(&element), "{text} is chosen");
                                let mut after = subset.clone();
                                after.insert(element);
                                assert!(aim == Aim::Achieve || !structure.generates(&after));
                            }
                        }
                    }
                }
            }
        }
        assert!(open > 0, "positions in maximal subgroups of odd order are met");
    }

    /// A position in the normaliser of a cycle of length 19, which is a maximal subgroup of order 171, beside the same play by
    /// definition: only the number of elements matters, and whether a move may leave the subgroup.
    #[test]
    fn a_long_cycle_leaves_one_maximal_subgroup() {
        let limits = Limits::none();
        let ground = large("A19");
        let cycle: Permutation = "(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19)".parse().unwrap();
        let mut by_definition = [vec![0u32; 172], vec![0u32; 172]];
        for count in (1..=171usize).rev() {
            for (aim, values) in by_definition.iter_mut().enumerate() {
                let mut options = Vec::new();
                if count < 171 {
                    options.push(values[count + 1]);
                }
                if aim == Aim::Achieve as usize {
                    options.push(0);
                }
                values[count] = crate::integer::mex(options);
            }
        }
        for count in [1usize, 2, 3, 10] {
            let chosen: Vec<LargeElement> =
                (1..=count as u64).map(|k| LargeElement::Permutation(cycle.power(k))).collect();
            for aim in Aim::BOTH {
                let expected = by_definition[aim as usize][count];
                assert_eq!(ground.nimber(aim, &chosen, &limits), Ok(expected), "{aim} {count}");
            }
        }
    }

    /// From every position that one element makes generate, such an element is among the moves.
    #[test]
    fn partners_are_found() {
        let limits = Limits::none();
        for (name, chosen) in [
            ("S50", "(1 2)"),
            ("S50", "(), (1 2), (1 3)"),
            ("S51", "(1 2 3)"),
            ("A50", "(1 2 3)"),
            ("A51", "(1 2)(3 4)"),
            ("S300", "(1 2)"),
            ("M24", "(1 24)(2 23)(3 12)(4 16)(5 18)(6 10)(7 20)(8 14)(9 21)(11 17)(13 22)(15 19)"),
        ] {
            let ground = large(name);
            let chosen = ground.parse_elements(chosen).unwrap();
            assert_ne!(ground.nimber(Aim::Achieve, &chosen, &limits), Ok(0), "{name}");
            let moves = ground.some_moves(Aim::Achieve, &chosen, &limits).unwrap();
            let wins = moves.into_iter().any(|element| {
                let after = [chosen.clone(), vec![element]].concat();
                ground.generates(&after, &limits) == Ok(true)
            });
            assert!(wins, "{name}");
        }
    }

    /// Values from the literature: sporadic groups (Benesh, Ernst and Sieben, Impartial avoidance games), and the cube.
    #[test]
    fn large_groups_of_the_literature() {
        let limits = Limits::none();
        for (name, avoid) in [
            ("M23", 3),
            ("M24", 0),
            ("PSL(2,67)", 3),
            ("S12", 0),
            ("A11", 0),
            ("A19", 3),
            ("Sz(8)", 0),
            ("PSp(4,3)", 0),
        ] {
            let ground = large(name);
            assert_eq!(ground.nimber(Aim::Avoid, &[], &limits), Ok(avoid), "{name}");
            let achieve = if avoid == 0 { 1 } else { 4 };
            assert_eq!(ground.nimber(Aim::Achieve, &[], &limits), Ok(achieve), "{name}");
        }
        for (name, avoid, achieve) in
            [("Z2^1000", 0, 0), ("Z10^40", 0, 0), ("S4^4", 0, 0), ("S3^7", 0, 0), ("Z3^200", 1, 1)]
        {
            let ground = large(name);
            assert_eq!(ground.nimber(Aim::Avoid, &[], &limits), Ok(avoid), "{name}");
            assert_eq!(ground.nimber(Aim::Achieve, &[], &limits), Ok(achieve), "{name}");
        }
    }
}
