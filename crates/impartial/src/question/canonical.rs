//! Misère canonical forms: the simplest game equal to a game, and all of them born by a day.

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::files::read_position;
use super::{Answer, Asking, Claim, NoCertificate, Question, Refused, Stopped};
use crate::game::Outcome;
use crate::game::forest::{Forest, Tree};
use crate::game::notation::{conway_notation, set_notation, set_notation_length};
use crate::language::{Language, NimHeap, Position};
use crate::limits::Unanswered;
use crate::misere::canonical::{CanonicalForms, count_born_by};
use crate::misere::distinguish::Distinguisher;
use crate::misere::genus::Genera;

/// What an answer rests on that no certificate shows.
const TRUSTED: &str = "trusted is that reversible moves are bypassed as they should be; outcomes of the position have one (`impartial outcome`)";

/// The simplest game equal to a game in misère play.
///
/// ```
/// use impartial::question::{Asking, CanonicalQuestion, Question};
/// let question = CanonicalQuestion { game: "kayles[5]".into(), equals: Some("*4".into()), graph: false };
/// let answer = question.ask(&Asking::new())?;
/// let form = answer.value.form.expect("it is small");
/// assert_eq!(form.canonical.as_deref(), Some("*(32)321"));
/// assert_eq!(answer.value.comparison.expect("it was asked for").context.flatten().as_deref(), Some("*(320)"));
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalQuestion {
    /// The position, in the game language.
    pub game: String,
    /// Another position to compare it with.
    pub equals: Option<String>,
    /// Whether the form is wanted as a graph too; one that is too long to be written is always given so.
    pub graph: bool,
}

/// A canonical form, and how it compares with another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CanonicalValue {
    /// The position, as it was asked.
    pub game: String,
    /// The form; `None` when it was not found.
    #[serde(flatten)]
    pub form: Option<CanonicalForm>,
    /// How it compares with the other game, if one was named and its form was found.
    #[serde(flatten)]
    pub comparison: Option<FormComparison>,
}

/// A game without reversible moves, and what it tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CanonicalForm {
    /// In Conway's notation; `None` when that is too long.
    pub canonical: Option<String>,
    /// As a set; `None` when that is too long.
    pub set: Option<String>,
    /// The number of its subgames, itself among them.
    pub subgames: usize,
    /// The length of the longest play.
    pub birthday: u32,
    /// Its genus.
    pub genus: String,
    /// Its temper: tame, restless, restive or wild.
    pub temper: String,
    /// Always misère.
    pub play: &'static str,
    /// Its outcome in misère play.
    pub outcome: Outcome,
    /// The game with which it sums to a P-position; `None` when it is too long to be written.
    pub mate: Option<String>,
    /// The form with shared subgames, when it was wanted or the form is too long to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<SharedGame>,
}

/// A game with each subgame once: for each the places of its options, options first, the game itself last.
pub type SharedGame = Vec<Vec<usize>>;

/// Whether two games are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormComparison {
    /// Whether their canonical forms are identical.
    pub equals: bool,
    /// A game T with which the first game is a P-position and the second an N-position: not there when they are equal or it
    /// was not found, `None` inside when it is too long to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<Option<String>>,
    /// That game with shared subgames, when it is too long to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_graph: Option<SharedGame>,
}

/// Forms longer than this are not written out.
const LONGEST: u64 = 100_000;

/// The largest nim-heap that is written down as a tree.
const LARGEST_NIM_HEAP: u64 = 1000;

impl Question for CanonicalQuestion {
    type Value = CanonicalValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<CanonicalValue>, Refused> {
        let mut table = Table::default();
        let mut value = CanonicalValue { game: self.game.clone(), form: None, comparison: None };
        let form = match table.form(&self.game, asking)? {
            Ok(form) => form,
            Err(why) => return Ok(Answer::stopped(value, why)),
        };
        value.form = Some(table.describe(form, self.graph));
        let mut stopped = None;
        if let Some(other) = &self.equals {
            match table.form(other, asking)? {
                Ok(other_form) => {
                    let (comparison, why) = table.compare(form, other_form, asking);
                    value.comparison = Some(comparison);
                    stopped = why;
                }
                Err(why) => stopped = Some(Stopped::during(other, why)),
            }
        }
        let claim = Claim::Proved(
            "reversible moves are bypassed until none is left; equal canonical forms are identical".into(),
        );
        let is_compared = value.comparison.is_some();
        let mut answer = Answer::new(value, "canonical form", claim.clone())
            .with("genus", claim.clone())
            .with("outcome", claim.clone())
            .with("mate", claim.clone());
        if is_compared {
            answer = answer.with("equality", claim);
        }
        let certificate = asking.certify(|| Err(NoCertificate::because(TRUSTED)));
        Ok(Answer { stopped, certificate, ..answer })
    }
}

