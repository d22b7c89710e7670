//! A search put aside, to be taken up later where it was.
//!
//! What is saved is the state of the search itself: the diagram of the exact stage with what it remembers, the values and the
//! states of the tail stage. So taking it up costs the reading. The values are not worked out again, which would take as long
//! as the search did; a seal over all numbers shows when one of them was changed, and certificates prove the answers anew.

use super::exact::{Exact, SavedExact};
use super::tail::{SavedTail, Tail};
use super::{Growth, MisereQuotient, Status};
use crate::limits::{Limits, StopReason};
use crate::misere::transition::Source;

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SavedQuotient {
    /// The game: its codes, and the number of its listed generators.
    pub game: String,
    /// The last position done.
    pub heap: u64,
    /// Where the partial quotient changed.
    pub growth: Vec<Growth>,
    /// A number made of everything else; another one shows that something was changed.
    seal: u64,
    state: State,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct State {
    /// A number made of the listed generators.
    rules: u64,
    status: Status,
    exact: Option<SavedExact>,
    tail: Option<SavedTail>,
    bound: Option<usize>,
    allow_kernel: bool,
    compared: u64,
}

/// Why a saved search was not resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// The saved search is of another game, or was changed.
    #[error("{0}")]
    Wrong(String),
    /// A limit was reached while the saved search was read.
    #[error("{0} while the saved search was read")]
    Stopped(StopReason),
}

impl From<StopReason> for ResumeError {
    fn from(reason: StopReason) -> Self {
        ResumeError::Stopped(reason)
    }
}

fn game_text(source: &Source) -> String {
    match source {
        Source::Heaps(code) => code.to_string(),
        Source::List(rules) => format!("{} generators", rules.len()),
        Source::Union(union) => {
            let codes: Vec<String> = union.codes().iter().map(ToString::to_string).collect();
            format!("{} generators and {}", union.list().len(), codes.join(", "))
        }
    }
}

/// A number made of bytes, eight at a time; every step can be undone, so that one change anywhere changes the number.
fn seal(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |seal, chunk| {
        let word = chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        (seal.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

/// A number made of the listed generators of a game.
fn rules_seal(source: &Source) -> u64 {
    let rules = match source {
        Source::Heaps(_) => return 0,
        Source::List(rules) => rules,
        Source::Union(union) => union.list(),
    };
    let options = (0..rules.len() as u32).map(|generator| rules.options(generator)).collect::<Vec<_>>();
    seal(format!("{options:?}").as_bytes())
}

impl SavedQuotient {
    /// The seal that belongs to the rest.
    fn own_seal(&self) -> u64 {
        let parts = (&self.game, self.heap, &self.growth, &self.state);
        // Numbers and texts always have a JSON form.
        serde_json::to_vec(&parts).map_or(0, |bytes| seal(&bytes))
    }
}

impl MisereQuotient {
    /// The state of the search. Cost: the nodes of the diagram and what is remembered of them, the positions placed.
    pub fn save(&self) -> SavedQuotient {
        let state = State {
            rules: rules_seal(&self.source),
            status: self.status.clone(),
            exact: self.exact.as_ref().map(Exact::save),
            tail: self.tail.as_ref().map(Tail::save),
            bound: self.bound,
            allow_kernel: self.allow_kernel,
            compared: self.compared,
        };
        let (game, growth) = (game_text(&self.source), self.growth.clone());
        let mut saved = SavedQuotient { game, heap: self.heap(), growth, seal: 0, state };
        saved.seal = saved.own_seal();
        saved
    }

    /// The search as it was when saved.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::misere::MisereQuotient;
    /// let (limits, code) = (Limits::none(), "0.15".parse::<impartial::heap::HeapCode>()?);
    /// let mut search = MisereQuotient::of_heaps(code);
    /// search.extend_to(40, &limits).unwrap();
    /// let saved = search.save();
    /// let mut resumed = MisereQuotient::resume(search.source().clone(), saved, &limits).unwrap();
    /// resumed.extend_to(200, &limits).unwrap();
    /// search.extend_to(200, &limits).unwrap();
    /// assert_eq!(search.status(), resumed.status());
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// When the saved search is of another game, was changed, or a limit is reached.
    pub fn resume(source: Source, saved: SavedQuotient, limits: &Limits) -> Result<Self, ResumeError> {
        let wrong = |what: &str| ResumeError::Wrong(format!("the saved search {what}"));
        let game = game_text(&source);
        if saved.game != game {
            return Err(wrong(&format!("is of {}, not of {game}", saved.game)));
        }
        if saved.seal != saved.own_seal() {
            return Err(wrong("was changed after it was written"));
        }
        if saved.state.rules != rules_seal(&source) {
            return Err(wrong(&format!("is of another game of {game}")));
        }
        limits.poll()?;
        let SavedQuotient { heap, growth, state, .. } = saved;
        let State { status, exact, tail, bound, allow_kernel, compared, .. } = state;
        let mut search = MisereQuotient::of(source);
        let broken = || wrong("makes no sense");
        search.exact = match exact {
            Some(saved) => Some(Exact::restore(&saved, &search.source, bound, limits)?.ok_or_else(broken)?),
            None => None,
        };
        search.tail = match tail {
            Some(saved) => Some(Tail::restore(&saved).ok_or_else(broken)?),
            None => None,
        };
        if search.heap() != heap || (search.exact.is_none() && search.tail.is_none()) {
            return Err(broken());
        }
        (search.growth, search.status) = (growth, status);
        (search.bound, search.allow_kernel, search.compared) = (bound, allow_kernel, compared);
        Ok(search)
    }
}
