//! The game of groups on groups without a list of elements: infinite ones given by a presentation, `group(<a,b | a^2 = b^3>)`, and
//! symmetric and alternating groups of many letters, `group(S50)[(1 2 3)]`.
//!
//! What is chosen is set equal to 1. When a finite group is left, it is answered as every other; while the group is infinite, it
//! is N when a short word leaves a finite group that is P. The normal subgroups of S_n, n ≥ 5, are 1, A_n and S_n.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use serde_json::{Value as Json, json};

use crate::algebra::{AbelianValues, GroupGame, Value};
use crate::claim::Claim;
use crate::game::{Outcome, Play};
use crate::group::{LargeElement, LargeGroup, LargeShape, PresentedGroup};
use crate::language::kind::{Kind, Proof, Theorem, Unlisted};
use crate::language::moves::WinningMoves;
use crate::language::parser::{Reader, Subject};
use crate::language::position::Position;
use crate::limits::{Limits, Unanswered};
use crate::ordinal::Ordinal;
use crate::subset::Subset;
use crate::text::ReadError;

/// A group without a list of elements, with the text that names it. Equal when the texts are.
#[derive(Debug)]
pub struct PresentedRules {
    text: String,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Presentation(PresentedGroup),
    /// S_n or A_n, n ≥ 5.
    Letters(LargeGroup),
}

/// A position: the elements chosen, as they are written.
#[derive(Debug)]
pub struct Presented {
    rules: Arc<PresentedRules>,
    chosen: Vec<String>,
    value: OnceLock<Option<Value>>,
    reply: OnceLock<(Play, Option<String>)>,
}

/// The most rows of a table of cosets for a quotient.
const ROWS: usize = 20_000;

/// The longest words that are tried as moves, for two generators; shorter ones for more.
const LONGEST_WORD: usize = 5;

/// The most words that are tried.
const MOST_WORDS: usize = 600;

/// Reads a position on S_n or A_n with more than so many letters; `None`, and nothing is passed over, for others.
pub(super) fn read_large(reader: &mut Reader<'_>) -> Result<Option<Subject>, ReadError> {
    let start = reader.cursor.at;
    let (inner, _) = reader.in_parentheses("group".len())?;
    let name = inner.trim();
    let is_letters = name.starts_with(['S', 'A']) && !name.contains(['^', 'x', ':', '(', '/']);
    let large = if is_letters {
        LargeGroup::parse_larger(name, super::chosen::LARGEST_GROUND, reader.sources.limits).ok().flatten()
    } else {
        None
    };
    match large {
        Some(group) if matches!(group.shape(), LargeShape::Symmetric(_) | LargeShape::Alternating(_)) => {
            let rules = Arc::new(PresentedRules { text: name.to_owned(), source: Source::Letters(group) });
            with_elements(reader, rules).map(Some)
        }
        _ => {
            reader.cursor.at = start;
            Ok(None)
        }
    }
}

/// Reads a position on a presented group; `None` when what stands in the parentheses is no presentation.
pub(super) fn read(reader: &mut Reader<'_>) -> Result<Option<Subject>, ReadError> {
    let (inner, _) = reader.in_parentheses("group".len())?;
    let name = inner.trim();
    let Ok(presented) = PresentedGroup::parse(name) else { return Ok(None) };
    let rules = Arc::new(PresentedRules { text: name.to_owned(), source: Source::Presentation(presented) });
    with_elements(reader, rules).map(Some)
}

fn with_elements(reader: &mut Reader<'_>, rules: Arc<PresentedRules>) -> Result<Subject, ReadError> {
    let mut chosen = Vec::new();
    if let Some((elements, start)) = reader.in_brackets()? {
        for span in crate::generate::ground::list(elements) {
            let element =
                rules.element(&elements[span.clone()]).map_err(|error| error.shifted(start + span.start))?;
            chosen.push(element);
        }
    }
    Ok(Subject::Position(Presented::new(rules, chosen).into()))
}

