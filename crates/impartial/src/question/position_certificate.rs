//! Proofs of outcomes and nimbers of positions: strategies, tables of values, congruences.

use serde_json::{Map, Value, json};

use super::certificate::{Certificate, NoCertificate};
use super::structure_certificate;
use crate::algebra::{self, Reached};
use crate::game::Play;
use crate::game::forest::Tree;
use crate::heap::{self, GrundySequence};
use crate::language::{Analyst, Count, Position, Rulebook, Strategy, StrategyError};

/// The largest strategy that is written down.
const MOST_POSITIONS: usize = 200_000;

/// Above this many positions a table of values says more than a strategy, where there is one.
const READABLE_POSITIONS: usize = 2_000;

/// The proof of an outcome: a winning strategy; for a large sum of heaps in normal play, the table of their values.
pub(super) fn outcome(
    analyst: &mut Analyst<'_>,
    position: &Position,
    play: Play,
) -> Result<Certificate, NoCertificate> {
    of_outcome(analyst, position, play).map(|proof| Certificate::of(&proof))
}

/// The proof of a finite nimber n: the game plus *n is a P-position; or the table of the values of its heaps.
pub(super) fn nimber(
    analyst: &mut Analyst<'_>,
    position: &Position,
    value: u64,
) -> Result<Certificate, NoCertificate> {
    of_nimber(analyst, position, value).map(|proof| Certificate::of(&proof))
}

fn of_outcome(analyst: &mut Analyst<'_>, position: &Position, play: Play) -> Result<Value, NoCertificate> {
    let rulebook = analyst.rulebook();
    if let Position::Chosen(chosen) = Rulebook::normal_form(position) {
        return structure_certificate::write(analyst, &chosen);
    }
    structure_certificate::is_small(rulebook, position)?;
    let none = NoCertificate::because::<String>;
    if names(position, &|part| matches!(part, Position::Lattice(..))) {
        return Err(none("a position on a board is proved by the strategy of its whole board".to_owned())
            .help("impartial strategy board.toml --certificate FILE"));
    }
    if let alone @ (Position::Divided(_) | Position::Algebra(_)) = Rulebook::normal_form(position) {
        return congruences(analyst, &alone);
    }
    if names(position, &|part| matches!(part, Position::Divided(_) | Position::Algebra(_))) {
        return structures(analyst, position, play);
    }
    match Strategy::find(analyst, position, play, READABLE_POSITIONS) {
        Ok(found) => return Ok(strategy(rulebook, &found, &[])),
        Err(StrategyError::Unanswered(why)) => return Err(none(why.to_string())),
        Err(StrategyError::TooLarge(_)) => {}
    }
    if play == Play::Normal {
        let nimber = analyst.nimber(position).map_err(|why| none(why.to_string()))?.value;
        if let Some(table) = nimber.to_u64().and_then(|value| nimber_table(analyst, position, value)) {
            return Ok(table);
        }
    }
    let found =
        Strategy::find(analyst, position, play, MOST_POSITIONS).map_err(|why| none(why.to_string()))?;
    Ok(strategy(rulebook, &found, &[]))
}

fn of_nimber(analyst: &mut Analyst<'_>, position: &Position, value: u64) -> Result<Value, NoCertificate> {
    if let Position::Chosen(chosen) = Rulebook::normal_form(position) {
        return structure_certificate::write(analyst, &chosen);
    }
    if let alone @ (Position::Divided(_) | Position::Algebra(_)) = Rulebook::normal_form(position) {
        return congruences(analyst, &alone);
    }
    let balanced = Rulebook::sum([position.clone(), Rulebook::nim(value)]);
    match nimber_table(analyst, position, value) {
        Some(table) => Ok(table),
        None => of_outcome(analyst, &balanced, Play::Normal),
    }
}

/// The largest set whose congruences are written down, how many of them, and how many elements they have together.
const LARGEST_SET: usize = 4096;
const MOST_CONGRUENCES: usize = 20_000;
const MOST_ENTRIES: usize = 1 << 25;

