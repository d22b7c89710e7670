//! What every question shares: limits, the form of the answer, where it goes.

use std::io::{IsTerminal, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use impartial::limits::{Limits, StopHandle, StopReason};
use impartial::question::Asking;
use impartial_report::{Format, Manner, Outside};

use crate::choice::choice;
use crate::commands::Command;
use crate::deadline::{self, Alarm};
use crate::disk::Disk;
use crate::drawn::Drawn;
use crate::failure::Failure;
use crate::served;

/// Options of every question.
#[derive(Args, Clone, Debug, Default)]
pub struct Common {
    /// Print one JSON object (the same as --format json)
    #[arg(long, global = true)]
    json: bool,
    /// The form of the answer; by default the ending of -o decides, else text
    #[arg(long, global = true, value_parser = choice::<Format>())]
    format: Option<Format>,
    /// Write the answer to a file instead of standard output
    #[arg(short, long, global = true, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the proof to a file (`-`: to standard output, in place of the answer); `impartial check FILE` verifies it
    #[arg(long, global = true, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Show how the answer comes about
    #[arg(long, global = true)]
    explain: bool,
    /// With --json: formulas in MathML too, as the field `mathml`
    #[arg(long, global = true)]
    mathml: bool,
    /// Stop after this time with what is proved so far: 500ms, 10s, 5m, 2h
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,
    /// Stop at this much memory with what is proved so far: 500M, 4G
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
    /// Run for the explorer: open no file that the question names, tell updates as JSON lines, end with standard input
    #[arg(long, global = true, hide = true)]
    served: bool,
    /// With --served: a folder whose files may be named
    #[arg(long, global = true, hide = true, value_name = "DIR", requires = "served")]
    files_in: Vec<PathBuf>,
}

impl Common {
    /// Whether the program runs for the explorer; from then on it keeps to the explorer's rules.
    pub fn begin_service(&mut self) {
        if self.served {
            served::begin(std::mem::take(&mut self.files_in));
        }
    }
}

/// The common options, read, with the limits running.
pub struct Context {
    /// The limits every computation polls.
    pub limits: Limits,
    /// The limits for writing down what is proved when a limit was reached: they end a moment later.
    pub late: Limits,
    /// The form that the question is asked for.
    pub format: Format,
    /// What its picture is drawn as, when that is wanted.
    pub drawn: Option<Drawn>,
    /// Whether to show how the answer comes about.
    pub explain: bool,
    /// Whether formulas go into a JSON answer as MathML too.
    pub mathml: bool,
    /// Where the answer goes, if not to standard output.
    pub output: Option<PathBuf>,
    /// Where the certificate goes, if one is wanted.
    pub certificate: Option<PathBuf>,
}

impl Context {
    /// Reads the options and starts the clock, the memory watch and the Ctrl-C handler.
    pub fn new(common: Common) -> Result<Self, Failure> {
        let format = match (common.json, common.format, &common.output) {
            (true, None | Some(Format::Json), _) => Format::Json,
            (true, Some(_), _) => {
                return Err(Failure::new(
                    "--json and --format ask for two different forms; give one of them",
                ));
            }
            (false, Some(format), _) => format,
            (false, None, Some(path)) => by_ending(path),
            (false, None, None) => Format::Text,
        };
        let alarm = Alarm { now: StopHandle::new(), late: StopHandle::new(), format };
        watch(&alarm, common.time, common.memory)?;
        let Alarm { now: handle, late, .. } = alarm;
        if common.served {
            served::tell_updates(&handle);
        } else {
            show_progress(&handle);
        }
        let limits = Limits::with_handle(handle).with_threads(Disk.threads());
        // Whoever says how long it may take is not told earlier that a method gave up.
        let limits = if common.time.is_some() { limits.patient() } else { limits };
        Ok(Context {
            limits,
            late: Limits::with_handle(late),
            format,
            drawn: None,
            explain: common.explain,
            mathml: common.mathml,
            output: common.output,
            certificate: common.certificate,
        })
    }

    /// Asks for a picture in SVG where one in pixels or on a page is wanted that the question does not write itself.
    pub fn draw_for(&mut self, question: &Command) {
        self.drawn = Drawn::wanted(self.format, question);
        if self.drawn.is_some() {
            self.format = Format::Svg;
        }
    }

    /// How questions are asked under these options.
    pub fn asking(&self) -> Asking<'static> {
        Asking {
            limits: self.limits.clone(),
            late: self.late.clone(),
            explain: self.explain,
            certificate: self.certificate.is_some(),
            files: &Disk,
        }
    }

    /// How questions are asked under these options, and in what form the answer is wanted.
    pub fn manner(&self) -> Manner<'static> {
        Manner { asking: self.asking(), outside: &Disk, format: self.format, mathml: self.mathml }
    }

    /// A failure unless the form asked for is one of `known`; `question` names the question in the message.
    pub fn expect_format(&self, question: &str, known: &[Format]) -> Result<(), Failure> {
        Ok(self.format.expect(question, known)?)
    }
}

