//! Achievement and avoidance games on a finite group or a closure game: `gen(S4)`, `dng(Z6 x Z3)[(1,0)]`.
//!
//! Theorems: the theory of structure classes \[ES\].

use std::fmt;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value, json};

use super::form::Form;
use crate::claim::Claim;
use crate::game::compound_nimber::SharedTree;
use crate::game::{Outcome, Play};
use crate::generate::definition::Generation as _;
use crate::generate::text::{FamilyError, NamedFamily};
use crate::generate::{Aim, ClassId, ClassesAndSizes, Ground, Place, Structure};
use crate::group::{self, FiniteGroup};
use crate::language::kind::{Kind, Piece, Proof, Single, Theorem, Unlisted};
use crate::language::moves::{MOST_MOVES, WinningMoves};
use crate::language::parser::{Reader, Subject};
use crate::language::position::Position;
use crate::language::registry::{KindOfGame, begins_with_word};
use crate::limits::{Limits, Unanswered};
use crate::misere::rules::{Rules, Sum};
use crate::ordinal::Ordinal;
use crate::subset::Subset;
use crate::text::ReadError;

/// A position of GEN or DNG: what it is played on, and the elements chosen so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chosen {
    /// What the players want with a generating set.
    pub aim: Aim,
    /// The group or closure game.
    pub ground: Arc<Ground>,
    /// The elements chosen.
    pub set: Subset,
}

pub(in crate::language) const KIND: KindOfGame =
    KindOfGame { name: "chosen", theory: "groups", example: "dng(Z6 x Z3)[(1,0)]", begins, read };

fn begins(text: &str) -> bool {
    begins_with_word(text, &["gen", "dng"])
}

fn read(reader: &mut Reader<'_>) -> Result<Subject, ReadError> {
    let start = reader.cursor.at;
    let aim = if reader.cursor.rest().starts_with("gen") { Aim::Achieve } else { Aim::Avoid };
    if let Some(large) = super::large::read(reader, aim)? {
        return Ok(large);
    }
    let (ground, set) = ground_and_elements(reader, "gen".len())?;
    if aim == Aim::Avoid && ground.generates_by_definition(&set) {
        let message = if set.is_empty() {
            format!("dng({}) cannot be played: even the empty set generates", ground.text())
        } else {
            "the elements chosen generate, which no player of DNG may bring about".to_owned()
        };
        return Err(ReadError::new(start..reader.cursor.at, message));
    }
    Ok(Subject::Position(Chosen { aim, ground, set }.into()))
}

/// What stands in the parentheses after a word of some length, and the elements in square brackets after it.
pub(super) fn ground_and_elements(
    reader: &mut Reader<'_>,
    word: usize,
) -> Result<(Arc<Ground>, Subset), ReadError> {
    let (inner, start) = reader.in_parentheses(word)?;
    let offset = start + (inner.len() - inner.trim_start().len());
    let ground = read_ground(reader, inner.trim(), offset)?;
    let mut set = Subset::empty(ground.size());
    if let Some((elements, start)) = reader.in_brackets()? {
        set = ground.parse_elements(elements).map_err(|error| error.shifted(start))?;
    }
    Ok((ground, set))
}

/// The group or closure game that a text names; what was read before is used again.
fn read_ground(reader: &mut Reader<'_>, name: &str, offset: usize) -> Result<Arc<Ground>, ReadError> {
    if let Some(known) = reader.known.grounds.iter().find(|ground| ground.text() == name) {
        return Ok(Arc::clone(known));
    }
    let (sources, span) = (reader.sources, offset..offset + name.len());
    let ground = match name.strip_prefix("file:").map(str::trim) {
        Some(path) => {
            let text = (sources.file)(path).map_err(|why| ReadError::new(span.clone(), why))?;
            let family = NamedFamily::parse(&text, sources.limits).map_err(|error| {
                let place = match &error {
                    FamilyError::Text(ReadError { span, .. }) => {
                        let line = text[..span.start].matches('\n').count() + 1;
                        format!("{path}, line {line}: ")
                    }
                    FamilyError::Stopped(_) => String::new(),
                };
                ReadError::new(span.clone(), format!("{place}{error}"))
            })?;
            Ground::of_family(name, family)
        }
        None => Ground::of_group(name, read_group(reader, name, offset)?),
    };
    let ground = Arc::new(ground);
    reader.known.grounds.push(Arc::clone(&ground));
    Ok(ground)
}

/// The group that a text names, or that stands in a file, `@table.txt`: a multiplication table, or a text of its own.
fn read_group(reader: &Reader<'_>, name: &str, offset: usize) -> Result<FiniteGroup, ReadError> {
    let sources = reader.sources;
    let Some(path) = name.strip_prefix('@') else {
        let group = (sources.group)(name, sources.limits);
        return group.map_err(|error| ReadError::from(error).shifted(offset));
    };
    let wrong = |why: String| ReadError::new(offset..offset + name.len(), why);
    let text = (sources.file)(path.trim()).map_err(wrong)?;
    let group = if group::looks_like_table(&text) {
        group::from_table_text(&text)
    } else {
        (sources.group)(text.trim(), sources.limits)
    };
    group.map_err(|error| wrong(format!("{}: {error}", path.trim())))
}

