//! How an answer leaves the program: printed or written whole, with its claim, its proof and an exit status.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use impartial::limits::Limits;
use impartial::question::{Certificate, NoCertificate};
use impartial_report::{Body, Report};

use crate::context::Context;
use crate::deadline;
use crate::drawn::Drawn;
use crate::failure::Failure;

/// Prints or writes the answer and its certificate; the exit status is 0 for a full answer, 1 for a limit reached.
pub fn emit(mut report: Report, context: &Context) -> ExitCode {
    if report.is_empty() {
        // All was told while it was found.
        return ExitCode::SUCCESS;
    }
    let stopped = if report.stopped.is_some() { ExitCode::from(1) } else { ExitCode::SUCCESS };
    let mut no_certificate = None;
    let proof = context.certificate.is_some().then(|| report.take_checked(|text| check(text, &context.late)));
    if let Some(drawn) = context.drawn {
        match picture_of(&mut report, drawn, &context.late) {
            Ok(picture) => report.body = picture,
            Err(failure) => return failure.report(),
        }
    }
    // From here on the answer is written to its end, and nothing else.
    std::mem::forget(deadline::pen());
    if let (Some(path), Some(proof)) = (&context.certificate, proof) {
        match proof {
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
            return stopped;
        }
    }
    // A proof that was wanted and is not there: the answer is given, and is not all that was asked for.
    let mut status = if no_certificate.is_some() { ExitCode::from(1) } else { stopped };
    let format = context.format;
    let write = |out: &mut dyn Write| {
        if report.write(format, no_certificate, &context.late, out)?.is_some() {
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

/// The picture of an answer, drawn as it is wanted, as long as the limits allow.
fn picture_of(report: &mut Report, drawn: Drawn, limits: &Limits) -> Result<Body, Failure> {
    let mut svg = Vec::new();
    let body = std::mem::replace(&mut report.body, Body::Text(String::new()));
    body.write(limits, &mut svg)
        .map_err(|error| Failure::new(format!("the picture cannot be drawn: {error}")))?;
    let svg = String::from_utf8_lossy(&svg).into_owned();
    let picture = deadline::within(limits, move || drawn.draw(&svg))
        .map_err(|reason| Failure::new(format!("{reason} before the picture was drawn")).by_limit())?
        .map_err(Failure::new)?;
    Ok(Body::Stream(Box::new(move |out| out.write_all(&picture))))
}

/// Runs the checker on a proof, as long as the limits allow.
fn check(proof: String, limits: &Limits) -> Result<(), NoCertificate> {
    deadline::within(limits, move || impartial_check::check(&proof))
        .map_err(|reason| NoCertificate::because(format!("{reason} before the proof was checked")))?
        .map(|_| ())
        .map_err(NoCertificate::because)
}

fn write_certificate(proof: &Certificate, path: &Path) -> Result<(), Failure> {
    let write = |out: &mut dyn Write| proof.write_to(out);
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
