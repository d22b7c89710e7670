//! `impartial check FILE`: the independent checker, and nothing else, reads the certificate.

use std::path::PathBuf;

use clap::Args;
use impartial_report::{self as report, Report};

use crate::context::Context;
use crate::failure::Failure;
use crate::served;

/// Verify a certificate with the independent checker.
#[derive(Args)]
pub struct Check {
    /// The certificate
    file: PathBuf,
}

impl Check {
    /// A verified certificate is an answer; a refused one is a failure with the reason.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        let certificate = self.file.display().to_string();
        let text = served::read_to_string(&self.file)
            .map_err(|error| Failure::new(format!("cannot read {certificate}: {error}")))?;
        Ok(report::check(&certificate, &text, &context.manner())?)
    }
}