fn by_ending(path: &std::path::Path) -> Format {
    Format::by_ending(path.extension().and_then(|ending| ending.to_str()).unwrap_or_default())
}

/// Shows on a terminal how far a long computation has come, on one line that is wiped when it ends.
///
/// Only a person at a terminal sees it, after a second, and never in the output.
fn show_progress(handle: &StopHandle) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    let handle = handle.clone();
    std::thread::spawn(move || {
        let started = std::time::Instant::now();
        let mut before = 0;
        loop {
            std::thread::sleep(Duration::from_millis(500));
            let done = handle.done();
            if started.elapsed() > Duration::from_secs(1) && done != before {
                before = done;
                // The cursor returns to the start of the line, so whatever is printed next overwrites it.
                let line = format!("\r{done} done, {:.0} s \x1b[K\r", started.elapsed().as_secs_f64());
                let _ = std::io::stderr().write_all(line.as_bytes());
            }
        }
    });
}

/// Wipes the line of progress before anything else is printed.
pub fn wipe_progress() {
    if std::io::stderr().is_terminal() {
        let _ = std::io::stderr().write_all(b"\r\x1b[K");
    }
}

/// Memory may grow this much beyond its limit, one part in so many, before the program ends at once.
const BEYOND: u64 = 10;

/// Sounds the alarm on Ctrl-C, when the time is up, or when the process has grown past `memory` bytes.
fn watch(alarm: &Alarm, time: Option<Duration>, memory: Option<u64>) -> Result<(), Failure> {
    let on_signal = alarm.clone();
    ctrlc::set_handler(move || {
        // A second Ctrl-C ends the program at once, as a person who presses it twice expects.
        if on_signal.now.reason() == Some(StopReason::Interrupted) {
            std::process::exit(130);
        }
        on_signal.now.stop(StopReason::Interrupted);
        let interrupted = on_signal.clone();
        std::thread::spawn(move || interrupted.raise(StopReason::Interrupted));
    })
    .map_err(|error| Failure::new(format!("cannot watch for Ctrl-C: {error}")))?;
    if served::is_served() {
        let alarm = alarm.clone();
        served::end_with_parent(move |reason| alarm.raise(reason));
    }
    if let Some(time) = time {
        let alarm = alarm.clone();
        std::thread::spawn(move || {
            std::thread::sleep(time);
            alarm.raise(StopReason::Time);
        });
    }
    if let Some(memory) = memory {
        let alarm = alarm.clone();
        std::thread::spawn(move || {
            // A computation that takes a gigabyte in a second takes few megabytes between two looks.
            let wait_until = |bytes: u64| {
                while resident_bytes().is_none_or(|used| used < bytes) {
                    std::thread::sleep(Duration::from_millis(2));
                }
            };
            wait_until(memory);
            let raised = alarm.clone();
            std::thread::spawn(move || raised.raise(StopReason::Memory));
            wait_until(memory.saturating_add(memory / BEYOND));
            deadline::end(StopReason::Memory, alarm.format);
        });
    }
    Ok(())
}

/// The memory this process has in use, where the system tells.
fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    pages.checked_mul(4096)
}

/// Reads a time such as 500ms, 10s, 5m or 2h.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let expected =
        || format!("'{text}' is not a time; expected a number with ms, s, m or h, for example 10s");
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..split].parse().map_err(|_| expected())?;
    let unit = match &text[split..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    Duration::try_from_secs_f64(number * unit).map_err(|_| expected())
}

fn parse_size(text: &str) -> Result<u64, String> {
    let expected = || format!("'{text}' is not a size; expected a number with K, M or G, for example 4G");
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..split].parse().map_err(|_| expected())?;
    let unit = match text[split..].trim_end_matches(['B', 'b']).trim_end_matches('i') {
        "" => 1,
        "k" | "K" => 1 << 10,
        "m" | "M" => 1 << 20,
        "g" | "G" => 1 << 30,
        _ => return Err(expected()),
    };
    number.checked_mul(unit).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_read() {
        assert_eq!(parse_duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_size("4G"), Ok(4 << 30));
        assert_eq!(parse_size("512MiB"), Ok(512 << 20));
        for bad in ["", "s", "10 parsecs", "1e999", "-3s"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
            assert!(parse_size(bad).is_err(), "{bad}");
        }
        assert!(parse_size("99999999999999999999G").is_err() && parse_size("18446744073709551615G").is_err());
    }
}
