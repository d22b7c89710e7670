//! What took long to work out and is worth keeping from one run to the next.

use std::path::PathBuf;

use crate::answer::write_file;

/// The excesses that took long to work out, in the user's cache directory: lines `p m`. Whatever is wrong with the file is no
/// error; a value that rests on it is not called proved.
pub struct Memory {
    path: Option<PathBuf>,
    /// The pairs of a prime and its excess.
    pub excesses: Vec<(u64, u64)>,
}

impl Memory {
    /// What was written before.
    pub fn read() -> Self {
        let directory = std::env::var_os("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")));
        let path = directory.map(|directory| directory.join("impartial").join("excess-2.txt"));
        let text = path.as_ref().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        let pair = |line: &str| {
            let (prime, excess) = line.split_once(' ')?;
            // No excess above 4 is known.
            Some((prime.parse().ok()?, excess.parse().ok().filter(|excess| *excess < 64)?))
        };
        Memory { path, excesses: text.lines().filter_map(pair).collect() }
    }

    /// Adds what was found.
    pub fn write(&self, found: &[(u64, u64)]) {
        let Some(path) = &self.path else { return };
        let mut all = self.excesses.clone();
        all.extend(found);
        all.sort_unstable();
        all.dedup_by_key(|(prime, _)| *prime);
        if all == self.excesses || path.parent().is_none_or(|folder| std::fs::create_dir_all(folder).is_err())
        {
            return;
        }
        // What cannot be written costs time, not truth.
        let _ = write_file(path, |out| all.iter().try_for_each(|(prime, m)| writeln!(out, "{prime} {m}")));
    }
}
