//! A Grundy sequence as bytes, to be put away and resumed.
//!
//! ```text
//! "impartial grundy sequence 1\n"  code "\n"  width (1 byte)  count (8 bytes, little end first)  values  checksum (8 bytes)
//! ```
//!
//! The checksum is FNV-1a of all bytes before it. Only the values are kept: everything else a sequence knows, its proved
//! period included, is a function of them and is found again when it is resumed.
//!
//! A search for a period that forgets its values is put away in the same manner, as its windows, the latest one last:
//!
//! ```text
//! "impartial period search 1\n"  code "\n"  heaps kept  heaps in a window  largest bytes (2 bytes)  (heap  window)…  checksum
//! ```

use super::code::HeapCode;
use super::search::{Milestone, PeriodSearch};
use super::sequence::{GrundySequence, Method};
use super::values::Values;
use crate::limits::Limits;
use crate::text::ReadError;

const MAGIC: &[u8] = b"impartial grundy sequence 1\n";
const SEARCH_MAGIC: &[u8] = b"impartial period search 1\n";

/// No search keeps more heaps than this.
const MAX_KEPT: u64 = 1 << 32;

/// Why bytes are not a sequence that can be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The bytes do not begin as a saved sequence does.
    #[error("this is not a saved Grundy sequence")]
    NotACheckpoint,
    /// The bytes end early, or go on too long, or were changed.
    #[error("the saved Grundy sequence is damaged: {0}")]
    Damaged(&'static str),
    /// The bytes are whole, but of a search that this program would not have made.
    #[error("the saved search for a period is of another version of this program")]
    OtherSearch,
    /// The code in the bytes cannot be read.
    #[error("the code of the saved Grundy sequence cannot be read: {0}")]
    Code(#[from] ReadError),
}

/// FNV-1a.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The beginning of what is put away: what it is, and the code.
fn begin(magic: &[u8], code: &HeapCode) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend_from_slice(code.to_string().as_bytes());
    bytes.push(b'\n');
    bytes
}

/// Appends the checksum.
fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// The code, and what stands between it and the checksum.
fn open<'a>(magic: &[u8], bytes: &'a [u8]) -> Result<(HeapCode, &'a [u8]), CheckpointError> {
    let rest = bytes.strip_prefix(magic).ok_or(CheckpointError::NotACheckpoint)?;
    let (rest, sum) = rest.split_last_chunk().ok_or(CheckpointError::Damaged("it ends early"))?;
    if checksum(&bytes[..bytes.len() - 8]) != u64::from_le_bytes(*sum) {
        return Err(CheckpointError::Damaged("its checksum is wrong"));
    }
    let line =
        rest.iter().position(|byte| *byte == b'\n').ok_or(CheckpointError::Damaged("it has no code"))?;
    let code =
        std::str::from_utf8(&rest[..line]).map_err(|_| CheckpointError::Damaged("its code is no text"))?;
    Ok((code.parse()?, &rest[line + 1..]))
}

impl GrundySequence {
    /// The sequence as bytes; [`from_bytes`](Self::from_bytes) resumes it.
    ///
    /// ```
    /// use impartial::heap::GrundySequence;
    /// use impartial::limits::Limits;
    /// let mut sequence = GrundySequence::new("0.16".parse()?);
    /// sequence.extend_to(100, &Limits::none()).expect("no limit was set");
    /// let resumed = GrundySequence::from_bytes(&sequence.to_bytes()).expect("these bytes are whole");
    /// assert_eq!(resumed.values(), sequence.values());
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let (width, values) = self.values().to_bytes();
        let mut bytes = begin(MAGIC, self.code());
        bytes.push(width);
        bytes.extend_from_slice(&(self.values().len() as u64).to_le_bytes());
        bytes.extend_from_slice(&values);
        seal(bytes)
    }

    /// The sequence saved as these bytes. Damaged bytes are refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        Self::from_bytes_with(bytes, Method::Automatic)
    }

    /// The same, to be continued by a given method: for comparing them.
    pub fn from_bytes_with(bytes: &[u8], method: Method) -> Result<Self, CheckpointError> {
        let (code, rest) = open(MAGIC, bytes)?;
        let damaged = CheckpointError::Damaged("its length is wrong");
        let Some((width, rest)) = rest.split_first() else { return Err(damaged) };
        let Some((count, values)) = rest.split_first_chunk() else { return Err(damaged) };
        match Values::from_bytes(*width, values) {
            Some(values) if values.len() as u64 == u64::from_le_bytes(*count) => {
                Ok(Self::from_values(code, method, values))
            }
            _ => Err(damaged),
        }
    }
}

