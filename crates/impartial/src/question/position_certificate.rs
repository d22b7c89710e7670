//! Proofs of outcomes and nimbers of positions: strategies, tables of values, congruences.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::{Map, Value, json};

use super::certificate::{Certificate, NoCertificate};
use super::{structure_certificate, sum_certificate, types_certificate};
use crate::algebra::{self, Reached};
use crate::game::forest::{Forest, Tree};
use crate::game::{Outcome, Play};
use crate::generate::Ground;
use crate::language::kinds::tree;
use crate::language::{
    Analyst, Chosen, GameTree, GraphSum, HeapSum, LargeChosen, Natural, NimHeap, Position, Proof, Single,
    StrategyError, WinningStrategy,
};
use crate::limits::Limits;
use crate::ordinal::Ordinal;

/// The largest strategy that is written down.
const MOST_POSITIONS: usize = 200_000;

/// Above this many positions a table of values says more than a strategy, where there is one.
const READABLE_POSITIONS: usize = 2_000;

/// A position with more moves has no short strategy, or one whose search is long.
const READABLE_MOVES: u64 = 1_000;

/// The most positions of the strategies for all moves together, where another theory may say the same.
const READABLE_POSITIONS_OF_MOVES: usize = 200;

/// The most positions of the strategies for all moves together.
const MOST_POSITIONS_OF_MOVES: usize = 20_000;

/// The proof of an outcome: a winning strategy; for a large sum of heaps in normal play, the table of their values.
pub(super) fn outcome(
    analyst: &mut Analyst,
    position: &Position,
    play: Play,
) -> Result<Certificate, NoCertificate> {
    of_outcome(analyst, position, play).map(|proof| Certificate::of(&proof))
}

/// The proof of a finite nimber n: the game plus *n is a P-position; or the table of the values of its heaps.
pub(super) fn nimber(
    analyst: &mut Analyst,
    position: &Position,
    value: &Natural,
) -> Result<Certificate, NoCertificate> {
    of_nimber(analyst, position, value).map(|proof| Certificate::of(&proof))
}

/// The proof of the outcomes of all moves, and of their nimbers where these are given: kind `moves`.
pub(super) fn moves(
    analyst: &mut Analyst,
    root: &Position,
    play: Play,
    options: &[(Position, Outcome, Option<u64>)],
) -> Result<Certificate, NoCertificate> {
    let none = |why: String| {
        NoCertificate::because(why)
            .help("`impartial outcome GAME --certificate FILE` proves the outcome of each position")
    };
    structure_certificate::is_small(root)?;
    let is_plain = |single: &Single| {
        !matches!(single.proof(), Proof::Board | Proof::Quotients) && single.of_kind::<GraphSum>().is_none()
    };
    if !root.singles().into_iter().all(is_plain) {
        return Err(none("moves on boards, graphs and in games of quotients have none".to_owned()));
    }
    let strategies = strategies_of_moves(analyst, root, play, options, READABLE_POSITIONS_OF_MOVES);
    // Where strategies are long, a theory may say more with less.
    if strategies.is_err()
        && let Some(proof) = sum_certificate::of_moves(analyst, root, play, options)?
    {
        return Ok(Certificate::of(&proof));
    }
    strategies.or_else(|_| strategies_of_moves(analyst, root, play, options, MOST_POSITIONS_OF_MOVES))
}

