//! Files given to the page: kept in a private folder while the server runs, opened by the program under their plain names.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use impartial_report::BOARDS;

/// How many files are kept, and how long a name may be.
const MOST: usize = 64;
const LONGEST_NAME: usize = 64;

/// The folder for files given to the page; removed with this value.
pub struct Uploads {
    folder: PathBuf,
    names: Mutex<Vec<String>>,
}

impl Uploads {
    /// A new folder that only this user can read, with the boards that are there from the start.
    pub fn new(unguessable: &str) -> std::io::Result<Self> {
        let folder = std::env::temp_dir().join(format!("impartial-{unguessable}"));
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder)?;
        let uploads = Uploads { folder, names: Mutex::default() };
        for (name, _, text) in BOARDS {
            uploads.keep(name, text.as_bytes()).map_err(std::io::Error::other)?;
        }
        Ok(uploads)
    }

    /// Where they are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps a file under its name; the error is one sentence.
    pub fn keep(&self, name: &str, text: &[u8]) -> Result<(), String> {
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        let is_name = (1..=LONGEST_NAME).contains(&name.len())
            && name.bytes().all(is_sign)
            && !name.starts_with('.')
            && !name.starts_with('-');
        if !is_name {
            return Err("the name of a file has letters, digits, points and dashes only".to_owned());
        }
        let mut names = self.names.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !names.iter().any(|known| known == name) {
            if names.len() >= MOST {
                return Err(format!("{MOST} files are kept already"));
            }
            names.push(name.to_owned());
        }
        std::fs::write(self.folder.join(name), text)
            .map_err(|error| format!("{name} cannot be kept: {error}"))
    }

    /// Forgets a file.
    pub fn forget(&self, name: &str) {
        let mut names = self.names.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(at) = names.iter().position(|known| known == name) {
            names.remove(at);
            let _ = std::fs::remove_file(self.folder.join(name));
        }
    }
}

impl Uploads {
    /// Removes the folder with all that is in it.
    pub fn remove(&self) {
        // Left behind, it is a folder of small files in the place for such things.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Drop for Uploads {
    fn drop(&mut self) {
        self.remove();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_nowhere_else() {
        let uploads = Uploads::new(&crate::guard::token().unwrap()).unwrap();
        for bad in ["", ".", "..", "../x", "a/b", "/etc/x", ".hidden", "-o", "a b", "ä", &"a".repeat(65)] {
            assert!(uploads.keep(bad, b"x").is_err(), "{bad}");
        }
        uploads.keep("board.toml", b"rules").unwrap();
        let kept = uploads.folder().join("board.toml");
        assert_eq!(std::fs::read(&kept).unwrap(), b"rules");
        drop(uploads);
        assert!(!kept.exists());
    }
}
