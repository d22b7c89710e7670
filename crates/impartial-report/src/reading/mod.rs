//! What a text names: its theory, its rules in words, the rows of its board; or where it is wrong.
//!
//! Read [`kind`] (the only place here that looks into a position), [`rules`] (codes in words), [`complete`] (what may come
//! next), [`forgiven`] (texts that are not of the language, and what was meant).

mod complete;
mod forgiven;
mod kind;
mod rules;

use std::cell::Cell;

use impartial::heap::HeapCode;
use impartial::language::{Known, Sources, Subject, parse_with_sources};
use impartial::limits::Limits;
use impartial::nim::AlgebraicClosure;
use impartial::nim::calculator::evaluate;
use impartial::question::{Asking, Board};
use impartial_picture::mathml;
use serde_json::{Map, Value, json};

use self::forgiven::Forgiven;

/// What a text names, or where it is wrong: `ok`, `canonical`, `theory`, `kind`, and what belongs to the kind; or `at`, `len` (in
/// UTF-16 units, as a browser counts), `message`, `help`. A text that takes too long to read is told as `unread`.
pub fn read_text(text: &str, limits: &Limits) -> Map<String, Value> {
    let reply = read(text, limits);
    if reply["ok"] == json!(true) || text.trim().is_empty() {
        return reply;
    }
    match forgiven::forgive(text, &|other| read(other, limits)["ok"] == true) {
        Some(Forgiven::Meant { text, play }) => {
            let mut reply = read(&text, limits);
            reply.insert("meant".into(), json!(text));
            if let Some(play) = play {
                reply.insert("meant_play".into(), json!(play));
            }
            reply
        }
        Some(Forgiven::Explained { sentence, instead }) => object(json!({
            "ok": false, "at": 0, "len": text.encode_utf16().count(), "message": sentence, "instead": instead,
        })),
        None => reply,
    }
}