/// The largest ground set whose subsets are listed one by one as options.
pub(super) const LARGEST_GROUND: usize = 20_000;

/// The most elements still to choose from when subsets are searched by definition.
const MOST_FREE: usize = 18;

/// The most positions, up to class and number of elements, that are listed as followers.
const MOST_FOLLOWERS: usize = 100_000;

impl Chosen {
    /// The position with one element more.
    #[must_use]
    pub fn with(&self, element: usize) -> Self {
        let mut set = self.set.clone();
        set.insert(element);
        Chosen { set, ..self.clone() }
    }

    /// The structure of what it is played on.
    pub fn structure(&self, limits: &Limits) -> Result<&Structure, Unanswered> {
        Ok(self.ground.structure(limits)?)
    }

    /// The moves to positions that `wins` accepts: asked once for each kind of element.
    fn moves_that(
        &self,
        limits: &Limits,
        wins: impl Fn(&Structure, Place, usize) -> bool,
    ) -> Result<WinningMoves, Unanswered> {
        let structure = self.structure(limits)?;
        let (kinds, signature) = (structure.kinds(), structure.kinds().signature_of(&self.set));
        let after = self.set.count() + 1;
        let mut known: Vec<Option<bool>> = vec![None; kinds.len()];
        let mut winners = WinningMoves::all(Vec::new());
        for element in &self.ground.moves(self.aim, &self.set) {
            let kind = kinds.kind(element);
            let is_winner = *known[kind as usize].get_or_insert_with(|| {
                let larger: Vec<u64> =
                    kinds.signature(kind).iter().zip(&signature).map(|(own, other)| own & other).collect();
                wins(structure, structure.digraph().place(&larger), after)
            });
            if is_winner {
                if winners.moves.len() == MOST_MOVES {
                    winners.complete = false;
                    break;
                }
                winners.moves.push(self.with(element).into());
            }
        }
        Ok(winners)
    }

