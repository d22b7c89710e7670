//! The game of groups on groups without a list of elements: infinite ones given by a presentation, `group(<a,b | a^2 = b^3>)`, and
//! symmetric and alternating groups of many letters, `group(S50)[(1 2 3)]`.
//!
//! What is chosen is set equal to 1. When a finite group is left, it is answered as every other, and so is a group whose relators say that it
//! is abelian; otherwise it is N when a short word that is known not to be 1 leaves a group that is P. A word is known not to be 1 where an
//! infinite group has a finite quotient by it, or where some homomorphism does not send it to 1. The normal subgroups of S_n, n ≥ 5, are 1,
//! A_n and S_n.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use num_bigint::BigInt;
use serde_json::{Value as Json, json};

use crate::algebra::{AbelianValues, GroupGame, Integers, Module, ModuleStructure, Value};
use crate::claim::Claim;
use crate::game::{Outcome, Play};
use crate::group::{FiniteGroup, GroupError, LargeElement, LargeGroup, LargeShape, PresentedGroup};
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
    left: OnceLock<Option<Arc<Left>>>,
    reply: OnceLock<(Play, Option<Reply>)>,
}

/// What is left, where it is known.
#[derive(Debug)]
enum Left {
    /// A quotient of S_n or A_n.
    Letters(Value),
    /// A finite group with a list of its elements.
    Finite(Box<FiniteGroup>, Value),
    /// An abelian group, finite or not.
    Abelian(Module<Integers>, ModuleStructure<Integers>),
}

/// An element that wins, and why, where that is not said by what is left now.
#[derive(Clone, Debug)]
struct Reply {
    element: String,
    why: String,
}

impl Left {
    fn outcome(&self, play: Play, limits: &Limits) -> Result<Outcome, Unanswered> {
        Ok(match self {
            Left::Letters(value) | Left::Finite(_, value) => value.outcome(play),
            Left::Abelian(_, structure) => structure.outcome(play, limits)?,
        })
    }

    fn is_trivial(&self) -> bool {
        match self {
            Left::Letters(value) => *value == Value::END,
            Left::Finite(group, _) => group.order() == 1,
            Left::Abelian(_, structure) => structure.is_zero(),
        }
    }
}

/// Exponents as integers of any size.
fn integers(row: &[i128]) -> Vec<BigInt> {
    row.iter().map(|entry| BigInt::from(*entry)).collect()
}

fn unanswered(error: GroupError) -> Unanswered {
    match error.stopped {
        Some(reason) => Unanswered::Stopped(reason),
        None => Unanswered::OutOfReach(error.message),
    }
}

/// The most rows of a table of cosets for a quotient.
const ROWS: usize = 20_000;

/// The longest words that are tried as moves, for two generators; shorter ones for more.
const LONGEST_WORD: usize = 5;

/// The most words that are tried.
const MOST_WORDS: usize = 600;

