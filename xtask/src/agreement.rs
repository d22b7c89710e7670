//! The two checkers side by side: `impartial check` and `impartial-check-verified` must give the same verdict on every
//! certificate of a list that the program writes, and on mutations of the small ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::run::{output, say};

/// Questions whose certificates both checkers must accept, and how many mutations of each are tried.
const QUESTIONS: &[(&str, usize)] = &[
    ("sequence kayles", 120),
    ("sequence 0.15", 60),
    ("sequence 0.07", 60),
    ("sequence 4.3", 40),
    ("sequence 0.3033", 40),
    ("sequence 0.F", 20),
    ("sequence grundys-game --to 60", 40),
    ("sequence 4=.03 --to 40", 20),
    ("sequence 4@{5}.37", 20),
    ("sequence 0.6 --to 300", 0),
    ("quotient kayles", 200),
    ("quotient 0.15", 80),
    ("quotient 0.53", 80),
    ("quotient 0.34", 80),
    ("quotient 0.3102 --to 11", 60),
    ("quotient 0.31011 --to 4", 80),
    ("quotient grundys-game --to 20", 40),
    ("quotient 0.8 --to 12", 40),
    ("quotient nim --to 8", 40),
    ("quotient 0.07 --to 33", 0),
    ("quotient 0.414 --to 939", 0),
    ("quotient 0.4107", 0),
    ("quotient 0.3102 --to 12", 60),
    ("quotient 0.31011 --to 5", 60),
    ("quotient 0.3122 --to 7", 60),
    ("quotient 0.07 --to 34", 0),
    ("algebraic 0.734", 150),
    ("algebraic 0.26", 60),
    ("algebraic 4.7", 40),
    ("algebraic 0.54", 40),
    ("algebraic 0.574", 10),
    ("quotient 0.145", 10),
];

/// What the verified checker says.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    /// With what is claimed beyond acceptance.
    Proved(Claimed),
    Refused,
    NotCovered,
}

/// The field that says that the relations of an infinite quotient are all, as it is written.
const COMPLETE: &str = "\"complete\":true";

/// What a sentence claims of an infinite quotient: that it is infinite, and that the monoid given is the quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Claimed {
    is_infinite: bool,
    is_quotient: bool,
}

impl Claimed {
    fn by(sentence: &str) -> Self {
        Claimed {
            is_infinite: sentence.contains("infinite"),
            is_quotient: sentence.contains("monoid is the misère quotient"),
        }
    }
}

