//! Closed sets of the games born by day 4: which close, and the least that do not.

use impartial::limits::{Limits, StopReason};
use impartial::misere::{KnownSequences, OutcomeDiagram, Sum};
use impartial::question::{Asking, Question as _, QuotientQuestion};

use super::born::{BornByDay4, COUNT, Games, members, sums};
use super::rows::Rows;
use super::{problems, proof};

/// A closed set whose quotient is proved to be infinite, and so is that of every larger one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfiniteSet {
    /// Its games.
    pub games: Games,
    /// The same as trees, those that follow no other.
    pub trees: String,
    /// The certificate.
    pub certificate: Option<String>,
}

/// The state of a closed set on the way.
#[derive(Clone)]
pub(super) enum Followers {
    /// Its diagram.
    Closed(Box<Closed>),
    /// Proved infinite by this set.
    Infinite(usize),
    /// It did not close.
    Open,
}

/// A closed set that closes.
#[derive(Clone)]
pub(super) struct Closed {
    pub(super) diagram: OutcomeDiagram,
    /// The options of the generators of the diagram.
    pub(super) options: Vec<Vec<Sum>>,
    /// The place of each game among the generators, from 1.
    pub(super) places: [u8; COUNT],
}

/// The longest sequence that is followed. Those of the finite quotients of these games have at most two dozen entries.
const BOUND: usize = 32;

impl Closed {
    fn start() -> Self {
        let diagram = OutcomeDiagram::new().with_bound(BOUND).hasty();
        Closed { diagram, options: Vec::new(), places: [0; COUNT] }
    }
}

impl Followers {
    /// No followers yet.
    pub(super) fn start() -> Self {
        Followers::Closed(Box::new(Closed::start()))
    }

    /// The number of functions in the diagram.
    pub(super) fn functions(&self) -> usize {
        match self {
            Followers::Closed(closed) => closed.diagram.nodes(),
            _ => 0,
        }
    }

    /// Whether the quotient is finite.
    pub(super) fn is_closed(&self) -> bool {
        matches!(self, Followers::Closed(_))
    }
}

/// The states of a row and of those it is made from.
pub(super) struct Path {
    steps: Vec<(usize, Followers)>,
}

/// What becomes of the state of a row when one more game is added: from the state, the game, and the larger set.
type Step<'a> = dyn FnMut(&Followers, usize, Games) -> Result<Followers, StopReason> + 'a;

impl Path {
    pub(super) fn new() -> Self {
        Path { steps: Vec::new() }
    }

    /// The state of a row, from the nearest row that it is made from and whose state is here.
    pub(super) fn to(
        &mut self,
        rows: &Rows,
        at: usize,
        step: &mut Step<'_>,
    ) -> Result<&Followers, StopReason> {
        let mut missing = vec![at];
        while let Some((parent, _)) = rows.rows[*missing.last().unwrap_or(&at)].parent {
            missing.push(parent);
        }
        missing.reverse();
        let shared = self.steps.iter().zip(&missing).take_while(|((known, _), at)| known == *at).count();
        self.steps.truncate(shared);
        for at in &missing[shared..] {
            let row = rows.rows[*at];
            let state = match (row.parent, self.steps.last()) {
                (Some((_, next)), Some((_, state))) => step(state, next, row.set)?,
                _ => Followers::start(),
            };
            self.steps.push((*at, state));
        }
        Ok(&self.steps[self.steps.len() - 1].1)
    }
}

/// The least closed sets that are known not to close.
#[derive(Default)]
pub(super) struct LeastSets {
    pub(super) infinite: Vec<InfiniteSet>,
    /// Those for which no proof was found.
    pub(super) open: Vec<Games>,
}

impl LeastSets {
    /// Whether a closed set contains one that is known not to close.
    pub(super) fn settled(&self, set: Games) -> Option<Followers> {
        let infinite = self.infinite.iter().position(|infinite| infinite.games & !set == 0);
        let is_open = || self.open.iter().any(|open| open & !set == 0);
        infinite.map(Followers::Infinite).or_else(|| is_open().then_some(Followers::Open))
    }

    /// The state of a closed set with one more game, when all least sets are known.
    pub(super) fn known(
        &self,
        born: &BornByDay4,
        followers: &Followers,
        next: usize,
        larger: Games,
        work: u64,
        limits: &Limits,
    ) -> Result<Followers, StopReason> {
        if let Some(settled) = self.settled(larger) {
            return Ok(settled);
        }
        let Followers::Closed(closed) = followers else { return Ok(followers.clone()) };
        let mut closed = closed.clone();
        if !push(born, &mut closed, next, work, limits)? {
            return Ok(Followers::Open);
        }
        closed.diagram.collect();
        Ok(Followers::Closed(closed))
    }