/// A finite structure as a set with unary maps, and every quotient that is reached.
fn quotients(
    analyst: &Analyst<'_>,
    position: &Position,
) -> Result<(Map<String, Value>, Vec<Reached>), NoCertificate> {
    let rulebook = analyst.rulebook();
    let none = NoCertificate::because::<String>;
    let Some((mut game, start)) = rulebook.congruences(position, LARGEST_SET) else {
        let why = format!(
            "it is written for finite structures of at most {LARGEST_SET} elements, by all their quotients"
        );
        return Err(none(why));
    };
    let most = MOST_CONGRUENCES.min(MOST_ENTRIES / game.size());
    let reached = game
        .reachable(&start, most, analyst.limits())
        .map_err(|reason| none(format!("all quotients are listed, and {reason}")))?;
    let start: Vec<(u32, u32)> = start
        .labels()
        .iter()
        .zip(0..)
        .filter(|(least, x)| *least != x)
        .map(|(least, x)| (*least, x))
        .collect();
    let mut described = Map::new();
    described.insert("game".into(), json!(rulebook.show(position).to_string()));
    described.insert("size".into(), json!(game.size()));
    described.insert("maps".into(), json!(game.translations()));
    if game.is_proper() {
        described.insert("proper".into(), json!(true));
    }
    described.insert("start".into(), json!(start));
    Ok((described, reached))
}

