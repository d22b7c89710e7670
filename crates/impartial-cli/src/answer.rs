//! An answer, and how it leaves the program: printed or written whole, with its claim, its proof and an exit status.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use impartial::question::answer::common_fields;
use impartial::question::{self, Certificate, NoCertificate, Stated};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::context::{Context, Format};
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
}

impl Answer {
    /// Nothing to claim: what was wanted happened elsewhere, or stands in the text.
    pub fn silent(body: Body) -> Self {
        Answer { body, fields: Map::new(), claims: Vec::new(), stopped: None, certificate: None }
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
        }
    }

    /// Prints or writes the answer and its certificate; the exit status is 0 for a full answer, 1 for a limit reached.
    pub fn emit(mut self, context: &Context) -> ExitCode {
        let mut no_certificate = None;
        if let Some(path) = &context.certificate {
            let proof = self.certificate.take();
            let none = || NoCertificate::because("there is none for this answer; nothing was written");
            match proof.unwrap_or_else(|| Err(none())).and_then(checkable) {
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
        let status = if no_certificate.is_some() { ExitCode::from(1) } else { self.status() };
        let format = context.format;
        let written = match &context.output {
            Some(path) => match write_file(path, |out| self.write(format, no_certificate, out)) {
                Ok(()) => ExitCode::SUCCESS,
                Err(failure) => failure.report(),
            },
            None => write_standard_output(|out| self.write(format, no_certificate, out)),
        };
        if written == ExitCode::SUCCESS { status } else { written }
    }

    fn status(&self) -> ExitCode {
        if self.stopped.is_some() { ExitCode::from(1) } else { ExitCode::SUCCESS }
    }

    fn write(
        self,
        format: Format,
        no_certificate: Option<NoCertificate>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if format == Format::Json {
            let mut object = self.fields;
            object.extend(common_fields(&self.claims, self.stopped));
            if let Some(why) = no_certificate {
                object.insert("no_certificate".into(), Value::String(why.to_string()));
            }
            serde_json::to_writer(&mut *out, &Value::Object(object))?;
            return out.write_all(b"\n");
        }
        match self.body {
            Body::Text(text) => out.write_all(text.as_bytes())?,
            Body::Stream(write) => write(out)?,
        }
        if format == Format::Text {
            write_claims(&self.claims, out)?;
            if let Some(reason) = self.stopped {
                writeln!(out, "STOPPED  {reason}")?;
            }
            if let Some(why) = no_certificate {
                writeln!(out, "{}", Failure::from(why).line())?;
            }
        }
        Ok(())
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
fn checkable(proof: Certificate) -> Result<Certificate, NoCertificate> {
    if matches!(proof.kind(), "structure" | "avoidance" | "lexicode" | "nim-value") {
        impartial_check::check(&proof.to_string()).map_err(NoCertificate::because)?;
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
