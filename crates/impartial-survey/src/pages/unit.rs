//! The page of a row: what was asked, what is known, what it rests on.

use serde_json::Value;

use super::html::{escaped, facts, page};
use crate::row::Row;

/// What is said of a claim in the atlas.
pub(super) fn claim(claim: Option<&str>) -> &'static str {
    match claim {
        Some("proved") => "PROVED",
        Some("up_to") => "UP TO",
        Some("cited") => "CITED",
        _ => "",
    }
}

/// The link to a proof, and how it is verified.
pub(super) fn certificate(hash: &str) -> String {
    format!(
        "<h2>The certificate</h2>\n<p><a href=\"../certificate/{hash}.json\">{hash}.json</a></p>\n\
         <pre>impartial check {hash}.json</pre>\n"
    )
}

/// The page of a row.
pub(super) fn unit(row: &Row) -> String {
    let play = match row.question.as_str() {
        "normal" => "normal play",
        "misere" => "misère play",
        other => other,
    };
    let title = format!("{}, {play}", row.game);
    let mut body = format!("<h1>{}</h1>\n", escaped(&title));
    let because = row.because.as_deref().map_or_else(String::new, escaped);
    body += &format!("<p><strong>{}</strong> {because}</p>\n", claim(row.claim.as_deref()));
    let fields = row.to_json();
    let shown: Vec<(&str, String)> = (fields.iter())
        .filter(|(name, value)| {
            !value.is_null() && !matches!(name.as_str(), "claim" | "because" | "certificate")
        })
        .map(|(name, value)| (name.as_str(), said(value)))
        .collect();
    body += &facts(&shown);
    if let Some(hash) = &row.certificate {
        body += &certificate(hash);
    }
    page(&title, "../", &body)
}

/// A value in words.
fn said(value: &Value) -> String {
    match value {
        Value::String(text) => escaped(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| format!("<li>{}</li>", said(item))).collect();
            format!("<ul>{}</ul>", items.concat())
        }
        Value::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, value)| format!("{}: {}", escaped(name), said(value))).collect();
            fields.join("; ")
        }
        other => escaped(&other.to_string()),
    }
}
