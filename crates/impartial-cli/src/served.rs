//! The program as a child of the explorer: it opens no file that the question names, tells its updates as JSON lines on
//! standard error, and ends when its parent closes its standard input.
//!
//! Files named in a question are read through [`read_to_string`] and [`read`] everywhere in the program, so that what may
//! be opened is decided in one place.

use std::io::{self, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use impartial::limits::{StopHandle, StopReason};
use serde_json::{Value, json};

/// The folders whose files may be opened by name; set once, when the program runs for the explorer.
static FOLDERS: OnceLock<Vec<PathBuf>> = OnceLock::new();
/// How far a quotient is known, until it is told.
static PARTIAL: Mutex<Option<Value>> = Mutex::new(None);

/// Updates come at most this often.
const PAUSE: Duration = Duration::from_millis(100);

/// From here on the program runs for the explorer, and may open files of these folders only.
pub fn begin(folders: Vec<PathBuf>) {
    // The first word counts; there is only one.
    let _ = FOLDERS.set(folders);
}

/// Whether the program runs for the explorer.
pub fn is_served() -> bool {
    FOLDERS.get().is_some()
}

/// The text of a file that a question names.
pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    std::fs::read_to_string(allowed(path.as_ref(), FOLDERS.get())?)
}

/// A file that a question names, to be read piece by piece.
pub fn open(path: impl AsRef<Path>) -> io::Result<io::BufReader<std::fs::File>> {
    Ok(io::BufReader::new(std::fs::File::open(allowed(path.as_ref(), FOLDERS.get())?)?))
}

/// The bytes of a file that a question names.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    std::fs::read(allowed(path.as_ref(), FOLDERS.get())?)
}

/// The size of a file that a question names.
pub fn size(path: impl AsRef<Path>) -> io::Result<u64> {
    Ok(std::fs::metadata(allowed(path.as_ref(), FOLDERS.get())?)?.len())
}

/// Where the file may be opened: anywhere on the command line; for the explorer, a plain file of one of the folders, named
/// without any separator and not a link.
fn allowed(path: &Path, folders: Option<&Vec<PathBuf>>) -> io::Result<PathBuf> {
    let Some(folders) = folders else { return Ok(path.to_owned()) };
    let refused = |why: &str| io::Error::new(io::ErrorKind::PermissionDenied, why.to_owned());
    let mut parts = path.components();
    let (Some(Component::Normal(name)), None) = (parts.next(), parts.next()) else {
        return Err(refused("the page names files without any folder"));
    };
    // `components` forgives a separator at the end; a name has none.
    if name != path.as_os_str() {
        return Err(refused("the page names files without any folder"));
    }
    let found = folders.iter().map(|folder| folder.join(name)).find(|whole| {
        // Not followed: a link is not a file here.
        std::fs::symlink_metadata(whole).is_ok_and(|metadata| metadata.is_file())
    });
    found.ok_or_else(|| refused("it is not one of the files given to the page"))
}

/// Writes one update, a line.
pub fn tell(updates: &Value) {
    // A parent that no longer listens ends us by other means.
    let _ = io::stderr().write_all(format!("{updates}\n").as_bytes());
}

/// How far a quotient is known; nothing is told unless the explorer asks.
pub fn tell_partial(heap: u64, order: u64, p_portion: u64) {
    if is_served() {
        let updates = json!({ "partial": { "heap": heap, "order": order, "p_portion": p_portion } });
        *PARTIAL.lock().unwrap_or_else(PoisonError::into_inner) = Some(updates);
    }
}

/// Tells what is new ten times a second: the newest partial quotient, and how much work is done.
pub fn tell_updates(handle: &StopHandle) {
    let handle = handle.clone();
    std::thread::spawn(move || {
        let mut before = 0;
        loop {
            std::thread::sleep(PAUSE);
            let partial = PARTIAL.lock().unwrap_or_else(PoisonError::into_inner).take();
            let done = handle.done();
            if let Some(updates) = partial {
                tell(&updates);
            } else if done != before {
                tell(&json!({ "progress": { "done": done } }));
            }
            before = done;
        }
    });
}

/// Calls `raise` when standard input ends, and ends the program if that does not.
pub fn end_with_parent(raise: impl FnOnce(StopReason) + Send + 'static) {
    /// Enough to write down what is proved.
    const LONGEST: Duration = Duration::from_secs(5);
    std::thread::spawn(move || {
        let mut buffer = [0; 64];
        while io::stdin().read(&mut buffer).is_ok_and(|read| read > 0) {}
        std::thread::spawn(|| {
            std::thread::sleep(LONGEST);
            std::process::exit(1);
        });
        raise(StopReason::Interrupted);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_explorer_opens_plain_files_of_its_folders_only() {
        let folder = std::env::temp_dir().join(format!("impartial-served-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("inner")).unwrap();
        std::fs::write(folder.join("board.toml"), "rules").unwrap();
        std::fs::write(folder.join("inner").join("x"), "hidden").unwrap();
        let folders = vec![folder.clone()];
        let open = |name: &str| allowed(Path::new(name), Some(&folders));
        assert_eq!(open("board.toml").unwrap(), folder.join("board.toml"));
        let absolute = folder.join("board.toml");
        for bad in
            ["../board.toml", "./board.toml", "inner/x", "inner", "board.toml/", "/etc/passwd", "", "..", "."]
        {
            assert!(open(bad).is_err(), "{bad}");
        }
        assert!(open(absolute.to_str().unwrap()).is_err());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&absolute, folder.join("link.toml")).unwrap();
            assert!(open("link.toml").is_err());
        }
        assert_eq!(allowed(&absolute, None).unwrap(), absolute);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