/// The most finite quotients in which words are looked at.
const MOST_QUOTIENTS: usize = 40;

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
        Presented { rules, chosen, left: OnceLock::new(), reply: OnceLock::new() }
    }

    fn with(&self, element: String) -> Presented {
        let mut chosen = self.chosen.clone();
        chosen.push(element);
        Presented::new(Arc::clone(&self.rules), chosen)
    }

    /// What is left; `None` when that is infinite and not known to be abelian, or not known to be finite.
    fn left(&self, limits: &Limits) -> Result<Option<Arc<Left>>, Unanswered> {
        if let Some(known) = self.left.get() {
            return Ok(known.clone());
        }
        let found = match &self.rules.source {
            Source::Letters(group) => {
                let is_symmetric = matches!(group.shape(), LargeShape::Symmetric(_));
                // The trivial group is over; Z2 and a simple group have one move, to it.
                let simple = Value::of([Value::END]);
                Some(Left::Letters(match self.rules.small_quotient(group, &self.chosen) {
                    Some(1) => Value::END,
                    None if is_symmetric => Value::of([Value::END, simple]),
                    _ => simple,
                }))
            }
            Source::Presentation(group) => {
                if group.is_plainly_abelian(&self.chosen).map_err(unanswered)? {
                    let module = self.abelian_quotient(group, limits)?;
                    let structure = module.structure(limits)?;
                    Some(Left::Abelian(module, structure))
                } else {
                    match group.quotient(&self.chosen, ROWS, limits).map_err(unanswered)? {
                        Some(finite) => {
                            let nothing = Subset::singleton(finite.order(), 0);
                            let mut abelian = AbelianValues::default();
                            let value =
                                GroupGame::new(&finite).value_modulo(&nothing, &mut abelian, limits)?;
                            Some(Left::Finite(Box::new(finite), value))
                        }
                        None => None,
                    }
                }
            }
        };
        Ok(self.left.get_or_init(|| found.map(Arc::new)).clone())
    }

    /// The largest abelian quotient.
    fn abelian_quotient(
        &self,
        group: &PresentedGroup,
        limits: &Limits,
    ) -> Result<Module<Integers>, Unanswered> {
        let rows = group.exponent_sums(&self.chosen).map_err(unanswered)?;
        let rows = rows.iter().map(|row| integers(row)).collect();
        Ok(Module::new(Integers, group.names().len(), rows, limits)?)
    }

    /// An element that wins, if one is found.
    fn reply(&self, play: Play, limits: &Limits) -> Result<Option<Reply>, Unanswered> {
        if let Some((known, reply)) = self.reply.get()
            && *known == play
        {
            return Ok(reply.clone());
        }
        let left = self.left(limits)?;
        let found = match (&self.rules.source, left.as_deref()) {
            (_, Some(left)) if left.is_trivial() || left.outcome(play, limits)? == Outcome::P => None,
            (Source::Letters(_), _) => {
                self.among(vec!["(1 2)".to_owned(), "(1 2 3)".to_owned()], play, limits)?
            }
            (_, Some(Left::Finite(group, _))) => {
                let nothing = Subset::singleton(group.order(), 0);
                let mut abelian = AbelianValues::default();
                let winning = GroupGame::new(group).winning_elements(&nothing, play, &mut abelian, limits)?;
                winning.iter().next().map(|element| group.show(element))
            }
            (Source::Presentation(group), Some(Left::Abelian(_, structure))) => {
                let target = structure.winning_target(play, limits)?;
                let exponents = target.map(|target| structure.element(&target));
                let small = |row: Vec<BigInt>| {
                    row.iter().map(|entry| i64::try_from(entry).ok()).collect::<Option<Vec<i64>>>()
                };
                exponents.and_then(small).map(|row| group.word_of_exponents(&row))
            }
            (Source::Presentation(group), _) => {
                let reply = self.told_from_identity(group, play, limits)?;
                let _ = self.reply.set((play, reply.clone()));
                return Ok(reply);
            }
        };
        let found = found.map(|element| Reply { element, why: String::new() });
        let _ = self.reply.set((play, found.clone()));
        Ok(found)
    }

    /// The first of some elements that leaves a group that is P.
    fn among(
        &self,
        elements: Vec<String>,
        play: Play,
        limits: &Limits,
    ) -> Result<Option<String>, Unanswered> {
        for element in elements {
            if self.rules.element(&element).is_ok()
                && let Some(left) = self.with(element.clone()).left(limits)?
                && left.outcome(play, limits)? == Outcome::P
            {
                return Ok(Some(element));
            }
        }
        Ok(None)
    }

    /// A short word that is known not to be 1 and leaves a group that is P.
    fn told_from_identity(
        &self,
        group: &PresentedGroup,
        play: Play,
        limits: &Limits,
    ) -> Result<Option<Reply>, Unanswered> {
        let words = (1..=LONGEST_WORD).map(|length| group.short_words(length));
        let candidates = words
            .take_while(|words| words.len() <= MOST_WORDS)
            .last()
            .unwrap_or_else(|| group.short_words(1));
        let is_infinite = group.maps_onto_integers(&self.chosen).map_err(unanswered)?;
        let abelian = self.abelian_quotient(group, limits)?;
        let (mut open, mut finite) = (Vec::new(), Vec::new());
        for element in candidates {
            limits.poll()?;
            let Some(left) = self.with(element.clone()).left(limits)? else { continue };
            let is_finite = matches!(*left, Left::Finite(..));
            if left.outcome(play, limits)? == Outcome::P {
                let leaves = match &*left {
                    Left::Abelian(_, structure) if structure.rank > 0 => {
                        format!("choosing {element} leaves {}, which is P", structure.show())
                    }
                    _ => format!("choosing {element} leaves a finite group that is P"),
                };
                if is_infinite && !matches!(&*left, Left::Abelian(_, structure) if structure.rank > 0) {
                    return Ok(Some(Reply { element, why: leaves }));
                }
                let sums = group.exponent_sums(std::slice::from_ref(&element)).map_err(unanswered)?;
                if sums.last().is_some_and(|row| !abelian.is_zero(&integers(row))) {
                    let why = format!("{leaves}; in the largest abelian quotient {element} is not 1");
                    return Ok(Some(Reply { element, why }));
                }
                if group.is_told_from_identity(&element, &self.chosen, limits).map_err(unanswered)? {
                    let why = format!(
                        "{leaves}; some permutations of at most 7 points that obey the relations show that {element} is not 1"
                    );
                    return Ok(Some(Reply { element, why }));
                }
                open.push((element, leaves));
            }
            if is_finite && !left.is_trivial() && finite.len() < MOST_QUOTIENTS {
                finite.push(left);
            }
        }
        let is_seen = |element: &str| {
            finite.iter().any(|left| match &**left {
                Left::Finite(quotient, _) => quotient.parse_element(element).is_ok_and(|image| image != 0),
                _ => false,
            })
        };
        let seen = open.into_iter().find(|(element, _)| is_seen(element));
        Ok(seen.map(|(element, leaves)| Reply {
            why: format!("{leaves}; in a finite quotient {element} is not 1"),
            element,
        }))
    }

    /// Whether an element is known to be 1 already.
    fn is_identity(&self, element: &str, limits: &Limits) -> bool {
        if self.chosen.iter().any(|chosen| chosen == element) {
            return true;
        }
        let group = match &self.rules.source {
            Source::Presentation(group) => group,
            Source::Letters(group) => {
                let longer = [&self.chosen[..], &[element.to_owned()]].concat();
                return self.rules.small_quotient(group, &longer)
                    == self.rules.small_quotient(group, &self.chosen);
            }
        };
        match self.left(limits).ok().flatten().as_deref() {
            Some(Left::Finite(finite, _)) => finite.parse_element(element).is_ok_and(|image| image == 0),
            Some(Left::Abelian(module, _)) => {
                let sums = group.exponent_sums(&[element.to_owned()]);
                sums.is_ok_and(|sums| sums.last().is_some_and(|row| module.is_zero(&integers(row))))
            }
            _ => group.is_plainly_identity(element, &self.chosen),
        }
    }

    /// Whether what is left is not known.
    fn is_open(&self) -> bool {
        self.left.get().is_none_or(Option::is_none)
    }
}

