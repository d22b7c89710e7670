//! What games name outside their text: files from disk, and from GAP the groups that do not ship with the program.

use std::io;

use impartial::group::{FiniteGroup, GroupError};
use impartial::limits::Limits;
use impartial::question::Files;

use crate::gap::parse_group;
use crate::served;

/// The files of this machine, as far as they may be opened.
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
        parse_group(text, limits)
    }
}
