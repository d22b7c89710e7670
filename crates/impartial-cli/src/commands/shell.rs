//! `impartial completions SHELL` and `impartial man`: the program's help for the shell and for `man`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use impartial_report::{Body, Format, Report};

use crate::context::Context;
use crate::failure::Failure;

/// Completions for a shell, on standard output.
#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

/// The manual page, on standard output.
#[derive(Args)]
pub struct Manual {}

impl Completions {
    /// The script.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("completions", &[Format::Text])?;
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Cli::command(), "impartial", &mut script);
        Ok(raw(script))
    }
}

impl Manual {
    /// The page, in roff.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("man", &[Format::Text])?;
        let mut page = Vec::new();
        clap_mangen::Man::new(crate::Cli::command())
            .render(&mut page)
            .map_err(|error| Failure::new(format!("cannot write the manual page: {error}")))?;
        Ok(raw(page))
    }
}

/// Text that is not an answer about a game: printed as it is, with no claim.
fn raw(text: Vec<u8>) -> Report {
    let body = Body::Stream(Box::new(move |out| out.write_all(&text)));
    Report::silent(body)
}
