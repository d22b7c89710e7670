//! A question that was not understood: one message that points at the place, exit status 2.

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Range;
use std::process::ExitCode;

use impartial::question::{NoCertificate, Refused};
use impartial_report::{Choice as _, Format};
use serde_json::{Value, json};

use crate::served;

/// What was wrong with the question, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    message: String,
    place: Option<(String, Range<usize>)>,
    help: Option<String>,
    status: u8,
}

impl Failure {
    /// A failure with no place in a text.
    pub fn new(message: impl Into<String>) -> Self {
        Failure { message: message.into(), place: None, help: None, status: 2 }
    }

    /// The same failure, pointing at the bytes `span` of `text`.
    #[must_use]
    pub fn at(mut self, text: &str, span: Range<usize>) -> Self {
        self.place = Some((text.to_owned(), span));
        self
    }

    /// The same failure with a line of advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same failure, in a line of standard input.
    #[must_use]
    pub fn in_line(mut self, line: u64) -> Self {
        self.message = format!("line {line}: {}", self.message);
        self
    }

    /// The same failure of a question that was understood, when a limit ended the reading: exit status 1.
    #[must_use]
    pub fn by_limit(mut self) -> Self {
        self.status = 1;
        self
    }

    /// The same failure where the form `asked` was asked for because `wanted` is made from it.
    #[must_use]
    pub fn about_form(mut self, asked: Format, wanted: Format) -> Self {
        let missing = |form: Format| format!("has no form {}", form.name());
        self.message = self.message.replace(&missing(asked), &missing(wanted));
        self
    }

    /// The message as it is printed: the sentence, the text with a caret under the place, the advice.
    pub fn render(&self) -> String {
        let mut out = format!("error: {}\n", self.message);
        if let Some((text, span)) = &self.place {
            let (line, before, width) = window(text, span);
            let _ = writeln!(out, "  {line}");
            let _ = writeln!(out, "  {}{}", " ".repeat(before), "^".repeat(width));
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, "help: {help}");
        }
        out
    }

    /// The failure as a line for the explorer: the message, the place in bytes, the advice.
    fn updates(&self) -> Value {
        let place = self.place.as_ref().map(|(_, span)| json!({ "at": span.start, "len": span.len() }));
        json!({ "failed": { "message": self.message, "place": place, "help": self.help } })
    }

    /// Prints the message on standard error; exit status 2, or 1 when a limit was reached.
    pub fn report(&self) -> ExitCode {
        if served::is_served() {
            served::tell(&self.updates());
            return ExitCode::from(self.status);
        }
        // Nothing can be done about a closed standard error.
        let _ = std::io::stderr().write_all(self.render().as_bytes());
        ExitCode::from(self.status)
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let Refused { message, place, help, by_limit } = refused;
        Failure { message, place, help, status: if by_limit { 1 } else { 2 } }
    }
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        let Failure { message, place, help, status } = failure;
        Refused { message, place, help, by_limit: status == 1 }
    }
}

impl From<NoCertificate> for Failure {
    fn from(none: NoCertificate) -> Self {
        Failure { help: none.help.clone(), ..Failure::new(none.to_string()) }
    }
}

/// The line of `text` around `span`, cut to a readable width: the line, the column of the caret, its width.
fn window(text: &str, span: &Range<usize>) -> (String, usize, usize) {
    const BEFORE: usize = 48;
    const AFTER: usize = 28;
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (floor(span.start), floor(span.end.max(span.start)));
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let clean = |part: &str| -> Vec<char> {
        part.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
    };
    let mut before = clean(&text[line_start..start]);
    let mut marked = clean(&text[start..end.min(line_end).max(start)]);
    let mut after = clean(&text[end.min(line_end).max(start)..line_end]);
    if before.len() > BEFORE {
        before.drain(..before.len() - BEFORE);
        before.splice(..0, ['…']);
    }
    if marked.len() > AFTER {
        marked.truncate(AFTER);
        after.clear();
        after.push('…');
    } else if after.len() > AFTER {
        after.truncate(AFTER);
        after.push('…');
    }
    let (column, width) = (before.len(), marked.len().max(1));
    (before.into_iter().chain(marked).chain(after).collect(), column, width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_place() {
        let text = Failure::new("a code has one point").at("0.7.5", 3..4).render();
        assert_eq!(text, "error: a code has one point\n  0.7.5\n     ^\n");
    }

    #[test]
    fn long_and_foreign_texts_are_cut_and_never_split_a_character() {
        let long = "é".repeat(500);
        let text = Failure::new("m").at(&long, 501..503).help("h").render();
        assert!(text.lines().all(|line| line.chars().count() < 90), "{text}");
        assert!(text.contains('^') && text.ends_with("help: h\n"));
    }
}
