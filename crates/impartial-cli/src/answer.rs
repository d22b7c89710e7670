//! An answer, and how it leaves the program: printed or written whole, with its claim, its proof and an exit status.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use impartial::claim::Claim;
use serde_json::{Map, Value, json};

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

/// What a question came to.
pub struct Answer {
    /// The answer in the form asked for; ignored when that is JSON.
    pub body: Body,
    /// The fields of the JSON object, without `claim` and `version`.
    pub fields: Map<String, Value>,
    /// What the answer rests on.
    pub claim: Claim,
    /// Why the question has no full answer, if it has none: exit status 1.
    pub stopped: Option<String>,
    /// The proof, as the fields of a certificate (`kind` and what the kind needs).
    pub certificate: Option<Value>,
}

impl Answer {
    /// An answer in full with nothing but its text, its fields and its claim.
    pub fn new(text: impl Into<String>, fields: Map<String, Value>, claim: Claim) -> Self {
        Answer { body: Body::Text(text.into()), fields, claim, stopped: None, certificate: None }
    }

    /// No answer: the question was understood, and `why` says what was in the way.
    pub fn unanswered(fields: Map<String, Value>, why: impl Into<String>) -> Self {
        let claim = Claim::nothing();
        Answer { stopped: Some(why.into()), ..Answer::new("", fields, claim) }
    }

    /// Prints or writes the answer and its certificate; the exit status is 0 for a full answer, 1 for a limit reached.
    pub fn emit(self, context: &Context) -> ExitCode {
        if let Some(path) = &context.certificate
            && let Err(failure) = self.write_certificate(path)
        {
            return failure.report();
        }
        let status = if self.stopped.is_some() { ExitCode::from(1) } else { ExitCode::SUCCESS };
        if context.certificate.as_deref().is_some_and(is_standard_output) {
            // The proof went there in place of the answer.
            return status;
        }
        let format = context.format;
        let written = match &context.output {
            Some(path) => match write_file(path, |out| self.write(format, out)) {
                Ok(()) => ExitCode::SUCCESS,
                Err(failure) => failure.report(),
            },
            None => write_standard_output(|out| self.write(format, out)),
        };
        if written == ExitCode::SUCCESS { status } else { written }
    }

    fn write(self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        if format == Format::Json {
            let mut object = self.fields;
            object.insert("claim".into(), json!(self.claim.key()));
            object.insert("because".into(), json!(self.claim.detail()));
            if let Some(reason) = self.stopped {
                object.insert("stopped".into(), json!(reason));
            }
            object.insert("version".into(), json!(env!("CARGO_PKG_VERSION")));
            serde_json::to_writer(&mut *out, &Value::Object(object))?;
            return out.write_all(b"\n");
        }
        match self.body {
            Body::Text(text) => out.write_all(text.as_bytes())?,
            Body::Stream(write) => write(out)?,
        }
        if format == Format::Text {
            if self.claim != Claim::nothing() {
                writeln!(out, "{}", self.claim)?;
            }
            if let Some(reason) = self.stopped {
                writeln!(out, "STOPPED  {reason}")?;
            }
        }
        Ok(())
    }

    fn write_certificate(&self, path: &Path) -> Result<(), Failure> {
        let Some(Value::Object(proof)) = &self.certificate else {
            return Err(Failure::new("there is no certificate for this answer; nothing was written")
                .help(format!("its claim is: {}", self.claim)));
        };
        let mut object = Map::new();
        object.insert("format".into(), json!("impartial-certificate"));
        object.insert("version".into(), json!(1));
        object.extend(proof.clone());
        let write = |out: &mut dyn Write| {
            serde_json::to_writer(&mut *out, &Value::Object(object))?;
            out.write_all(b"\n")
        };
        if is_standard_output(path) {
            // What can go wrong there has been told.
            write_standard_output(write);
            return Ok(());
        }
        write_file(path, write)
    }
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
