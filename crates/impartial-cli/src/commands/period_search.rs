//! `impartial sequence CODE --to N --window`: the search for a period that remembers a window of values only.

use std::path::Path;
use std::time::Instant;

use impartial::claim::Claim;
use impartial::heap::{GrundySequence, HeapCode, Period, PeriodSearch, SearchEnd};
use impartial::question::Certificate;
use serde_json::{Map, json};

use super::sequence::{BETWEEN_CHECKPOINTS, read_checkpoint};
use crate::answer::{Answer, write_file};
use crate::context::Context;
use crate::failure::Failure;

/// The heaps computed between two looks at the clock: some seconds.
const STEP: u64 = 1 << 28;

/// Searches to heap `last` behind the heaps of a sequence, or from where the checkpoint left off. `Ok(Err(…))` gives the
/// sequence back: the method is not for it.
pub fn search(
    kept: GrundySequence,
    last: u64,
    checkpoint: Option<&Path>,
    context: &Context,
) -> Result<Result<Answer, Box<GrundySequence>>, Failure> {
    let threads = super::sequence::threads();
    let mut search = match checkpoint.filter(|path| path.exists()) {
        Some(path) => resume(path, kept.code(), threads)?,
        None => match PeriodSearch::new(kept, threads) {
            Ok(search) => search,
            Err(kept) => return Ok(Err(kept)),
        },
    };
    let save = |search: &PeriodSearch| match checkpoint {
        Some(path) => write_file(path, |out| out.write_all(&search.to_bytes())),
        None => Ok(()),
    };
    let mut saved = Instant::now();
    let mut stopped = None;
    while search.period().is_none() && search.computed() <= last && stopped.is_none() {
        let next = last.min(search.computed() + STEP);
        stopped = search.run(next, &context.limits).err().map(|end| match end {
            SearchEnd::Stopped(reason) => reason.to_string(),
            SearchEnd::Irregular(heap) => {
                format!("only all values together decide on heap {heap}; leave out --window to pass it")
            }
        });
        if saved.elapsed() >= BETWEEN_CHECKPOINTS {
            save(&search)?;
            saved = Instant::now();
        }
    }
    save(&search)?;
    Ok(Ok(answer(&search, stopped, context)))
}

fn resume(path: &Path, code: &HeapCode, threads: usize) -> Result<PeriodSearch, Failure> {
    let search = read_checkpoint(path, |bytes| PeriodSearch::from_bytes(bytes, threads))?;
    if search.code() != code {
        let found = search.code();
        return Err(Failure::new(format!("{} holds a search for {found}, not for {code}", path.display())));
    }
    Ok(search)
}

fn answer(search: &PeriodSearch, stopped: Option<String>, context: &Context) -> Answer {
    let code = search.code();
    let computed = search.computed() - 1;
    let period = search.period();
    let mut fields = Map::new();
    fields.insert("code".into(), json!(code.to_string()));
    fields.insert("name".into(), json!(code.name()));
    fields.insert("values".into(), json!([]));
    fields.insert("period".into(), json!(period.map(|period| period.length)));
    fields.insert("first_period_heap".into(), json!(period.map(|period| period.first)));
    fields.insert("proved".into(), json!(period.is_some()));
    fields.insert("max_value".into(), json!(search.max_value()));
    fields.insert("computed_to".into(), json!(computed));
    let named = code.name().map_or_else(String::new, |name| format!("  {name}"));
    let text = format!(
        "{code}{named}\nlargest value {}, heaps 0 to {computed}\n{}\n",
        search.max_value(),
        match period {
            Some(Period { length, first: 0 }) => format!("period {length} from heap 0"),
            Some(Period { length, first }) =>
                format!("period {length} from heap {first} (last exception: heap {})", first - 1),
            None => format!("no period is proved by heaps 0 to {computed}"),
        }
    );
    let claim = match period {
        Some(Period { length, first }) => {
            let (last_rare, depth) = search.last_rare_and_depth();
            Claim::Proved(super::sequence::by_window(length, first, last_rare, depth))
        }
        None => Claim::UpTo(format!("heap {computed}")),
    };
    let certificate = context.certificate.is_some().then(|| search.certificate(&context.limits));
    let certificate = certificate.and_then(Result::ok).flatten();
    let certificate = certificate.map(|proof| Ok(Certificate::of(&proof)));
    Answer { stopped, certificate, ..Answer::new(text, fields, claim) }
}
