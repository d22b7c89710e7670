//! What a page without a server asks: a question, what a text names, what the program is.

use std::collections::BTreeMap;

use impartial::limits::Limits;
use impartial::question::Files;
use impartial_report::{Asked, BOARDS, Outside, offers, read_text, unread_text};
use serde::Deserialize;
use serde_json::{Value, json};

/// One request.
#[derive(Deserialize)]
#[serde(tag = "request", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// The version and the named games.
    About,
    /// What a text names, and what may come next at the caret.
    Read {
        /// The text.
        text: String,
        /// The caret, in UTF-16 units.
        #[serde(default)]
        caret: usize,
    },
    /// A question, with the files that it may name.
    Ask {
        /// The question.
        asked: Asked,
        /// Files by their names.
        #[serde(default)]
        files: BTreeMap<String, String>,
    },
}

/// Who hears how far a quotient is known: heap, order, order of the P-portion.
pub type Partial = fn(u64, u64, u64);

/// Answers a request within limits; `late` are those for writing down what is proved when a limit was reached.
pub fn answer(request: &[u8], limits: &Limits, late: &Limits, partial: Partial) -> Value {
    match serde_json::from_slice(request) {
        Ok(Request::About) => about(),
        Ok(Request::Read { text, caret }) => read(&text, caret, limits),
        Ok(Request::Ask { asked, files }) => asked.tell(limits, late, &Page { files, partial }),
        Err(error) => json!({ "status": "failed", "message": format!("this is no request: {error}") }),
    }
}

fn about() -> Value {
    let games: Vec<Value> =
        impartial::heap::NAMES.iter().map(|(name, code)| json!({ "name": name, "code": code })).collect();
    json!({ "version": env!("CARGO_PKG_VERSION"), "games": games })
}

fn read(text: &str, caret: usize, limits: &Limits) -> Value {
    if text.len() > Asked::LONGEST_TEXT {
        let message = format!("the text is longer than {} bytes", Asked::LONGEST_TEXT);
        return json!({ "ok": false, "at": 0, "len": 0, "message": message, "completions": [] });
    }
    let mut reply = read_text(text, limits);
    if limits.poll().is_err() {
        reply = unread_text(text);
    }
    reply.insert("completions".into(), json!(offers(text, caret)));
    Value::Object(reply)
}

/// What the page brings: the files dropped into it, and those that are there from the start.
struct Page {
    files: BTreeMap<String, String>,
    partial: Partial,
}

impl Files for Page {
    fn text(&self, name: &str) -> Result<String, String> {
        let board =
            || BOARDS.iter().find(|(board, ..)| *board == name).map(|(_, _, text)| (*text).to_owned());
        if let Some(text) = self.files.get(name).cloned().or_else(board) {
            return Ok(text);
        }
        if name.contains(['/', '\\']) {
            return Err(format!("cannot read {name}: the page names files without any folder"));
        }
        Err(format!("cannot read {name}: it is not one of the files given to the page"))
    }
}

impl Outside for Page {
    fn hear_partial(&self, heap: u64, order: u64, p_portion: u64) {
        (self.partial)(heap, order, p_portion);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(request: Value) -> Value {
        answer(request.to_string().as_bytes(), &Limits::none(), &Limits::none(), |_, _, _| {})
    }

    #[test]
    fn requests_are_answered() {
        assert_eq!(ask(json!({ "request": "about" }))["games"][0]["name"], "kayles");
        let read = ask(json!({ "request": "read", "text": "kay", "caret": 3 }));
        assert_eq!(read["completions"][0]["insert"], "kayles");
        let reply = ask(json!({ "request": "ask", "asked": { "question": "quotient", "text": "0.75" } }));
        assert_eq!((&reply["status"], &reply["answer"]["order"]), (&json!("answered"), &json!(8)));
        assert_eq!(ask(json!({ "request": "rm" }))["status"], "failed");
        assert_eq!(ask(json!("x"))["status"], "failed");
    }

    #[test]
    fn files_are_those_of_the_page() {
        let of = |text: &str, files: Value| {
            ask(json!({ "request": "ask", "asked": { "question": "outcome", "text": text }, "files": files }))
        };
        assert_eq!(of("lattice(two-sectors.toml)[0,0]", json!({}))["answer"]["outcome"], "P");
        let given = json!({ "mine.toml": "rules = [[1,0],[0,1]]" });
        assert_eq!(of("lattice(mine.toml)[1,0]", given)["answer"]["outcome"], "N");
        let missing = of("lattice(mine.toml)[1,0]", json!({}));
        assert_eq!(missing["status"], "failed");
        assert!(missing["message"].as_str().is_some_and(|text| text.contains("given to the page")));
        let out = of("lattice(../../x)[1,2]", json!({}));
        assert!(out["message"].as_str().is_some_and(|text| text.contains("without any folder")));
    }
}