    /// All positions that can follow, by structure class and number of elements, as nodes of the forms.
    ///
    /// A position with s elements in the class of I can be followed by one with s + 1 elements in the same class, if s is less
    /// than the size of I, and in each option of the class [ES, Proposition 3.9].
    fn following_nodes(&self, limits: &Limits) -> Result<Vec<u32>, Unanswered> {
        let structure = self.structure(limits)?;
        let (digraph, forms) = (structure.digraph(), structure.forms(self.aim));
        let start = (structure.place(&self.set), self.set.count());
        let mut seen: FxHashSet<(Place, usize)> = FxHashSet::from_iter([start]);
        let mut found = vec![start];
        let mut nodes = vec![0, forms.node(start.0, start.1)];
        let mut at = 0;
        while at < found.len() {
            limits.poll()?;
            if found.len() > MOST_FOLLOWERS {
                let why = format!("more than {MOST_FOLLOWERS}, the most that are listed");
                return Err(Unanswered::OutOfReach(why));
            }
            let (place, elements) = found[at];
            at += 1;
            let Place::Class(class) = place else { continue };
            let larger = elements < digraph.classes()[class as usize].size;
            let options = digraph.options(class).iter().copied().chain(larger.then_some(class));
            for option in options {
                let next = (Place::Class(option), elements + 1);
                if seen.insert(next) {
                    found.push(next);
                    nodes.push(forms.node(next.0, next.1));
                }
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        Ok(nodes)
    }
}

impl Kind for Chosen {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn options(&self) -> Vec<Position> {
        let moves = self.ground.moves(self.aim, &self.set);
        moves.iter().map(|element| self.with(element).into()).collect()
    }

    fn is_over(&self) -> bool {
        self.ground.moves(self.aim, &self.set).is_empty()
    }

    fn bound_on_options(&self, _: &Limits) -> u64 {
        (self.set.universe() - self.set.count()) as u64
    }

    fn can_list(&self) -> Result<(), Unlisted> {
        match self.set.universe() {
            elements if elements > LARGEST_GROUND => {
                Err(format!("a position with {elements} elements to choose from"))
            }
            _ => Ok(()),
        }
    }

    fn can_search(&self) -> Result<(), Unlisted> {
        match self.set.universe() - self.set.count() {
            free if free > MOST_FREE => Err(format!("{free} elements can be chosen in any order")),
            _ => Ok(()),
        }
    }

    fn choose(&self, element: &str) -> Option<Result<Option<Position>, String>> {
        let chosen = self.ground.parse_elements(element).map_err(|error| error.to_string());
        Some(chosen.and_then(|chosen| {
            let moves = self.ground.moves(self.aim, &self.set);
            match chosen.iter().collect::<Vec<_>>().as_slice() {
                [one] if self.set.contains(*one) => Ok(None),
                [one] if moves.contains(*one) => Ok(Some(self.with(*one).into())),
                [_] if self.is_over() => Err("the game is over".to_owned()),
                [one] => Err(format!("{} may not be chosen: it would generate", self.ground.name(*one))),
                _ => Err("a move chooses one element".to_owned()),
            }
        }))
    }

    fn form(&self) -> Option<Single> {
        let structure = self.ground.known_structure()?;
        let forms = structure.forms(self.aim);
        let node = forms.node(structure.place(&self.set), self.set.count());
        Some(Single::new(Form { aim: self.aim, ground: Arc::clone(&self.ground), node }))
    }

    fn nimber(&self, limits: &Limits) -> Theorem<Ordinal> {
        let nimber = |structure: &Structure| structure.nimber(self.aim, &self.set);
        Some(self.structure(limits).map(|structure| Ordinal::from(u64::from(nimber(structure)))))
    }

    fn tree(&self, limits: &Limits) -> Theorem<SharedTree> {
        Some(self.structure(limits).and_then(|structure| {
            let game = ClassesAndSizes { structure, aim: self.aim };
            let place = structure.place(&self.set);
            Ok(SharedTree::of(&game, &(place, self.set.count()), limits)?)
        }))
    }

    fn reason(&self, _: Option<Play>) -> Option<Claim> {
        Some(Claim::Proved(self.ground.reason()))
    }

    /// The class of the position, its type, and the types of its options.
    fn steps(&self, _: Play, _: &Limits) -> Vec<String> {
        let Some(structure) = self.ground.known_structure() else { return Vec::new() };
        let Place::Class(class) = structure.place(&self.set) else {
            return vec!["the elements chosen generate: the game is over".to_owned()];
        };
        let mut steps = vec![describe(structure, self.aim, class, &self.set)];
        let (digraph, types) = (structure.digraph(), structure.types(self.aim));
        let mut kinds: Vec<String> = Vec::new();
        for option in digraph.options(class) {
            let kind = format!("type {}", types.of(*option));
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        if self.aim == Aim::Achieve && digraph.classes()[class as usize].is_semi_terminal {
            kinds.push("the end".to_owned());
        }
        let options = if kinds.is_empty() { "no other class".to_owned() } else { kinds.join(", ") };
        steps.push(format!("one more element leads to: {options}"));
        if self.ground.size() <= 64 {
            let closure = self.ground.show(&structure.family().closure(&self.set));
            steps.push(format!("the closure of the position: {{{closure}}}"));
        }
        steps
    }

    fn outcome(&self, play: Play, limits: &Limits) -> Theorem<Outcome> {
        // In normal play the nimber says more.
        let outcome = |structure: &Structure| structure.outcome(self.aim, Play::Misere, &self.set);
        (play == Play::Misere).then(|| self.structure(limits).map(outcome))
    }

    fn winning_moves(&self, play: Play, limits: &Limits) -> Theorem<WinningMoves> {
        (play == Play::Misere).then(|| {
            self.moves_that(limits, |structure, place, elements| {
                structure.misere_outcome(self.aim, place, elements) == Outcome::P
            })
        })
    }

    fn moves_to(&self, nimber: &Ordinal, limits: &Limits) -> Theorem<WinningMoves> {
        let Some(target) = nimber.to_u64() else { return Some(Ok(WinningMoves::all(Vec::new()))) };
        Some(self.moves_that(limits, |structure, place, elements| {
            u64::from(structure.types(self.aim).nimber(place, elements)) == target
        }))
    }

    fn learn(&self, limits: &Limits) -> Result<(), Unanswered> {
        self.structure(limits).map(|_| ())
    }

    fn piece(&self) -> Option<Piece> {
        self.form()?.piece()
    }

    fn enter_followers(&self, list: &mut Rules, limits: &Limits) -> Theorem<Sum> {
        Some(self.following_nodes(limits).and_then(|nodes| {
            let structure = self.structure(limits)?;
            let forms = structure.forms(self.aim);
            // The options of a node come before it.
            let mut sums: FxHashMap<u32, Sum> = FxHashMap::default();
            for node in nodes {
                let options: Vec<Sum> = forms.options(node).iter().map(|node| sums[node].clone()).collect();
                sums.insert(node, list.add(options));
            }
            Ok(sums[&forms.node(structure.place(&self.set), self.set.count())].clone())
        }))
    }

    fn proof(&self) -> Proof {
        Proof::Classes
    }

    fn parts(&self) -> Value {
        let elements: Vec<usize> = self.set.iter().collect();
        json!({ "aim": self.aim.to_string(), "ground": self.ground.text(), "chosen": elements })
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Chosen { aim, ground, set } = self;
        write!(f, "{aim}({})", ground.text())?;
        if set.is_empty() { Ok(()) } else { write!(f, "[{}]", ground.show(set)) }
    }
}

fn describe(structure: &Structure, aim: Aim, class: ClassId, set: &Subset) -> String {
    let facts = &structure.digraph().classes()[class as usize];
    let kind = structure.types(aim).of(class);
    let parity = if set.count().is_multiple_of(2) { "even" } else { "odd" };
    let size = match facts.size {
        1 => "1 element".to_owned(),
        size => format!("{size} elements"),
    };
    format!("an {parity} position in a class of type {kind}, whose largest position has {size}")
}
