//! Work that is done beside other work: jobs in a queue, taken by as many lanes as there are.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Something to do, and what it is called.
pub struct Job<'a> {
    name: String,
    work: Box<dyn FnOnce() -> Result<(), String> + Send + 'a>,
}

impl<'a> Job<'a> {
    /// A job that does `work`.
    pub fn new(name: &str, work: impl FnOnce() -> Result<(), String> + Send + 'a) -> Self {
        Job { name: name.to_owned(), work: Box::new(work) }
    }
}

/// Does all jobs, `lanes` at a time, in their order; one that fails stops no other.
///
/// # Errors
/// With what every job said that failed.
pub fn work_off(jobs: Vec<Job<'_>>, lanes: usize) -> Result<(), String> {
    let waiting = Mutex::new(VecDeque::from(jobs));
    let wrong = Mutex::new(Vec::new());
    let lane = || {
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(job) = next else { return };
            // A panic ends the lane that it happens in; then the job is one that failed.
            let work = std::panic::AssertUnwindSafe(job.work);
            let done = std::panic::catch_unwind(work)
                .unwrap_or_else(|_| Err(format!("{}: this program panicked", job.name)));
            if let Err(why) = done {
                wrong.lock().unwrap_or_else(PoisonError::into_inner).push(why);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..lanes.max(1) {
            scope.spawn(lane);
        }
    });
    let wrong = wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn every_job_is_done_and_every_failure_told() {
        for lanes in [0, 1, 2, 5] {
            let done = AtomicUsize::new(0);
            let job = |n: usize| {
                let done = &done;
                Job::new("count", move || {
                    done.fetch_add(1, Ordering::SeqCst);
                    if n % 5 == 3 { Err(format!("{n} failed")) } else { Ok(()) }
                })
            };
            let mut failures: Vec<String> =
                work_off((0..11).map(job).collect(), lanes).unwrap_err().lines().map(str::to_owned).collect();
            failures.sort();
            assert_eq!(failures, ["3 failed", "8 failed"]);
            assert_eq!(done.into_inner(), 11);
        }
        assert_eq!(work_off(Vec::new(), 2), Ok(()));
        let panics = vec![Job::new("this one", || panic!("on purpose")), Job::new("that one", || Ok(()))];
        assert_eq!(work_off(panics, 1), Err("this one: this program panicked".to_owned()));
    }
}
