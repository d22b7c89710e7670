//! The misère games born by day 5, all 4,171,780 of them, by their sets of followers.
//!
//! A game born by day 5 is a set S of the 22 games born by day 4; its followers F(S) are S and their followers. Two facts make one
//! pass over all of them possible:
//!
//! * The quotient of a closed set of games is infinite as soon as that of a closed subset is ([PS, Lemma 5.6], the other way
//!   round: a quotient of a submonoid is infinite only if the monoid is). A few closed sets that are proved infinite settle every
//!   game whose followers contain one of them, by a bit test.
//! * Games with the same followers share the diagram of outcomes of these; each adds one generator to it.
//!
//! [`Day5`] walks over the closed sets of the 22 games, each once, in a fixed order, and from each set over the games with these
//! followers. Nothing depends on a clock.

use impartial::game::notation::conway_notation;
use impartial::game::{Forest, Outcome, Tree};
use impartial::limits::{Limits, StopReason};
use impartial::misere::{CanonicalForms, OutcomeDiagram, Rules, Sum};
use impartial::question::{Asking, Question as _, QuotientQuestion};

/// A set of the 22 games, a bit each, the oldest first.
pub type Games = u32;

/// A closed set whose quotient is proved to be infinite, and so is that of every larger one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfiniteSet {
    /// Its games.
    pub games: Games,
    /// The same as trees, the question that proves it: `impartial quotient TREES`.
    pub trees: String,
    /// The certificate.
    pub certificate: Option<String>,
}

/// What is found of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The quotient is finite: its order and the size of its P-portion.
    Finite {
        /// The order.
        order: u64,
        /// The size of the P-portion.
        p_portion: u64,
    },
    /// The quotient is infinite, since that of a set of followers is: the number of the set in [`Day5::infinite_sets`].
    Infinite(usize),
    /// The quotient of its followers did not close, and no proof was found.
    OpenFollowers,
    /// That of its followers is finite, and with the game itself it did not close.
    Open,
}

/// How many games were found to be what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Finite.
    pub finite: u64,
    /// Infinite by a set of followers.
    pub infinite: u64,
    /// The followers did not close.
    pub open_followers: u64,
    /// The game itself did not close.
    pub open: u64,
}

impl Tally {
    /// All of them.
    pub fn all(&self) -> u64 {
        self.finite + self.infinite + self.open_followers + self.open
    }

    fn count(&mut self, found: Found) {
        match found {
            Found::Finite { .. } => self.finite += 1,
            Found::Infinite(_) => self.infinite += 1,
            Found::OpenFollowers => self.open_followers += 1,
            Found::Open => self.open += 1,
        }
    }
}

impl FromIterator<Found> for Tally {
    fn from_iter<I: IntoIterator<Item = Found>>(found: I) -> Self {
        let mut tally = Tally::default();
        found.into_iter().for_each(|found| tally.count(found));
        tally
    }
}

/// The state of a closed set on the way.
#[derive(Clone)]
enum Followers {
    /// Its diagram, and the place of each of its games among the generators.
    Closed(Box<OutcomeDiagram>, [u8; 22]),
    /// Proved infinite by this set.
    Infinite(usize),
    /// It did not close.
    Open,
}

impl Followers {
    /// No followers yet.
    fn start() -> Self {
        Followers::Closed(Box::new(OutcomeDiagram::new()), [0; 22])
    }
}

/// A survey of the games born by day 5, or of every k-th of them.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial_survey::{Day5, Found};
/// // Every 200,000th game.
/// let mut survey = Day5::new(200_000, 20_000);
/// let mut games = Vec::new();
/// let tally = survey.run(&Limits::none().with_work(0), &mut |game, found| games.push((game, found)));
/// assert!(tally.is_err(), "no work was allowed");
/// ```
pub struct Day5 {
    forest: Forest,
    trees: Vec<Tree>,
    /// For each game its options.
    options: Vec<Games>,
    /// For each game those that have it as an option.
    parents: Vec<Games>,
    p_positions: Games,
    every: u64,
    work: u64,
    infinite: Vec<InfiniteSet>,
    /// Closed sets that do not close within the work, and no proof was found.
    open: Vec<Games>,
    is_prepared: bool,
    /// How many games were met, whether looked at or not.
    met: u64,
    tally: Tally,
}

/// Hears what is found of a game.
pub type Hears<'a> = dyn FnMut(Games, Found) + 'a;

