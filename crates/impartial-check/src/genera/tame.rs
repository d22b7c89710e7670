//! Heaps that play like positions of Nim, alone and together.
//!
//! A heap is given a nim-value g and is *fickle*, with misère nim-value g xor 1, or *firm*, with misère nim-value g. A sum has the
//! nim-sum of the values, and is fickle if all its heaps are. Checked is, for every heap: its nim-value is the mex of those of
//! its options, its misère nim-value that of their misère nim-values (1 when there is none), and it is fickle with g at most 1 or
//! firm.
//!
//! **Why that is right for all sums, nim-heaps among them.** Let S be a sum that is not over; by induction its options have the
//! misère nim-values stated.
//! * All heaps are fickle, the value of S is g, and x = g xor 1 is its misère nim-value. An option that makes a of a heap with
//!   value h, and r of the others, has misère nim-value r xor a xor 1 if a is fickle, which is x only if a = h; and r xor a if it is
//!   firm, which is x only if a is the misère nim-value of the heap. Neither is an option of the heap. If x = 1, some option must have 0: a
//!   heap with value 1 has an option with value 0, which is fickle as the heap has misère nim-value 0, and leaves r = 1: misère
//!   nim-value 0. Without such a heap, a heap that has options has misère nim-value 1, so an option with misère nim-value 0,
//!   which is not firm as the heap has value 0: it is fickle with value 1, and r = 0.
//! * Some heap is firm, and g is the value of S. An option has misère nim-value g only if it was made of the only firm heap, whose
//!   value is h, and is fickle with misère nim-value h: none is, by the mex rule. For u < g some heap has a value h for which
//!   t = h xor g xor u is below h. If another heap is firm, an option of this one with value t gives u. If not, this heap is
//!   the firm one (a fickle heap with t < h has h = 1, and then an option with value 0 gives u, as the firm heap stays), and an
//!   option with misère nim-value t gives u.

use super::genus::Genus;
use super::spend;
use crate::Refusal;
use crate::code::Code;

/// Nim-value, and whether it is fickle.
pub type Tame = (u32, bool);

/// The heaps 0, 1, 2, … as long as they are tame, at most `count`.
pub fn heaps(code: &Code, count: u64, work: &mut u64) -> Result<Vec<Tame>, Refusal> {
    let mut heaps: Vec<Tame> = vec![(0, true)];
    // The heap among whose options a value was seen last.
    let (mut normal, mut misere) = (vec![0; 64], vec![0; 64]);
    for heap in 1..count {
        let mut has_options = false;
        let mut is_affordable = Ok(());
        let all = code.for_each_option(heap, &mut |parts| {
            let at = |part: &u64| heaps[*part as usize];
            let value = parts.iter().fold(0, |sum, part| sum ^ at(part).0);
            let is_fickle = parts.iter().all(|part| at(part).1);
            has_options = true;
            for (marks, value) in [(&mut normal, value), (&mut misere, value ^ u32::from(is_fickle))] {
                let room = (value as usize + 2).next_power_of_two();
                if marks.len() < room {
                    marks.resize(room, 0);
                }
                marks[value as usize] = heap;
            }
            is_affordable = spend(work, 1);
            is_affordable.is_ok()
        });
        is_affordable?;
        if !all {
            return Err(Refusal::Refuted("a move leaves more heaps than this checker looks at".into()));
        }
        let free = |marks: &[u64]| marks.iter().position(|seen| *seen != heap).unwrap_or(marks.len()) as u32;
        let (plus, minus) = (free(&normal), if has_options { free(&misere) } else { 1 });
        match (plus, minus) {
            (0, 1) | (1, 0) => heaps.push((plus, true)),
            _ if plus == minus => heaps.push((plus, false)),
            _ => break,
        }
    }
    heaps.truncate(count as usize);
    Ok(heaps)
}

/// The genus of a tame heap.
pub fn genus((value, is_fickle): Tame) -> Genus {
    Genus::of_nim(value, is_fickle)
}
