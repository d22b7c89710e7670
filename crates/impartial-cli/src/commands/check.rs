//! `impartial check FILE`: the independent checker, and nothing else, reads the certificate.

use std::path::PathBuf;

use clap::Args;
use impartial_report::{self as report, Report};

use crate::context::Context;
use crate::deadline;
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
        let mut file = served::open(&self.file)
            .map_err(|error| Failure::new(format!("cannot read {certificate}: {error}")))?;
        // The checker shares no code with the library and polls nothing.
        let verdict = deadline::within(&context.limits, move || impartial_check::check_from(&mut file))
            .map_err(|reason| {
                Failure::new(format!("{certificate}: {reason} before it was checked")).by_limit()
            })?;
        Ok(report::checked(&certificate, verdict, &context.manner())?)
    }
}
