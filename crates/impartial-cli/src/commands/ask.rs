//! `impartial ask JSON`: a question as data, answered as data; how the explorer asks.

use clap::Args;
use impartial_report::{Asked, Body, Format, Report};

use crate::context::Context;
use crate::disk::Disk;
use crate::failure::Failure;

/// A question as one JSON object: question, text, options, format, explain, mathml.
#[derive(Args)]
pub struct Ask {
    /// The object
    question: String,
}

impl Ask {
    /// Answers as the page is told: one JSON object with `status`, and `answer`, `text` or `message`.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("ask", &[Format::Text])?;
        let asked: Asked = serde_json::from_str(&self.question)
            .map_err(|error| Failure::new(format!("this is no question: {error}")))?;
        let reply = asked.tell(&context.limits, &context.late, &Disk);
        Ok(Report::silent(Body::Text(format!("{reply}\n"))))
    }
}