impl Day5 {
    /// Every `every`-th game, each closed set and each game with `work` steps.
    pub fn new(every: u64, work: u64) -> Self {
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        let trees = misere.born_by(&mut forest, 4).expect("day 4 is listed");
        let place =
            |tree: &Tree| trees.iter().position(|other| other == tree).expect("options are born earlier");
        let options: Vec<Games> = trees
            .iter()
            .map(|tree| forest.options(*tree).iter().map(|option| 1 << place(option)).sum())
            .collect();
        let parents = (0..trees.len())
            .map(|h| (0..trees.len()).filter(|e| options[*e] >> h & 1 == 1).map(|e| 1 << e).sum())
            .collect();
        let is_p: Vec<bool> =
            trees.clone().into_iter().map(|tree| misere.outcome(&mut forest, tree) == Outcome::P).collect();
        let p_positions = (0..trees.len()).filter(|at| is_p[*at]).map(|at| 1 << at).sum();
        let (every, infinite) = (every.max(1), Vec::new());
        Day5 {
            forest,
            trees,
            options,
            parents,
            p_positions,
            every,
            work,
            infinite,
            open: Vec::new(),
            is_prepared: false,
            met: 0,
            tally: Tally::default(),
        }
    }

    /// The closed sets that are proved infinite, in the order in which they were found; none contains another.
    pub fn infinite_sets(&self) -> &[InfiniteSet] {
        &self.infinite
    }

    /// The least closed sets that did not close and for which no proof was found.
    pub fn open_sets(&self) -> &[Games] {
        &self.open
    }

    /// The number of games that were met, whether looked at or not: 4,171,780 after a whole run.
    pub fn met(&self) -> u64 {
        self.met
    }

    /// The game with these options, written down.
    pub fn name(&mut self, options: Games) -> String {
        let options: Vec<Tree> = self.members(options).map(|at| self.trees[at]).collect();
        let tree = self.forest.set(options);
        conway_notation(&self.forest, tree)
    }

    /// Whether a set of games, as the options of a game, is canonical: it does not revert to any H (see [`CanonicalForms`]).
    pub fn is_canonical(&self, set: Games) -> bool {
        !(0..self.trees.len()).any(|h| {
            let (kept, extra) = (self.options[h], set & !self.options[h]);
            set & kept == kept
                && extra != 0
                && extra & !self.parents[h] == 0
                && (kept != 0 || extra & self.p_positions != 0)
        })
    }

    fn members(&self, set: Games) -> impl Iterator<Item = usize> + use<> {
        (0..self.trees.len()).filter(move |at| set >> at & 1 == 1)
    }

    /// Goes through the closed sets for those that do not close, then through the games.
    ///
    /// # Errors
    /// When the limits stop it: what was heard stands.
    pub fn run(&mut self, limits: &Limits, hear: &mut Hears<'_>) -> Result<Tally, StopReason> {
        (self.met, self.tally) = (0, Tally::default());
        if !self.is_prepared {
            self.prepare(0, 0, &Followers::start(), limits)?;
            self.is_prepared = true;
        }
        // The game without options has no followers; the set {0} is the first closed set.
        self.games_of(0, &Followers::start(), limits, hear)?;
        self.walk(0, 0, &Followers::start(), limits, hear)?;
        Ok(self.tally)
    }

