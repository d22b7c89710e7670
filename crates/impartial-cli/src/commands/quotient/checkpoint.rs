//! A file in which a search for a quotient is kept, so that it can go on later.

use std::path::Path;
use std::time::{Duration, Instant};

use impartial::misere::{MisereQuotient, Progress, SavedQuotient};
use impartial::question::{QuotientStep, Refused};

use crate::answer::write_file;
use crate::deadline;
use crate::failure::Failure;
use crate::served;

/// How often what is proved is written down while the search goes on, so that not even a sudden end loses much.
const WRITTEN_EVERY: Duration = Duration::from_secs(1);

/// Writing takes at most one part of so many of the time.
const PAUSES: u32 = 10;

/// The file, when it was last written, and how long to wait before the next time.
pub struct Checkpoint<'a> {
    path: &'a Path,
    written_at: Instant,
    pause: Duration,
    /// How far the search in the file is, as far as this program has written it.
    progress: Option<Progress>,
}

impl<'a> Checkpoint<'a> {
    /// The file at a path, not yet written.
    pub fn new(path: &'a Path) -> Self {
        Checkpoint { path, written_at: Instant::now(), pause: WRITTEN_EVERY, progress: None }
    }

    /// The search that the file holds, if there is a file.
    pub fn read(&mut self) -> Result<Option<SavedQuotient>, Failure> {
        if !self.path.exists() {
            return Ok(None);
        }
        let shown = self.path.display();
        let bytes =
            served::read(self.path).map_err(|error| Failure::new(format!("cannot read {shown}: {error}")))?;
        let saved = SavedQuotient::from_bytes(&bytes).map_err(|error| {
            Failure::new(format!("{shown}: {error}")).help("delete the file to begin anew")
        })?;
        self.progress = Some(saved.progress());
        Ok(Some(saved))
    }

    /// Writes down what is proved: now and then, and at the end whatever limit was reached.
    pub fn keep(&mut self, search: &mut MisereQuotient, step: QuotientStep) -> Result<(), Refused> {
        if step == QuotientStep::Further && self.written_at.elapsed() < self.pause {
            return Ok(());
        }
        let progress = search.progress();
        if self.progress == Some(progress) {
            // The file has it all.
            return Ok(());
        }
        let started = Instant::now();
        let _pen = deadline::pen();
        let saved = search.save();
        let written = write_file(self.path, |out| saved.write_to(out));
        self.progress = written.is_ok().then_some(progress);
        self.written_at = Instant::now();
        self.pause = WRITTEN_EVERY.max(started.elapsed() * PAUSES);
        // If this fails on the way, so will the last time, which is reported.
        if step == QuotientStep::Last { written.map_err(Refused::from) } else { Ok(()) }
    }
}
