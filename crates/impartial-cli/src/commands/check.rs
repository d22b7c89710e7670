//! `impartial check FILE`: the independent checker, and nothing else, reads the certificate.

use std::path::PathBuf;

use clap::Args;
use impartial::claim::Claim;
use serde_json::{Map, json};

use crate::answer::Answer;
use crate::context::{Context, Format};
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
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("check", &[Format::Text, Format::Json])?;
        let text = served::read_to_string(&self.file)
            .map_err(|error| Failure::new(format!("cannot read {}: {error}", self.file.display())))?;
        let verified = impartial_check::check(&text)
            .map_err(|refusal| Failure::new(format!("{}: {refusal}", self.file.display())))?;
        let mut fields = Map::new();
        fields.insert("certificate".into(), json!(self.file.display().to_string()));
        fields.insert("kind".into(), json!(verified.kind));
        fields.insert("verified".into(), json!(true));
        fields.insert("statement".into(), json!(verified.statement));
        let claim = Claim::Proved("checked by impartial-check".into());
        Ok(Answer::new(format!("{}\n", verified.statement), fields, claim))
    }
}
