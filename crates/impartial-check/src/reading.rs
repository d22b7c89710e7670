//! A certificate as JSON, in bounded time and memory: not too long, not too deep, every field once.
//!
//! One with very many values is written in lines: the first is the object, whose field `values` is `{"lines": n}`, and each of the
//! n lines after it is a list of numbers; together they are the values. So neither who writes it nor who checks it needs room for the whole text.
//!
//! JSON does not say what a field that stands twice means, and readers differ: the first, the last, both. So that every
//! reader finds the certificate that was checked, such a text is refused.

use std::fmt;
use std::io::{BufRead, Read};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::Refusal;

/// The longest text that is read, in bytes. A list of single digits takes sixteen times its text.
pub const LONGEST: usize = 1 << 28;

/// The longest line of numbers, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The most numbers that lines may hold.
const MOST_NUMBERS: usize = 1 << 29;

/// A certificate, and its values when they stand in lines.
pub struct Certificate {
    pub object: Value,
    pub lines: Option<Vec<u32>>,
}

/// Reads a certificate, in lines or not.
pub fn read_from(input: &mut dyn BufRead) -> Result<Certificate, Refusal> {
    let mut text = String::new();
    let mut bounded = input.take(LONGEST as u64 + 1);
    let unreadable = |error: std::io::Error| Refusal::Malformed(error.to_string());
    bounded.read_line(&mut text).map_err(unreadable)?;
    if let Ok(object) = read(&text)
        && let Some(count) = object.pointer("/values/lines")
    {
        let count = count.as_u64().ok_or_else(|| Refusal::Malformed("\"lines\" must be a number".into()))?;
        let lines = Some(read_lines(input, count)?);
        return Ok(Certificate { object, lines });
    }
    bounded.read_to_string(&mut text).map_err(unreadable)?;
    Ok(Certificate { object: read(&text)?, lines: None })
}

/// The numbers of so many lines, after which there is nothing.
fn read_lines(input: &mut dyn BufRead, count: u64) -> Result<Vec<u32>, Refusal> {
    let mut numbers = Vec::new();
    let mut line = String::new();
    for at in 1..=count {
        let wrong = |what: &dyn fmt::Display| Refusal::Malformed(format!("line {at} of the values: {what}"));
        line.clear();
        input.take(LONGEST_LINE).read_line(&mut line).map_err(|error| wrong(&error))?;
        let more: Vec<u32> = serde_json::from_str(&line).map_err(|error| wrong(&error))?;
        if more.is_empty() || numbers.len() + more.len() > MOST_NUMBERS {
            return Err(wrong(&"it is empty, or there are too many values"));
        }
        numbers.extend(more);
    }
    line.clear();
    input
        .take(LONGEST_LINE)
        .read_to_string(&mut line)
        .map_err(|error| Refusal::Malformed(error.to_string()))?;
    if line.trim().is_empty() {
        return Ok(numbers);
    }
    Err(Refusal::Malformed(format!("more follows after the {count} lines of values")))
}

/// The object that a text is.
pub fn read(text: &str) -> Result<Value, Refusal> {
    if text.len() > LONGEST {
        return Err(Refusal::Malformed(format!(
            "it has {} bytes, and this checker reads {LONGEST}",
            text.len()
        )));
    }
    // The reader gives up at 128 levels of nesting.
    let mut reader = serde_json::Deserializer::from_str(text);
    let wrong = |error: serde_json::Error| Refusal::Malformed(error.to_string());
    let value = Once.deserialize(&mut reader).map_err(wrong)?;
    reader.end().map_err(wrong)?;
    Ok(value)
}

/// Reads a value whose objects have every field once.
#[derive(Clone, Copy)]
struct Once;

impl<'de> DeserializeSeed<'de> for Once {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Once {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let number = Number::from_f64(value).ok_or_else(|| E::custom("a number is not finite"))?;
        Ok(Value::Number(number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = list.next_element_seed(Once)? {
            members.push(member);
        }
        Ok(Value::Array(members))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = object.next_key::<String>()? {
            if members.contains_key(&name) {
                return Err(A::Error::custom(format!("the field \"{name}\" stands twice")));
            }
            members.insert(name, object.next_value_seed(Once)?);
        }
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_lines() {
        let read = |text: &str| read_from(&mut text.as_bytes()).map(|read| read.lines);
        assert_eq!(read("{\"values\":{\"lines\":2}}\n[0,1]\n[2]\n").unwrap(), Some(vec![0, 1, 2]));
        assert_eq!(read("{\"values\":{\"lines\":0}}").unwrap(), Some(Vec::new()));
        assert_eq!(read("{\"values\":\n[1]}").unwrap(), None);
        for (text, why) in [
            ("{\"values\":{\"lines\":2}}\n[0,1]\n", "line 2"),
            ("{\"values\":{\"lines\":1}}\n[0,1]\n[2]\n", "more follows"),
            ("{\"values\":{\"lines\":1}}\n[0,-1]\n", "line 1"),
            ("{\"values\":{\"lines\":18446744073709551615}}\n[]\n", "line 1"),
            ("{\"values\":{\"lines\":-1}}\n[0]\n", "must be a number"),
            (&format!("{{\"values\":{{\"lines\":1}}}}\n[{}0]\n", "0,".repeat(1 << 20)), "line 1"),
        ] {
            let refusal = read(text).unwrap_err().to_string();
            assert!(refusal.contains(why), "{refusal}");
        }
    }

    #[test]
    fn every_field_once() {
        for text in [r#"{"a": [1, -2, 2.5, "x", null, true], "b": {"a": {}}}"#, "18446744073709551615", "[]"]
        {
            assert_eq!(read(text).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        }
        for (text, why) in [
            (r#"{"a": 1, "a": 1}"#, "\"a\" stands twice"),
            (r#"[{"b": {"a": 1, "c": 2, "a": 3}}]"#, "\"a\" stands twice"),
            ("{} {}", "trailing"),
            ("[1e999]", "out of range"),
            (&"[".repeat(1000), "recursion limit"),
            (&"{\"a\":".repeat(100_000), "recursion limit"),
        ] {
            let refusal = read(text).unwrap_err().to_string();
            assert!(refusal.contains(why), "{refusal}");
        }
    }
}
