//! What kind of game a position is: the one place of the reading that looks into positions.

use impartial::heap::HeapCode;
use impartial::language::{HeapSum, Position, registry};
use serde_json::{Value, json};

/// What is told of a position.
pub struct Told {
    /// As it is written back.
    pub canonical: String,
    /// Its theory.
    pub theory: &'static str,
    /// The code and the heaps, sizes with how often they occur, if it is a position of one heap game.
    pub heaps: Option<(HeapCode, Value)>,
    /// The parts of a sum, each with its theory.
    pub parts: Vec<Value>,
}

impl Told {
    /// Looks into a position.
    pub fn of(position: &Position) -> Self {
        let normal = position.normal_form();
        let mut reply =
            Told { canonical: position.to_string(), theory: theory(&normal), heaps: None, parts: Vec::new() };
        if let Some(HeapSum { game, heaps }) = normal.of_kind() {
            reply.heaps = Some((game.code().clone(), json!(heaps.iter().collect::<Vec<_>>())));
        }
        if let Position::Sum(parts) = &normal {
            let part = |part: &Position| json!({ "text": part.to_string(), "theory": theory(part) });
            reply.parts = parts.iter().map(part).collect();
        }
        reply
    }
}

fn theory(position: &Position) -> &'static str {
    match position {
        Position::Single(single) => registry::theory(single.name()),
        _ => "sum",
    }
}
