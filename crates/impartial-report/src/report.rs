//! An answer in the form asked for, with the fields and claims that go with it.

use std::io::{self, Write};

use impartial::limits::Limits;
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

impl Body {
    /// Writes it; why it was not written to its end, if a limit was reached.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(self, limits: &Limits, out: &mut dyn Write) -> io::Result<Option<String>> {
        match self {
            Body::Text(text) => out.write_all(text.as_bytes())?,
            Body::Stream(write) => match write(&mut Bounded { limits, out, begins_line: true }) {
                Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                    return Ok(Some(format!("{error} while this was written")));
                }
                result => result?,
            },
        }
        Ok(None)
    }
}

/// Writes an answer piece by piece.
pub type Writer = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()>>;

/// A longer list of values is of a game with few options, which are never too many to check.
const LONG: usize = 100_000;

/// A long list of numbers, one at a time.
pub type Numbers = Box<dyn Iterator<Item = u32>>;

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
    /// A field of the JSON object that is larger than one likes to hold; its place is among `fields`.
    pub(crate) streamed: Option<(&'static str, Numbers)>,
}

impl Report {
    /// Nothing to claim: what was wanted happened elsewhere, or stands in the text.
    pub fn silent(body: Body) -> Self {
        Report {
            body,
            fields: Map::new(),
            claims: Vec::new(),
            stopped: None,
            certificate: None,
            streamed: None,
        }
    }

    /// Whether nothing is left to say.
    pub fn is_empty(&self) -> bool {
        let no_text = matches!(&self.body, Body::Text(text) if text.is_empty());
        no_text && self.fields.is_empty() && self.claims.is_empty() && self.stopped.is_none()
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
            streamed: None,
        }
    }

    /// The proof, unless there is none or the checker would refuse it for its size, as it may large groups.
    ///
    /// # Errors
    /// When there is none, with the reason.
    pub fn take_certificate(&mut self) -> Result<Certificate, NoCertificate> {
        #[cfg(not(target_arch = "wasm32"))]
        let check =
            |proof: String| impartial_check::check(&proof).map(|_| ()).map_err(NoCertificate::because);
        // A page has the checker elsewhere, and asks it.
        #[cfg(target_arch = "wasm32")]
        let check = |_: String| Ok(());
        self.take_checked(check)
    }

    /// The same where someone else runs the checker on the text of the proof, because that may take long.
    ///
    /// # Errors
    /// When there is none, with the reason.
    pub fn take_checked(
        &mut self,
        check: impl FnOnce(String) -> Result<(), NoCertificate>,
    ) -> Result<Certificate, NoCertificate> {
        let none = || NoCertificate::because("there is none for this answer; nothing was written");
        let proof = self.certificate.take().unwrap_or_else(|| Err(none()))?;
        if matches!(
            proof.kind(),
            "structure"
                | "avoidance"
                | "achievement"
                | "subgroup-classes"
                | "moves"
                | "lexicode"
                | "nim-value"
                | "grundy-values"
        ) {
            let is_list = proof.kind() == "grundy-values";
            let text = if is_list && proof.is_in_lines() { None } else { Some(proof.to_string()) };
            if let Some(text) = text.filter(|text| !is_list || text.len() <= LONG) {
                check(text)?;
            }
        }
        Ok(proof)
    }

    /// The JSON object: the fields of the answer, then those that every answer has.
    pub fn into_json(self) -> Map<String, Value> {
        let mut object = self.fields;
        if let Some((field, numbers)) = self.streamed {
            object.insert(field.to_owned(), numbers.collect());
        }
        object.extend(common_fields(&self.claims, self.stopped));
        object
    }

    /// Writes the answer in its form, with its claims where that is text; why it was not written to its end, if a limit was
    /// reached.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(
        self,
        format: Format,
        no_certificate: Option<NoCertificate>,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        if format == Format::Json {
            return self.write_json(no_certificate, limits, out);
        }
        let cut = self.body.write(limits, out)?;
        if format == Format::Text {
            write_claims(&self.claims, out)?;
            for reason in self.stopped.iter().chain(&cut) {
                writeln!(out, "STOPPED  {reason}")?;
            }
            if let Some(why) = no_certificate {
                let help = why.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
                writeln!(out, "{why}{help}")?;
            }
        }
        Ok(cut)
    }

    /// One object: the fields, of which one may be written piece by piece, then those that every answer has.
    fn write_json(
        mut self,
        no_certificate: Option<NoCertificate>,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        let mut cut = None;
        out.write_all(b"{")?;
        for (key, value) in std::mem::take(&mut self.fields) {
            serde_json::to_writer(&mut *out, &key)?;
            out.write_all(b":")?;
            match self.streamed.take_if(|(streamed, _)| *streamed == key) {
                Some((_, numbers)) => cut = write_numbers(numbers, limits, out)?,
                None => serde_json::to_writer(&mut *out, &value)?,
            }
            out.write_all(b",")?;
        }
        let mut common = common_fields(&self.claims, self.stopped.or(cut.clone()));
        if let Some(why) = no_certificate {
            common.insert("no_certificate".into(), Value::String(why.to_string()));
        }
        // Every answer has fields of this kind, so what was written so far may end with a comma.
        let common = serde_json::to_string(&common)?;
        out.write_all(common.trim_start_matches('{').as_bytes())?;
        out.write_all(b"\n")?;
        Ok(cut)
    }
}

/// Writes a list until it ends or a limit is reached, which is then told.
fn write_numbers(numbers: Numbers, limits: &Limits, out: &mut dyn Write) -> io::Result<Option<String>> {
    out.write_all(b"[")?;
    let mut cut = None;
    for (at, number) in numbers.enumerate() {
        if at % 4096 == 4095
            && let Err(reason) = limits.poll()
        {
            cut = Some(format!("{reason} while this was written: {at} values are listed"));
            break;
        }
        write!(out, "{}{number}", if at == 0 { "" } else { "," })?;
    }
    out.write_all(b"]")?;
    Ok(cut)
}

/// A writer that fails, at the end of a line, when a limit is reached.
struct Bounded<'a> {
    limits: &'a Limits,
    out: &'a mut dyn Write,
    begins_line: bool,
}

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.begins_line {
            self.limits.poll().map_err(|reason| io::Error::new(io::ErrorKind::TimedOut, reason))?;
        }
        let written = self.out.write(bytes)?;
        self.begins_line = bytes[..written].ends_with(b"\n");
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
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
