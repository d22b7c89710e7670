//! What the page may ask: the questions of the program, by name, with the options named here and no others.

use std::ffi::OsString;

use serde::Deserialize;
use serde_json::{Map, Value};

/// The longest text of a question, in bytes.
pub const LONGEST_TEXT: usize = 4096;
/// The time and the memory that a question may take.
pub const TIME: u64 = 60;
pub const MEMORY: &str = "1G";

/// Whether questions of a kind may take long; quick ones do not wait behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// A second or so.
    Quick,
    /// As long as the limits allow.
    Long,
}

/// A kind of question and its options.
struct Kind {
    name: &'static str,
    lane: Lane,
    options: &'static [&'static str],
}

const KINDS: &[Kind] = &[
    Kind { name: "outcome", lane: Lane::Quick, options: &["misere"] },
    Kind { name: "nimber", lane: Lane::Quick, options: &[] },
    Kind { name: "moves", lane: Lane::Quick, options: &["misere", "reply", "into", "most"] },
    Kind { name: "sequence", lane: Lane::Quick, options: &["to", "genus", "picture", "pictures", "fold"] },
    Kind { name: "nim", lane: Lane::Quick, options: &["table", "by"] },
    Kind { name: "lexicode", lane: Lane::Quick, options: &["length", "distance"] },
    Kind { name: "abelian", lane: Lane::Quick, options: &["select"] },
    Kind { name: "quotient", lane: Lane::Long, options: &["to", "picture", "pictures", "fold", "bound"] },
    Kind { name: "diagram", lane: Lane::Long, options: &["to", "full", "picture"] },
    Kind { name: "canonical", lane: Lane::Long, options: &[] },
    Kind { name: "group", lane: Lane::Long, options: &[] },
    Kind { name: "table", lane: Lane::Long, options: &["box", "slice", "every"] },
    Kind { name: "strategy", lane: Lane::Long, options: &["box", "below"] },
    Kind { name: "survey", lane: Lane::Long, options: &["to", "misere-to", "order", "work"] },
];

const FORMATS: &[&str] = &[
    "json",
    "text",
    "csv",
    "latex",
    "mathml",
    "bfile",
    "svg",
    "dot",
    "tikz",
    "gap",
    "sage",
    "m2",
    "certificate",
];

/// A question as the page asks it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    question: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    format: Option<String>,
    #[serde(default)]
    explain: bool,
    #[serde(default)]
    mathml: bool,
    /// How long it may take, in seconds; at most the time that every question has.
    #[serde(default)]
    seconds: Option<u64>,
    #[serde(default)]
    options: Map<String, Value>,
}

impl Question {
    /// A question with a text and nothing else, asked by the server itself.
    pub fn check(name: &str) -> Self {
        Question {
            question: "check".into(),
            text: name.into(),
            format: None,
            explain: false,
            mathml: false,
            seconds: None,
            options: Map::new(),
        }
    }

    /// Whether the answer is a JSON object.
    pub fn is_json(&self) -> bool {
        self.format() == "json"
    }

    fn format(&self) -> &str {
        self.format.as_deref().unwrap_or("json")
    }

    /// The arguments of the program, and the lane; the error is one sentence.
    ///
    /// The text comes after `--`, so it is never an option; nothing passes through a shell.
    pub fn arguments(&self) -> Result<(Vec<OsString>, Lane), String> {
        const CHECK: Kind = Kind { name: "check", lane: Lane::Long, options: &[] };
        let kind = match self.question.as_str() {
            "check" => Some(&CHECK),
            name => KINDS.iter().find(|kind| kind.name == name),
        };
        let kind = kind.ok_or_else(|| format!("`{}` is not a question", self.question))?;
        if self.text.len() > LONGEST_TEXT {
            return Err(format!("the text is longer than {LONGEST_TEXT} bytes"));
        }
        if self.text.contains('\0') {
            return Err("the text has a zero byte".to_owned());
        }
        let format = self.format();
        if !FORMATS.contains(&format) {
            return Err(format!("`{format}` is not a form of answers"));
        }
        let mut arguments: Vec<OsString> = Vec::new();
        let mut add = |argument: String| arguments.push(argument.into());
        match format {
            "certificate" => add("--certificate=-".to_owned()),
            format => add(format!("--format={format}")),
        }
        add(format!("--time={}s", self.seconds.unwrap_or(TIME).clamp(1, TIME)));
        add(format!("--memory={MEMORY}"));
        if self.explain {
            add("--explain".to_owned());
        }
        if self.mathml {
            add("--mathml".to_owned());
        }
        add(kind.name.to_owned());
        for (name, value) in &self.options {
            if !kind.options.contains(&name.as_str()) {
                return Err(format!("`{}` has no option `{name}`", kind.name));
            }
            match value {
                Value::Bool(true) => add(format!("--{name}")),
                Value::Bool(false) | Value::Null => {}
                Value::Number(number) => add(format!("--{name}={number}")),
                Value::String(text) if is_plain(text) => add(format!("--{name}={text}")),
                // A position is a text of the language, read without any file.
                Value::String(text) if name == "into" && is_line(text) => add(format!("--{name}={text}")),
                _ => return Err(format!("`{name}` has a value that cannot be passed on")),
            }
        }
        if !self.text.is_empty() {
            add("--".to_owned());
            add(self.text.clone());
        }
        Ok((arguments, kind.lane))
    }
}

/// Whether a text is one line of the length of the box.
fn is_line(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST_TEXT && !text.contains(char::is_control)
}

/// Whether the value of an option is a plain word or a list of numbers.
fn is_plain(text: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b".,-=".contains(&byte);
    (1..=64).contains(&text.len()) && text.bytes().all(is_sign)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn arguments(question: Value) -> Result<Vec<String>, String> {
        let question: Question = serde_json::from_value(question).map_err(|error| error.to_string())?;
        let (arguments, _) = question.arguments()?;
        Ok(arguments.into_iter().map(|argument| argument.into_string().unwrap()).collect())
    }

    #[test]
    fn the_text_is_never_an_option() {
        let asked = json!({ "question": "moves", "text": "--output=/tmp/x", "options": { "misere": true } });
        let expected =
            ["--format=json", "--time=60s", "--memory=1G", "moves", "--misere", "--", "--output=/tmp/x"];
        assert_eq!(arguments(asked).unwrap(), expected);
    }

    #[test]
    fn only_known_questions_options_and_values_are_passed_on() {
        for bad in [
            json!({ "question": "explore" }),
            json!({ "question": "check", "text": "x", "options": { "misere": true } }),
            json!({ "question": "quotient", "text": "0.77", "options": { "checkpoint": "x" } }),
            json!({ "question": "quotient", "text": "0.77", "options": { "to": "1 --output=x" } }),
            json!({ "question": "quotient", "text": "0.77", "options": { "to": ["1"] } }),
            json!({ "question": "quotient", "text": "0.77", "output": "x" }),
            json!({ "question": "quotient", "text": "0.77", "format": "png" }),
            json!({ "question": "quotient", "text": "a".repeat(LONGEST_TEXT + 1) }),
            json!({ "question": "quotient", "text": "a\u{0}b" }),
            json!({ "question": "moves", "text": "*3", "options": { "into": "*1\n*2" } }),
        ] {
            assert!(arguments(bad.clone()).is_err(), "{bad}");
        }
    }
}