/// A forest with the canonical forms found in it.
#[derive(Default)]
pub(super) struct Table {
    pub(super) forest: Forest,
    pub(super) misere: CanonicalForms,
}

impl Table {
    /// The canonical form of the position a text names, or why it was not reached.
    pub(super) fn form(
        &mut self,
        text: &str,
        asking: &Asking<'_>,
    ) -> Result<Result<Tree, Unanswered>, Refused> {
        let (_, position) = read_position(text, asking)?;
        if let Err(why) = position.can_search() {
            return Ok(Err(why));
        }
        // A nim-heap is a tree with as many options as it is large, and so is every heap below it.
        if let Some(size) = largest_nim_heap(&position).filter(|size| *size > LARGEST_NIM_HEAP) {
            return Ok(Err(Unanswered::OutOfReach(format!(
                "the nim-heap *{size} is too large for a tree; *{LARGEST_NIM_HEAP} is the largest"
            ))));
        }
        let form = self.misere.form_of(&mut self.forest, &Language, &position, &asking.limits);
        Ok(form.map_err(Unanswered::from))
    }

    /// In Conway's notation, and as a set; `None` when that is too long.
    pub(super) fn text(&self, tree: Tree) -> Option<(String, String)> {
        (set_notation_length(&self.forest, tree) <= LONGEST)
            .then(|| (conway_notation(&self.forest, tree), set_notation(&self.forest, tree)))
    }

    fn shared(&self, tree: Tree) -> SharedGame {
        let subtrees = self.forest.subtrees(tree);
        let places: FxHashMap<Tree, usize> =
            subtrees.iter().enumerate().map(|(at, subtree)| (*subtree, at)).collect();
        let options = |subtree: &Tree| {
            self.forest.options(*subtree).iter().map(|option| places[option]).collect::<Vec<usize>>()
        };
        subtrees.iter().map(options).collect()
    }

    fn describe(&mut self, form: Tree, graph: bool) -> CanonicalForm {
        let mut genera = Genera::default();
        let genus = genera.genus(&self.forest, form).to_string();
        let temper = genera.temper(&self.forest, form).to_string();
        let outcome = self.misere.outcome(&mut self.forest, form);
        let mate = self.misere.mate(&mut self.forest, form);
        let mate = self.text(mate).map(|(conway, _)| conway);
        let written = self.text(form);
        let graph = (graph || written.is_none()).then(|| self.shared(form));
        let (canonical, set) = written.unzip();
        CanonicalForm {
            canonical,
            set,
            subgames: self.forest.subtrees(form).len(),
            birthday: self.forest.birthday(form),
            genus,
            temper,
            play: "misere",
            outcome,
            mate,
            graph,
        }
    }

    /// Whether two canonical forms are equal; and why a context that tells them apart was not found.
    fn compare(&mut self, form: Tree, other: Tree, asking: &Asking<'_>) -> (FormComparison, Option<Stopped>) {
        let mut comparison = FormComparison { equals: form == other, context: None, context_graph: None };
        if form == other {
            return (comparison, None);
        }
        let (forest, misere) = (&mut self.forest, &mut self.misere);
        match Distinguisher::default().separator(forest, misere, form, other, &asking.limits) {
            Ok(separator) => {
                let text = separator.and_then(|tree| self.text(tree));
                comparison.context_graph = separator.filter(|_| text.is_none()).map(|tree| self.shared(tree));
                comparison.context = Some(text.map(|(conway, _)| conway));
                (comparison, None)
            }
            Err(reason) => {
                let why =
                    Stopped::from(reason).further("a context that tells them apart was not written down");
                (comparison, Some(why))
            }
        }
    }
}

