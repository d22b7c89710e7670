//! The page a newcomer sees: `impartial` without a question.

use std::process::ExitCode;

use crate::answer::write_standard_output;

const PAGE: &str = "\
impartial: impartial games, normal and misère play

Every question: --json, --format, -o FILE, --explain, --certificate FILE, --time 10s, --memory 4G
";

/// Prints the page.
pub fn print() -> ExitCode {
    write_standard_output(|out| out.write_all(PAGE.as_bytes()))
}
