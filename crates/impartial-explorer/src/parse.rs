//! The box: what its text names, or where it is wrong, within the time between two keystrokes.

use std::time::Duration;

use impartial::limits::{Limits, StopReason};
use impartial_report::{Asked, offers, read_text, unread_text};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

/// The time that reading may take while one types, and when one asks; after it the text is passed on unread, and the
/// question itself says what is wrong.
const TYPING: Duration = Duration::from_millis(45);
const ASKING: Duration = Duration::from_secs(5);
/// How much longer a reading that does not end in time is waited for, and how many may go on.
const GRACE: Duration = Duration::from_millis(150);
static PLACES: Semaphore = Semaphore::const_new(8);

/// The text of the box and the place of the caret, in UTF-16 units as the browser counts them.
#[derive(Debug, Deserialize)]
pub struct Box {
    text: String,
    #[serde(default)]
    caret: usize,
    /// Whether the text is asked, not only typed.
    #[serde(default)]
    asked: bool,
}

/// What the page is told about the text.
pub async fn read(text_box: Box) -> Value {
    let Box { text, caret, asked } = text_box;
    let time = if asked { ASKING } else { TYPING };
    if text.len() > Asked::LONGEST_TEXT {
        let message = format!("the text is longer than {} bytes", Asked::LONGEST_TEXT);
        return json!({ "ok": false, "at": 0, "len": 0, "message": message, "completions": [] });
    }
    let limits = Limits::none();
    let reply = match PLACES.try_acquire() {
        Err(_) => None,
        Ok(place) => {
            let (handle, text) = (limits.handle().clone(), text.clone());
            tokio::spawn(async move {
                tokio::time::sleep(time).await;
                handle.stop(StopReason::Time);
            });
            let reading = tokio::task::spawn_blocking(move || {
                let reply = read_text(&text, &limits);
                drop(place);
                reply
            });
            tokio::time::timeout(time + GRACE, reading).await.ok().and_then(Result::ok)
        }
    };
    let mut reply = reply.unwrap_or_else(|| unread_text(&text));
    reply.insert("completions".into(), json!(offers(&text, caret)));
    Value::Object(reply)
}