/// Kind `congruences`: a structure, every quotient that is reached with its values.
fn congruences(analyst: &mut Analyst<'_>, position: &Position) -> Result<Value, NoCertificate> {
    let (mut certificate, reached) = quotients(analyst, position)?;
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
fn structures(analyst: &mut Analyst<'_>, position: &Position, play: Play) -> Result<Value, NoCertificate> {
    let none = NoCertificate::because::<String>;
    let root = Rulebook::normal_form(position);
    let mut found = Vec::new();
    components(&root, &mut found);
    if found.len() > MOST_STRUCTURES {
        return Err(none(format!("more than {MOST_STRUCTURES} structures")));
    }
    let mut rulebook = analyst.rulebook().clone();
    let mut trees = Vec::with_capacity(found.len());
    let mut listed = Vec::with_capacity(found.len());
    for structure in &found {
        let (mut described, reached) = quotients(analyst, structure)?;
        // Options have fewer classes: they come first.
        let mut order: Vec<usize> = (0..reached.len()).collect();
        order.sort_by_key(|place| reached[*place].classes);
        let mut of_place = vec![Tree::ZERO; reached.len()];
        for place in order {
            let options: Vec<Tree> = reached[place].options.iter().map(|option| of_place[*option]).collect();
            of_place[place] = rulebook.forest_mut().set(options);
        }
        let entry =
            |(reached, tree): (&Reached, &Tree)| json!({ "pairs": reached.pairs, "tree": tree.index() });
        described.insert("positions".into(), reached.iter().zip(&of_place).map(entry).collect());
        listed.push(Value::Object(described));
        trees.push(rulebook.tree(of_place[0]));
    }
    let replaced = with_trees(&root, &found, &trees);
    let mut other = Analyst::new(&rulebook, analyst.limits().clone());
    let strategy_found =
        Strategy::find(&mut other, &replaced, play, MOST_POSITIONS).map_err(|why| none(why.to_string()))?;
    let mut certificate = strategy(&rulebook, &strategy_found, &found);
    certificate["game"] = json!(rulebook.show(&root).to_string());
    certificate["root"] = self::position(&rulebook, &root, &found);
    certificate["structures"] = Value::Array(listed);
    Ok(certificate)
}

/// The groups, rings and algebras in a position, each once.
fn components(position: &Position, found: &mut Vec<Position>) {
    match position {
        Position::Sum(parts) | Position::Compound(parts) => {
            parts.iter().for_each(|part| components(part, found));
        }
        Position::Product(factors) => factors.iter().for_each(|factor| components(factor, found)),
        Position::Divided(_) | Position::Algebra(_) if !found.contains(position) => {
            found.push(position.clone());
        }
        _ => {}
    }
}

/// The same position with trees instead of structures.
fn with_trees(position: &Position, structures: &[Position], trees: &[Position]) -> Position {
    let all = |parts: &[Position]| -> Vec<Position> {
        parts.iter().map(|part| with_trees(part, structures, trees)).collect()
    };
    match position {
        Position::Sum(parts) => Rulebook::sum(all(parts)),
        Position::Compound(parts) => Rulebook::compound(all(parts)),
        Position::Product(factors) => {
            let [left, right] = &**factors;
            Rulebook::product(with_trees(left, structures, trees), with_trees(right, structures, trees))
        }
        part => {
            let place = structures.iter().position(|structure| structure == part);
            place.map_or_else(|| part.clone(), |place| trees[place].clone())
        }
    }
}

/// Kind `nimber`, for sums of finite nim-heaps and heaps of codes; `None` for other games, and where a table would be
/// absurdly long or a limit is reached first.
fn nimber_table(analyst: &Analyst<'_>, position: &Position, nimber: u64) -> Option<Value> {
    let rulebook = analyst.rulebook();
    let position = Rulebook::normal_form(position);
    let parts = match &position {
        Position::Sum(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    let mut components = Vec::new();
    let mut tables = Vec::new();
    for part in parts {
        match part {
            Position::Nim(size) => components.push(json!({ "nim": size.to_u64()?, "count": 1 })),
            Position::Heaps(code, heaps) => {
                for (size, count) in heaps.iter() {
                    components.push(json!({ "heap": size, "table": tables.len(), "count": count }));
                }
                let mut sequence = GrundySequence::new(rulebook.code(*code).clone());
                sequence.find_period(heaps.largest().min(LONGEST_TABLE), analyst.limits()).ok()?;
                sequence.value(heaps.largest())?;
                tables.push(serde_json::to_value(heap::certificate(&sequence)?).ok()?);
            }
            _ => return None,
        }
    }
    Some(json!({
        "kind": "nimber",
        "game": rulebook.show(&position).to_string(),
        "nimber": nimber,
        "components": components,
        "tables": tables,
    }))
}

/// The longest table of values that is computed for a proof.
const LONGEST_TABLE: u64 = 1_000_000;

/// A strategy: kind `strategy`. Trees are listed once, options before the trees that have them.
fn strategy(rulebook: &Rulebook, strategy: &Strategy, structures: &[Position]) -> Value {
    let trees: Vec<Vec<usize>> = rulebook
        .forest()
        .trees()
        .map(|tree| rulebook.forest().options(tree).iter().map(|option| option.index()).collect())
        .collect();
    let answers: Vec<Value> =
        strategy.answers.iter().map(|answer| position(rulebook, answer, structures)).collect();
    json!({
        "kind": "strategy",
        "game": rulebook.show(&strategy.root).to_string(),
        "play": strategy.play.to_string(),
        "outcome": strategy.outcome.to_string(),
        "trees": trees,
        "grounds": rulebook.grounds().map(|(_, ground)| structure_certificate::ground(ground)).collect::<Vec<_>>(),
        "root": position(rulebook, &strategy.root, structures),
        "answers": answers,
    })
}

/// Whether some component is of a kind.
fn names(position: &Position, kind: &dyn Fn(&Position) -> bool) -> bool {
    match position {
        Position::Sum(parts) | Position::Compound(parts) => parts.iter().any(|part| names(part, kind)),
        Position::Product(factors) => factors.iter().any(|factor| names(factor, kind)),
        part => kind(part),
    }
}

/// A position; groups, rings and algebras stand in the list of structures.
fn position(rulebook: &Rulebook, of: &Position, structures: &[Position]) -> Value {
    let all = |parts: &[Position]| -> Vec<Value> {
        parts.iter().map(|part| position(rulebook, part, structures)).collect()
    };
    match of {
        Position::Nim(size) => {
            let size = size.to_u64().expect("a strategy is written for finite games only");
            json!({ "nim": size })
        }
        Position::Tree(tree) => json!({ "tree": tree.index() }),
        Position::Heaps(code, heaps) => {
            let heaps: Vec<(u64, &Count)> = heaps.iter().collect();
            json!({ "code": rulebook.code(*code).to_string(), "heaps": heaps })
        }
        Position::Coins(coins) => {
            let heads: Vec<&[u64]> = coins.heads().collect();
            json!({ "coins": coins.game().to_string(), "heads": heads })
        }
        Position::Divided(_) | Position::Algebra(_) => {
            let place = structures.iter().position(|structure| structure == of);
            json!({ "structure": place.expect("every structure is listed") })
        }
        Position::Lattice(..) => unreachable!("positions on boards have no certificate of this kind"),
        Position::Chosen(chosen) => {
            let ground = rulebook.grounds().position(|(id, _)| id == chosen.ground);
            let elements: Vec<usize> = chosen.set.iter().collect();
            json!({ "aim": chosen.aim.to_string(), "ground": ground, "chosen": elements })
        }
        Position::Sum(parts) => json!({ "sum": all(parts) }),
        Position::Compound(parts) => json!({ "compound": all(parts) }),
        Position::Product(factors) => json!({ "product": all(factors.as_slice()) }),
    }
}