impl PresentedRules {
    /// An element as it is written.
    fn element(&self, text: &str) -> Result<String, ReadError> {
        Ok(match &self.source {
            Source::Presentation(group) => group.read_word(text)?,
            Source::Letters(group) => group.parse_element(text)?.to_string(),
        })
    }

    /// The order of the quotient of S_n or A_n by the normal closure of elements, where it is 1 or 2.
    fn small_quotient(&self, group: &LargeGroup, chosen: &[String]) -> Option<u32> {
        let is_symmetric = matches!(group.shape(), LargeShape::Symmetric(_));
        let mut quotient = None;
        for element in chosen {
            let Ok(LargeElement::Permutation(permutation)) = group.parse_element(element) else { continue };
            if !permutation.is_identity() {
                let is_all = !is_symmetric || !permutation.is_even() || quotient == Some(1);
                quotient = Some(if is_all { 1 } else { 2 });
            }
        }
        quotient
    }
}

impl Presented {
    fn new(rules: Arc<PresentedRules>, chosen: Vec<String>) -> Self {
        Presented { rules, chosen, value: OnceLock::new(), reply: OnceLock::new() }
    }

    fn with(&self, element: String) -> Presented {
        let mut chosen = self.chosen.clone();
        chosen.push(element);
        Presented::new(Arc::clone(&self.rules), chosen)
    }

    /// The value of what is left; `None` when that is infinite, or not known to be finite.
    fn value(&self, limits: &Limits) -> Result<Option<Value>, Unanswered> {
        if let Some(known) = self.value.get() {
            return Ok(*known);
        }
        let found = match &self.rules.source {
            Source::Letters(group) => {
                let is_symmetric = matches!(group.shape(), LargeShape::Symmetric(_));
                // The trivial group is over; Z2 and a simple group have one move, to it.
                let simple = Value::of([Value::END]);
                Some(match self.rules.small_quotient(group, &self.chosen) {
                    Some(1) => Value::END,
                    None if is_symmetric => Value::of([Value::END, simple]),
                    _ => simple,
                })
            }
            Source::Presentation(group) => match group.quotient(&self.chosen, ROWS, limits) {
                Ok(Some(finite)) => {
                    let mut game = GroupGame::new(&finite);
                    let nothing = Subset::singleton(finite.order(), 0);
                    Some(game.value_modulo(&nothing, &mut AbelianValues::default(), limits)?)
                }
                Ok(None) => None,
                Err(error) => {
                    return Err(match error.stopped {
                        Some(reason) => Unanswered::Stopped(reason),
                        None => Unanswered::OutOfReach(error.message),
                    });
                }
            },
        };
        Ok(*self.value.get_or_init(|| found))
    }

    /// An element whose choice leaves a group that is P, if a short one is found.
    fn reply(&self, play: Play, limits: &Limits) -> Result<Option<String>, Unanswered> {
        if let Some((known, reply)) = self.reply.get()
            && *known == play
        {
            return Ok(reply.clone());
        }
        let candidates = match &self.rules.source {
            Source::Presentation(group) => {
                let words = (1..=LONGEST_WORD).map(|length| group.short_words(length));
                words
                    .take_while(|words| words.len() <= MOST_WORDS)
                    .last()
                    .unwrap_or_else(|| group.short_words(1))
            }
            Source::Letters(_) => vec!["(1 2)".to_owned(), "(1 2 3)".to_owned()],
        };
        let mut found = None;
        for word in candidates {
            limits.poll()?;
            let Ok(element) = self.rules.element(&word) else { continue };
            if let Some(value) = self.with(element).value(limits)?
                && value.outcome(play) == Outcome::P
            {
                found = Some(word);
                break;
            }
        }
        let _ = self.reply.set((play, found.clone()));
        Ok(found)
    }

    fn is_infinite(&self) -> bool {
        self.value.get().is_none_or(Option::is_none)
    }
}

