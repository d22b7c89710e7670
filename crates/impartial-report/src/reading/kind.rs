//! What kind of game a position is: the one place of the reading that looks into positions.

use impartial::heap::HeapCode;
use impartial::language::{Position, Rulebook};
use serde_json::{Value, json};

/// What is told of a position.
pub struct Told<'r> {
    /// As it is written back.
    pub canonical: String,
    /// Its theory.
    pub theory: &'static str,
    /// The code and the heaps, sizes with how often they occur, if it is a position of one heap game.
    pub heaps: Option<(&'r HeapCode, Value)>,
    /// The parts of a sum, each with its theory.
    pub parts: Vec<Value>,
}

impl<'r> Told<'r> {
    /// Looks into a position.
    pub fn of(rulebook: &'r Rulebook, position: &Position) -> Self {
        let normal = Rulebook::normal_form(position);
        let canonical = rulebook.show(position).to_string();
        let mut told = Told { canonical, theory: theory(&normal), heaps: None, parts: Vec::new() };
        match &normal {
            Position::Heaps(code, heaps) => {
                told.heaps = Some((rulebook.code(*code), json!(heaps.iter().collect::<Vec<_>>())));
            }
            Position::Sum(parts) => {
                let part = |part: &Position| json!({ "text": rulebook.show(part).to_string(), "theory": theory(part) });
                told.parts = parts.iter().map(part).collect();
            }
            _ => {}
        }
        told
    }
}

fn theory(position: &Position) -> &'static str {
    match position {
        Position::Nim(_) | Position::Tree(_) => "trees",
        Position::Heaps(..) => "heaps",
        Position::Coins(_) => "coins",
        Position::Lattice(..) => "lattices",
        Position::Chosen(_) => "groups",
        Position::Divided(_) | Position::Algebra(_) => "algebra",
        Position::Sum(_) | Position::Compound(_) | Position::Product(_) => "sum",
    }
}
