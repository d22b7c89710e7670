//! The box: what its text names, or where it is wrong, within the time between two keystrokes.

use std::time::Duration;

use impartial::heap::HeapCode;
use impartial::language::{HeapSum, Known, Position, Sources, Subject, parse_with_sources, registry};
use impartial::limits::{Limits, StopReason};
use impartial::nim::AlgebraicClosure;
use impartial::nim::calculator::evaluate;
use impartial_picture::mathml;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;

use crate::complete::completions;
use crate::question::LONGEST_TEXT;
use crate::rules::{builder, clause, title};

/// The time that reading may take while one types, and when one asks; after it the text is passed on unread, and the
/// question itself says what is wrong.
const TYPING: Duration = Duration::from_millis(45);
const ASKING: Duration = Duration::from_secs(5);
/// How much longer a reading that does not end in time is waited for, and how many may go on.
const GRACE: Duration = Duration::from_millis(150);
static PLACES: Semaphore = Semaphore::const_new(8);

/// The text of the box and the place of the caret, in UTF-16 units as the browser counts them.
#[derive(Debug, Deserialize)]
pub struct Box {
    text: String,
    #[serde(default)]
    caret: usize,
    /// Whether the text is asked, not only typed.
    #[serde(default)]
    asked: bool,
}

/// What the page is told about the text.
pub async fn read(text_box: Box) -> Value {
    let Box { text, caret, asked } = text_box;
    let time = if asked { ASKING } else { TYPING };
    if text.len() > LONGEST_TEXT {
        let message = format!("the text is longer than {LONGEST_TEXT} bytes");
        return json!({ "ok": false, "at": 0, "len": 0, "message": message, "completions": [] });
    }
    let limits = Limits::none();
    let offers = completions(&text, byte_of(&text, caret));
    let told = match PLACES.try_acquire() {
        Err(_) => None,
        Ok(place) => {
            let (handle, text) = (limits.handle().clone(), text.clone());
            tokio::spawn(async move {
                tokio::time::sleep(time).await;
                handle.stop(StopReason::Time);
            });
            let reading = tokio::task::spawn_blocking(move || {
                let told = tell(&text, &limits);
                drop(place);
                told
            });
            tokio::time::timeout(time + GRACE, reading).await.ok().and_then(Result::ok)
        }
    };
    let mut told = told.unwrap_or_else(|| unread(&text));
    let offers: Vec<Value> = offers
        .into_iter()
        .map(|mut offer| {
            for place in ["from", "to"] {
                offer[place] = json!(unit_of(&text, offer[place].as_u64().unwrap_or(0) as usize));
            }
            offer
        })
        .collect();
    told.insert("completions".into(), json!(offers));
    Value::Object(told)
}

/// The byte at a place counted in UTF-16 units.
fn byte_of(text: &str, units: usize) -> usize {
    let mut seen = 0;
    for (byte, character) in text.char_indices() {
        if seen >= units {
            return byte;
        }
        seen += character.len_utf16();
    }
    text.len()
}

/// The place of a byte, counted in UTF-16 units.
fn unit_of(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < byte).map(|(_, character)| character.len_utf16()).sum()
}

