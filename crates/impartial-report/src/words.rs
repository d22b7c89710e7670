//! Words that several answers share.

use std::fmt::Write as _;

use impartial::game::Play;

/// "normal play" or "misère play".
pub fn play_name(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal play",
        Play::Misere => "misère play",
    }
}

/// How an answer comes about, if that was asked for.
pub(crate) fn write_steps(text: &mut String, steps: Option<&[String]>) {
    let steps = steps.unwrap_or_default();
    if !steps.is_empty() {
        text.push_str("because:\n");
    }
    for step in steps {
        let _ = writeln!(text, "  {step}");
    }
}
