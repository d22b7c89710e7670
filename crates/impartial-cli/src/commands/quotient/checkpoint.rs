//! A file in which a search for a quotient is kept, so that it can go on later.

use std::path::Path;
use std::time::{Duration, Instant};

use impartial::misere::quotient::{MisereQuotient, SavedQuotient};
use impartial::question::{QuotientStep, Refused};

use crate::answer::write_file;
use crate::context::Context;
use crate::failure::Failure;
use crate::served;

/// How often what is proved is written down while the search goes on, so that not even a sudden end loses much.
const WRITTEN_EVERY: Duration = Duration::from_secs(1);

/// The file, and when it was last written.
pub struct Checkpoint<'a> {
    path: &'a Path,
    written_at: Instant,
}

impl<'a> Checkpoint<'a> {
    /// The file at a path, not yet written.
    pub fn new(path: &'a Path) -> Self {
        Checkpoint { path, written_at: Instant::now() }
    }

    /// The search that the file holds, if there is a file.
    pub fn read(&self) -> Result<Option<SavedQuotient>, Failure> {
        if !self.path.exists() {
            return Ok(None);
        }
        let shown = self.path.display();
        let text = served::read_to_string(self.path)
            .map_err(|error| Failure::new(format!("cannot read {shown}: {error}")))?;
        let saved = serde_json::from_str(&text);
        saved.map(Some).map_err(|error| {
            Failure::new(format!("{shown} holds no whole search: {error}"))
                .help("delete the file to begin anew")
        })
    }

    /// Writes down what is proved: now and then, and at the end whatever limit was reached.
    pub fn keep(
        &mut self,
        search: &mut MisereQuotient,
        step: QuotientStep,
        context: &Context,
    ) -> Result<(), Refused> {
        let limits = match step {
            QuotientStep::Further if self.written_at.elapsed() < WRITTEN_EVERY => return Ok(()),
            QuotientStep::Further => &context.limits,
            QuotientStep::Last => &context.late,
        };
        let written =
            search.save(limits).map_err(|reason| Refused::new(reason.to_string())).and_then(|saved| {
                let write = write_file(self.path, |out| Ok(serde_json::to_writer(out, &saved)?));
                write.map_err(Refused::from)
            });
        self.written_at = Instant::now();
        // If this fails on the way, so will the last time, which is reported.
        if step == QuotientStep::Last { written } else { Ok(()) }
    }
}
