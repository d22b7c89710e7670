//! The independent checker, and nothing else, reads a certificate.

use impartial::question::{CheckedValue, Refused};
use impartial_check::{Refusal, Verified};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// A verified certificate is an answer; a refused one is refused with the reason. `name` is what it is called.
///
/// # Errors
/// When the checker refuses the certificate, or the form is none of the question.
pub fn check(name: &str, certificate: &str, manner: &Manner<'_>) -> Result<Report, Refused> {
    checked(name, impartial_check::check(certificate), manner)
}

/// The same where the checker has spoken already.
///
/// # Errors
/// As [`check`].
pub fn checked(
    name: &str,
    verdict: Result<Verified, Refusal>,
    manner: &Manner<'_>,
) -> Result<Report, Refused> {
    manner.expect_format("check", &[Format::Text, Format::Json])?;
    let verified = verdict.map_err(|refusal| Refused::new(format!("{name}: {refusal}")))?;
    let body = Body::Text(format!("{}\n", verified.statement));
    let value = CheckedValue {
        certificate: name.to_owned(),
        kind: verified.kind,
        verified: true,
        statement: verified.statement,
    };
    Report::rendered(body, value.answer())
}
