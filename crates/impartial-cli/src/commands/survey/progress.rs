//! How far a long run is, with its rate and the time that remains, for the person who waits.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A line on standard error: on a terminal every half second in one place, with `--progress` every ten seconds anew.
pub struct Progress {
    total: u64,
    started: Instant,
    last_line: Mutex<Instant>,
    pause: Option<Duration>,
    is_terminal: bool,
}

impl Progress {
    /// Of `total` units.
    pub fn new(total: u64, wanted: bool) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let pause = match (is_terminal, wanted) {
            (true, _) => Some(Duration::from_millis(500)),
            (false, true) => Some(Duration::from_secs(10)),
            (false, false) => None,
        };
        let now = Instant::now();
        Progress { total, started: now, last_line: Mutex::new(now), pause, is_terminal }
    }

    /// Hears that so many are done.
    pub fn hear(&self, done: u64) {
        let (Some(pause), Ok(mut last_line)) = (self.pause, self.last_line.lock()) else { return };
        if last_line.elapsed() < pause && done < self.total {
            return;
        }
        *last_line = Instant::now();
        let line = line(done, self.total, self.started.elapsed());
        let (before, after) = if self.is_terminal { ("\r", "\x1b[K") } else { ("", "\n") };
        // Nobody to tell when standard error is closed.
        let _ = std::io::stderr().write_all(format!("{before}{line}{after}").as_bytes());
    }
}

/// What is shown: `120 of 1152 done, 14.2 a second, 1 min 13 s remain`.
fn line(done: u64, total: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(0.001);
    let rate = done as f64 / seconds;
    let left = total.saturating_sub(done) as f64 / rate.max(1e-9);
    let remain = match left {
        left if left < 60.0 => format!("{left:.0} s"),
        left if left < 3600.0 => format!("{:.0} min {:.0} s", (left / 60.0).floor(), left % 60.0),
        left if left < 1e7 => format!("{:.1} h", left / 3600.0),
        _ => "very long".to_owned(),
    };
    format!("{done} of {total} done, {rate:.1} a second, {remain} remain")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_and_remaining_time_are_shown() {
        let shown = |done, seconds| line(done, 1000, Duration::from_secs(seconds));
        assert_eq!(shown(100, 10), "100 of 1000 done, 10.0 a second, 1 min 30 s remain");
        assert_eq!(shown(990, 99), "990 of 1000 done, 10.0 a second, 1 s remain");
        assert_eq!(shown(0, 5), "0 of 1000 done, 0.0 a second, very long remain");
        assert_eq!(shown(1, 10), "1 of 1000 done, 0.1 a second, 2.8 h remain");
    }
}
