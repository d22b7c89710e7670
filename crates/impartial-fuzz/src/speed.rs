//! How long questions about games with few positions take, in seconds of processor time: a busy machine does not change them.

use impartial::game::Play;
use impartial::question::{NimberQuestion, OutcomeQuestion, Question as _};

use crate::differential::{Definition, asking, position};

/// A question that was answered, and how long that took.
#[derive(Clone, Debug)]
pub struct Timed {
    /// Seconds on a processor; 0 where the system does not tell.
    pub seconds: f64,
    /// The positions that the game has.
    pub positions: usize,
    /// The question, and what stopped it.
    pub question: String,
}

/// The time that this thread has had on a processor.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|first| first.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// The nimber and both outcomes of a game, timed and compared with the definition; `None` when it has more than `most` positions.
///
/// # Panics
/// When an answer is not that of the definition.
pub fn timed(text: &str, most: usize) -> Option<Vec<Timed>> {
    let definition = Definition::of(&position(text), most)?;
    let positions = definition.positions.len();
    let time = |what: String, ask: &dyn Fn() -> Option<String>| {
        let started = processor_seconds();
        let stopped = ask();
        let seconds = processor_seconds() - started;
        let question = format!("{what} of {text}{}", stopped.map_or(String::new(), |why| format!(": {why}")));
        Timed { seconds, positions, question }
    };
    let mut questions = vec![time("nimber".to_owned(), &|| {
        let answer = NimberQuestion { game: text.to_owned() }.ask(&asking()).expect("it is a game");
        let expected = Some(u64::from(definition.nimbers[0]));
        assert!(answer.value.nimber.is_none_or(|nimber| nimber.to_u64() == expected), "{text}");
        answer.stopped.map(|why| why.to_string())
    })];
    for play in [Play::Normal, Play::Misere] {
        questions.push(time(format!("outcome in {play} play"), &|| {
            let question = OutcomeQuestion { game: text.to_owned(), play };
            let answer = question.ask(&asking()).expect("it is a game");
            let expected = definition.outcome(0, play);
            assert!(answer.value.outcome.is_none_or(|outcome| outcome == expected), "{text} {play}");
            answer.stopped.map(|why| why.to_string())
        }));
    }
    Some(questions)
}
