//! The game of groups: normal subgroups, and their joins with normal closures of elements.
//!
//! A position that G can lead to is G/N; its options are G/(N·⟨⟨g⟩⟩) for g outside N. Where N contains the derived
//! subgroup the quotient is abelian, and its type alone decides. Factors of coprime orders are played as a selective compound.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::abelian::AbelianValues;
use super::abelianization::Abelianization;
use super::compound::{Compounds, Evaluation};
use super::hall::{FactorGame, SplitGame};
use super::value::Value;
use crate::game::forest::Tree;
use crate::game::{Game, Outcome, Play};
use crate::group::{ConjugacyClasses, FiniteGroup, Subgroup};
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// The game of groups by definition: a position is the normal subgroup that has been divided out.
#[derive(Clone, Copy, Debug)]
pub struct QuotientRules<'g>(pub &'g FiniteGroup);

impl Game for QuotientRules<'_> {
    type Position = Subset;

    fn options(&self, normal: &Subset) -> Vec<Subset> {
        self.options_by(normal, normal.complement().iter())
    }
}

impl QuotientRules<'_> {
    /// The options that these elements lead to. One element of each conjugacy class leads to all: conjugates have the same
    /// normal closure.
    pub fn options_by(&self, normal: &Subset, elements: impl IntoIterator<Item = usize>) -> Vec<Subset> {
        let divided = |g: usize| self.0.normal_closure(normal.iter().chain([g])).into_set();
        let outside = elements.into_iter().filter(|g| !normal.contains(*g));
        let mut options: Vec<Subset> = outside.map(divided).collect();
        options.sort_unstable();
        options.dedup();
        options
    }
}

/// The game of groups on one group, each normal subgroup that is reached looked at once.
///
/// ```
/// use impartial::algebra::{AbelianValues, GroupGame};
/// use impartial::game::{Outcome, Play};
/// use impartial::group;
/// let limits = Default::default();
/// // [AG, Prop 4.7]: two of the nine non-abelian groups of order 16 are P-positions.
/// let mut abelian = AbelianValues::new();
/// let mut outcome = |number: u64| {
///     let mut game = GroupGame::new(&group::small_group(16, number)?);
///     Ok::<_, group::GroupError>(game.value(&mut abelian, &limits).unwrap().outcome(Play::Normal))
/// };
/// assert_eq!([outcome(3)?, outcome(4)?, outcome(6)?], [Outcome::P, Outcome::P, Outcome::N]);
/// # Ok::<(), group::GroupError>(())
/// ```
#[derive(Debug)]
pub struct GroupGame {
    search: Search<Value>,
    /// The game on the factors of coprime orders, when there are two or more; found when it is needed.
    split: OnceCell<Option<SplitGame<Search<Tree>>>>,
}

/// What is known about the quotients of one group.
#[derive(Debug)]
pub(super) struct Search<R> {
    group: FiniteGroup,
    abelianization: Abelianization,
    /// Found when a quotient that is not abelian is met.
    closures: Option<Arc<Closures>>,
    /// Results by the words of the normal subgroup.
    known: FxHashMap<Box<[u64]>, R>,
    /// The most words that the cosets of a normal subgroup may take as bit sets.
    most_words: usize,
}

/// The normal closures of single elements, each once.
#[derive(Debug)]
struct Closures {
    principal: Vec<Principal>,
    classes: ConjugacyClasses,
    /// For each class the number of its normal closure.
    of_class: Vec<usize>,
    /// Automorphisms of the group: what they map to each other has equal quotients.
    exchanges: Vec<Vec<u32>>,
}

/// The normal closure of an element.
#[derive(Debug)]
struct Principal {
    element: usize,
    closure: Subset,
}