impl Kind for Presented {
    fn name(&self) -> &'static str {
        "presented"
    }

    fn options(&self) -> Vec<Position> {
        let reply = [Play::Normal, Play::Misere].into_iter().filter_map(|play| {
            let reply = self.reply(play, &Limits::none().with_work(1 << 20)).ok()??;
            Some(Position::from(self.with(reply.element)))
        });
        reply.collect()
    }

    fn is_over(&self) -> bool {
        match &self.rules.source {
            Source::Letters(group) => self.rules.small_quotient(group, &self.chosen) == Some(1),
            Source::Presentation(_) => {
                self.left(&Limits::none()).is_ok_and(|left| left.is_some_and(|left| left.is_trivial()))
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
        let is_move = !self.is_identity(&element, &Limits::none());
        Some(Ok(is_move.then(|| self.with(element).into())))
    }

    fn nimber(&self, limits: &Limits) -> Theorem<Ordinal> {
        Some(match self.left(limits) {
            Ok(Some(left)) => match &*left {
                Left::Letters(value) | Left::Finite(_, value) => Ok(Ordinal::from(u64::from(value.nimber))),
                Left::Abelian(_, structure) => structure.nimber(limits).map_err(Unanswered::from),
            },
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
            && self.is_open()
            && let Some((known, Some(reply))) = self.reply.get()
            && *known == play
        {
            return Some(Claim::Proved(reply.why.clone()));
        }
        if let Some(Some(left)) = self.left.get()
            && let Left::Abelian(_, structure) = &**left
        {
            let why = "abelian groups, by the theorems of abelian(…) (Brandenburg, Section 3)";
            return Some(Claim::Proved(format!("the relations say that it is {}: {why}", structure.show())));
        }
        Some(Claim::Proved(
            "coset enumeration; mex over normal subgroups and their joins with normal closures (Brandenburg, Section 4)"
                .to_owned(),
        ))
    }

    fn outcome(&self, play: Play, limits: &Limits) -> Theorem<Outcome> {
        let found = self.left(limits).and_then(|left| match left {
            Some(left) => left.outcome(play, limits),
            None => self.reply(play, limits)?.map(|_| Outcome::N).ok_or_else(|| {
                Unanswered::OutOfReach(format!(
                    "{self} is infinite or too large, and no short element that is known not to be 1 leaves a group that is P"
                ))
            }),
        });
        Some(found)
    }

    fn winning_moves(&self, play: Play, limits: &Limits) -> Theorem<WinningMoves> {
        let is_p = |left: &Arc<Left>| left.outcome(play, limits) == Ok(Outcome::P);
        let moves = self.reply(play, limits).map(|reply| WinningMoves {
            complete: reply.is_none() && self.left.get().is_some_and(|left| left.as_ref().is_some_and(is_p)),
            moves: reply.into_iter().map(|reply| self.with(reply.element).into()).collect(),
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