/// Kind `moves`: a strategy for each option, with at most so many positions together.
fn strategies_of_moves(
    analyst: &mut Analyst,
    root: &Position,
    play: Play,
    options: &[(Position, Outcome, Option<u64>)],
    most: usize,
) -> Result<Certificate, NoCertificate> {
    let none = |why: String| {
        NoCertificate::because(why)
            .help("`impartial outcome GAME --certificate FILE` proves the outcome of each position")
    };
    let mut writer = Writer::default();
    let mut answers: BTreeSet<Position> = BTreeSet::new();
    let mut listed = Vec::with_capacity(options.len());
    for (option, outcome, nimber) in options {
        let target = match nimber {
            Some(nimber) => Position::sum([option.clone(), Position::nim(*nimber)]).normal_form(),
            None if play == Play::Normal => return Err(none("a nimber is infinite".to_owned())),
            None => option.clone(),
        };
        let found =
            WinningStrategy::find(analyst, &target, play, most).map_err(|why| none(why.to_string()))?;
        answers.extend(found.answers);
        if answers.len() > most {
            return Err(none(format!("the strategies need more than {most} positions")));
        }
        let mut entry = json!({ "position": writer.position(option), "outcome": outcome.to_string() });
        if let Some(nimber) = nimber {
            entry["nimber"] = json!(nimber);
        }
        listed.push(entry);
    }
    let answers = answers.into_iter().collect();
    // The outcome of the root is not told.
    let together = WinningStrategy { root: root.clone(), play, outcome: Outcome::N, answers };
    let mut certificate = writer.strategy(&together);
    if let Some(fields) = certificate.as_object_mut() {
        fields.remove("outcome");
    }
    certificate["kind"] = json!("moves");
    certificate["options"] = Value::Array(listed);
    Ok(Certificate::of(&certificate))
}

/// The kind of proof of a position that is of one kind.
fn proof_of(position: &Position) -> Option<Proof> {
    match position {
        Position::Single(single) => Some(single.proof()),
        _ => None,
    }
}

fn of_outcome(analyst: &mut Analyst, position: &Position, play: Play) -> Result<Value, NoCertificate> {
    let position = position.normal_form();
    if let Some(chosen) = position.of_kind::<Chosen>() {
        return structure_certificate::write(chosen, analyst.limits());
    }
    if let Some(large) = position.of_kind::<LargeChosen>() {
        let chosen = large.listed(analyst.limits()).map_err(|why| NoCertificate::because(why.to_string()))?;
        return structure_certificate::write(&chosen, analyst.limits());
    }
    structure_certificate::is_small(&position)?;
    let none = NoCertificate::because::<String>;
    let has = |proof: Proof| position.singles().into_iter().any(|single| single.proof() == proof);
    if has(Proof::Board) {
        return Err(none("a position on a board is proved by the strategy of its whole board".to_owned())
            .help("impartial strategy board.toml --certificate FILE"));
    }
    if proof_of(&position) == Some(Proof::Quotients) {
        return of_quotients(analyst, &position);
    }
    if has(Proof::Quotients) {
        return structures(&position, play, analyst.limits());
    }
    let listed = without_graphs(&position, analyst.limits())?;
    if position.bound_on_options(analyst.limits()) <= READABLE_MOVES {
        match WinningStrategy::find(analyst, &listed, play, READABLE_POSITIONS) {
            Ok(found) => return Ok(Writer::default().strategy(&found)),
            Err(StrategyError::Unanswered(why)) => return Err(none(why.to_string())),
            Err(StrategyError::TooLarge(_)) => {}
        }
    }
    if play == Play::Misere {
        let outcome = analyst.outcome(&position, play).map_err(|why| none(why.to_string()))?.value;
        if let Some(proof) = sum_certificate::of_outcome(analyst, &position, outcome)? {
            return Ok(proof);
        }
    }
    let position = listed;
    if play == Play::Normal {
        let nimber = analyst.nimber(&position).map_err(|why| none(why.to_string()))?.value;
        if let Some(table) =
            finite(&nimber).and_then(|value| nimber_table(&position, &value, analyst.limits()))
        {
            return Ok(table);
        }
    }
    let found = WinningStrategy::find(analyst, &position, play, MOST_POSITIONS)
        .map_err(|why| none(why.to_string()))?;
    Ok(Writer::default().strategy(&found))
}