impl Closures {
    fn new(group: &FiniteGroup, limits: &Limits) -> Result<Self, StopReason> {
        let classes = ConjugacyClasses::new(group, limits)?;
        let mut principal: Vec<Principal> = Vec::new();
        let mut of_class = vec![0; classes.count()];
        let mut place: FxHashMap<Subset, usize> = FxHashMap::default();
        for (class, number) in of_class.iter_mut().enumerate() {
            limits.poll()?;
            let element = classes.representative(class);
            let closure = group.normal_closure([element]).into_set();
            *number = *place.entry(closure.clone()).or_insert_with(|| {
                principal.push(Principal { element, closure });
                principal.len() - 1
            });
        }
        Ok(Closures { principal, classes, of_class, exchanges: group.exchanges() })
    }
}

/// A megabyte: the cosets of a normal subgroup stay in the cache.
const MOST_WORDS: usize = 1 << 17;

impl<R: Copy> Search<R> {
    fn new(group: &FiniteGroup) -> Self {
        Search {
            group: group.clone(),
            abelianization: Abelianization::new(group),
            closures: None,
            known: FxHashMap::default(),
            most_words: MOST_WORDS,
        }
    }

    fn closures(&mut self, limits: &Limits) -> Result<Arc<Closures>, StopReason> {
        if let Some(known) = &self.closures {
            return Ok(known.clone());
        }
        let closures = Arc::new(Closures::new(&self.group, limits)?);
        self.closures = Some(closures.clone());
        Ok(closures)
    }

    fn search<E: Evaluation<Result = R>>(
        &mut self,
        normal: &Subset,
        evaluation: &mut E,
        limits: &Limits,
    ) -> Result<R, StopReason> {
        if let Some(known) = self.known.get(normal.words()) {
            return Ok(*known);
        }
        limits.poll_positions(self.known.len() as u64)?;
        let result = if self.abelianization.is_abelian_modulo(normal) {
            evaluation.abelian(&self.abelianization.type_modulo(normal))
        } else {
            let closures = self.closures(limits)?;
            let cosets = Cosets::new(&self.group, normal, self.most_words);
            let mut options = Vec::with_capacity(closures.principal.len());
            let mut join = Vec::with_capacity(normal.words().len());
            let mut met = Subset::empty(self.group.order());
            for Principal { element, closure } in &closures.principal {
                // Elements of one coset leave the same quotient.
                if normal.contains(*element) || !met.insert(cosets.coset_of(*element)) {
                    continue;
                }
                cosets.join(closure, &mut join);
                options.push(match self.known.get(join.as_slice()) {
                    Some(known) => *known,
                    None => self.search(&Subset::from_words(normal.universe(), &join), evaluation, limits)?,
                });
            }
            evaluation.of_options(options)
        };
        self.remember(normal, result);
        Ok(result)
    }

    /// Keeps the result of the quotient by a normal subgroup, for its images under the automorphisms too.
    fn remember(&mut self, normal: &Subset, result: R) {
        self.known.insert(normal.words().into(), result);
        let Some(closures) = &self.closures else { return };
        let mut waiting = vec![normal.clone()];
        while let Some(subgroup) = waiting.pop() {
            for images in &closures.exchanges {
                let image =
                    Subset::from_elements(subgroup.universe(), subgroup.iter().map(|x| images[x] as usize));
                if self.known.insert(image.words().into(), result).is_none() {
                    waiting.push(image);
                }
            }
        }
    }
}

impl FactorGame for Search<Tree> {
    fn on(group: &FiniteGroup) -> Self {
        Search::new(group)
    }

    fn tree(
        &mut self,
        subgroup: &Subset,
        compounds: &mut Compounds,
        limits: &Limits,
    ) -> Result<Tree, StopReason> {
        self.search(subgroup, compounds, limits)
    }
}

impl GroupGame {
    /// The game on a group.
    ///
    /// Cost: that of its abelianization.
    pub fn new(group: &FiniteGroup) -> Self {
        GroupGame { search: Search::new(group), split: OnceCell::new() }
    }

    /// The value of the group.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    ///
    /// Cost: unless the group is abelian, a normal closure for each conjugacy class; then for each normal subgroup that does
    /// not contain the derived one, up to exchanges of equal factors, its cosets, n look-ups, and for each normal closure of an element the cosets it meets. Where the group
    /// is a product of factors of coprime orders, this for each factor, and then the selective compound.
    pub fn value(&mut self, abelian: &mut AbelianValues, limits: &Limits) -> Result<Value, StopReason> {
        self.value_modulo(&Subset::singleton(self.search.group.order(), 0), abelian, limits)
    }