impl Kind for Presented {
    fn name(&self) -> &'static str {
        "presented"
    }

    fn options(&self) -> Vec<Position> {
        let reply = [Play::Normal, Play::Misere].into_iter().filter_map(|play| {
            let reply = self.reply(play, &Limits::none().with_work(1 << 20)).ok()??;
            Some(Position::from(self.with(reply)))
        });
        reply.collect()
    }

    fn is_over(&self) -> bool {
        match &self.rules.source {
            Source::Letters(group) => self.rules.small_quotient(group, &self.chosen) == Some(1),
            Source::Presentation(group) => {
                let quotient = group.quotient(&self.chosen, ROWS, &Limits::none());
                quotient.is_ok_and(|finite| finite.is_some_and(|finite| finite.order() == 1))
            }
        }
    }

    fn bound_on_options(&self, _: &Limits) -> u64 {
        u64::MAX
    }

    fn can_list(&self) -> Result<(), Unlisted> {
        Err("a group whose elements are not listed".to_owned())
    }

    fn is_finite(&self) -> bool {
        matches!(self.rules.source, Source::Letters(_))
    }

    fn some_move(&self) -> Option<Position> {
        self.options().into_iter().next()
    }

    fn choose(&self, element: &str) -> Option<Result<Option<Position>, String>> {
        let element = match self.rules.element(element) {
            Ok(element) => element,
            Err(error) => return Some(Err(error.to_string())),
        };
        if self.is_over() {
            return Some(Err("the game is over".to_owned()));
        }
        Some(Ok((!self.chosen.contains(&element)).then(|| self.with(element).into())))
    }

    fn nimber(&self, limits: &Limits) -> Theorem<Ordinal> {
        Some(match self.value(limits) {
            Ok(Some(value)) => Ok(Ordinal::from(u64::from(value.nimber))),
            Ok(None) => Err(Unanswered::OutOfReach(format!(
                "{self} is infinite or too large, and its nimber is not known"
            ))),
            Err(why) => Err(why),
        })
    }

    fn reason(&self, play: Option<Play>) -> Option<Claim> {
        if let Source::Letters(_) = self.rules.source {
            return Some(Claim::Proved("alternating groups of five letters or more are simple".to_owned()));
        }
        if let Some(play) = play
            && self.is_infinite()
            && let Some((known, Some(reply))) = self.reply.get()
            && *known == play
        {
            return Some(Claim::Proved(format!("choosing {reply} leaves a finite group that is P")));
        }
        Some(Claim::Proved(
            "coset enumeration; mex over normal subgroups and their joins with normal closures (Brandenburg, Section 4)"
                .to_owned(),
        ))
    }

    fn outcome(&self, play: Play, limits: &Limits) -> Theorem<Outcome> {
        let found = self.value(limits).and_then(|value| match value {
            Some(value) => Ok(value.outcome(play)),
            None => self.reply(play, limits)?.map(|_| Outcome::N).ok_or_else(|| {
                Unanswered::OutOfReach(format!(
                    "{self} is infinite or too large, and no short element leaves a finite group that is P"
                ))
            }),
        });
        Some(found)
    }

    fn winning_moves(&self, play: Play, limits: &Limits) -> Theorem<WinningMoves> {
        let moves = self.reply(play, limits).map(|reply| WinningMoves {
            moves: reply.into_iter().map(|reply| self.with(reply).into()).collect(),
            complete: false,
        });
        Some(moves)
    }

    fn proof(&self) -> Proof {
        Proof::Quotients
    }

    fn parts(&self) -> Json {
        json!({ "structure": self.to_string() })
    }
}

impl fmt::Display for Presented {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "group({})", self.rules.text)?;
        if self.chosen.is_empty() { Ok(()) } else { write!(f, "[{}]", self.chosen.join(", ")) }
    }
}

impl Presented {
    fn key(&self) -> (&str, &[String]) {
        (&self.rules.text, &self.chosen)
    }
}

impl Ord for Presented {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Presented {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Presented {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Presented {}

impl Hash for Presented {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}
