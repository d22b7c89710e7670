//! An answer in the form asked for, with the fields and claims that go with it.

use std::io::{self, Write};

use impartial::question::answer::common_fields;
use impartial::question::{self, Certificate, NoCertificate, Refused, Stated};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::format::Format;

/// The body of an answer in the form asked for.
pub enum Body {
    /// All of it.
    Text(String),
    /// Written piece by piece: for answers larger than one likes to hold, and for those that are not text.
    Stream(Writer),
}

/// Writes an answer piece by piece.
pub type Writer = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()>>;

/// What a question came to, rendered.
pub struct Report {
    /// The answer in the form asked for; ignored when that is JSON.
    pub body: Body,
    /// The fields of the JSON object, without those that every answer has.
    pub fields: Map<String, Value>,
    /// What each statement rests on, the main one first.
    pub claims: Vec<Stated>,
    /// Why the question has no full answer, if it has none.
    pub stopped: Option<String>,
    /// The proof, or why there is none.
    pub certificate: Option<Result<Certificate, NoCertificate>>,
}

impl Report {
    /// Nothing to claim: what was wanted happened elsewhere, or stands in the text.
    pub fn silent(body: Body) -> Self {
        Report { body, fields: Map::new(), claims: Vec::new(), stopped: None, certificate: None }
    }

    /// The answer of the library with its text in the form asked for.
    pub(crate) fn rendered<V: Serialize>(body: Body, answer: question::Answer<V>) -> Result<Self, Refused> {
        Ok(Report::with_fields(body, json_fields(&answer.value)?, answer))
    }

    /// The answer of the library with its text, and with these fields: for values that are large in JSON.
    pub(crate) fn with_fields<V>(
        body: Body,
        fields: Map<String, Value>,
        answer: question::Answer<V>,
    ) -> Self {
        Report {
            body,
            fields,
            claims: answer.claims,
            stopped: answer.stopped.map(|stopped| stopped.to_string()),
            certificate: answer.certificate,
        }
    }

    /// The proof, unless there is none or the checker would refuse it for its size, as it may large groups.
    ///
    /// # Errors
    /// When there is none, with the reason.
    pub fn take_certificate(&mut self) -> Result<Certificate, NoCertificate> {
        let none = || NoCertificate::because("there is none for this answer; nothing was written");
        let proof = self.certificate.take().unwrap_or_else(|| Err(none()))?;
        if matches!(proof.kind(), "structure" | "avoidance" | "lexicode" | "nim-value") {
            impartial_check::check(&proof.to_string()).map_err(NoCertificate::because)?;
        }
        Ok(proof)
    }

    /// The JSON object: the fields of the answer, then those that every answer has.
    pub fn into_json(self) -> Map<String, Value> {
        let mut object = self.fields;
        object.extend(common_fields(&self.claims, self.stopped));
        object
    }

    /// Writes the answer in its form, with its claims where that is text.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(
        self,
        format: Format,
        no_certificate: Option<NoCertificate>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if format == Format::Json {
            let mut object = self.into_json();
            if let Some(why) = no_certificate {
                object.insert("no_certificate".into(), Value::String(why.to_string()));
            }
            serde_json::to_writer(&mut *out, &Value::Object(object))?;
            return out.write_all(b"\n");
        }
        match self.body {
            Body::Text(text) => out.write_all(text.as_bytes())?,
            Body::Stream(write) => write(out)?,
        }
        if format == Format::Text {
            write_claims(&self.claims, out)?;
            if let Some(reason) = self.stopped {
                writeln!(out, "STOPPED  {reason}")?;
            }
            if let Some(why) = no_certificate {
                let help = why.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
                writeln!(out, "{why}{help}")?;
            }
        }
        Ok(())
    }
}

/// The fields of a value in JSON.
pub(crate) fn json_fields<V: Serialize>(value: &V) -> Result<Map<String, Value>, Refused> {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => Ok(fields),
        _ => Err(Refused::new("this answer has no JSON form: a mistake in the program")),
    }
}

/// The main claim, then those of other statements that rest on something else.
fn write_claims(claims: &[Stated], out: &mut dyn Write) -> io::Result<()> {
    let Some((main, others)) = claims.split_first() else { return Ok(()) };
    writeln!(out, "{}", main.claim)?;
    for other in others.iter().filter(|other| other.claim != main.claim) {
        writeln!(out, "{}", other.line())?;
    }
    Ok(())
}