    /// The value of the quotient by a normal subgroup.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    pub fn value_modulo(
        &mut self,
        normal: &Subset,
        abelian: &mut AbelianValues,
        limits: &Limits,
    ) -> Result<Value, StopReason> {
        let group = &self.search.group;
        debug_assert!(group.is_normal(&Subgroup::from_set(group, normal)), "a normal subgroup");
        if self.search.abelianization.is_abelian_modulo(normal) {
            return self.search.search(normal, abelian, limits);
        }
        self.split.get_or_init(|| SplitGame::new(group));
        match self.split.get_mut() {
            Some(Some(split)) => split.value(normal, limits),
            _ => self.search.search(normal, abelian, limits),
        }
    }

    /// The elements whose choice wins in the quotient by a normal subgroup.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    pub fn winning_elements(
        &mut self,
        normal: &Subset,
        play: Play,
        abelian: &mut AbelianValues,
        limits: &Limits,
    ) -> Result<Subset, StopReason> {
        let closures = self.search.closures(limits)?;
        let group = self.search.group.clone();
        let cosets = Cosets::new(&group, normal, self.search.most_words);
        let mut wins = Vec::with_capacity(closures.principal.len());
        let mut join = Vec::new();
        for Principal { element, closure } in &closures.principal {
            if normal.contains(*element) {
                wins.push(false);
                continue;
            }
            cosets.join(closure, &mut join);
            let option = Subset::from_words(normal.universe(), &join);
            wins.push(self.value_modulo(&option, abelian, limits)?.outcome(play) == Outcome::P);
        }
        let closure = |g: usize| closures.of_class[closures.classes.class_of(g)];
        Ok(Subset::from_fn(group.order(), |g| wins[closure(g)]))
    }
}

/// The cosets of a normal subgroup: as bit sets while they are small, so that a join is a union of a few of them.
struct Cosets<'n> {
    normal: &'n Subset,
    /// The number of elements of the subgroup.
    size: usize,
    /// The coset of each element, and the elements coset by coset; empty for the trivial subgroup, whose cosets are the elements.
    coset_of: Vec<u32>,
    members: Vec<u32>,
    /// The words of each coset; empty when they would be too large.
    words: Vec<u64>,
}

impl<'n> Cosets<'n> {
    fn new(group: &FiniteGroup, normal: &'n Subset, most_words: usize) -> Self {
        let elements: Vec<usize> = normal.iter().collect();
        let (order, width, size) = (group.order(), normal.words().len(), elements.len());
        let mut cosets =
            Cosets { normal, size, coset_of: Vec::new(), members: Vec::new(), words: Vec::new() };
        if size == 1 {
            return cosets;
        }
        cosets.coset_of = vec![u32::MAX; order];
        cosets.members = Vec::with_capacity(order);
        for x in 0..order {
            if cosets.coset_of[x] == u32::MAX {
                let coset = (cosets.members.len() / size) as u32;
                for &n in &elements {
                    let product = group.product(x, n);
                    cosets.coset_of[product] = coset;
                    cosets.members.push(product as u32);
                }
            }
        }
        if order / size * width <= most_words {
            cosets.words = vec![0u64; order / size * width];
            for (x, coset) in cosets.coset_of.iter().enumerate() {
                cosets.words[*coset as usize * width + x / 64] |= 1 << (x % 64);
            }
        }
        cosets
    }

    /// The number of the coset of an element.
    fn coset_of(&self, x: usize) -> usize {
        self.coset_of.get(x).map_or(x, |coset| *coset as usize)
    }

