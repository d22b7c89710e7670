//! The text of a certificate as JSON, in bounded time and memory: not too long, not too deep, every field once.
//!
//! JSON does not say what a field that stands twice means, and readers differ: the first, the last, both. So that every
//! reader finds the certificate that was checked, such a text is refused.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::Refusal;

/// The longest text that is read, in bytes. A list of single digits takes sixteen times its text.
pub const LONGEST: usize = 1 << 28;

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
