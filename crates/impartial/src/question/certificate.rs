//! A proof as an object that `impartial-check` verifies alone.

use std::{fmt, io};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

/// A proof: one JSON object with the fields `format`, `version`, `kind` and what the kind needs.
///
/// The kinds are described in `docs/certificates.md`, and each in the file of the checker that reads it.
///
/// ```
/// use impartial::question::{Asking, NimberQuestion, Question};
/// let answer = NimberQuestion { game: "kayles[12] + *3".into() }.ask(&Asking::with_certificate())?;
/// let certificate = answer.certificate.expect("it was wanted").expect("there is one");
/// assert_eq!(certificate.kind(), "nimber");
/// assert!(impartial_check::check(&certificate.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    fields: Map<String, Value>,
    /// The field `values` where it is long: it stands in lines of its own.
    values: Option<Vec<u32>>,
}

/// More values than these are written in lines.
const LONG: usize = 1 << 16;

/// The values of a line.
const LINE: usize = 4096;

impl Certificate {
    /// The proof with these fields, `kind` among them.
    pub(crate) fn new(fields: impl IntoIterator<Item = (String, Value)>) -> Self {
        let mut whole = Map::new();
        whole.insert("format".into(), json!("impartial-certificate"));
        whole.insert("version".into(), json!(1));
        whole.extend(fields);
        Certificate { fields: whole, values: None }
    }

    /// The proof that a value is written as.
    ///
    /// # Panics
    /// When the value is not written as an object: a mistake in the library.
    pub fn of(proof: &impl Serialize) -> Self {
        match serde_json::to_value(proof) {
            Ok(Value::Object(fields)) => Certificate::new(fields),
            _ => unreachable!("a proof is written as an object"),
        }
    }

    /// The proof with these fields and a list of values, which are written in lines when they are many.
    pub(crate) fn with_values(proof: &impl Serialize, values: Vec<u32>) -> Self {
        let mut whole = Certificate::of(proof);
        let is_long = values.len() > LONG;
        let field = if is_long { json!({ "lines": values.len().div_ceil(LINE) }) } else { json!(values) };
        whole.fields.insert("values".to_owned(), field);
        whole.values = is_long.then_some(values);
        whole
    }

    /// What kind of proof it is.
    pub fn kind(&self) -> &str {
        self.fields.get("kind").and_then(Value::as_str).unwrap_or_default()
    }

    /// The proof as a part of another one: without format and version.
    pub(crate) fn embedded(&self) -> Value {
        let own = |(name, _): &(&String, &Value)| !matches!(name.as_str(), "format" | "version");
        let mut part: Map<String, Value> =
            self.fields.iter().filter(own).map(|(name, value)| (name.clone(), value.clone())).collect();
        if let Some(values) = &self.values {
            part.insert("values".to_owned(), json!(values));
        }
        Value::Object(part)
    }

    /// Whether its values are so many that they are written in lines.
    pub fn is_in_lines(&self) -> bool {
        self.values.is_some()
    }

    /// A field, as it is written.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.get(name)
    }

    /// Writes the proof as a file has it: one JSON object in a line, and lines of values after it where these are many.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &self.fields)?;
        out.write_all(b"\n")?;
        for line in self.values.iter().flat_map(|values| values.chunks(LINE)) {
            serde_json::to_writer(&mut *out, line)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

impl Serialize for Certificate {
    /// One JSON object, with all values.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.fields.len()))?;
        for (name, value) in &self.fields {
            match &self.values {
                Some(values) if name == "values" => map.serialize_entry(name, values)?,
                _ => map.serialize_entry(name, value)?,
            }
        }
        map.end()
    }
}

impl fmt::Display for Certificate {
    /// As [`write_to`](Certificate::write_to), without the end of the last line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        // Text keys and finite numbers always have a JSON form.
        self.write_to(&mut text).map_err(|_| fmt::Error)?;
        f.write_str(String::from_utf8(text).map_err(|_| fmt::Error)?.trim_end())
    }
}

/// Why an answer has no certificate; the answer itself stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no certificate: {why}")]
pub struct NoCertificate {
    why: String,
    /// What to ask instead, where that helps.
    pub help: Option<String>,
}

impl NoCertificate {
    /// There is none, for a reason told in a sentence.
    pub fn because<T: ToString>(why: T) -> Self {
        NoCertificate { why: why.to_string(), help: None }
    }

    /// With what to ask instead.
    #[must_use]
    pub fn help(self, help: &str) -> Self {
        NoCertificate { help: Some(help.to_owned()), ..self }
    }
}