impl PeriodSearch {
    /// The search as bytes; [`from_bytes`](Self::from_bytes) resumes it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = begin(SEARCH_MAGIC, self.code());
        let (_, depth) = self.last_rare_and_depth();
        bytes.extend_from_slice(&(self.kept().values().len() as u64).to_le_bytes());
        bytes.extend_from_slice(&depth.to_le_bytes());
        bytes.extend_from_slice(&self.largest());
        for Milestone { heap, window } in self.milestones().iter().chain([&self.latest()]) {
            bytes.extend_from_slice(&(*heap as u64).to_le_bytes());
            bytes.extend_from_slice(window);
        }
        seal(bytes)
    }

    /// The search saved as these bytes, to be continued on so many threads. The first heaps are computed again.
    pub fn from_bytes(bytes: &[u8], threads: usize) -> Result<Self, CheckpointError> {
        let (code, rest) = open(SEARCH_MAGIC, bytes)?;
        let damaged = CheckpointError::Damaged("its length is wrong");
        let number = |rest: &[u8]| rest.first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        let (Some(count), Some(depth), Some(largest)) =
            (number(rest), rest.get(8..).and_then(number), rest.get(16..18))
        else {
            return Err(damaged);
        };
        let mut kept = GrundySequence::new(code).with_threads(threads);
        if !(1..MAX_KEPT).contains(&count) || kept.extend_to(count - 1, &Limits::none()).is_err() {
            return Err(damaged);
        }
        let mut search = PeriodSearch::new(kept, threads).map_err(|_| CheckpointError::OtherSearch)?;
        if search.last_rare_and_depth().1 != depth {
            return Err(CheckpointError::OtherSearch);
        }
        let windows = rest[18..].chunks(8 + depth as usize).map(|bytes| {
            let (heap, window) = bytes.split_first_chunk()?;
            let heap = usize::try_from(u64::from_le_bytes(*heap)).ok()?;
            (window.len() as u64 == depth).then(|| Milestone { heap, window: window.to_vec() })
        });
        let windows: Vec<Milestone> = windows.collect::<Option<_>>().ok_or(damaged.clone())?;
        if !windows.is_sorted_by_key(|milestone| milestone.heap) {
            return Err(damaged);
        }
        search.go_on_from(windows, [largest[0], largest[1]]).ok_or(damaged)?;
        Ok(search)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn a_run_stopped_anywhere_and_resumed_gives_the_same_values() {
        for text in ["0.16", "0.07", "0.6", "0.8F"] {
            let last = if text == "0.8F" { 300 } else { 9000 };
            let mut whole = GrundySequence::new(text.parse().unwrap());
            whole.extend_to(last, &Limits::none()).unwrap();
            for stop in [0, 1, 63, 64, 170, 4095, 4096, 6000].into_iter().filter(|stop| *stop < last) {
                let mut part = GrundySequence::new(text.parse().unwrap());
                part.extend_to(stop, &Limits::none()).unwrap();
                let mut resumed = GrundySequence::from_bytes(&part.to_bytes()).unwrap();
                resumed.extend_to(last, &Limits::none()).unwrap();
                assert_eq!(
                    resumed.values().checksum(),
                    whole.values().checksum(),
                    "{text} stopped at {stop}"
                );
                assert_eq!(resumed.period(), whole.period(), "{text} stopped at {stop}");
            }
        }
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        let mut sequence = GrundySequence::new("0.6".parse().unwrap());
        sequence.extend_to(700, &Limits::none()).unwrap();
        let bytes = sequence.to_bytes();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(GrundySequence::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(GrundySequence::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
    }
}
