//! What a question came to: the value, a claim for each statement in it, the proof, and why it stopped if it did.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::certificate::{Certificate, NoCertificate};
use crate::claim::Claim;
use crate::limits::{StopReason, Unanswered};

/// An answer.
///
/// Invariants:
/// 1. a statement that a stopped computation did not finish has no claim;
/// 2. without any claim there is a reason in `stopped`, or nothing was stated.
#[derive(Clone, Debug)]
pub struct Answer<V> {
    /// What was found.
    pub value: V,
    /// What each statement in it rests on, the main one first.
    pub claims: Vec<Stated>,
    /// The proof, or why there is none; `None` when it was not wanted.
    pub certificate: Option<Result<Certificate, NoCertificate>>,
    /// Why the answer is not whole, if it is not.
    pub stopped: Option<Stopped>,
}

/// A statement of an answer, and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// What is stated, in a word or two: "outcome", "winning moves", "period".
    pub statement: String,
    /// What it rests on.
    pub claim: Claim,
}

/// Why an answer is not whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// What was under way, in words; empty when it is the answer itself.
    during: String,
    why: Unanswered,
    /// What follows from it, in words.
    further: String,
}

impl<V> Answer<V> {
    /// A whole answer with one statement.
    pub fn new(value: V, statement: &str, claim: Claim) -> Self {
        Answer { value, claims: vec![Stated::new(statement, claim)], certificate: None, stopped: None }
    }

    /// No answer but what is in `value`: nothing is claimed.
    pub fn stopped(value: V, why: impl Into<Stopped>) -> Self {
        Answer { value, claims: Vec::new(), certificate: None, stopped: Some(why.into()) }
    }

    /// The same answer with one statement more.
    #[must_use]
    pub fn with(mut self, statement: &str, claim: Claim) -> Self {
        self.claims.push(Stated::new(statement, claim));
        self
    }

    /// The same answer where every statement rests on something that was taken as it stood.
    #[must_use]
    pub fn resting_on(mut self, what: &str) -> Self {
        for stated in &mut self.claims {
            stated.claim = stated.claim.clone().resting_on(what);
        }
        self
    }

    /// The claim of the main statement, if anything is claimed.
    pub fn claim(&self) -> Option<&Claim> {
        self.claims.first().map(|stated| &stated.claim)
    }

    /// The claim of a statement.
    pub fn claim_of(&self, statement: &str) -> Option<&Claim> {
        self.claims.iter().find(|stated| stated.statement == statement).map(|stated| &stated.claim)
    }

    /// The same answer with another value.
    pub fn map<W>(self, other: impl FnOnce(V) -> W) -> Answer<W> {
        let Answer { value, claims, certificate, stopped } = self;
        Answer { value: other(value), claims, certificate, stopped }
    }
}

impl<V: Serialize> Answer<V> {
    /// The JSON object of the answer: the fields of its value, then those that every answer has ([`common_fields`]).
    ///
    /// # Errors
    /// When the value has no JSON form, which is a mistake in the library.
    pub fn to_json(&self) -> serde_json::Result<Map<String, Value>> {
        let mut object = match serde_json::to_value(&self.value)? {
            Value::Object(fields) => fields,
            other => Map::from_iter([("value".to_owned(), other)]),
        };
        object.extend(common_fields(&self.claims, self.stopped.as_ref().map(Stopped::to_string)));
        Ok(object)
    }
}

/// The fields of every answer in JSON: `claim` and `because` of the main statement, `claims` with those of all statements,
/// `stopped` if it did, and `version`.
pub fn common_fields(claims: &[Stated], stopped: Option<String>) -> Map<String, Value> {
    let mut fields = Map::new();
    let (claim, because) =
        claims.first().map_or(("up_to", "nothing"), |main| (main.claim.key(), main.claim.detail()));
    fields.insert("claim".into(), json!(claim));
    fields.insert("because".into(), json!(because));
    fields.insert("claims".into(), claims.iter().map(Stated::to_json).collect());
    if let Some(reason) = stopped {
        fields.insert("stopped".into(), json!(reason));
    }
    fields.insert("version".into(), json!(env!("CARGO_PKG_VERSION")));
    fields
}

impl Stated {
    /// A statement with its claim.
    pub fn new(statement: &str, claim: Claim) -> Self {
        Stated { statement: statement.to_owned(), claim }
    }

    /// The claim on a line that names the statement: `PROVED  period: …`.
    pub fn line(&self) -> String {
        let Stated { statement, claim } = self;
        match claim {
            Claim::Proved(why) => format!("PROVED  {statement}: {why}"),
            Claim::Cited(source) => format!("CITED  {statement}: {source}"),
            Claim::UpTo(_) => format!("{claim}: {statement}"),
        }
    }

    /// The statement, its claim and what that rests on, as a JSON object.
    pub fn to_json(&self) -> Value {
        json!({ "statement": self.statement, "claim": self.claim.key(), "because": self.claim.detail() })
    }
}

impl fmt::Display for Stated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.statement, self.claim)
    }
}

impl Stopped {
    /// Stopped while something was done that is only a part of the answer.
    pub fn during(what: &str, why: impl Into<Unanswered>) -> Self {
        Stopped { during: what.to_owned(), ..Stopped::from(why) }
    }

    /// Stopped for a reason told in a sentence.
    pub fn because(why: impl Into<String>) -> Self {
        Unanswered::OutOfReach(why.into()).into()
    }

    /// The same, with what follows from it: what is not there, or how far one knows all the same.
    #[must_use]
    pub fn further(mut self, what: &str) -> Self {
        self.further += &format!("; {what}");
        self
    }

    /// The limit that was reached, if it was one.
    pub fn reason(&self) -> Option<StopReason> {
        match self.why {
            Unanswered::Stopped(reason) => Some(reason),
            Unanswered::OutOfReach(_) => None,
        }
    }
}

impl<W: Into<Unanswered>> From<W> for Stopped {
    fn from(why: W) -> Self {
        Stopped { during: String::new(), why: why.into(), further: String::new() }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.during.is_empty() {
            write!(f, "{}: ", self.during)?;
        }
        write!(f, "{}{}", self.why, self.further)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_says_of_each_statement_what_it_rests_on() {
        let answer = Answer::new(json!({ "order": 8 }), "order", Claim::Proved("by hand".into()))
            .with("period", Claim::UpTo("heap 40".into()));
        let object = answer.to_json().unwrap();
        assert_eq!(object["order"], 8);
        assert_eq!((&object["claim"], &object["because"]), (&json!("proved"), &json!("by hand")));
        assert_eq!(
            object["claims"][1],
            json!({ "statement": "period", "claim": "up_to", "because": "heap 40" })
        );
        assert_eq!(answer.claim_of("period").unwrap().key(), "up_to");
        assert!(answer.claim_of("outcome").is_none());
    }

    #[test]
    fn what_stopped_claims_nothing() {
        let answer = Answer::stopped(json!({}), Stopped::during("winning moves", StopReason::Time));
        let object = answer.to_json().unwrap();
        assert_eq!((&object["claim"], &object["because"]), (&json!("up_to"), &json!("nothing")));
        assert_eq!(object["claims"], json!([]));
        assert_eq!(object["stopped"], "winning moves: the time limit was reached");
        assert_eq!(answer.stopped.unwrap().reason(), Some(StopReason::Time));
    }
}