fn of_nimber(analyst: &mut Analyst, position: &Position, value: &Natural) -> Result<Value, NoCertificate> {
    let position = position.normal_form();
    if let Some(chosen) = position.of_kind::<Chosen>() {
        return structure_certificate::write(chosen, analyst.limits());
    }
    if let Some(large) = position.of_kind::<LargeChosen>() {
        let chosen = large.listed(analyst.limits()).map_err(|why| NoCertificate::because(why.to_string()))?;
        return structure_certificate::write(&chosen, analyst.limits());
    }
    if proof_of(&position) == Some(Proof::Quotients) {
        return of_quotients(analyst, &position);
    }
    match nimber_table(&position, value, analyst.limits()) {
        Some(table) => Ok(table),
        None => of_outcome(
            analyst,
            &Position::sum([position, NimHeap(Ordinal::from(value.to_biguint())).into()]),
            Play::Normal,
        ),
    }
}

/// A game of quotients alone: all quotients one by one, or else by the types of abelian groups.
fn of_quotients(analyst: &mut Analyst, position: &Position) -> Result<Value, NoCertificate> {
    congruences(position, analyst.limits())
        .or_else(|none| types_certificate::write(analyst, position).unwrap_or(Err(none)))
}

/// The largest set whose congruences are written down, how many of them, and how many elements they have together.
const LARGEST_SET: usize = 4096;
const MOST_CONGRUENCES: usize = 20_000;
const MOST_ENTRIES: usize = 1 << 25;

/// A finite structure as a set with unary maps, and every quotient that is reached.
fn quotients(
    position: &Position,
    limits: &Limits,
) -> Result<(Map<String, Value>, Vec<Reached>), NoCertificate> {
    let none = NoCertificate::because::<String>;
    let written = match position {
        Position::Single(single) => single.congruences(LARGEST_SET),
        _ => None,
    };
    let Some((mut game, start)) = written else {
        let why = format!(
            "it is written for finite structures of at most {LARGEST_SET} elements, by all their quotients"
        );
        return Err(none(why));
    };
    let most = MOST_CONGRUENCES.min(MOST_ENTRIES / game.size());
    let reached = game
        .reachable(&start, most, limits)
        .map_err(|reason| none(format!("all quotients are listed, and {reason}")))?;
    let start: Vec<(u32, u32)> = start
        .labels()
        .iter()
        .zip(0..)
        .filter(|(least, x)| *least != x)
        .map(|(least, x)| (*least, x))
        .collect();
    let mut described = Map::new();
    if let Some(name) = defined_name(position) {
        described.insert("game".into(), json!(name));
    }
    described.insert("size".into(), json!(game.size()));
    described.insert("maps".into(), json!(game.translations()));
    if game.is_proper() {
        described.insert("proper".into(), json!(true));
    }
    described.insert("start".into(), json!(start));
    Ok((described, reached))
}

/// The name of a game of quotients, where the checker knows what it means.
fn defined_name(position: &Position) -> Option<String> {
    let text = position.to_string();
    let (kind, name) = text.strip_suffix(')')?.split_once('(')?;
    let is_known = match kind {
        "group" | "subgroups" => structure_certificate::has_definition(name),
        "abelian" => name.split(" + ").all(is_residues),
        "ring" => is_residues(name.strip_suffix("; non-units").unwrap_or(name)),
        _ => false,
    };
    is_known.then_some(text)
}

