//! Random command lines: questions of all kinds, as a person may put them to the program, modest and immodest.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::choices::Choices;
use crate::games::{Size, code, game, group, single};

/// The words after `impartial`, without limits.
///
/// Games name no files here: the program would look for them on the disk.
pub fn command(choices: &mut Choices<'_>) -> Vec<String> {
    let mut words = question(choices);
    match choices.below(8) {
        0 | 1 => words.push("--json".to_owned()),
        2 => words.push("--explain".to_owned()),
        3 => words.extend(["--certificate", "-"].map(str::to_owned)),
        4 => {
            let format = choices.one(&["svg", "dot", "latex", "tikz", "csv", "json", "png"]);
            words.extend(["--format", format].map(str::to_owned));
        }
        _ => {}
    }
    words
}

fn question(choices: &mut Choices<'_>) -> Vec<String> {
    match choices.below(20) {
        0..=4 => {
            let mut words = words(["outcome", &without_files(choices)]);
            if choices.below(3) > 0 {
                words.push("--misere".to_owned());
            }
            words
        }
        5 => words(["nimber", &without_files(choices)]),
        6 => {
            let mut words = words(["moves", &without_files(choices)]);
            if choices.below(2) > 0 {
                words.push("--misere".to_owned());
            }
            words
        }
        7 => {
            let to = choices.one(&["100", "10000", "1000000", "100000000", "4294967295"]);
            let mut words = words(["sequence", &code(choices), "--to", to]);
            if choices.once_in(4) {
                words.push(choices.one(&["--genus", "--rare", "--summary", "--window"]).to_owned());
            }
            words
        }
        8 | 9 => {
            let of = if choices.once_in(3) { without_files(choices) } else { code(choices) };
            let mut words = words(["quotient", &of]);
            if choices.below(2) == 0 {
                words.extend(["--to".to_owned(), choices.between(1, 120).to_string()]);
            }
            if choices.once_in(5) {
                words.push("--mex".to_owned());
            }
            words
        }
        10 => words(["canonical", &without_files(choices)]),
        11 => words([
            "diagram",
            &if choices.below(2) == 0 {
                format!("{}({})", choices.one(&["gen", "dng"]), group(choices, Size::Large))
            } else {
                code(choices)
            },
        ]),
        12 => words(["same", &code(choices), &code(choices)]),
        13 | 14 => words(["nim", &expression(choices, 3)]),
        15 => words(["group", &group(choices, Size::Large)]),
        16 => {
            let board = choices.one(&[
                "rules = [[1,0],[0,1],[2,2]]",
                "rules = [[1,0,0],[0,1,0],[0,0,1],[1,1,1]]",
                "rules = [[1,0],[0,1],[1,3],[3,1]]",
                "rules = [[1],[3],[4]]",
            ]);
            match choices.below(3) {
                0 => words(["strategy", board]),
                1 => words(["table", board]),
                _ => words(["lattice", &code(choices)]),
            }
        }
        17 => {
            let length = choices.one(&["7", "24", "60", "500", "100000"]);
            let distance = choices.one(&["3", "4", "8", "40"]);
            words(["lexicode", "--length", length, "--distance", distance])
        }
        18 => match choices.below(3) {
            0 => words(["algebraic", &code(choices)]),
            1 => words(["coins", &single(choices, Size::Small).replace("file:", "")]),
            _ => words(["canonical", "--day", &choices.between(0, 6).to_string()]),
        },
        _ => match choices.below(3) {
            0 => words(["groups", &format!("2..{}", choices.between(3, 120))]),
            1 => words(["survey", choices.one(&["octal1", "octal2", "octal3", "quaternary4"])]),
            _ => words(["abelian", "2", "4,4,4"]),
        },
    }
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

/// A game of any size, now and then a huge one.
fn without_files(choices: &mut Choices<'_>) -> String {
    loop {
        let text = match choices.below(6) {
            0 => huge(choices),
            1 | 2 => game(choices, Size::Small),
            _ => game(choices, Size::Large),
        };
        if !text.contains("file:") && !text.contains("graph(") {
            return text;
        }
    }
}

/// Games that nobody can look through.
fn huge(choices: &mut Choices<'_>) -> String {
    match choices.below(8) {
        0 => {
            format!("{}[{}]", code(choices), choices.one(&["1000", "1000000", "10^9", "4294967296", "10^15"]))
        }
        1 => format!("*{}", choices.one(&["10^6", "w", "(w^2*3+5)", "w^w", "999999999999999999999"])),
        2 => format!("gen({})", choices.one(&["S6", "Z2^10", "A7", "GL(2,5)", "M11", "S3^3", "Z1000"])),
        3 => format!("group({})", choices.one(&["S6", "A7", "SL(2,7)", "Z2^6", "D100", "S7"])),
        4 => format!(
            "coins({})[{}]",
            choices.one(&["nim", "moebius", "mogul", "sym", "grunt"]),
            choices.one(&["40+77", "5000", "10^6"])
        ),
        5 => {
            format!("ring({})", choices.one(&["Z/5040", "F2[x,y]/(x^6,y^6)", "Z[x]/(x^2)", "Z/16[x]/(x^4)"]))
        }
        6 => format!(
            "*{} x *{} + *{} x *{}",
            choices.between(3, 9),
            choices.between(3, 9),
            choices.between(3, 9),
            choices.between(3, 9)
        ),
        _ => format!(
            "abelian({})",
            choices.one(&["Z/4 + Z/8 + Z/40", "Z^3", "Z/720 + Z/720", "Z/2^40 + Z/2^30"])
        ),
    }
}

/// An expression in the Field.
fn expression(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 || choices.below(4) == 0 {
        return choices
            .one(&[
                "2",
                "7",
                "w",
                "65535",
                "2^64",
                "w^2+3",
                "w^w",
                "w^w^3",
                "123456789123456789123456789",
                "2^127+5",
            ])
            .to_owned();
    }
    let a = expression(choices, depth - 1);
    match choices.below(9) {
        0 => format!("({a}) + ({})", expression(choices, depth - 1)),
        1 | 2 => format!("({a}) * ({})", expression(choices, depth - 1)),
        3 => format!("({a}) / ({})", expression(choices, depth - 1)),
        4 => format!("({a}) ** {}", choices.between(0, 1000)),
        5 => format!("sqrt({a})"),
        6 => format!("log({a}, {})", expression(choices, depth - 1)),
        7 => format!("{}({a})", choices.one(&["order", "degree", "minpoly", "trace", "norm", "inverse"])),
        _ => format!("root({a}, {})", choices.between(2, 30)),
    }
}

/// How a question to the program ended.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The exit status; none when it was ended from outside.
    pub status: Option<i32>,
    /// How long it took.
    pub elapsed: Duration,
    /// How long it was on a processor, all its threads together, where the system tells.
    pub processor: Option<Duration>,
    /// What it wrote to standard error.
    pub errors: String,
    /// Whether it said nothing but that a limit was reached, and late: its computation did not look up in time.
    pub last_resort: bool,
}

