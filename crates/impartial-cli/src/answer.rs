//! An answer, and how it leaves the program: printed or written whole, with its claim, its proof and an exit status.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use impartial::limits::Limits;
use impartial::question::answer::common_fields;
use impartial::question::{self, Certificate, NoCertificate, Stated};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::context::{Context, Format};
use crate::deadline;
use crate::failure::Failure;

/// The body of an answer in the form asked for.
pub enum Body {
    /// All of it.
    Text(String),
    /// Written piece by piece: for answers larger than one likes to hold.
    Stream(Writer),
}

/// Writes an answer piece by piece.
pub type Writer = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()>>;

/// A long list of numbers, one at a time.
pub type Numbers = Box<dyn Iterator<Item = u32>>;

/// What a question came to, rendered.
pub struct Answer {
    /// The answer in the form asked for; ignored when that is JSON.
    pub body: Body,
    /// The fields of the JSON object, without those that every answer has.
    pub fields: Map<String, Value>,
    /// What each statement rests on, the main one first.
    pub claims: Vec<Stated>,
    /// Why the question has no full answer, if it has none: exit status 1.
    pub stopped: Option<String>,
    /// The proof, or why there is none.
    pub certificate: Option<Result<Certificate, NoCertificate>>,
    /// A field of the JSON object that is larger than one likes to hold; its place is among `fields`.
    pub streamed: Option<(&'static str, Numbers)>,
}

impl Answer {
    /// Nothing to claim: what was wanted happened elsewhere, or stands in the text.
    pub fn silent(body: Body) -> Self {
        Answer {
            body,
            fields: Map::new(),
            claims: Vec::new(),
            stopped: None,
            certificate: None,
            streamed: None,
        }
    }

    /// The answer of the library with its text in the form asked for.
    pub fn rendered<V: Serialize>(body: Body, answer: question::Answer<V>) -> Result<Self, Failure> {
        Ok(Answer::with_fields(body, json_fields(&answer.value)?, answer))
    }

    /// The answer of the library with its text, and with these fields: for values that are large in JSON.
    pub fn with_fields<V>(body: Body, fields: Map<String, Value>, answer: question::Answer<V>) -> Self {
        Answer {
            body,
            fields,
            claims: answer.claims,
            stopped: answer.stopped.map(|stopped| stopped.to_string()),
            certificate: answer.certificate,
            streamed: None,
        }
    }

    /// Prints or writes the answer and its certificate; the exit status is 0 for a full answer, 1 for a limit reached.
    pub fn emit(mut self, context: &Context) -> ExitCode {
        let mut no_certificate = None;
        let proof =
            self.certificate.take().map(|proof| proof.and_then(|proof| checkable(proof, &context.late)));
        // From here on the answer is written to its end, and nothing else.
        std::mem::forget(deadline::pen());
        if let Some(path) = &context.certificate {
            let none = || NoCertificate::because("there is none for this answer; nothing was written");
            match proof.unwrap_or_else(|| Err(none())) {
                Ok(proof) => {
                    if let Err(failure) = write_certificate(&proof, path) {
                        return failure.report();
                    }
                }
                Err(why) if is_standard_output(path) => return Failure::from(why).by_limit().report(),
                Err(why) => no_certificate = Some(why),
            }
            if is_standard_output(path) {
                // The proof went there in place of the answer.
                return self.status();
            }
        }
        // A proof that was wanted and is not there: the answer is given, and is not all that was asked for.
        let mut status = if no_certificate.is_some() { ExitCode::from(1) } else { self.status() };
        let format = context.format;
        let write = |out: &mut dyn Write| {
            if self.write(format, no_certificate, &context.late, out)?.is_some() {
                status = ExitCode::from(1);
            }
            Ok(())
        };
        let written = match &context.output {
            Some(path) => match write_file(path, write) {
                Ok(()) => ExitCode::SUCCESS,
                Err(failure) => failure.report(),
            },
            None => write_standard_output(write),
        };
        if written == ExitCode::SUCCESS { status } else { written }
    }

    fn status(&self) -> ExitCode {
        if self.stopped.is_some() { ExitCode::from(1) } else { ExitCode::SUCCESS }
    }

    /// Writes the answer; why it was not written to its end, if a limit was reached.
    fn write(
        self,
        format: Format,
        no_certificate: Option<NoCertificate>,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        if format == Format::Json {
            return self.write_json(no_certificate, limits, out);
        }
        let mut cut = None;
        match self.body {
            Body::Text(text) => out.write_all(text.as_bytes())?,
            Body::Stream(write) => match write(&mut Bounded { limits, out, begins_line: true }) {
                Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                    cut = Some(format!("{error} while this was written"));
                }
                result => result?,
            },
        }
        if format == Format::Text {
            write_claims(&self.claims, out)?;
            for reason in self.stopped.iter().chain(&cut) {
                writeln!(out, "STOPPED  {reason}")?;
            }
            if let Some(why) = no_certificate {
                writeln!(out, "{}", Failure::from(why).line())?;
            }
        }
        Ok(cut)
    }

