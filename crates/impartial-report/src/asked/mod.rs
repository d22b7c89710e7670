//! A question as data: its name, a text, options, a form; what the page and other programs send.
//!
//! ```
//! use impartial_report::{Asked, Nothing};
//! use impartial::limits::Limits;
//! let asked: Asked = serde_json::from_str(r#"{"question": "quotient", "text": "0.75", "options": {"to": 12}}"#).unwrap();
//! let reply = asked.tell(&Limits::none(), &Limits::none(), &Nothing);
//! assert_eq!((reply["status"].as_str(), reply["answer"]["order"].as_u64()), (Some("answered"), Some(8)));
//! ```

mod any;
mod options;

use impartial::limits::Limits;
use impartial::question::{Asking, Refused};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use self::any::AnyQuestion;
use crate::format::{Choice, Format};
use crate::manner::{Manner, Outside};
use crate::report::Report;

/// The longest text of a question, in bytes.
const LONGEST_TEXT: usize = 4096;
/// The form that is the proof itself.
const CERTIFICATE: &str = "certificate";

/// A question as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Its name, as on the command line.
    pub question: String,
    /// What it is asked about.
    #[serde(default)]
    pub text: String,
    /// The form of the answer: the name of a [`Format`], or `certificate`; JSON unasked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Whether the steps to the answer are wanted.
    #[serde(default)]
    pub explain: bool,
    /// Whether formulas are wanted in MathML too.
    #[serde(default)]
    pub mathml: bool,
    /// How long it may take, in seconds; whoever answers may allow less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// The options of the question, named as on the command line.
    #[serde(default)]
    pub options: Map<String, Value>,
}

impl Asked {
    /// The longest text of a question, in bytes.
    pub const LONGEST_TEXT: usize = LONGEST_TEXT;

    /// A question with a text and nothing else.
    pub fn new(question: &str, text: &str) -> Self {
        Asked {
            question: question.to_owned(),
            text: text.to_owned(),
            format: None,
            explain: false,
            mathml: false,
            seconds: None,
            options: Map::new(),
        }
    }

    /// Refused if there is no such question, form or option, or a value cannot be read: before anything is worked out.
    ///
    /// # Errors
    /// In these cases.
    pub fn check(&self) -> Result<(), Refused> {
        self.read().map(|_| ())
    }

    /// Whether it is mostly answered within a second.
    pub fn is_quick(&self) -> bool {
        any::QUICK.contains(&self.question.as_str())
    }

    fn form(&self) -> &str {
        self.format.as_deref().unwrap_or("json")
    }

    fn read(&self) -> Result<(AnyQuestion, Format), Refused> {
        if self.text.len() > LONGEST_TEXT {
            return Err(Refused::new(format!("the text is longer than {LONGEST_TEXT} bytes")));
        }
        if self.text.contains('\0') {
            return Err(Refused::new("the text has a zero byte"));
        }
        let format = match self.form() {
            CERTIFICATE => Format::Json,
            form => Format::named(form)
                .filter(|format| !matches!(format, Format::Png | Format::Pdf))
                .ok_or_else(|| Refused::new(format!("`{form}` is not a form of answers")))?,
        };
        Ok((AnyQuestion::read(&self.question, &self.text, &self.options)?, format))
    }

    /// The answer in the form asked for; `late` are the limits for writing down what is proved when a limit was reached.
    ///
    /// # Errors
    /// When the question is not understood.
    pub fn report(&self, limits: &Limits, late: &Limits, outside: &dyn Outside) -> Result<Report, Refused> {
        let (question, format) = self.read()?;
        let (limits, late) = (limits.clone(), late.clone());
        let certificate = self.form() == CERTIFICATE;
        let asking = Asking { limits, late, explain: self.explain, certificate, files: outside };
        question.report(&Manner { asking, outside, format, mathml: self.mathml })
    }

    /// What whoever asks is told: `status` is `answered`, `stopped` or `failed`, and with it the `answer`, a `text` in another
    /// form, or a `message` with its `place` in the text and `help`.
    pub fn tell(&self, limits: &Limits, late: &Limits, outside: &dyn Outside) -> Value {
        self.report(limits, late, outside)
            .and_then(|report| self.reply(report))
            .unwrap_or_else(|refused| failed(&refused))
    }