/// Whether a text is `Z/n`.
fn is_residues(text: &str) -> bool {
    text.strip_prefix("Z/").is_some_and(|n| !n.is_empty() && n.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Kind `congruences`: a structure, every quotient that is reached with its values.
fn congruences(position: &Position, limits: &Limits) -> Result<Value, NoCertificate> {
    let (mut certificate, reached) = quotients(position, limits)?;
    let outcome = |is_p: bool| if is_p { "P" } else { "N" };
    let values = |value: algebra::Value| {
        [("nimber", json!(value.nimber)), ("misere", json!(outcome(value.is_misere_p)))]
    };
    let listed = |reached: &Reached| {
        let mut entry = json!({ "pairs": reached.pairs });
        values(reached.value).into_iter().for_each(|(name, value)| entry[name] = value);
        entry
    };
    let root = reached.first().ok_or_else(|| NoCertificate::because("there is no position"))?;
    certificate.insert("kind".into(), json!("congruences"));
    certificate.extend(values(root.value).map(|(name, value)| (name.to_owned(), value)));
    certificate.insert("positions".into(), reached.iter().map(listed).collect());
    Ok(Value::Object(certificate))
}

/// The most structures in one certificate.
const MOST_STRUCTURES: usize = 8;

/// Kind `strategy` for a sum or compound with groups, rings or algebras in it: each of these is written down as a game tree.
fn structures(root: &Position, play: Play, limits: &Limits) -> Result<Value, NoCertificate> {
    let none = NoCertificate::because::<String>;
    let mut found = Vec::new();
    for single in root.singles().into_iter().filter(|single| single.proof() == Proof::Quotients) {
        let structure = Position::Single(single.clone());
        if !found.contains(&structure) {
            found.push(structure);
        }
    }
    if found.len() > MOST_STRUCTURES {
        return Err(none(format!("more than {MOST_STRUCTURES} structures")));
    }
    let mut writer = Writer::default();
    let mut trees = Vec::with_capacity(found.len());
    let mut listed = Vec::with_capacity(found.len());
    for structure in &found {
        let (mut described, reached) = quotients(structure, limits)?;
        // Options have fewer classes: they come first.
        let mut order: Vec<usize> = (0..reached.len()).collect();
        order.sort_by_key(|place| reached[*place].classes);
        let mut of_place = vec![Tree::ZERO; reached.len()];
        for place in order {
            let options: Vec<Tree> = reached[place].options.iter().map(|option| of_place[*option]).collect();
            of_place[place] = writer.forest.set(options);
        }
        let entry =
            |(reached, tree): (&Reached, &Tree)| json!({ "pairs": reached.pairs, "tree": tree.index() });
        described.insert("positions".into(), reached.iter().zip(&of_place).map(entry).collect());
        listed.push(Value::Object(described));
        trees.push(of_place[0]);
    }
    let forest = Arc::new(RwLock::new(writer.forest.clone()));
    let replaced = with_trees(root, &|single| {
        let place =
            found.iter().position(|structure| matches!(structure, Position::Single(own) if own == single));
        place.map(|place| GameTree::position(&forest, trees[place]))
    });
    let mut other = Analyst::new(limits.clone());
    let strategy_found = WinningStrategy::find(&mut other, &replaced, play, MOST_POSITIONS)
        .map_err(|why| none(why.to_string()))?;
    let mut certificate = writer.strategy(&strategy_found);
    writer.structures = found;
    certificate["root"] = writer.position(root);
    certificate["structures"] = Value::Array(listed);
    Ok(certificate)
}

/// The same position with game trees in place of nodes of graphs.
fn without_graphs(position: &Position, limits: &Limits) -> Result<Position, NoCertificate> {
    let forest = Arc::new(RwLock::new(Forest::new()));
    let mut stopped = None;
    let sums: Vec<(Single, Position)> = (position.singles().into_iter())
        .filter_map(|single| Some((single, single.of_kind::<GraphSum>()?)))
        .filter_map(|(single, graph)| {
            let trees = {
                let mut forest = forest.write().unwrap_or_else(PoisonError::into_inner);
                graph.trees(&mut forest, MOST_POSITIONS, limits)
            };
            match trees {
                Ok(trees) => {
                    let trees = trees.into_iter().map(|tree| GameTree::position(&forest, tree));
                    Some((single.clone(), Position::sum(trees)))
                }
                Err(why) => {
                    stopped = Some(why);
                    None
                }
            }
        })
        .collect();
    match stopped {
        Some(why) => Err(NoCertificate::because(format!("the nodes of the graph as game trees: {why}"))),
        None => Ok(with_trees(position, &|single| {
            sums.iter().find(|(own, _)| own == single).map(|(_, trees)| trees.clone())
        })),
    }
}

/// The same position with others in place of some of its components.
fn with_trees(position: &Position, tree: &dyn Fn(&Single) -> Option<Position>) -> Position {
    let all =
        |parts: &[Position]| -> Vec<Position> { parts.iter().map(|part| with_trees(part, tree)).collect() };
    match position {
        Position::Single(single) => tree(single).unwrap_or_else(|| position.clone()),
        Position::Sum(parts) => Position::sum(all(parts)),
        Position::Compound(parts) => Position::compound(all(parts)),
        Position::Product(factors) => {
            Position::product(with_trees(&factors[0], tree), with_trees(&factors[1], tree))
        }
    }
}

/// Kind `nimber`, for sums of finite nim-heaps and heaps of codes; `None` for other games, and where a table would be
/// absurdly long or a limit is reached first.
fn nimber_table(position: &Position, nimber: &Natural, limits: &Limits) -> Option<Value> {
    let mut components = Vec::new();
    let mut tables = Vec::new();
    for part in position.parts() {
        if let Some(NimHeap(size)) = part.of_kind() {
            components.push(json!({ "nim": finite(size)?, "count": 1 }));
            continue;
        }
        let HeapSum { game, heaps } = part.of_kind()?;
        for (size, count) in heaps.iter() {
            components.push(json!({ "heap": size, "table": tables.len(), "count": count }));
        }
        tables.push(sum_certificate::table(game.code(), &heaps.largest(), limits)?);
    }
    Some(json!({
        "kind": "nimber",
        "nimber": nimber,
        "components": components,
        "tables": tables,
    }))
}

/// A nimber as a number, when it is finite.
pub(super) fn finite(nimber: &Ordinal) -> Option<Natural> {
    nimber.to_natural().map(Natural::from)
}

/// Writes positions of a strategy: kind `strategy`. Trees and groups are listed once and referred to by number.
#[derive(Default)]
struct Writer {
    forest: Forest,
    grounds: Vec<Arc<Ground>>,
    structures: Vec<Position>,
}

impl Writer {
    fn strategy(&mut self, strategy: &WinningStrategy) -> Value {
        let root = self.position(&strategy.root);
        let answers: Vec<Value> = strategy.answers.iter().map(|answer| self.position(answer)).collect();
        // Options come before the trees that have them.
        let index = |tree: Tree| self.forest.options(tree).iter().map(|option| option.index()).collect();
        let trees: Vec<Vec<usize>> = self.forest.trees().map(index).collect();
        let grounds: Vec<Value> =
            self.grounds.iter().map(|ground| structure_certificate::ground(ground)).collect();
        json!({
            "kind": "strategy",
            "play": strategy.play.to_string(),
            "outcome": strategy.outcome.to_string(),
            "trees": trees,
            "grounds": grounds,
            "root": root,
            "answers": answers,
        })
    }

    /// A position; groups, rings and algebras stand in the list of structures.
    fn position(&mut self, of: &Position) -> Value {
        match of {
            Position::Single(single) => self.single(single),
            Position::Sum(parts) => json!({ "sum": self.all(parts) }),
            Position::Compound(parts) => json!({ "compound": self.all(parts) }),
            Position::Product(factors) => json!({ "product": self.all(factors.as_slice()) }),
        }
    }

    fn all(&mut self, parts: &[Position]) -> Vec<Value> {
        parts.iter().map(|part| self.position(part)).collect()
    }

    fn single(&mut self, single: &Single) -> Value {
        if single.of_kind::<GameTree>().is_some()
            && let Some(tree) = tree::graft(single, &mut self.forest)
        {
            return json!({ "tree": tree.index() });
        }
        if let Some(chosen) = single.of_kind::<Chosen>() {
            let known = self.grounds.iter().position(|ground| *ground == chosen.ground);
            let ground = known.unwrap_or_else(|| {
                self.grounds.push(Arc::clone(&chosen.ground));
                self.grounds.len() - 1
            });
            let elements: Vec<usize> = chosen.set.iter().collect();
            return json!({ "aim": chosen.aim.to_string(), "ground": ground, "chosen": elements });
        }
        let is_it = |structure: &Position| matches!(structure, Position::Single(own) if own == single);
        match self.structures.iter().position(is_it) {
            Some(place) => json!({ "structure": place }),
            None => single.parts(),
        }
    }
}
