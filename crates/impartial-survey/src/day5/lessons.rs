//! What is learned before the table is gone through: the closed sets that are infinite, and the problems of a sample of games.

use impartial::limits::{Limits, StopReason};
use impartial::misere::Rules;

use super::born::{BornByDay4, Games, members, sums};
use super::part::{Finder, Quotients};
use super::problems::{self, Problem, Problems};
use super::proof;
use super::rows::{Rows, games};
use super::sets::{self, InfiniteSet, LeastSets, Path};

/// The closed sets that do not close, and problems of games beside fixed sums. Parts of the table are gone through with these
/// ([`Part`](super::Part)).
///
/// Invariant: every closed set that does not close within the work contains one of the sets that are known.
pub struct Lessons {
    pub(super) born: BornByDay4,
    pub(super) rows: Rows,
    pub(super) sets: LeastSets,
    pub(super) problems: Problems,
    pub(super) work: u64,
}

impl Lessons {
    /// Looks at all closed sets, and at every `every`-th game; each with `work` steps.
    ///
    /// # Errors
    /// When the limits stop it.
    pub fn take(every: u64, work: u64, limits: &Limits) -> Result<Self, StopReason> {
        let born = BornByDay4::new();
        let rows = Rows::new(&born);
        let (mut sets, mut problems) = (LeastSets::default(), Problems::default());
        let mut path = Path::new();
        let mut quotients = Quotients::default();
        let every = every.max(1);
        for (at, row) in rows.rows.iter().enumerate() {
            limits.poll()?;
            // What is settled needs no diagram, and neither do the rows made from it.
            if sets.settled(row.set).is_some() {
                continue;
            }
            let state = path.to(&rows, at, &mut |followers, next, larger| {
                sets.with(&born, followers, next, larger, work, limits)
            })?;
            let numbered = (row.first..).zip(games(&born, row.set));
            let mut sampled = numbered.filter(|(number, _)| number.is_multiple_of(every)).peekable();
            if sampled.peek().is_none() || !state.is_closed() {
                continue;
            }
            let mut finder = Finder::new(row.set, state, work);
            for (_, game) in sampled {
                finder.find(game, &mut problems, &mut quotients, limits)?;
            }
        }
        Ok(Lessons { born, rows, sets, problems, work })
    }

    /// The closed sets that are proved infinite, in the order in which they were found; none contains another.
    pub fn infinite_sets(&self) -> &[InfiniteSet] {
        &self.sets.infinite
    }

    /// The least closed sets that did not close and for which no proof was found.
    pub fn open_sets(&self) -> &[Games] {
        &self.sets.open
    }

    /// The problems of the games in the sample, in the order in which they were met, proved and open.
    pub fn problems(&self) -> &[Problem] {
        &self.problems.met
    }

    /// The game with these options, written down.
    pub fn name(&self, options: Games) -> String {
        self.born.name(options)
    }

    /// The games of a set that follow no other of it, written down: what a set of followers is known by.
    pub fn names(&self, set: Games) -> String {
        let names: Vec<String> = members(self.born.maximal(set)).map(|at| self.born.text(at)).collect();
        names.join(",")
    }

    /// A problem in words: which sums beside what.
    pub fn problem_text(&self, problem: &Problem) -> String {
        let sums: Vec<String> = members(problem.generators).map(|at| self.born.text(at)).collect();
        let named = |(game, copies): &(Option<usize>, usize)| {
            let name = game.map_or_else(|| self.born.name(problem.game), |at| self.born.text(at));
            if *copies == 1 { name } else { format!("{copies} {name}") }
        };
        let beside: Vec<String> = problem.beside.iter().map(named).collect();
        format!("sums of {} beside {}", sums.join(", "), beside.join(" + "))
    }

    /// Whether a set of games, as the options of a game, is canonical.
    pub fn is_canonical(&self, set: Games) -> bool {
        self.born.is_canonical(set)
    }

    /// The rules of a game and its followers, for a look by another way.
    pub fn rules(&self, options: Games) -> Rules {
        self.born.rules(options)
    }
}

/// The certificate that a game born by day 5 is infinite beside a fixed sum, worked out afresh for that game, with `work` steps; `None` when
/// it closes, or does not close for another reason.
///
/// # Errors
/// When the limits stop it.
pub fn proof_beside(game: Games, work: u64, limits: &Limits) -> Result<Option<String>, StopReason> {
    let born = BornByDay4::new();
    let (mut state, closes) = sets::closed(&born, born.closure(game), work, limits)?;
    let own = sums(game, &state.places);
    if !closes || own.is_empty() || state.diagram.push(&own, limits).is_ok() {
        return Ok(None);
    }
    state.options.push(own);
    let Some(least) = problems::least(&mut state.diagram, limits)? else { return Ok(None) };
    let solved = problems::solve(&least, &state.options, limits)?;
    Ok(solved.map(|solved| proof::certificate(&solved).to_string()))
}