fn largest_nim_heap(position: &Position) -> Option<u64> {
    let size = |NimHeap(size): &NimHeap| size.to_u64();
    position.singles().into_iter().filter_map(|single| single.of_kind().and_then(size)).max()
}

/// The canonical forms born by a day: how many, and to day 4 which.
///
/// ```
/// use impartial::question::{Asking, BornByQuestion, Question};
/// let answer = BornByQuestion { day: 5 }.ask(&Asking::new())?;
/// assert_eq!((answer.value.count.as_str(), answer.value.games), ("4171780", None));
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BornByQuestion {
    /// The day, 0 to 5.
    pub day: u32,
}

/// The canonical forms born by a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BornByValue {
    /// The day.
    pub day: u32,
    /// Their number.
    pub count: String,
    /// In Conway's notation; `None` when they are too many to list.
    pub games: Option<Vec<String>>,
}

impl Question for BornByQuestion {
    type Value = BornByValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<BornByValue>, Refused> {
        let day = self.day;
        let Some(count) = count_born_by(day).filter(|_| day <= 5) else {
            return Err(Refused::new("the games born by day 6 are a number of 4171780 binary digits")
                .help("days 0 to 5 are counted, days 0 to 4 listed"));
        };
        let Table { mut forest, mut misere } = Table::default();
        let games = misere.born_by(&mut forest, day);
        let games = games.map(|games| games.iter().map(|&tree| conway_notation(&forest, tree)).collect());
        let claim = Claim::Proved(
            "every set of games born a day earlier, without those that revert to an earlier game".into(),
        );
        let value = BornByValue { day, count: count.to_string(), games };
        let is_listed = value.games.is_some();
        let mut answer = Answer::new(value, "number", claim.clone());
        if is_listed {
            answer = answer.with("games", claim);
        }
        let certificate = asking.certify(|| Err(NoCertificate::because(TRUSTED)));
        Ok(Answer { certificate, ..answer })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(game: &str, graph: bool) -> CanonicalForm {
        let question = CanonicalQuestion { game: game.to_owned(), equals: None, graph };
        question.ask(&Asking::new()).unwrap().value.form.unwrap()
    }

    /// The game that a shared graph is, as a tree.
    fn tree(forest: &mut Forest, graph: &SharedGame) -> Tree {
        let mut trees: Vec<Tree> = Vec::new();
        for options in graph {
            let options: Vec<Tree> = options.iter().map(|option| trees[*option]).collect();
            trees.push(forest.set(options));
        }
        *trees.last().unwrap()
    }

    /// Breaks when the graph is another game than the text.
    #[test]
    fn a_shared_graph_is_the_form() {
        for game in ["kayles[5]", "*3 + *2_+", "0", "0.07[9]"] {
            let form = ask(game, true);
            let graph = form.graph.unwrap();
            assert_eq!(graph.len(), form.subgames);
            let mut forest = Forest::new();
            let tree = tree(&mut forest, &graph);
            assert_eq!(Some(set_notation(&forest, tree)), form.set, "{game}");
        }
    }

    /// A form that is too long to be written comes as a graph.
    #[test]
    fn a_large_form_is_a_graph() {
        let form = ask("*40", false);
        assert!(form.graph.is_none(), "a nim-heap has a name");
        let large = ask("{*12,{*11,*2_+}} + *9", false);
        assert_eq!(large.canonical.is_none(), large.graph.is_some());
        assert_eq!(large.graph.map(|graph| graph.len()), large.canonical.is_none().then_some(large.subgames));
    }

    #[test]
    fn what_stops_is_told() {
        let question = CanonicalQuestion { game: "*5000".into(), equals: None, graph: false };
        let answer = question.ask(&Asking::new()).unwrap();
        assert!(answer.claims.is_empty() && answer.value.form.is_none());
        assert!(answer.stopped.unwrap().to_string().contains("too large for a tree"));
        assert!(BornByQuestion { day: 6 }.ask(&Asking::new()).is_err());
    }
}