    fn reply(&self, mut report: Report) -> Result<Value, Refused> {
        let status = if report.stopped.is_some() { "stopped" } else { "answered" };
        let text = match self.form() {
            "json" => return Ok(json!({ "status": status, "answer": report.into_json() })),
            CERTIFICATE => report
                .take_certificate()
                .map(|proof| format!("{proof}\n"))
                .map_err(|none| Refused { help: none.help.clone(), ..Refused::new(none.to_string()) })?,
            form => {
                let mut bytes = Vec::new();
                let format = Format::named(form).unwrap_or(Format::Text);
                let written = report.write(format, None, &Limits::none(), &mut bytes).ok();
                written
                    .and_then(|_| String::from_utf8(bytes).ok())
                    .ok_or_else(|| Refused::new("the answer could not be written"))?
            }
        };
        Ok(json!({ "status": status, "text": text }))
    }
}

/// What whoever asks is told of a question that is not understood.
fn failed(refused: &Refused) -> Value {
    let place = refused.place.as_ref().map(|(_, span)| json!({ "at": span.start, "len": span.len() }));
    json!({ "status": "failed", "message": refused.message, "place": place, "help": refused.help })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manner::Nothing;

    fn tell(asked: Value) -> Value {
        match serde_json::from_value::<Asked>(asked) {
            Ok(asked) => asked.tell(&Limits::none(), &Limits::none(), &Nothing),
            Err(error) => json!({ "status": "failed", "message": error.to_string() }),
        }
    }

    #[test]
    fn questions_are_answered_in_every_form() {
        let reply =
            tell(json!({ "question": "outcome", "text": "nim[3+5+7]", "options": { "misere": true } }));
        assert_eq!((&reply["status"], &reply["answer"]["outcome"]), (&json!("answered"), &json!("N")));
        let reply = tell(json!({ "question": "quotient", "text": "0.75", "format": "latex" }));
        assert!(reply["text"].as_str().is_some_and(|text| text.contains("\\mid")), "{reply}");
        let reply = tell(json!({ "question": "nimber", "text": "kayles[12]", "format": "certificate" }));
        let proof = reply["text"].as_str().unwrap();
        assert!(impartial_check::check(proof).is_ok());
        let reply = tell(
            json!({ "question": "sequence", "text": "0.77", "options": { "to": 90, "pictures": "strip" } }),
        );
        assert!(reply["answer"]["pictures"]["strip"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
        let reply = tell(
            json!({ "question": "sequence", "text": "0.77", "format": "text", "options": { "to": 90 } }),
        );
        assert!(reply["text"].as_str().is_some_and(|text| text.contains("PROVED")), "{reply}");
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let reply = tell(json!({ "question": "outcome", "text": "kayles[3" }));
        assert_eq!((&reply["status"], &reply["place"]["at"]), (&json!("failed"), &json!(8)));
        for bad in [
            json!({ "question": "explore" }),
            json!({ "question": "check", "text": "x", "options": { "misere": true } }),
            json!({ "question": "check", "text": "no-such-file" }),
            json!({ "question": "quotient", "text": "0.77", "options": { "checkpoint": "x" } }),
            json!({ "question": "quotient", "text": "0.77", "options": { "to": "1 --output=x" } }),
            json!({ "question": "quotient", "text": "0.77", "options": { "to": ["1"] } }),
            json!({ "question": "quotient", "text": "0.77", "output": "x" }),
            json!({ "question": "quotient", "text": "0.77", "format": "png" }),
            json!({ "question": "quotient", "text": "0.77", "options": { "picture": "none" } }),
            json!({ "question": "quotient", "text": "a".repeat(LONGEST_TEXT + 1) }),
            json!({ "question": "quotient", "text": "a\u{0}b" }),
            json!({ "question": "moves", "text": "*3", "options": { "into": "*1\n*2" } }),
            json!({ "question": "lexicode", "options": { "length": 513, "distance": 3 } }),
        ] {
            assert_eq!(tell(bad.clone())["status"], "failed", "{bad}");
        }
    }
}
