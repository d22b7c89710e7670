//! Computations that Ctrl-C ends: on a thread of their own, while this one looks for signals.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use impartial::{Limits, StopReason};
use pyo3::prelude::*;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);

/// What is done at once, without a thread: so many steps of work.
const QUICK: u64 = 64;

/// Does some work under limits that Ctrl-C and the time allowed end. `is_stopped` tells whether an answer was cut short by the bound
/// of a first, quick try. `watcher` is called now and then with how far it is, in units of its own.
///
/// # Errors
/// What a signal handler or the watcher raised: `KeyboardInterrupt`.
pub fn run<T: Send>(
    py: Python<'_>,
    seconds: Option<f64>,
    watcher: Option<&Py<PyAny>>,
    is_stopped: impl Fn(&T) -> bool,
    work: impl Fn(Limits) -> T + Send + Sync,
) -> PyResult<T> {
    let quick = work(Limits::none().with_work(QUICK));
    if !is_stopped(&quick) {
        return Ok(quick);
    }
    let deadline = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
    // Someone who gives a limit waits for it.
    let limits = if seconds.is_some() { Limits::none().patient() } else { Limits::none() };
    let handle = limits.handle().clone();
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let work = &work;
            std::thread::Builder::new()
                .stack_size(64 << 20)
                .spawn_scoped(scope, move || {
                    // Nobody listens any more when the call was interrupted.
                    let _ = sender.send(work(limits));
                })
                .expect("the system starts a thread");
            let mut raised = None;
            loop {
                match receiver.recv_timeout(LOOK) {
                    Ok(answer) => return raised.map_or(Ok(answer), Err),
                    Err(RecvTimeoutError::Disconnected) => {
                        let error = pyo3::exceptions::PyRuntimeError::new_err("the computation failed");
                        return Err(raised.unwrap_or(error));
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
                let look = |py: Python<'_>| {
                    py.check_signals()?;
                    watcher.map_or(Ok(()), |watcher| watcher.call1(py, (handle.done(),)).map(|_| ()))
                };
                if raised.is_none()
                    && let Err(error) = Python::attach(look)
                {
                    raised = Some(error);
                    handle.stop(StopReason::Interrupted);
                }
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    handle.stop(StopReason::Time);
                }
            }
        })
    })
}