/// What is known without reading: what the first word says. Whoever asked may ask again with more time.
pub fn unread_text(text: &str) -> Map<String, Value> {
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

/// What may replace the word before the caret; places are in UTF-16 units.
pub fn offers(text: &str, caret: usize) -> Vec<Value> {
    let in_units = |mut offer: Value| {
        for place in ["from", "to"] {
            offer[place] = json!(unit_of(text, offer[place].as_u64().unwrap_or(0) as usize));
        }
        offer
    };
    complete::completions(text, byte_of(text, caret)).into_iter().map(in_units).collect()
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

fn read(text: &str, limits: &Limits) -> Map<String, Value> {
    if is_family(text.trim()) {
        return object(json!({ "ok": true, "canonical": text.trim(), "theory": "atlas", "kind": "family" }));
    }
    let names_file = Cell::new(false);
    let no_file = |_: &str| {
        names_file.set(true);
        Err("files are read when the question is asked".to_owned())
    };
    let sources = Sources {
        file: &no_file,
        group: &impartial::group::parse,
        large_group: &impartial::group::LargeGroup::parse_larger,
        limits,
    };
    let boards = boards_in(text);
    let error = match parse_with_sources(boards.clone().unwrap_or_default(), text, &sources) {
        Ok(_) if text.contains("lattice(") => return unread_text(text),
        Ok(parsed) => {
            return match &parsed.subject {
                Subject::Code(code) => tell_code(code),
                Subject::Position(position) => tell_position(&kind::Told::of(position)),
            };
        }
        Err(error) => error,
    };
    if limits.poll().is_err() || names_file.get() || boards.is_none() {
        return unread_text(text);
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

/// The lattice boards that a text writes out; `None` when it names one, or when one is wrong: these are read when the question is asked.
fn boards_in(text: &str) -> Option<Known> {
    let mut known = Known::default();
    for rest in text.split("lattice(").skip(1) {
        let name = rest.split(')').next().unwrap_or_default();
        let board = Board::named(name, &Asking::new()).ok()?;
        known.enter_board(name, board.game);
    }
    Some(known)
}

/// The fields of a code: its rules in words and as squares, and a position to begin with.
fn tell_code(code: &HeapCode) -> Map<String, Value> {
    let name = code.name();
    let heaps = if code.is_nim() { "3+5+7" } else { "9+12" };
    object(json!({
        "ok": true, "canonical": code.to_string(), "theory": "heaps", "kind": "game",
        "name": name.map(rules::title), "rules": rules::clause(code), "builder": rules::builder(code),
        "code": code.to_string(), "word": name, "start": format!("{}[{heaps}]", name.map_or_else(|| code.to_string(), str::to_owned)),
        "splits": code.digit(0).breaks(), "is_nim": code.is_nim(),
    }))
}

fn tell_position(position: &kind::Told) -> Map<String, Value> {
    let canonical = &position.canonical;
    let mut reply = object(json!({
        "ok": true, "canonical": canonical, "theory": position.theory, "kind": "position",
        "mathml": mathml::expression(canonical),
    }));
    if let Some((code, heaps)) = &position.heaps {
        let mut all = tell_code(code);
        all.extend(reply);
        all.insert("heaps".into(), json!(heaps));
        return all;
    }
    if !position.parts.is_empty() {
        reply.insert("parts".into(), json!(position.parts));
    }
    reply
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(text: &str) -> Map<String, Value> {
        read_text(text, &Limits::none())
    }

    #[test]
    fn texts_are_told_by_theory() {
        for (text, theory, kind) in [
            ("kayles", "heaps", "game"),
            ("kayles[9+12]", "heaps", "position"),
            ("nim[3+5+7]", "heaps", "position"),
            ("gen(S4)", "groups", "position"),
            ("5 * 6", "nim", "expression"),
            ("(w^w^2)**7", "nim", "expression"),
            ("octal3", "atlas", "family"),
            ("quaternary2", "atlas", "family"),
            ("*3", "trees", "position"),
            ("*3 + *5", "sum", "position"),
            ("abelian(Z/4 + Z/8)", "algebra", "position"),
            ("lattice(../../x)[1,2]", "lattices", "position"),
            ("lattice(rules = [[1,0],[0,1]])[3,4]", "lattices", "position"),
            ("gen(S4) + 0.07[12] + *3", "sum", "position"),
        ] {
            let reply = reply(text);
            assert_eq!(
                (reply["theory"].as_str(), reply["kind"].as_str()),
                (Some(theory), Some(kind)),
                "{text}"
            );
        }
        assert_eq!(reply("5 * 6")["value"], "8");
        assert!(
            reply("w**3")["mathml"].as_str().is_some_and(|set| set.contains("<msup><mi>ω</mi><mn>3</mn>"))
        );
        assert_eq!(reply("kayles[9+12]")["heaps"], json!([[9, 1], [12, 1]]));
    }

    /// Every named game has a position to begin with, which is read as a position of that game.
    #[test]
    fn every_named_game_has_a_start() {
        for (name, _) in impartial::heap::NAMES {
            let game = reply(name);
            let start = reply(game["start"].as_str().unwrap());
            assert_eq!((&start["kind"], &start["code"]), (&json!("position"), &game["code"]), "{name}");
        }
        assert_eq!(reply("grundys-game")["splits"], true);
        assert_eq!((&reply("nim")["splits"], &reply("nim")["is_nim"]), (&json!(false), &json!(true)));
    }

    #[test]
    fn errors_point_at_the_place_the_browser_counts() {
        let error = reply("0.7.5");
        assert_eq!((error["at"].as_u64(), error["len"].as_u64()), (Some(3), Some(1)));
        assert_eq!(error["message"], "a code has one point");
        // One letter of two bytes, one of two units before it.
        assert_eq!((byte_of("é𝔽x", 3), unit_of("é𝔽x", 6)), (6, 3));
    }

    #[test]
    fn what_was_meant_is_told() {
        let nim = reply("nim 3 5 7");
        assert_eq!((&nim["meant"], &nim["kind"]), (&json!("nim[3+5+7]"), &json!("position")));
        let chomp = reply("chomp");
        assert_eq!(chomp["ok"], false);
        for instead in chomp["instead"].as_array().unwrap() {
            assert_eq!(reply(instead.as_str().unwrap())["ok"], true, "{instead}");
        }
    }
}
