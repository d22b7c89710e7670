//! Reading the fields of a certificate.

use serde_json::Value;

use crate::Refusal;

/// A field that must be there.
pub fn field<'a>(value: &'a Value, name: &str) -> Result<&'a Value, Refusal> {
    value.get(name).ok_or_else(|| Refusal::Malformed(format!("the field \"{name}\" is missing")))
}

/// A field that must be a text.
pub fn text<'a>(value: &'a Value, name: &str) -> Result<&'a str, Refusal> {
    let found = field(value, name)?.as_str();
    found.ok_or_else(|| Refusal::Malformed(format!("the field \"{name}\" must be a text")))
}

/// A field that must be a list.
pub fn list<'a>(value: &'a Value, name: &str) -> Result<&'a [Value], Refusal> {
    let found = field(value, name)?.as_array();
    found.map(Vec::as_slice).ok_or_else(|| Refusal::Malformed(format!("the field \"{name}\" must be a list")))
}

/// A field that must be a whole number below 2^62, so that sums of a few cannot overflow.
pub fn number(value: &Value, name: &str) -> Result<u64, Refusal> {
    let found = field(value, name)?.as_u64().filter(|number| *number < 1 << 62);
    found.ok_or_else(|| Refusal::Malformed(format!("the field \"{name}\" must be a whole number")))
}

/// Whether an object has no other fields than these: for places that may hold objects of several forms.
pub fn only(value: &Value, names: &[&str]) -> Result<(), Refusal> {
    let other =
        value.as_object().and_then(|fields| fields.keys().find(|name| !names.contains(&name.as_str())));
    other.map_or(Ok(()), |name| {
        Err(Refusal::Malformed(format!("the field \"{name}\" does not belong beside \"{}\"", names[0])))
    })
}
