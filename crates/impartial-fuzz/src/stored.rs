//! Targets for what comes back from a disk: certificates and put-away computations, perhaps damaged, perhaps forged.

use impartial::game::{Outcome, Play};
use impartial::heap::{GrundySequence, PeriodSearch};
use impartial::language::parse;
use impartial::misere::{MisereQuotient, SavedQuotient, Source};
use impartial::question::{GroupsQuestion, SurveyBounds, read_survey};

use crate::differential::Definition;
use crate::readers::{limits, text};

/// Certificates: refused or verified, and never a panic; and what is verified of a small game is so.
pub fn certificates(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match impartial_check::check(text) {
        Ok(verified) => is_so(&verified.statement),
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
}

/// Compares a statement about a game of the language that has few positions with the definition.
fn is_so(statement: &str) {
    assert!(!statement.is_empty());
    for (words, play, outcome) in [
        (" is P in normal play", Play::Normal, Outcome::P),
        (" is N in normal play", Play::Normal, Outcome::N),
        (" is P in misère play", Play::Misere, Outcome::P),
        (" is N in misère play", Play::Misere, Outcome::N),
    ] {
        // Large groups take long to read.
        let Some((game, _)) = statement.split_once(words).filter(|(game, _)| game.len() < 200) else {
            continue;
        };
        let game = game.split(" has nimber ").next().unwrap_or(game);
        let Ok(parsed) = parse(game) else { continue };
        let Ok(position) = parsed.position(game) else { continue };
        if let Some(definition) = Definition::of(position, 500) {
            assert_eq!(definition.outcome(0, play), outcome, "verified, and not so: {statement}");
        }
    }
}

/// The checksum of saved sequences (FNV-1a), so that damage behind it is seen too.
fn resealed(data: &[u8]) -> Vec<u8> {
    let body = &data[..data.len().saturating_sub(8)];
    let sum = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    [body, &sum.to_le_bytes()].concat()
}

/// The seal of saved quotients: eight bytes at a time, then what is left and the length.
fn resealed_quotient(data: &[u8]) -> Vec<u8> {
    let body = &data[..data.len().saturating_sub(8)];
    let step = |seal: u64, word: [u8; 8]| {
        (seal.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    };
    let (words, rest) = body.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let seal = words.iter().copied().fold(0, step);
    let seal = step(step(seal, last), (body.len() as u64).to_le_bytes());
    [body, &seal.to_le_bytes()].concat()
}

/// Put-away sequences, searches for periods, quotients, surveys and lists of groups.
pub fn checkpoints(data: &[u8]) {
    for bytes in [data.to_vec(), resealed(data)] {
        if let Ok(mut sequence) = GrundySequence::from_bytes(&bytes) {
            let _ = sequence.extend_to(sequence.values().len() as u64 + 20, &limits());
        }
        if let Ok(mut search) = PeriodSearch::from_bytes(&bytes, 1) {
            let _ = search.run(search.computed() + 1000, &limits());
        }
    }
    for bytes in [data.to_vec(), resealed_quotient(data)] {
        if let Ok(saved) = SavedQuotient::from_bytes(&bytes)
            && let Ok(code) = saved.game().parse()
            && let Ok(mut search) = MisereQuotient::resume(Source::Heaps(code), saved, &limits())
        {
            let _ = search.extend_to(search.heap() + 2, &limits());
            let _ = search.quotient(&limits());
        }
    }
    let Some(text) = text(data) else { return };
    let bounds = SurveyBounds { normal: 100, misere: 10, order: 50, work: 1000 };
    if let Err((line, why)) = read_survey(text, &bounds) {
        assert!(line > 0 && !why.is_empty());
    }
    let groups = GroupsQuestion::of("2..8");
    if let Err(refused) = groups.read_rows(text) {
        assert!(!refused.message.is_empty());
    }
}
