//! The automaton of an infinite quotient: as text, for Graphviz, and as a picture.

use std::fmt::Write as _;

use impartial::automatic::DigitAutomaton;
use impartial::question::quotient::InfiniteValue;
use impartial_picture::automaton::Automaton;

/// The states, one in a line: the slice that is read off when the digits end there, and the next state for every letter.
pub fn write_text(out: &mut String, infinite: &InfiniteValue) {
    let automaton = infinite.game.quotient().automaton();
    let growing = infinite.growing().join(", ");
    let _ = writeln!(
        out,
        "the automaton reads the numbers of {growing} together, the last binary digits first; letters are these digits"
    );
    let letters: Vec<String> = (0..automaton.radices().letters()).map(|at| letter(automaton, at)).collect();
    let first: Vec<String> = automaton.first().iter().map(|state| format!("q{state}")).collect();
    let width = automaton.states().to_string().len() + 1;
    let column = |text: &str| format!("  {text:>width$}", width = width.max(letters[0].chars().count()));
    let row = |cells: &[String]| cells.iter().map(|cell| column(cell)).collect::<String>();
    let _ = writeln!(out, "{:>7}{:>8}{}", "letter", "", row(&letters));
    let _ = writeln!(out, "{:>7}{:>8}{}", "first", "", row(&first));
    for (state, slice) in automaton.output().iter().enumerate() {
        let next: Vec<String> = successors(automaton, state).map(|next| format!("q{next}")).collect();
        let _ = writeln!(out, "{:>7}{:>8}{}", format!("q{state}"), format!("slice {slice}"), row(&next));
    }
}

/// A letter: the digit of every number.
fn letter(automaton: &DigitAutomaton, letter: usize) -> String {
    (0..automaton.radices().axes()).map(|axis| if letter >> axis & 1 == 1 { '1' } else { '0' }).collect()
}

fn successors(automaton: &DigitAutomaton, state: usize) -> impl Iterator<Item = u32> + '_ {
    let letters = automaton.radices().letters() as u32;
    (0..letters).map(move |letter| automaton.step(state as u32, letter))
}

/// The automaton as a picture: a state says the number of its slice.
pub fn picture(infinite: &InfiniteValue) -> Automaton {
    let automaton = infinite.game.quotient().automaton();
    let growing = infinite.growing().join(", ");
    let description = format!(
        "An automaton of {} states that reads the numbers of {growing} together, last binary digits first, and ends in the number of a slice.",
        automaton.states()
    );
    // The letters that lead to each state.
    let gathered = |targets: Vec<u32>| {
        let mut seen: Vec<u32> = targets.clone();
        seen.sort_unstable();
        seen.dedup();
        let letters = move |to: u32| {
            let leading = targets.iter().enumerate().filter(|(_, target)| **target == to);
            let leading: Vec<String> = leading.map(|(at, _)| letter(automaton, at)).collect();
            (to as usize, leading.join(" "))
        };
        seen.into_iter().map(letters).collect::<Vec<_>>()
    };
    let steps = (0..automaton.states()).flat_map(|state| {
        let next = gathered(successors(automaton, state).collect());
        next.into_iter().map(move |(to, letters)| (state, to, letters))
    });
    Automaton {
        title: format!("{}: digits of the numbers of {growing}", infinite.scope()),
        description,
        states: automaton.output().iter().map(|slice| format!("slice {slice}")).collect(),
        first: gathered(automaton.first().to_vec()),
        steps: steps.collect(),
    }
}

#[cfg(test)]
mod tests {
    use impartial::question::{Asking, Question as _, QuotientQuestion};

    use super::*;

    #[test]
    fn every_state_and_letter_is_there() {
        let question = QuotientQuestion { to: Some(12), ..QuotientQuestion::of("0.3102") };
        let value = question.ask(&Asking::new()).unwrap().value;
        let infinite = value.infinite.unwrap();
        let automaton = infinite.game.quotient().automaton().clone();
        let states = automaton.states();
        let mut text = String::new();
        write_text(&mut text, &infinite);
        assert_eq!(text.lines().count(), states + 3);
        let row: Vec<&str> = text.lines().nth(3).unwrap().split_whitespace().collect();
        let expected: Vec<String> = (0..4).map(|letter| format!("q{}", automaton.step(0, letter))).collect();
        assert_eq!(row[0], "q0");
        assert_eq!(row[3..], expected.iter().map(String::as_str).collect::<Vec<_>>()[..]);
        // Each state has each letter on exactly one of its arrows.
        let picture = picture(&infinite);
        let dot = picture.to_dot();
        for from in (0..states).map(|state| format!("q{state}")).chain(["start".to_owned()]) {
            let begins = format!("  {from} -> ");
            let letters: Vec<&str> = (dot.lines().filter(|line| line.starts_with(&begins)))
                .flat_map(|line| line.split('"').nth(1).unwrap().split(' '))
                .collect();
            let mut sorted = letters.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, ["00", "01", "10", "11"], "{from}");
        }
        assert_eq!(picture.states.len(), states);
        assert!(picture.to_svg().contains("q0: slice ") && picture.to_tikz().contains("tikzpicture"));
    }
}
