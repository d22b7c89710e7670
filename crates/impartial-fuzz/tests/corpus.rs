//! The kept corpus: what random testing found worth keeping, given to the targets again.

use std::path::Path;
use std::time::{Duration, Instant};

use impartial_fuzz::TARGETS;

/// The longest that one input may take. The fuzzer calls ten seconds a hang; the machine of a test may be busy.
const LONGEST: Duration = Duration::from_secs(20);

/// Fails when an input that once broke something breaks it again, and when a target has no corpus.
#[test]
fn what_was_kept_is_still_well() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, target) in TARGETS {
        let folder = corpus.join(name);
        let mut files: Vec<_> = std::fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.expect("a folder can be read to its end").path())
            .collect();
        files.sort();
        assert!(files.len() >= 5, "the corpus of {name} is too small: {}", files.len());
        for file in files {
            let data = std::fs::read(&file).expect("a kept file can be read");
            let started = Instant::now();
            // The name of the file is the first thing to know when the target panics.
            let result = std::panic::catch_unwind(|| target(&data));
            assert!(result.is_ok(), "{name}: {} fails", file.display());
            assert!(started.elapsed() < LONGEST, "{name}: {} takes {:?}", file.display(), started.elapsed());
        }
    }
}
