//! The genera of heaps by the definition: every sum that can be reached is played out, once.

use std::collections::HashMap;

use super::genus::Genus;
use super::spend;
use crate::Refusal;
use crate::code::Code;

/// The genera of the heaps 0, 1, …, `count` - 1.
pub fn heaps(code: &Code, count: u64, work: &mut u64) -> Result<Vec<Genus>, Refusal> {
    let mut known: HashMap<Vec<u64>, Genus> = HashMap::new();
    let mut genera = Vec::new();
    for heap in 0..count {
        genera.push(play_out(code, vec![heap; usize::from(heap > 0)], &mut known, work)?);
    }
    Ok(genera)
}

/// The genus of a sum of heaps, smallest first; without recursion.
fn play_out(
    code: &Code,
    sum: Vec<u64>,
    known: &mut HashMap<Vec<u64>, Genus>,
    work: &mut u64,
) -> Result<Genus, Refusal> {
    let mut waiting = vec![sum.clone()];
    while let Some(top) = waiting.pop() {
        if known.contains_key(&top) {
            continue;
        }
        let options = options(code, &top, work)?;
        let unknown: Vec<Vec<u64>> =
            options.iter().filter(|option| !known.contains_key(*option)).cloned().collect();
        if unknown.is_empty() {
            let genera: Vec<&Genus> = options.iter().map(|option| &known[option]).collect();
            let genus = Genus::of_options(&genera);
            known.insert(top, genus);
        } else {
            // Again when its options are known.
            waiting.push(top);
            waiting.extend(unknown);
        }
    }
    Ok(known[&sum].clone())
}

/// The options of a sum, each smallest heap first.
fn options(code: &Code, sum: &[u64], work: &mut u64) -> Result<Vec<Vec<u64>>, Refusal> {
    let mut options = Vec::new();
    for (at, heap) in sum.iter().enumerate().filter(|(at, heap)| *at == 0 || sum[at - 1] != **heap) {
        let mut is_affordable = Ok(());
        let all = code.for_each_option(*heap, &mut |parts| {
            let mut option: Vec<u64> = sum[..at].iter().chain(&sum[at + 1..]).chain(parts).copied().collect();
            option.sort_unstable();
            is_affordable = spend(work, 16 + option.len() as u64);
            options.push(option);
            is_affordable.is_ok()
        });
        is_affordable?;
        if !all {
            return Err(Refusal::Refuted("a move leaves more heaps than this checker looks at".into()));
        }
    }
    options.sort_unstable();
    options.dedup();
    Ok(options)
}
