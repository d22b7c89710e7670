//! Text that is put into pages.

use std::fmt::Write as _;

/// Text as it stands in a page or between the quotes of an attribute.
pub(super) fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, character| {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(character),
        }
        out
    })
}

/// A name as a part of an address and of a path: letters, digits, `.`, `-` and `_` stand for themselves, other bytes as `~` and two digits;
/// so does a dot at the beginning.
pub(super) fn encoded(name: &str) -> String {
    name.bytes().enumerate().fold(String::new(), |mut out, (at, byte)| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => out.push(byte.into()),
            b'.' if at > 0 => out.push('.'),
            // Writing into a text does not fail.
            _ => drop(write!(out, "~{byte:02x}")),
        }
        out
    })
}

/// A whole page; `up` leads from it to the folder of the style sheet: nothing, or `../`.
pub(super) fn page(title: &str, up: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <link rel=\"stylesheet\" href=\"{up}atlas.css\">\n<script type=\"module\" src=\"{up}atlas.js\"></script>\n</head>\n\
         <body>\n<nav><a href=\"{up}index.html\">The atlas</a></nav>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escaped(title)
    )
}

/// A table with two columns: names and what is in the page already.
pub(super) fn facts(rows: &[(&str, String)]) -> String {
    let rows: Vec<String> = (rows.iter())
        .map(|(name, value)| format!("<tr><th scope=\"row\">{}</th><td>{value}</td></tr>\n", escaped(name)))
        .collect();
    format!("<table><tbody>\n{}</tbody></table>\n", rows.concat())
}