/// What is known without reading: what the first word says. The page may ask again with more time.
fn unread(text: &str) -> Map<String, Value> {
    let theory = match text.trim_start().split(['(', '[']).next().unwrap_or("") {
        "gen" | "dng" => "groups",
        "lattice" => "lattices",
        "coins" => "coins",
        "group" | "subgroups" | "abelian" | "ring" | "module" | "algebra" => "algebra",
        _ => "sum",
    };
    object(
        json!({ "ok": true, "canonical": text.trim(), "theory": theory, "kind": "position", "unread": true }),
    )
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// Whether a text names a family of codes with a chart that fits on a page.
fn is_family(text: &str) -> bool {
    let digits = |prefix: &str| text.strip_prefix(prefix).and_then(|digits| digits.parse::<u8>().ok());
    digits("octal").is_some_and(|count| (1..=3).contains(&count))
        || digits("quaternary").is_some_and(|count| (1..=4).contains(&count))
}

fn tell(text: &str, limits: &Limits) -> Map<String, Value> {
    if is_family(text.trim()) {
        return object(json!({ "ok": true, "canonical": text.trim(), "theory": "atlas", "kind": "family" }));
    }
    let no_file = |_: &str| Err("files are read when the question is asked".to_owned());
    let sources = Sources { file: &no_file, group: &impartial::group::parse, limits };
    let error = match parse_with_sources(Known::default(), text, &sources) {
        Ok(parsed) => {
            return match &parsed.subject {
                Subject::Code(code) => tell_code(code),
                Subject::Position(position) => tell_position(position),
            };
        }
        Err(error) => error,
    };
    if limits.poll().is_err() || ["lattice(", "file:"].iter().any(|name| text.contains(name)) {
        return unread(text);
    }
    // Not a game; perhaps an expression in nimbers.
    let mut field = AlgebraicClosure::new(limits.clone());
    let (span, message, help) = match evaluate(text, &mut field) {
        Ok(value) => {
            let (canonical, value) = (text.trim(), value.to_string());
            return object(json!({
                "ok": true, "canonical": canonical, "theory": "nim", "kind": "expression", "value": value,
                "mathml": mathml::expression(canonical), "value_mathml": mathml::expression(&value),
            }));
        }
        Err(trouble) if trouble.is_understood => {
            return object(json!({
                "ok": true, "canonical": text.trim(), "theory": "nim", "kind": "expression",
                "mathml": mathml::expression(text.trim()),
            }));
        }
        // Of two complaints, the one about what was read furthest.
        Err(trouble) if trouble.span.start > error.span.start => {
            (trouble.span, trouble.message, trouble.help)
        }
        Err(_) => (error.span, error.message, error.help),
    };
    let (start, end) = (unit_of(text, span.start), unit_of(text, span.end));
    object(
        json!({ "ok": false, "at": start, "len": end.saturating_sub(start), "message": message, "help": help }),
    )
}

fn tell_code(code: &HeapCode) -> Map<String, Value> {
    let name = code.name();
    object(json!({
        "ok": true, "canonical": code.to_string(), "theory": "heaps", "kind": "game",
        "name": name.map(title), "rules": clause(code), "builder": builder(code), "code": code.to_string(),
    }))
}

fn tell_position(position: &Position) -> Map<String, Value> {
    let normal = position.normal_form();
    let canonical = position.to_string();
    let mut told = object(json!({
        "ok": true, "canonical": canonical, "theory": theory(&normal), "kind": "position",
        "mathml": mathml::expression(&canonical),
    }));
    if let Some(HeapSum { game, heaps }) = normal.of_kind() {
        let mut all = tell_code(game.code());
        all.extend(told);
        all.insert("heaps".into(), json!(heaps.iter().collect::<Vec<_>>()));
        return all;
    }
    if let Position::Sum(parts) = &normal {
        let part = |part: &Position| json!({ "text": part.to_string(), "theory": theory(part) });
        told.insert("parts".into(), parts.iter().map(part).collect());
    }
    told
}

fn theory(position: &Position) -> &'static str {
    match position {
        Position::Single(single) => registry::theory(single.name()),
        _ => "sum",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Map<String, Value> {
        tell(text, &Limits::none())
    }

    #[test]
    fn texts_are_told_by_theory() {
        for (text, theory, kind) in [
            ("kayles", "heaps", "game"),
            ("kayles[9+12]", "heaps", "position"),
            ("gen(S4)", "groups", "position"),
            ("5 * 6", "nim", "expression"),
            ("(w^w^2)**7", "nim", "expression"),
            ("octal3", "atlas", "family"),
            ("quaternary2", "atlas", "family"),
            ("*3", "trees", "position"),
            ("*3 + *5", "sum", "position"),
            ("abelian(Z/4 + Z/8)", "algebra", "position"),
            ("lattice(../../x)[1,2]", "lattices", "position"),
            ("gen(S4) + 0.07[12] + *3", "sum", "position"),
        ] {
            let told = told(text);
            assert_eq!(
                (told["theory"].as_str(), told["kind"].as_str()),
                (Some(theory), Some(kind)),
                "{text}"
            );
        }
        assert_eq!(told("5 * 6")["value"], "8");
        assert!(
            told("w**3")["mathml"].as_str().is_some_and(|set| set.contains("<msup><mi>ω</mi><mn>3</mn>"))
        );
        assert_eq!(told("kayles[9+12]")["heaps"], json!([[9, 1], [12, 1]]));
    }

    #[test]
    fn errors_point_at_the_place_the_browser_counts() {
        let error = told("0.7.5");
        assert_eq!((error["at"].as_u64(), error["len"].as_u64()), (Some(3), Some(1)));
        assert_eq!(error["message"], "a code has one point");
        // One letter of two bytes, one of two units before it.
        assert_eq!((byte_of("é𝔽x", 3), unit_of("é𝔽x", 6)), (6, 3));
    }
}
