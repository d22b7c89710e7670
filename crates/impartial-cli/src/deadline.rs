//! The last resort when a limit was reached and the computation does not look up: the program says so and ends.
//!
//! Every computation of the library polls its limits and ends with what is proved so far. Where one does not poll often enough
//! (a long step of arithmetic, a proof that is checked, a large allocation) the limit must hold all the same: a moment after
//! the late limits were raised, the question ends here with nothing proved. Once the answer or a checkpoint is being written,
//! it is written to its end.

use std::io::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use impartial::limits::{Limits, StopHandle, StopReason};
use impartial::question::answer::common_fields;
use serde_json::Value;

use impartial_report::Format;

/// Held by whoever writes: an answer, a checkpoint, or the last words of a program that ends.
static PEN: Mutex<()> = Mutex::new(());

/// The right to write; while it is held, or once it is forgotten, the program does not end by the last resort.
pub fn pen() -> MutexGuard<'static, ()> {
    PEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the program: a limit was reached some time ago, and no answer has come.
pub fn end(reason: StopReason, format: Format) -> ! {
    let _pen = pen();
    let mut out = std::io::stdout().lock();
    // Nobody to tell when standard output is closed.
    let _ = match format {
        Format::Json => writeln!(out, "{}", Value::Object(common_fields(&[], Some(reason.to_string())))),
        Format::Text => writeln!(out, "STOPPED  {reason}"),
        _ => writeln!(std::io::stderr(), "STOPPED  {reason}"),
    };
    let _ = out.flush();
    std::process::exit(1)
}

/// Does work that polls nothing on a thread of its own, and waits for it until the limits end.
///
/// # Errors
/// The limit that was reached first. The thread goes on until the program ends.
pub fn within<T: Send + 'static>(
    limits: &Limits,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StopReason> {
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || send.send(work()))
        .map_err(|_| StopReason::Memory)?;
    loop {
        match receive.recv_timeout(Duration::from_millis(5)) {
            Ok(done) => return Ok(done),
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => limits.poll()?,
            // The work panicked, and the panic has been told.
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => std::process::exit(101),
        }
    }
}

/// As much as the main thread has.
const STACK: usize = 8 << 20;

/// Raises the limits when the time is up, the memory used or the user has had enough: first those of the computation, a
/// moment later those of writing down, then the program ends.
#[derive(Clone)]
pub struct Alarm {
    /// Stops the computation.
    pub now: StopHandle,
    /// Stops the writing down.
    pub late: StopHandle,
    /// The form in which the last words are said.
    pub format: Format,
}

/// How long after a limit the program may go on to write down what is proved.
const GRACE: Duration = Duration::from_millis(300);
/// How long after that it ends whatever it does.
const PATIENCE: Duration = Duration::from_millis(120);

impl Alarm {
    /// Raises one limit after the other; does not return unless the answer is being written.
    pub fn raise(&self, reason: StopReason) {
        self.now.stop(reason);
        pause(GRACE);
        self.late.stop(reason);
        pause(PATIENCE);
        end(reason, self.format);
    }
}

/// Waits; on a machine that is busy with other work, until this program has had its share of the time, or ten times as long.
fn pause(time: Duration) {
    let (started, had) = (Instant::now(), time_on_processors());
    std::thread::sleep(time);
    while started.elapsed() < 10 * time {
        match (had, time_on_processors()) {
            (Some(before), Some(now)) if now.saturating_sub(before) < time / 2 => {
                std::thread::sleep(Duration::from_millis(20));
            }
            _ => return,
        }
    }
}

/// How long the processors have worked for this program, where the system tells.
fn time_on_processors() -> Option<Duration> {
    // Ticks of a hundredth of a second, behind the name of the program, which may hold anything but ends with a parenthesis.
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}
