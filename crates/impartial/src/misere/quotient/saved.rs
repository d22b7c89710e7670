//! A search put aside, to be taken up later where it was.
//!
//! What is saved is the state of the search itself: the diagram of the exact stage with what it remembers, the elements if they
//! were written down, the values and the states of the tail stage. So taking it up costs the reading:
//!
//! ```text
//! "impartial misere quotient 1\n"  the short part as JSON "\n"  (length (8 bytes)  numbers (4 bytes each))…  seal (8 bytes)
//! ```
//!
//! with the lowest byte first. The values are not worked out again, which would take as long as the search did; the seal over all
//! bytes shows when one of them was changed, and certificates prove the answers anew.

use std::io::{self, Write as _};

use super::exact::{Exact, SavedExact};
use super::tail::{SavedTail, Tail};
use super::{Growth, MisereQuotient, Progress, Status};
use crate::limits::{Limits, StopReason};
use crate::misere::infinite::{InfiniteGame, SavedInfinite};
use crate::misere::lists::{Lists, Seal, Sealing};
use crate::misere::transition::Source;

const MAGIC: &[u8] = b"impartial misere quotient 1\n";

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedQuotient {
    short: Short,
    lists: Lists,
}

/// What is short of it, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct Short {
    /// The game: its codes, and the number of its listed generators.
    game: String,
    /// A number made of the listed generators.
    rules: u64,
    /// The last position done.
    heap: u64,
    /// Where the partial quotient changed.
    growth: Vec<Growth>,
    status: Status,
    exact: Option<SavedExact>,
    tail: Option<SavedTail>,
    bound: Option<usize>,
    allow_kernel: bool,
    compared: u64,
    described: Option<SavedInfinite>,
}

/// Why a saved search was not resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// The saved search is of another game, is not whole, or was changed.
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

/// A number made of the listed generators of a game.
fn rules_seal(source: &Source) -> u64 {
    let rules = match source {
        Source::Heaps(_) => return 0,
        Source::List(rules) => rules,
        Source::Union(union) => union.list(),
    };
    let options = (0..rules.len() as u32).map(|generator| rules.options(generator)).collect::<Vec<_>>();
    Seal::of(format!("{options:?}").as_bytes())
}

fn wrong(what: &str) -> ResumeError {
    ResumeError::Wrong(format!("the saved search {what}"))
}

impl SavedQuotient {
    /// The game: its codes, and the number of its listed generators.
    pub fn game(&self) -> &str {
        &self.short.game
    }

    /// The last position done.
    pub fn heap(&self) -> u64 {
        self.short.heap
    }

    /// The last position of which the file says something: the last one done, or that of the description beyond.
    pub fn last(&self) -> u64 {
        self.short.described.as_ref().map_or(self.short.heap, |described| described.progress().0)
    }

    /// What [`MisereQuotient::progress`] is when the search is resumed.
    pub fn progress(&self) -> Progress {
        let Short { heap, exact, tail, described, .. } = &self.short;
        Progress {
            heap: *heap,
            is_enumerated: tail.is_some() || exact.as_ref().is_none_or(SavedExact::is_enumerated),
            work: 0,
            described: described.as_ref().map(SavedInfinite::progress),
        }
    }

    /// Writes the search down; [`from_bytes`](Self::from_bytes) reads it.
    pub fn write_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let mut sealing = Sealing { out, seal: Seal::default() };
        sealing.write_all(MAGIC)?;
        sealing.write_all(serde_json::to_string(&self.short)?.as_bytes())?;
        sealing.write_all(b"\n")?;
        self.lists.write_to(&mut sealing)?;
        let seal = sealing.seal.number();
        out.write_all(&seal.to_le_bytes())
    }

    /// The search that was written as these bytes.
    ///
    /// # Errors
    /// When they are no such search, or not all of one, or were changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ResumeError> {
        if !bytes.starts_with(MAGIC) {
            return Err(ResumeError::Wrong("this is no saved search for a quotient".to_owned()));
        }
        let damaged = || wrong("is not whole, or was changed after it was written");
        let (sealed, seal) = bytes.split_last_chunk().ok_or_else(damaged)?;
        if Seal::of(sealed) != u64::from_le_bytes(*seal) {
            return Err(damaged());
        }
        let rest = sealed.strip_prefix(MAGIC).ok_or_else(damaged)?;
        let line = rest.iter().position(|byte| *byte == b'\n').ok_or_else(damaged)?;
        let broken = || wrong("makes no sense");
        let short = serde_json::from_slice(&rest[..line]).map_err(|_| broken())?;
        Ok(SavedQuotient { short, lists: Lists::read(&rest[line + 1..]).ok_or_else(broken)? })
    }
}

impl MisereQuotient {
    /// The state of the search. Cost: the nodes of the diagram and what is remembered of them, the positions placed.
    pub fn save(&self) -> SavedQuotient {
        let mut lists = Lists::default();
        let short = Short {
            game: game_text(&self.source),
            rules: rules_seal(&self.source),
            heap: self.heap(),
            growth: self.growth.clone(),
            status: self.status.clone(),
            exact: self.exact.as_ref().map(|exact| exact.save(&mut lists)),
            tail: self.tail.as_ref().map(Tail::save),
            bound: self.bound,
            allow_kernel: self.allow_kernel,
            compared: self.compared,
            described: self.described().map(|(game, read_off)| game.save(read_off, &mut lists)),
        };
        SavedQuotient { short, lists }
    }

    /// The search as it was when saved.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::misere::{MisereQuotient, SavedQuotient};
    /// let (limits, code) = (Limits::none(), "0.15".parse::<impartial::heap::HeapCode>()?);
    /// let mut search = MisereQuotient::of_heaps(code);
    /// search.extend_to(40, &limits).unwrap();
    /// let mut bytes = Vec::new();
    /// search.save().write_to(&mut bytes).unwrap();
    /// let saved = SavedQuotient::from_bytes(&bytes).unwrap();
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
        let SavedQuotient { short, mut lists } = saved;
        let game = game_text(&source);
        if short.game != game {
            return Err(wrong(&format!("is of {}, not of {game}", short.game)));
        }
        if short.rules != rules_seal(&source) {
            return Err(wrong(&format!("is of another game of {game}")));
        }
        limits.poll()?;
        let Short { heap, growth, status, exact, tail, bound, allow_kernel, compared, described, .. } = short;
        let mut search = MisereQuotient::of(source);
        let broken = || wrong("makes no sense");
        search.exact = match exact {
            Some(saved) => {
                Some(Exact::restore(&saved, &mut lists, &search.source, bound, limits)?.ok_or_else(broken)?)
            }
            None => None,
        };
        search.tail = match tail {
            Some(saved) => Some(Tail::restore(&saved).ok_or_else(broken)?),
            None => None,
        };
        search.described = match described {
            Some(saved) => {
                let game = InfiniteGame::restore(saved, &mut lists, &search.source, limits)?;
                Some(Box::new(game.ok_or_else(broken)?))
            }
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
