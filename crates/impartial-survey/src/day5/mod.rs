//! The misère games born by day 5, all 4,171,780 of them, by their sets of followers.
//!
//! A game born by day 5 is a set S of the 22 games born by day 4; its followers F(S) are S and their followers. Three facts make one
//! pass over all of them possible:
//!
//! * The quotient of a closed set of games is infinite as soon as that of a closed subset is ([PS, Lemma 5.6], the other way
//!   round: a quotient of a submonoid is infinite only if the monoid is). A few closed sets that are proved infinite settle every
//!   game whose followers contain one of them, by a bit test ([`sets`]).
//! * Games with the same followers share the diagram of outcomes of these; each adds one generator to it.
//! * A game that is infinite itself nearly always is so because of sums of few followers beside a fixed sum, and many games have that
//!   problem in common: it is proved once and then recognised ([`problems`]).
//!
//! [`Day5`] walks over the closed sets of the 22 games, each once, in a fixed order, and from each set over the games with these
//! followers. The games fall into [`PARTS`] parts that know nothing of each other, so that what is found does not depend on the number of
//! workers. Nothing depends on a clock.

mod born;
mod problems;
mod proof;
mod sets;
#[cfg(test)]
mod tests;

use impartial::limits::{Limits, StopReason};
use impartial::misere::Rules;

pub use born::Games;
use born::{BornByDay4, members, sums};
pub use problems::Problem;
use problems::{Problems, names};
pub use sets::InfiniteSet;
use sets::{Closed, Followers, LeastSets};

/// The number of parts into which the games fall.
pub const PARTS: u64 = 2;
/// A game that closes does so with little of the work that a proof may take; more would only take memory.
const PUSH_SHARE: u64 = 40;
/// So many closed sets in a row belong to one part.
const ROW: u64 = 64;

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
    /// The quotient is infinite beside a fixed sum: the number of the problem in [`Day5::problems`].
    Beside(usize),
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
    /// Infinite beside a fixed sum.
    pub beside: u64,
    /// The followers did not close.
    pub open_followers: u64,
    /// The game itself did not close.
    pub open: u64,
}

impl Tally {
    /// All of them.
    pub fn all(&self) -> u64 {
        self.finite + self.infinite + self.beside + self.open_followers + self.open
    }
}

impl FromIterator<Found> for Tally {
    fn from_iter<I: IntoIterator<Item = Found>>(found: I) -> Self {
        let mut tally = Tally::default();
        for found in found {
            *match found {
                Found::Finite { .. } => &mut tally.finite,
                Found::Infinite(_) => &mut tally.infinite,
                Found::Beside(_) => &mut tally.beside,
                Found::OpenFollowers => &mut tally.open_followers,
                Found::Open => &mut tally.open,
            } += 1;
        }
        tally
    }
}

/// A survey of one part of the games born by day 5, or of every k-th of them.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial_survey::{Day5, Found};
/// // Every 200,000th game.
/// let mut survey = Day5::new(200_000, 20_000, 0);
/// let mut games = Vec::new();
/// let ran = survey.run(&Limits::none().with_work(0), &mut |_, game, found| games.push((game, found)));
/// assert!(ran.is_err(), "no work was allowed");
/// ```
pub struct Day5 {
    born: BornByDay4,
    every: u64,
    work: u64,
    part: u64,
    sets: LeastSets,
    problems: Problems,
    /// How many closed sets and how many games were met, whether looked at or not.
    rows: u64,
    met: u64,
}

/// Hears the number of a game in the order of the walk, its options, and what is found of it.
pub type Hears<'a> = dyn FnMut(u64, Games, Found) + 'a;

impl Day5 {
    /// Every `every`-th game of one of the [`PARTS`], each closed set and each game with `work` steps.
    pub fn new(every: u64, work: u64, part: u64) -> Self {
        Day5 {
            born: BornByDay4::new(),
            every: every.max(1),
            work,
            part,
            sets: LeastSets::default(),
            problems: Problems::default(),
            rows: 0,
            met: 0,
        }
    }

    /// The closed sets that are proved infinite, in the order in which they were found; none contains another. The same in all parts.
    pub fn infinite_sets(&self) -> &[InfiniteSet] {
        &self.sets.infinite
    }

    /// The least closed sets that did not close and for which no proof was found.
    pub fn open_sets(&self) -> &[Games] {
        &self.sets.open
    }

    /// The problems of games beside fixed sums, in the order in which they were met, proved and open.
    pub fn problems(&self) -> &[Problem] {
        &self.problems.met
    }

    /// The number of games that were met, whether looked at or not: 4,171,780 after a whole run.
    pub fn met(&self) -> u64 {
        self.met
    }

    /// The game with these options, written down.
    pub fn name(&mut self, options: Games) -> String {
        self.born.name(options)
    }

