//! What comes from outside: files from disk, from GAP the groups that do not ship with the program, cores, what was worked
//! out in earlier runs.

use std::io;

use impartial::group::{FiniteGroup, GroupError, LargeGroup, Library};
use impartial::limits::Limits;
use impartial::question::{Files, GroupLines};
use impartial_report::Outside;

use crate::gap;
use crate::memory::Memory;
use crate::served;

/// This machine, as far as questions may use it.
pub struct Disk;

/// The largest file that is read.
const MOST_BYTES: u64 = 64 << 20;

impl Files for Disk {
    fn text(&self, name: &str) -> Result<String, String> {
        let failed = |error: io::Error| format!("cannot read {name}: {error}");
        if served::size(name).map_err(failed)? > MOST_BYTES {
            return Err(format!("{name} is larger than {MOST_BYTES} bytes"));
        }
        String::from_utf8(served::read(name).map_err(failed)?).map_err(|error| {
            let place = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..place].iter().filter(|byte| **byte == b'\n').count() + 1;
            format!("{name} is not UTF-8 text: see byte {place}, in line {line}")
        })
    }

    fn group(&self, text: &str, limits: &Limits) -> Result<FiniteGroup, GroupError> {
        gap::parse_group(text, limits)
    }

    fn large_group(
        &self,
        text: &str,
        least: usize,
        limits: &Limits,
    ) -> Result<Option<LargeGroup>, GroupError> {
        gap::parse_large_group(text, least, limits)
    }

    fn group_lines(&self, library: Library, numbers: &[usize]) -> Result<GroupLines, String> {
        gap::group_lines(library, numbers)
    }
}

impl Outside for Disk {
    fn threads(&self) -> usize {
        std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
    }

    fn excesses(&self) -> Vec<(u64, u64)> {
        Memory::read().excesses
    }

    fn keep_excesses(&self, found: &[(u64, u64)]) {
        if !found.is_empty() {
            Memory::read().write(found);
        }
    }

    fn hear_partial(&self, heap: u64, order: u64, p_portion: u64) {
        served::tell_partial(heap, order, p_portion);
    }
}