    /// Finds the least closed sets that do not close, and the proofs that they are infinite.
    ///
    /// Sets are reached by adding games in order of age; what comes before a game in a least set closes, so none is missed when
    /// nothing is looked at beyond a set that does not close.
    fn prepare(
        &mut self,
        set: Games,
        first: usize,
        followers: &Followers,
        limits: &Limits,
    ) -> Result<(), StopReason> {
        for next in first..self.trees.len() {
            limits.poll()?;
            let larger = set | 1 << next;
            if self.options[next] & !set != 0 || self.settled(larger).is_some() {
                continue;
            }
            match self.extended(next, followers, limits)? {
                Some(state) => self.prepare(larger, next + 1, &state, limits)?,
                None => {
                    let least = self.least(larger, limits)?;
                    match self.proved_infinite(least, limits)? {
                        Some(proof) => self.infinite.push(proof),
                        None => self.open.push(least),
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a closed set contains one that is known not to close.
    fn settled(&self, set: Games) -> Option<Followers> {
        let infinite = self.infinite.iter().position(|infinite| infinite.games & !set == 0);
        let is_open = || self.open.iter().any(|open| open & !set == 0);
        infinite.map(Followers::Infinite).or_else(|| is_open().then_some(Followers::Open))
    }

    /// From a closed set to those with one more game, which is younger than all of it: so each is met once.
    fn walk(
        &mut self,
        set: Games,
        first: usize,
        followers: &Followers,
        limits: &Limits,
        hear: &mut Hears<'_>,
    ) -> Result<(), StopReason> {
        for next in first..self.trees.len() {
            limits.poll()?;
            if self.options[next] & !set != 0 {
                continue;
            }
            let larger = set | 1 << next;
            let state = match self.settled(larger) {
                Some(settled) => settled,
                None => self.extended(next, followers, limits)?.unwrap_or(Followers::Open),
            };
            self.games_of(larger, &state, limits, hear)?;
            self.walk(larger, next + 1, &state, limits, hear)?;
        }
        Ok(())
    }

    /// The diagram of a closed set with one more game; `None` when it does not close.
    fn extended(
        &self,
        next: usize,
        followers: &Followers,
        limits: &Limits,
    ) -> Result<Option<Followers>, StopReason> {
        let Followers::Closed(diagram, places) = followers else { return Ok(None) };
        let (mut diagram, mut places) = (diagram.clone(), *places);
        if !self.push(&mut diagram, &places, self.options[next], limits)? {
            return Ok(None);
        }
        places[next] = diagram.generators() as u8;
        Ok(Some(Followers::Closed(diagram, places)))
    }

    /// Whether a closed set closes, game by game from the oldest.
    fn closes(&self, set: Games, limits: &Limits) -> Result<bool, StopReason> {
        let mut state = Followers::start();
        for next in self.members(set) {
            match self.extended(next, &state, limits)? {
                Some(larger) => state = larger,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// A closed subset of a set that does not close, from which no game can be left out without the rest closing.
    fn least(&self, set: Games, limits: &Limits) -> Result<Games, StopReason> {
        let (mut least, mut tried) = (set, 0);
        let leaves = |least: Games, tried: Games| {
            self.members(least & !tried).filter(|at| self.parents[*at] & least == 0).last()
        };
        while let Some(at) = leaves(least, tried) {
            let smaller = least & !(1 << at);
            if self.closes(smaller, limits)? {
                tried |= 1 << at;
            } else {
                least = smaller;
            }
        }
        Ok(least)
    }

    /// Adds a game to a diagram; whether it closed within the work.
    fn push(
        &self,
        diagram: &mut OutcomeDiagram,
        places: &[u8; 22],
        options: Games,
        limits: &Limits,
    ) -> Result<bool, StopReason> {
        // The game without options is the empty sum, and no generator.
        let sum =
            |at: usize| if places[at] == 0 { Sum::new() } else { Sum::from([u32::from(places[at]) - 1]) };
        let options: Vec<Sum> = self.members(options).map(sum).collect();
        if options.is_empty() {
            return Ok(true);
        }
        let closed = diagram.push(&options, &limits.clone().quiet().with_work(self.work)).is_ok();
        limits.poll()?;
        Ok(closed)
    }

    /// The proof that a closed set has an infinite quotient, if it is found.
    fn proved_infinite(&self, set: Games, limits: &Limits) -> Result<Option<InfiniteSet>, StopReason> {
        // The followers of the maximal games are all of it.
        let maximal = self.members(set).filter(|at| self.parents[*at] & set == 0);
        let trees: Vec<String> = maximal.map(|at| conway_notation(&self.forest, self.trees[at])).collect();
        let trees = trees.join(",");
        let within = limits.clone().quiet().with_work(self.work);
        let asking = Asking { limits: within.clone(), late: within, ..Asking::with_certificate() };
        let answer = QuotientQuestion::of(&trees).ask(&asking);
        limits.poll()?;
        Ok(answer.ok().filter(|answer| answer.value.infinite.is_some()).map(|answer| InfiniteSet {
            games: set,
            trees,
            certificate: answer.certificate.and_then(Result::ok).map(|proof| proof.to_string()),
        }))
    }

    /// The canonical games whose followers are exactly this closed set.
    fn games_of(
        &mut self,
        set: Games,
        followers: &Followers,
        limits: &Limits,
        hear: &mut Hears<'_>,
    ) -> Result<(), StopReason> {
        let maximal: Games =
            self.members(set).filter(|at| self.parents[*at] & set == 0).map(|at| 1 << at).sum();
        let rest = set & !maximal;
        // Every subset of the rest, by the usual trick of bits.
        let mut chosen: Games = 0;
        loop {
            let options = maximal | chosen;
            if self.is_canonical(options) {
                if self.met.is_multiple_of(self.every) {
                    let found = self.find(options, followers, limits)?;
                    self.tally.count(found);
                    hear(options, found);
                }
                self.met += 1;
            }
            chosen = chosen.wrapping_sub(rest) & rest;
            if chosen == 0 {
                return Ok(());
            }
        }
    }

    fn find(&self, options: Games, followers: &Followers, limits: &Limits) -> Result<Found, StopReason> {
        let (diagram, places) = match followers {
            Followers::Infinite(known) => return Ok(Found::Infinite(*known)),
            Followers::Open => return Ok(Found::OpenFollowers),
            Followers::Closed(diagram, places) => (diagram, places),
        };
        let mut diagram = diagram.clone();
        if !self.push(&mut diagram, places, options, limits)? {
            return Ok(Found::Open);
        }
        let within = limits.clone().quiet().with_work(self.work);
        let quotient = diagram.quotient(&within);
        limits.poll()?;
        Ok(match quotient {
            Ok((monoid, _)) => {
                Found::Finite { order: monoid.order() as u64, p_portion: monoid.p_order() as u64 }
            }
            Err(_) => Found::Open,
        })
    }

    /// The rules of a game and its followers, for a look by another way.
    pub fn rules(&mut self, options: Games) -> Rules {
        let options: Vec<Tree> = self.members(options).map(|at| self.trees[at]).collect();
        let tree = self.forest.set(options);
        let mut rules = Rules::new();
        rules.add_trees(&self.forest, &[tree]);
        rules
    }
}

#[cfg(test)]
mod tests {
    use impartial::misere::count_born_by;

    use super::*;

    /// Fails when a game is met twice or not at all.
    #[test]
    fn every_game_is_met_once() {
        let mut survey = Day5::new(u64::MAX, 20_000);
        // The states do not matter here: nothing is pushed below a set that is open.
        let mut met = 0_u64;
        let mut stack = vec![(0_u32, 0_usize)];
        let mut sets = vec![0];
        while let Some((set, first)) = stack.pop() {
            for next in first..22 {
                if survey.options[next] & !set == 0 {
                    sets.push(set | 1 << next);
                    stack.push((set | 1 << next, next + 1));
                }
            }
        }
        let count = sets.len();
        let unique: std::collections::HashSet<Games> = sets.iter().copied().collect();
        assert_eq!(unique.len(), count);
        for set in sets {
            survey.met = 1;
            survey.games_of(set, &Followers::Open, &Limits::none(), &mut |_, _| ()).unwrap();
            met += survey.met - 1;
        }
        assert_eq!(Some(met.into()), count_born_by(5));
    }

    /// Games of a sample beside the whole search for their quotients.
    #[test]
    fn a_sample_beside_the_definition() {
        let mut survey = Day5::new(40_009, 20_000);
        let mut games = Vec::new();
        let tally = survey.run(&Limits::none(), &mut |game, found| games.push((game, found))).unwrap();
        assert_eq!((tally.all(), survey.met()), (4_171_780_u64.div_ceil(40_009), 4_171_780));
        for set in survey.infinite_sets() {
            assert!(impartial_check::check(set.certificate.as_deref().unwrap()).is_ok(), "{}", set.trees);
        }
        for (game, found) in games {
            let rules = survey.rules(game);
            let name = survey.name(game);
            let within = Limits::none().with_work(200_000);
            let mut search = impartial::misere::MisereQuotient::of_rules(rules.clone());
            let closed = search.extend_to(rules.len() as u64, &within).is_ok()
                && matches!(search.status(), impartial::misere::Status::Complete(_));
            match found {
                Found::Finite { order, p_portion } => {
                    assert!(closed, "{name}");
                    assert_eq!(search.size(&Limits::none()).unwrap(), (order, p_portion), "{name}");
                }
                Found::Infinite(_) => assert!(!closed, "{name}"),
                Found::Open | Found::OpenFollowers => {}
            }
        }
    }
}