/// Compares the checkers; an error names a certificate on which they differ.
pub fn compare(program: &Path, verified: &Path, folder: &Path) -> Result<(), String> {
    let started = Instant::now();
    let trouble = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(trouble)?;
    }
    fs::create_dir_all(folder).map_err(trouble)?;
    say("==> the verified checker beside impartial check");
    let mut originals = Vec::new();
    let mut mutated = Vec::new();
    for (at, (question, mutations)) in QUESTIONS.iter().enumerate() {
        let file = folder.join(format!("{at:02}.json"));
        let mut ask = Command::new(program);
        ask.args(question.split(' ')).arg("--certificate").arg(&file).current_dir(folder);
        output(question, &mut ask)?;
        let text = fs::read_to_string(&file).map_err(|error| format!("{question}: {error}"))?;
        // That relations are all is decided by one of the two alone: it could refuse what both believe.
        let text = text.replace(COMPLETE, "\"complete\":false");
        originals.push(file);
        for number in 0..*mutations {
            let file = folder.join(format!("{at:02}-{number:03}.json"));
            let seed = (at * 1000 + number) as u64;
            // A number may be put where it was: the next change, then.
            let changed =
                (0..).map(|again| mutation(&text, seed + again * 1_000_003)).find(|new| *new != text);
            let changed = changed.unwrap_or_default();
            fs::write(&file, changed).map_err(trouble)?;
            mutated.push(file);
        }
    }
    let trust = Instant::now();
    for ((question, _), (file, verdict)) in
        QUESTIONS.iter().zip(originals.iter().zip(verdicts(verified, &originals)?))
    {
        match (verdict, claimed(program, file)?) {
            (Verdict::Proved(verified), Some(claimed)) if verified == claimed => {}
            _ => {
                return Err(format!(
                    "the certificate of `{question}` is not accepted alike by both checkers"
                ));
            }
        }
    }
    say(&format!(
        "    {} certificates proved by both: {:.1} s",
        originals.len(),
        trust.elapsed().as_secs_f64()
    ));
    let (mut both_refuse, mut both_accept, mut not_covered) = (0, 0, 0);
    for (file, verdict) in mutated.iter().zip(verdicts(verified, &mutated)?) {
        let verified = match verdict {
            Verdict::NotCovered => {
                not_covered += 1;
                continue;
            }
            Verdict::Refused => None,
            Verdict::Proved(verified) => Some(verified),
        };
        if verified != claimed(program, file)? {
            return Err(format!("the checkers do not agree on {}", file.display()));
        }
        *(if verified.is_some() { &mut both_accept } else { &mut both_refuse }) += 1;
    }
    if not_covered * 20 > mutated.len() {
        return Err(format!("{not_covered} mutations are not covered by the verified checker: too many"));
    }
    say(&format!(
        "    {} mutations: both refuse {both_refuse}, both accept {both_accept}, {not_covered} not covered; {:.1} s",
        mutated.len(),
        started.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// The verdicts of the verified checker, one for each file.
fn verdicts(verified: &Path, files: &[PathBuf]) -> Result<Vec<Verdict>, String> {
    // Its status tells whether some file was refused, so only its lines count.
    let run = Command::new(verified).args(files).stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let run = run.map_err(|error| format!("{}: {error}", verified.display()))?;
    let printed = String::from_utf8_lossy(&run.stdout);
    let verdict = |line: &str| match line {
        _ if line.starts_with("PROVED  ") => Ok(Verdict::Proved(Claimed::by(line))),
        _ if line.starts_with("REFUSED  ") => Ok(Verdict::Refused),
        _ if line.starts_with("NOT COVERED  ") => Ok(Verdict::NotCovered),
        _ => Err(format!("the verified checker said: {line}")),
    };
    let found = printed.lines().map(verdict).collect::<Result<Vec<_>, _>>()?;
    if found.len() == files.len() {
        Ok(found)
    } else {
        Err("the verified checker did not answer for every file".into())
    }
}

/// What `impartial check` claims, if it accepts.
fn claimed(program: &Path, file: &Path) -> Result<Option<Claimed>, String> {
    let mut check = Command::new(program);
    check.arg("check").arg(file).stdin(Stdio::null()).stderr(Stdio::null());
    let run = check.output().map_err(|error| format!("{}: {error}", program.display()))?;
    let sentence = String::from_utf8_lossy(&run.stdout);
    Ok(run.status.success().then(|| Claimed::by(&sentence)))
}

/// Random numbers, the same in every run (the constants of PCG's multiplier).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// One small change of the text of a certificate: it stays JSON, and most of the time a certificate.
fn mutation(text: &str, seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    random.below(2);
    let fields = fields(text);
    // Every field is as likely as every other, however long it is.
    let (from, to) = fields[random.below(fields.len())];
    let numbers = numbers(text, from, to);
    let Some((start, end)) = numbers.get(random.below(numbers.len())).copied() else {
        // A name or a word: the field is lost.
        return [&text[..from], &text[from..to].replacen('"', "\"x", 1), &text[to..]].concat();
    };
    let number: u64 = text[start..end].parse().unwrap_or(0);
    let other = numbers[random.below(numbers.len())];
    let put = |new: &str| [&text[..start], new, &text[end..]].concat();
    match random.below(9) {
        0 | 1 => put(&(number + 1).to_string()),
        2 | 3 => put(&number.saturating_sub(1).to_string()),
        4 => put(&text[other.0..other.1]),
        5 => put(&random.below(10).to_string()),
        6 => put(&(2 * number).to_string()),
        // One entry less: "3," goes.
        7 if text[end..].starts_with(',') => [&text[..start], &text[end + 1..]].concat(),
        // One entry more.
        8 if text[end..].starts_with(',') => put(&format!("{number},{number}")),
        _ => put(&(number ^ 2).to_string()),
    }
}

/// The fields of the object, from name to value, as places in the text.
fn fields(text: &str) -> Vec<(usize, usize)> {
    let (mut depth, mut in_text, mut start) = (0, false, 1);
    let mut fields = Vec::new();
    for (at, sign) in text.char_indices() {
        match sign {
            '"' => in_text = !in_text,
            '{' | '[' if !in_text => depth += 1,
            '}' | ']' if !in_text => depth -= 1,
            _ => {}
        }
        if !in_text && ((sign == ',' && depth == 1) || (sign == '}' && depth == 0)) {
            fields.push((start, at));
            start = at + 1;
        }
    }
    fields
}

/// The places of the numbers after the name of a field.
fn numbers(text: &str, from: usize, to: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = from + text[from..to].find(':').unwrap_or(0);
    let bytes = text.as_bytes();
    while at < to {
        let start = at;
        while at < to && bytes[at].is_ascii_digit() {
            at += 1;
        }
        if at > start {
            found.push((start, at));
        }
        at += 1;
    }
    found
}
