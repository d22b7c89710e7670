//! One question as a child process: its news while it runs, its answer, its end when it is no longer wanted.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, BufReader};
use tokio::process::Command;
use tokio::sync::watch;

/// The largest answer that is passed on, in bytes.
const LARGEST_ANSWER: u64 = 16 << 20;
/// The most news of one child that are read, in bytes.
const MOST_NEWS: u64 = 4 << 20;
/// The longest that a child may live: its own time limit and a while to write down what is proved.
const LONGEST: Duration = Duration::from_secs(70);
/// How long a child that was told to end may take for it.
const GRACE: Duration = Duration::from_secs(4);

/// The program that answers, and the folders whose files it may open.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its path.
    pub path: PathBuf,
    /// The folders.
    pub folders: Vec<PathBuf>,
}

/// Runs the program to its end and gives what the page is told: `status` is `answered`, `stopped` or `failed`.
///
/// `news` hears of progress; when `is_cancelled` turns true the child is told to end, and its answer is what it has proved.
pub async fn run(
    program: &Program,
    arguments: &[OsString],
    is_json: bool,
    mut is_cancelled: watch::Receiver<bool>,
    mut news: impl FnMut(&str, Value) + Send,
) -> Value {
    let mut command = Command::new(&program.path);
    command.arg("--served");
    for folder in &program.folders {
        command.arg("--files-in").arg(folder);
    }
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Its working folder is none of the user's business.
    command.current_dir(Path::new("/")).kill_on_drop(true);
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return failed(&format!("the program cannot be started: {error}")),
    };
    let (Some(out), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
        return failed("the program cannot be heard");
    };
    let lifeline = child.stdin.take();
    let answer = tokio::spawn(read_answer(out));
    let mut newest = None;
    let listening = listen(errors, |kind, value| {
        if kind == "partial" {
            newest = Some(value.clone());
        }
        news(kind, value);
    });
    let ending = async {
        let _ = is_cancelled.wait_for(|cancelled| *cancelled).await;
        // The end of its standard input tells the child to end.
        drop(lifeline);
        tokio::time::sleep(GRACE).await;
    };
    let failure = tokio::select! {
        failure = listening => failure,
        () = ending => None,
        () = tokio::time::sleep(LONGEST) => None,
    };
    // Either its standard error is closed, and it ends by itself, or it is ended here.
    let status = match tokio::time::timeout(Duration::from_secs(2), child.wait()).await {
        Ok(Ok(status)) => status,
        _ => {
            let _ = child.kill().await;
            return ended(newest);
        }
    };
    let Ok(Ok(bytes)) = answer.await else { return failed("the answer could not be read") };
    if bytes.len() as u64 > LARGEST_ANSWER {
        return failed("the answer is too large for the page; ask on the command line");
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match (status.code(), failure) {
        (Some(0 | 1), None) if is_json => match serde_json::from_str::<Value>(&text) {
            Ok(answer) => json!({ "status": word(status.success()), "answer": answer }),
            Err(_) => ended(newest),
        },
        (Some(0), None) => json!({ "status": "answered", "text": text }),
        (Some(1), None) => json!({ "status": "stopped", "text": text }),
        (_, Some(failure)) => failure,
        _ => failed("the program ended without an answer"),
    }
}

fn word(is_answered: bool) -> &'static str {
    if is_answered { "answered" } else { "stopped" }
}

/// What the page is told when there is no answer.
pub fn failed(message: &str) -> Value {
    json!({ "status": "failed", "message": message })
}

/// What the page is told when a child had to be ended: what it had told last is proved all the same.
fn ended(newest: Option<Value>) -> Value {
    let why = "the question was ended before it could answer";
    let Some(Value::Object(mut answer)) = newest else { return failed(why) };
    answer.insert("status".into(), json!("limit"));
    answer.insert("claim".into(), json!("up_to"));
    answer.insert("because".into(), json!("heaps as far as they were told"));
    answer.insert("stopped".into(), json!(why));
    json!({ "status": "stopped", "answer": answer })
}

async fn read_answer(out: impl AsyncRead + Unpin) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut out = out.take(LARGEST_ANSWER + 1);
    out.read_to_end(&mut bytes).await?;
    Ok(bytes)
}

/// Passes news on until the child closes its standard error; the failure it told, if any.
async fn listen(errors: impl AsyncRead + Unpin, mut news: impl FnMut(&str, Value)) -> Option<Value> {
    let mut lines = BufReader::new(errors.take(MOST_NEWS)).lines();
    let mut failure = None;
    let mut other = String::new();
    while let Ok(Some(line)) = lines.next_line().await {
        let Ok(Value::Object(mut object)) = serde_json::from_str::<Value>(&line) else {
            // Not news: what the argument reader or a panic prints.
            other.push_str(&line);
            other.push('\n');
            continue;
        };
        if let Some(Value::Object(mut told)) = object.remove("failed") {
            told.insert("status".into(), json!("failed"));
            failure = Some(Value::Object(told));
        }
        for kind in ["partial", "progress"] {
            if let Some(value) = object.remove(kind) {
                news(kind, value);
            }
        }
    }
    let first = other.lines().next().map(|line| failed(line.trim_start_matches("error: ")));
    failure.or(first)
}