    /// A problem in words: which sums beside what.
    pub fn problem_text(&mut self, problem: &Problem) -> String {
        let sums: Vec<String> = members(problem.generators).map(|at| self.born.text(at)).collect();
        let mut beside = Vec::new();
        for (game, copies) in &problem.beside {
            let name = match game {
                Some(at) => self.born.text(*at),
                None => self.born.name(problem.game),
            };
            beside.push(if *copies == 1 { name } else { format!("{copies} {name}") });
        }
        format!("sums of {} beside {}", sums.join(", "), beside.join(" + "))
    }

    /// Whether a set of games, as the options of a game, is canonical.
    pub fn is_canonical(&self, set: Games) -> bool {
        self.born.is_canonical(set)
    }

    /// The rules of a game and its followers, for a look by another way.
    pub fn rules(&mut self, options: Games) -> Rules {
        self.born.rules(options)
    }

    /// Goes through the closed sets and from each through the games with these followers.
    ///
    /// # Errors
    /// When the limits stop it: what was heard stands.
    pub fn run(&mut self, limits: &Limits, hear: &mut Hears<'_>) -> Result<(), StopReason> {
        (self.rows, self.met) = (0, 0);
        // The game without options has no followers; the set {0} is the first closed set.
        self.games_of(0, &mut Followers::start(), limits, hear)?;
        self.walk(0, 0, &Followers::start(), limits, hear)
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
        for next in first..born::COUNT {
            limits.poll()?;
            if self.born.options[next] & !set != 0 {
                continue;
            }
            let larger = set | 1 << next;
            let state = self.sets.with(&self.born, (set, followers), next, self.work, limits)?;
            self.games_of(larger, &mut state.clone(), limits, hear)?;
            self.walk(larger, next + 1, &state, limits, hear)?;
        }
        Ok(())
    }

    /// The canonical games whose followers are exactly this closed set.
    fn games_of(
        &mut self,
        set: Games,
        followers: &mut Followers,
        limits: &Limits,
        hear: &mut Hears<'_>,
    ) -> Result<(), StopReason> {
        let is_mine = self.rows / ROW % PARTS == self.part;
        self.rows += 1;
        let maximal = self.born.maximal(set);
        let rest = set & !maximal;
        // Every subset of the rest, by the usual trick of bits.
        let mut chosen: Games = 0;
        loop {
            let options = maximal | chosen;
            if self.born.is_canonical(options) {
                if is_mine && self.met.is_multiple_of(self.every) {
                    let found = self.find(set, options, followers, limits)?;
                    hear(self.met, options, found);
                }
                self.met += 1;
            }
            chosen = chosen.wrapping_sub(rest) & rest;
            if chosen == 0 {
                return Ok(());
            }
        }
    }

    fn find(
        &mut self,
        set: Games,
        game: Games,
        followers: &mut Followers,
        limits: &Limits,
    ) -> Result<Found, StopReason> {
        let closed = match followers {
            Followers::Infinite(known) => return Ok(Found::Infinite(*known)),
            Followers::Open => return Ok(Found::OpenFollowers),
            Followers::Closed(closed) => closed,
        };
        let within = || limits.clone().quiet().with_work(self.work);
        let short = limits.clone().quiet().with_work(self.work.div_ceil(PUSH_SHARE));
        let Closed { diagram, options, places } = &mut **closed;
        let own = sums(game, places);
        if own.is_empty() {
            return Ok(Found::Finite { order: 1, p_portion: 0 });
        }
        let names = names(members(set).skip(1), Some(game));
        if diagram.push_knowing(&own, &names, &mut self.problems.known, &short).is_ok() {
            let quotient = diagram.quotient(&within());
            diagram.pop();
            limits.poll()?;
            return Ok(quotient.map_or(Found::Open, |(monoid, _)| Found::Finite {
                order: monoid.order() as u64,
                p_portion: monoid.p_order() as u64,
            }));
        }
        limits.poll()?;
        options.push(own);
        let problem = self.problems.of(game, diagram, options, &names, &within());
        options.pop();
        limits.poll()?;
        let proved = problem.filter(|number| self.problems.met[*number].is_proved);
        Ok(proved.map_or(Found::Open, Found::Beside))
    }

    /// The certificate that a game is infinite beside a fixed sum, worked out afresh; `None` when it does not close for another reason, or closes.
    pub fn proof_beside(&mut self, game: Games, limits: &Limits) -> Result<Option<String>, StopReason> {
        let followers = self.born.closure(game);
        let (mut state, closes) = sets::closed(&self.born, followers, self.work, limits)?;
        let own = sums(game, &state.places);
        if !closes || own.is_empty() || state.diagram.push(&own, limits).is_ok() {
            return Ok(None);
        }
        state.options.push(own);
        let Some(least) = problems::least(&mut state.diagram, limits)? else { return Ok(None) };
        let solved = problems::solve(&least, &state.options, limits)?;
        Ok(solved.map(|solved| proof::certificate(&solved).to_string()))
    }
}
