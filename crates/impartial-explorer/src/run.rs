//! One question as a child process: its updates while it runs, its answer, its end when it is no longer wanted.
//!
//! A process of its own, so that its memory is its own and whatever happens to it happens to it alone. It answers through the
//! same layer as the page without a server (`impartial-report`): the question goes in as JSON, and what the page is told comes out.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use impartial_report::Asked;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, BufReader};
use tokio::process::Command;
use tokio::sync::watch;

/// The time in seconds, and the memory, that a question may take.
pub const TIME: u64 = 60;
pub const MEMORY: &str = "1G";
/// The largest answer that is passed on, in bytes.
const LARGEST_ANSWER: u64 = 16 << 20;
/// The most updates of one child that are read, in bytes.
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

impl Program {
    fn command(&self, asked: &Asked) -> serde_json::Result<Command> {
        let mut command = Command::new(&self.path);
        command.arg("--served");
        for folder in &self.folders {
            command.arg("--files-in").arg(folder);
        }
        let seconds = asked.seconds.unwrap_or(TIME).clamp(1, TIME);
        command.arg(format!("--time={seconds}s")).arg(format!("--memory={MEMORY}"));
        // The question is one argument that begins with a brace: it is never an option, and no shell reads it.
        command.arg("ask").arg(serde_json::to_string(asked)?);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Its working folder is none of the user's business.
        command.current_dir(Path::new("/")).kill_on_drop(true);
        Ok(command)
    }
}

/// Runs the program to its end and gives what the page is told: `status` is `answered`, `stopped` or `failed`.
///
/// `updates` hears of progress; when `is_cancelled` turns true the child is told to end, and its answer is what it has proved.
pub async fn run(
    program: &Program,
    asked: &Asked,
    mut is_cancelled: watch::Receiver<bool>,
    mut updates: impl FnMut(&str, Value) + Send,
) -> Value {
    let Ok(mut command) = program.command(asked) else { return failed("the question cannot be passed on") };
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
        updates(kind, value);
    });
    let ending = async {
        let _ = is_cancelled.wait_for(|cancelled| *cancelled).await;
        // The end of its standard input tells the child to end.
        drop(lifeline);
        tokio::time::sleep(GRACE).await;
    };
    let trouble = tokio::select! {
        trouble = listening => trouble,
        () = ending => String::new(),
        () = tokio::time::sleep(LONGEST) => String::new(),
    };
    // Either its standard error is closed, and it ends by itself, or it is ended here.
    if !matches!(tokio::time::timeout(Duration::from_secs(2), child.wait()).await, Ok(Ok(_))) {
        let _ = child.kill().await;
        return ended(newest);
    }
    let Ok(Ok(bytes)) = answer.await else { return failed("the answer could not be read") };
    if bytes.len() as u64 > LARGEST_ANSWER {
        return failed("the answer is too large for the page; ask on the command line");
    }
    match serde_json::from_slice::<Value>(&bytes) {
        Ok(reply) if reply["status"].is_string() => reply,
        _ if newest.is_some() => ended(newest),
        // What the argument reader or a panic prints.
        _ => match trouble.lines().find(|line| !line.trim().is_empty()) {
            Some(first) => failed(first.trim_start_matches("error: ")),
            None => failed("the program ended without an answer"),
        },
    }
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
    answer.insert("because".into(), json!("heaps as far as they were reported"));
    answer.insert("stopped".into(), json!(why));
    json!({ "status": "stopped", "answer": answer })
}

async fn read_answer(out: impl AsyncRead + Unpin) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut out = out.take(LARGEST_ANSWER + 1);
    out.read_to_end(&mut bytes).await?;
    Ok(bytes)
}

/// Passes updates on until the child closes its standard error; what it printed there that is no updates.
async fn listen(errors: impl AsyncRead + Unpin, mut updates: impl FnMut(&str, Value)) -> String {
    let mut lines = BufReader::new(errors.take(MOST_NEWS)).lines();
    let mut other = String::new();
    while let Ok(Some(line)) = lines.next_line().await {
        let Ok(Value::Object(mut object)) = serde_json::from_str::<Value>(&line) else {
            other.push_str(&line);
            other.push('\n');
            continue;
        };
        if let Some(message) = object.get("failed").and_then(|reply| reply["message"].as_str()) {
            other.push_str(message);
            other.push('\n');
        }
        for kind in ["partial", "progress"] {
            if let Some(value) = object.remove(kind) {
                updates(kind, value);
            }
        }
    }
    other
}
