//! Every link of the built book leads somewhere, and no page loads anything from elsewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::book::{files_of, read};

/// Follows the links of all pages in a folder; the number of pages and of links.
///
/// # Errors
/// With every link that leads nowhere, and everything that is loaded from elsewhere.
pub fn check_links(folder: &Path) -> Result<(usize, usize), String> {
    let files: BTreeSet<PathBuf> = files_of(folder)?
        .into_iter()
        .filter_map(|file| file.strip_prefix(folder).ok().map(Path::to_path_buf))
        .collect();
    let mut pages = BTreeMap::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "html")) {
        pages.insert(file.clone(), read(&folder.join(file))?);
    }
    let mut links = 0;
    let mut wrong = Vec::new();
    // Pages that mdBook adds: the one for printing repeats the others, and the frame has the list of chapters.
    let own = |page: &Path| page != Path::new("print.html") && page != Path::new("404.html");
    for (page, text) in pages.iter().filter(|(page, _)| own(page)) {
        for (tag, target) in targets(text) {
            let loads = tag != "a";
            if target.contains("://") || target.starts_with("//") {
                if loads {
                    wrong.push(format!("{}: loads {target}", page.display()));
                }
                continue;
            }
            if target.starts_with("data:") || target.starts_with("mailto:") {
                continue;
            }
            links += 1;
            let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path = path.split('?').next().unwrap_or_default();
            let to = if path.is_empty() { page.clone() } else { joined(page, path) };
            let leads = match pages.get(&to) {
                Some(text) => anchor.is_empty() || text.contains(&format!("id=\"{anchor}\"")),
                None => files.contains(&to),
            };
            if !leads {
                wrong.push(format!("{}: {target} leads nowhere", page.display()));
            }
        }
    }
    if wrong.is_empty() { Ok((pages.len(), links)) } else { Err(wrong.join("\n")) }
}

/// What the tags of a page refer to, with the name of the tag.
fn targets(html: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let name = tag.split_ascii_whitespace().next().unwrap_or_default();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        for attribute in ["href=\"", "src=\""] {
            if let Some(at) = tag.find(&format!(" {attribute}")) {
                let value = &tag[at + attribute.len() + 1..];
                let value = value.split('"').next().unwrap_or_default();
                found.push((name.to_owned(), value.replace("&amp;", "&")));
            }
        }
    }
    found
}

/// A path beside a page, with its steps up taken.
fn joined(page: &Path, path: &str) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in page.parent().unwrap_or(Path::new("")).join(path).components() {
        match part {
            Component::ParentDir => {
                whole.pop();
            }
            Component::CurDir => {}
            other => whole.push(other),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_and_what_is_loaded_is_seen() {
        let folder = std::env::temp_dir().join(format!("impartial-links-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("sub")).unwrap();
        let put = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        put("a.html", r#"<a href="sub/b.html#here">b</a> <a href="https://example.org/">out</a>"#);
        put("sub/b.html", r##"<h1 id="here">b</h1> <a href="../a.html">a</a> <a href="#here">here</a>"##);
        assert_eq!(check_links(&folder), Ok((2, 3)));
        put("a.html", r#"<a href="sub/b.html#gone">b</a> <script src="https://example.org/x.js"></script>"#);
        let wrong = check_links(&folder).unwrap_err();
        assert!(wrong.contains("#gone leads nowhere") && wrong.contains("loads https"), "{wrong}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