impl Asked {
    /// Whether it went on for a second after its limit, by the clock and on processors: on a busy machine the first says little. Ten
    /// seconds by the clock are too many on any machine.
    pub fn is_late(&self, limit: Duration) -> bool {
        let most = limit + Duration::from_secs(1);
        let worked = self.processor.is_none_or(|processor| processor > most);
        self.elapsed > limit + Duration::from_secs(10) || (self.elapsed > most && worked)
    }
}

/// How long a process that runs was on processors, where the system tells.
fn processor_time(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may have spaces; user and system time are the 14th and 15th field, in hundredths of a second.
    let (_, after) = text.rsplit_once(')')?;
    let mut times = after.split_whitespace().skip(11).map_while(|field| field.parse::<u64>().ok());
    Some(Duration::from_millis(10 * (times.next()? + times.next()?)))
}

/// A computation that looks up ends so soon after its limit.
const LOOKED_UP: Duration = Duration::from_millis(350);
/// How long after its limit a program is ended from outside.
const HOPELESS: Duration = Duration::from_secs(20);

/// Asks the program under a limit of time.
///
/// # Panics
/// When the program cannot be started.
pub fn ask(program: &str, words: &[String], limit: Duration) -> Asked {
    let started = Instant::now();
    let mut child = Command::new(program)
        .args(words)
        .args(["--time", &format!("{}ms", limit.as_millis())])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    // Pipes are emptied while it runs: a full one would stop it.
    let output = drain(child.stdout.take());
    let errors = drain(child.stderr.take());
    let mut processor = None;
    let status = loop {
        // As long as it is not waited for it has a place in the system's list, even when it has ended.
        processor = processor_time(child.id()).or(processor);
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            break status.code();
        }
        if started.elapsed() > limit + HOPELESS {
            child.kill().expect("a child can be ended");
            child.wait().expect("a child can be waited for");
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let elapsed = started.elapsed();
    let text =
        |read: JoinHandle<Vec<u8>>| String::from_utf8_lossy(&read.join().unwrap_or_default()).into_owned();
    let (output, errors) = (text(output), text(errors));
    let nothing =
        output.starts_with("STOPPED") || errors.starts_with("STOPPED") || output.starts_with("{\"claim\"");
    let last_resort = nothing && elapsed > limit + LOOKED_UP;
    Asked { status, elapsed, processor, errors, last_resort }
}

/// Reads to the end; keeps the beginning.
fn drain(from: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let (mut kept, mut buffer) = (Vec::new(), vec![0; 1 << 16]);
        let Some(mut from) = from else { return kept };
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            if kept.len() < 1 << 16 {
                kept.extend_from_slice(&buffer[..read]);
            }
        }
        kept
    })
}