    /// The product of the subgroup and another normal subgroup, as words.
    fn join(&self, other: &Subset, join: &mut Vec<u64>) {
        join.clear();
        if self.size == 1 {
            join.extend_from_slice(other.words());
            return;
        }
        join.extend_from_slice(self.normal.words());
        let width = join.len();
        for at in 0..width {
            loop {
                let missing = other.words()[at] & !join[at];
                if missing == 0 {
                    break;
                }
                let x = at * 64 + missing.trailing_zeros() as usize;
                let coset = self.coset_of(x);
                if self.words.is_empty() {
                    for member in &self.members[coset * self.size..][..self.size] {
                        join[*member as usize / 64] |= 1 << (member % 64);
                    }
                } else {
                    let coset = &self.words[coset * width..][..width];
                    join.iter_mut().zip(coset).for_each(|(word, more)| *word |= more);
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::group::SmallGroups;

    /// Fails when elements of one conjugacy class lead to different quotients, or a class is left out.
    #[test]
    fn one_element_of_each_class_leads_to_all_options() {
        for group in [16, 24, 36, 42].into_iter().flat_map(SmallGroups::of_order) {
            let group = group.group();
            let rules = QuotientRules(&group);
            let classes = ConjugacyClasses::new(&group, &Limits::none()).unwrap();
            let mut waiting = vec![Subset::singleton(group.order(), 0)];
            while let Some(normal) = waiting.pop() {
                let options = rules.options(&normal);
                assert_eq!(rules.options_by(&normal, classes.representatives()), options, "{}", group.name());
                waiting.extend(options);
            }
        }
    }

    /// Equal factors are exchanged: by the definition, on products with and without equal factors next to each other.
    #[test]
    fn products_of_equal_factors() {
        let limits = Limits::none();
        for (text, exchanges) in [
            ("S3^2", 1),
            ("S3^2 x Z2^2", 2),
            ("D4^2", 1),
            ("S3 x Z6 x S3", 0),
            ("Z2 x S3^2", 1),
            ("Z4 :(3) Z4", 0),
        ] {
            let group = crate::group::parse(text, &limits).unwrap();
            let mut search = Search::<Value>::new(&group);
            let one = Subset::singleton(group.order(), 0);
            let value = search.search(&one, &mut AbelianValues::new(), &limits).unwrap();
            let found = &search.closures.as_ref().unwrap().exchanges;
            assert_eq!(found.len(), exchanges, "{text}");
            for images in found {
                let image = |x: usize| images[x] as usize;
                for (x, y) in (0..group.order()).flat_map(|x| (0..group.order()).map(move |y| (x, y))) {
                    assert_eq!(image(group.product(x, y)), group.product(image(x), image(y)), "{text}");
                }
            }
            let rules = QuotientRules(&group);
            let mut solver = crate::game::Solver::new(&rules, limits.clone());
            for (words, value) in &search.known {
                let normal = Subset::from_words(group.order(), words);
                assert_eq!(solver.nimber(&normal), Ok(u64::from(value.nimber)), "{text}");
            }
            assert_eq!(search.known[one.words()], value, "{text}");
        }
    }

    /// Joins by bit sets of cosets and element by element; factors of coprime orders and the group as a whole.
    #[test]
    fn searches_in_two_ways() {
        let limits = Limits::none();
        let mut abelian = AbelianValues::new();
        let mut split = 0;
        for group in [16, 24, 32, 48, 60, 72].into_iter().flat_map(SmallGroups::of_order) {
            let group = group.group();
            let one = Subset::singleton(group.order(), 0);
            let mut fast = Search::new(&group);
            let mut slow = Search::new(&group);
            slow.most_words = 0;
            let value = fast.search(&one, &mut abelian, &limits).unwrap();
            assert_eq!(value, slow.search(&one, &mut abelian, &limits).unwrap(), "{}", group.name());
            assert_eq!(fast.known, slow.known, "{}", group.name());
            if let Some(mut game) = SplitGame::<Search<Tree>>::new(&group) {
                split += 1;
                for (words, value) in &fast.known {
                    let normal = Subset::from_words(group.order(), words);
                    assert_eq!(game.value(&normal, &limits).unwrap(), *value, "{}", group.name());
                }
            }
        }
        assert!(split > 30, "{split} groups are products of coprime orders");
    }
}