    /// One object: the fields, of which one may be written piece by piece, then those that every answer has.
    fn write_json(
        mut self,
        no_certificate: Option<NoCertificate>,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        let mut cut = None;
        out.write_all(b"{")?;
        for (key, value) in std::mem::take(&mut self.fields) {
            serde_json::to_writer(&mut *out, &key)?;
            out.write_all(b":")?;
            match self.streamed.take_if(|(streamed, _)| *streamed == key) {
                Some((_, numbers)) => cut = write_numbers(numbers, limits, out)?,
                None => serde_json::to_writer(&mut *out, &value)?,
            }
            out.write_all(b",")?;
        }
        let mut common = common_fields(&self.claims, self.stopped.or(cut.clone()));
        if let Some(why) = no_certificate {
            common.insert("no_certificate".into(), Value::String(why.to_string()));
        }
        // Every answer has fields of this kind, so what was written so far may end with a comma.
        let common = serde_json::to_string(&common)?;
        out.write_all(common.trim_start_matches('{').as_bytes())?;
        out.write_all(b"\n")?;
        Ok(cut)
    }
}

/// Writes a list until it ends or a limit is reached, which is then told.
fn write_numbers(numbers: Numbers, limits: &Limits, out: &mut dyn Write) -> io::Result<Option<String>> {
    out.write_all(b"[")?;
    let mut cut = None;
    for (at, number) in numbers.enumerate() {
        if at % 4096 == 4095
            && let Err(reason) = limits.poll()
        {
            cut = Some(format!("{reason} while this was written: {at} values are listed"));
            break;
        }
        write!(out, "{}{number}", if at == 0 { "" } else { "," })?;
    }
    out.write_all(b"]")?;
    Ok(cut)
}

/// A writer that fails, at the end of a line, when a limit is reached.
struct Bounded<'a> {
    limits: &'a Limits,
    out: &'a mut dyn Write,
    begins_line: bool,
}

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.begins_line {
            self.limits.poll().map_err(|reason| io::Error::new(io::ErrorKind::TimedOut, reason))?;
        }
        let written = self.out.write(bytes)?;
        self.begins_line = bytes[..written].ends_with(b"\n");
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The fields of a value in JSON.
pub fn json_fields<V: Serialize>(value: &V) -> Result<Map<String, Value>, Failure> {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => Ok(fields),
        _ => Err(Failure::new("this answer has no JSON form: a mistake in the program")),
    }
}

/// The main claim, then those of other statements that rest on something else.
fn write_claims(claims: &[Stated], out: &mut dyn Write) -> io::Result<()> {
    let Some((main, others)) = claims.split_first() else { return Ok(()) };
    writeln!(out, "{}", main.claim)?;
    for other in others.iter().filter(|other| other.claim != main.claim) {
        writeln!(out, "{}", other.line())?;
    }
    Ok(())
}

/// The proof, unless the checker would refuse it for its size, as it may large groups.
fn checkable(proof: Certificate, limits: &Limits) -> Result<Certificate, NoCertificate> {
    /// A longer list of values is of a game with few options, which are never too many to check.
    const LONG: usize = 100_000;
    if matches!(proof.kind(), "structure" | "avoidance" | "lexicode" | "nim-value" | "grundy-values") {
        let text = proof.to_string();
        if proof.kind() == "grundy-values" && text.len() > LONG {
            return Ok(proof);
        }
        deadline::within(limits, move || impartial_check::check(&text))
            .map_err(|reason| NoCertificate::because(format!("{reason} before the proof was checked")))?
            .map_err(NoCertificate::because)?;
    }
    Ok(proof)
}

fn write_certificate(proof: &Certificate, path: &Path) -> Result<(), Failure> {
    let write = |out: &mut dyn Write| {
        serde_json::to_writer(&mut *out, proof)?;
        out.write_all(b"\n")
    };
    if is_standard_output(path) {
        // What can go wrong there has been told.
        write_standard_output(write);
        return Ok(());
    }
    write_file(path, write)
}

/// Whether a path is the dash that stands for standard output.
fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes to standard output; a reader who has gone away (`| head`) is not an error.
pub fn write_standard_output(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Failure::new(format!("cannot write to standard output: {error}")).report()
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Writes a file whole or not at all: to a neighbour first, then renamed into place.
pub fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::new(format!("cannot write {}: {error}", path.display()));
    // A device or a pipe has no neighbour to rename; write to it directly.
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        let mut out = io::BufWriter::new(std::fs::OpenOptions::new().write(true).open(path).map_err(failed)?);
        return write(&mut out).and_then(|()| out.flush()).map_err(failed);
    }
    let mut neighbour = path.as_os_str().to_owned();
    neighbour.push(format!(".{}.part", std::process::id()));
    let neighbour = std::path::PathBuf::from(neighbour);
    let result = std::fs::File::create(&neighbour).and_then(|file| {
        let mut out = io::BufWriter::new(file);
        write(&mut out)?;
        out.flush()?;
        std::fs::rename(&neighbour, path)
    });
    if result.is_err() {
        // The neighbour may not even exist; the error that matters is the first one.
        let _ = std::fs::remove_file(&neighbour);
    }
    result.map_err(failed)
}
