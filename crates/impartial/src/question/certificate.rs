//! A proof as an object that `impartial-check` verifies alone.

use std::fmt;

use serde::Serialize;
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Certificate(Map<String, Value>);

impl Certificate {
    /// The proof with these fields, `kind` among them.
    pub(crate) fn new(fields: impl IntoIterator<Item = (String, Value)>) -> Self {
        let mut whole = Map::new();
        whole.insert("format".into(), json!("impartial-certificate"));
        whole.insert("version".into(), json!(1));
        whole.extend(fields);
        Certificate(whole)
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

    /// What kind of proof it is.
    pub fn kind(&self) -> &str {
        self.0.get("kind").and_then(Value::as_str).unwrap_or_default()
    }

    /// The proof as a part of another one: without format and version.
    pub(crate) fn embedded(&self) -> Value {
        let own = |(name, _): &(&String, &Value)| !matches!(name.as_str(), "format" | "version");
        self.0.iter().filter(own).map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// The JSON object.
    pub fn as_json(&self) -> &Map<String, Value> {
        &self.0
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Text keys and finite numbers always have a JSON form.
        f.write_str(&serde_json::to_string(&self.0).map_err(|_| fmt::Error)?)
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