    /// The state of a closed set with one more game.
    ///
    /// When it does not close, the least set inside it that does not is looked for and remembered: so few sets are waited for in vain.
    pub(super) fn with(
        &mut self,
        born: &BornByDay4,
        followers: &Followers,
        next: usize,
        larger: Games,
        work: u64,
        limits: &Limits,
    ) -> Result<Followers, StopReason> {
        let found = self.known(born, followers, next, larger, work, limits)?;
        if !matches!((followers, &found), (Followers::Closed(_), Followers::Open))
            || self.settled(larger).is_some()
        {
            return Ok(found);
        }
        let least = least(born, larger, work, limits)?;
        match proved(born, least, work, limits)? {
            Some(proof) => self.infinite.push(proof),
            None => self.open.push(least),
        }
        Ok(self.settled(larger).unwrap_or(Followers::Open))
    }
}

/// Adds a game born by day 4; whether it closed within the work.
fn push(
    born: &BornByDay4,
    closed: &mut Closed,
    next: usize,
    work: u64,
    limits: &Limits,
) -> Result<bool, StopReason> {
    let options = sums(born.options[next], &closed.places);
    // The game without options is the empty sum, and no generator.
    if options.is_empty() {
        return Ok(true);
    }
    closed.options.push(options);
    let options = closed.options.last().map_or(&[][..], Vec::as_slice);
    let names = vec![u32::MAX; closed.options.len()];
    let within = limits.clone().quiet().with_work(work);
    let pushed = closed.diagram.push_knowing(options, &names, &mut KnownSequences::new(), &within);
    limits.poll()?;
    closed.places[next] = closed.options.len() as u8;
    Ok(pushed.is_ok())
}

/// The diagram of a closed set, game by game from the oldest, as far as it closes; whether all of it does.
pub(super) fn closed(
    born: &BornByDay4,
    set: Games,
    work: u64,
    limits: &Limits,
) -> Result<(Closed, bool), StopReason> {
    let mut state = Closed::start();
    for next in members(set) {
        if !push(born, &mut state, next, work, limits)? {
            return Ok((state, false));
        }
    }
    Ok((state, true))
}

/// A closed subset of a set that does not close, from which no game can be left out without the rest closing.
fn least(born: &BornByDay4, set: Games, work: u64, limits: &Limits) -> Result<Games, StopReason> {
    let (mut least, mut tried) = (set, 0);
    let leaf = |least: Games, tried: Games| members(born.maximal(least) & !tried).next_back();
    while let Some(at) = leaf(least, tried) {
        let smaller = least & !(1 << at);
        if closed(born, smaller, work, limits)?.1 {
            tried |= 1 << at;
        } else {
            least = smaller;
        }
    }
    Ok(least)
}

/// The proof that a closed set has an infinite quotient, if one is found: that of the whole, or that beside a fixed sum.
fn proved(
    born: &BornByDay4,
    set: Games,
    work: u64,
    limits: &Limits,
) -> Result<Option<InfiniteSet>, StopReason> {
    let trees: Vec<String> = members(born.maximal(set)).map(|at| born.text(at)).collect();
    let trees = trees.join(",");
    let within = || limits.clone().quiet().with_work(work);
    let (mut state, _) = closed(born, set, work, limits)?;
    let least = problems::least(&mut state.diagram, &within());
    limits.poll()?;
    if let Ok(Some(least)) = least {
        let solved = problems::solve(&least, &state.options, &within());
        limits.poll()?;
        if let Ok(Some(solved)) = solved {
            let certificate = Some(proof::certificate(&solved).to_string());
            return Ok(Some(InfiniteSet { games: set, trees, certificate }));
        }
    }
    let asking = Asking { limits: within(), late: within(), ..Asking::with_certificate() };
    let answer = QuotientQuestion::of(&trees).ask(&asking);
    limits.poll()?;
    Ok(answer.ok().filter(|answer| answer.value.infinite.is_some()).map(|answer| InfiniteSet {
        games: set,
        trees,
        certificate: answer.certificate.and_then(Result::ok).map(|proof| proof.to_string()),
    }))
}
