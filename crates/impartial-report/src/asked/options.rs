//! The options of a question, taken one by one; what is left over is no option of it.

use std::str::FromStr;

use impartial::game::Play;
use impartial::question::Refused;
use serde_json::{Map, Value};

use crate::format::Choice;
use crate::heap::parse_heap;

/// The options that are not taken yet.
pub struct Options<'a> {
    question: &'a str,
    left: Map<String, Value>,
}

impl<'a> Options<'a> {
    /// All options of a question.
    pub fn new(question: &'a str, all: &Map<String, Value>) -> Self {
        Options { question, left: all.clone() }
    }

    fn bad(&self, name: &str, expected: &str) -> Refused {
        Refused::new(format!("`{name}` of `{}` has a value that is not {expected}", self.question))
    }

    /// Whether an option is set.
    pub fn flag(&mut self, name: &str) -> Result<bool, Refused> {
        match self.left.remove(name) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(is_set)) => Ok(is_set),
            Some(_) => Err(self.bad(name, "true or false")),
        }
    }

    /// The text of an option, in one line.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, Refused> {
        match self.left.remove(name) {
            None | Some(Value::Null | Value::Bool(false)) => Ok(None),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(Value::String(text)) if !text.is_empty() && !text.contains(char::is_control) => {
                Ok(Some(text))
            }
            Some(_) => Err(self.bad(name, "one line of text")),
        }
    }

    /// A number.
    pub fn number<T: FromStr>(&mut self, name: &str) -> Result<Option<T>, Refused> {
        let text = self.text(name)?;
        text.map(|text| text.parse().map_err(|_| self.bad(name, "a number as it is wanted here"))).transpose()
    }

    /// The last heap of a list.
    pub fn heap(&mut self, name: &str) -> Result<Option<u64>, Refused> {
        self.text(name)?.map(|text| parse_heap(&text)).transpose()
    }

    /// One of a few things.
    pub fn choice<T: Choice>(&mut self, name: &str) -> Result<Option<T>, Refused> {
        let chosen =
            |text: String| T::named(&text).ok_or_else(|| self.bad(name, &format!("one of {}", T::names())));
        let text = self.left.get(name).and_then(Value::as_str).map(str::to_owned);
        let found = text.map(chosen).transpose()?;
        self.left.remove(name);
        Ok(found)
    }

    /// A list with commas between its items.
    pub fn list<T: FromStr<Err = String>>(&mut self, name: &str) -> Result<Vec<T>, Refused> {
        let text = self.text(name)?.unwrap_or_default();
        let items = text.split(',').filter(|item| !item.is_empty());
        items.map(|item| item.parse().map_err(Refused::new)).collect()
    }

    /// Normal or misère play.
    pub fn play(&mut self) -> Result<Play, Refused> {
        Ok(if self.flag("misere")? { Play::Misere } else { Play::Normal })
    }

    /// Refused if anything is left.
    pub fn done(self) -> Result<(), Refused> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(name) => Err(Refused::new(format!("`{}` has no option `{name}`", self.question))),
        }
    }
}
