//! The notebooks of the Python package as pages of the book, with what their cells printed and drew when the tests ran them last.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::book::{files_of, read, write};
use crate::run::root;

/// The page of the book after which the notebooks come.
const AFTER: &str = "(python.md)\n";

/// Writes a page for each notebook into the sources of the book, and a line for it into the table of contents.
///
/// # Errors
/// With the notebook that has no outputs or no title.
pub fn add_notebooks(source: &Path) -> Result<(), String> {
    let folder = source.join("notebooks");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut lines = String::new();
    for path in files_of(&root().join("crates/impartial-py/notebooks"))? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let trouble = |why: &str| format!("{}: {why}", path.display());
        let notebook: Value =
            serde_json::from_str(&read(&path)?).map_err(|error| trouble(&error.to_string()))?;
        let page = Page::of(&notebook, &name).map_err(|why| trouble(&why))?;
        write(&folder.join(format!("{name}.md")), &page.text)?;
        for (picture, svg) in &page.pictures {
            write(&folder.join(picture), svg)?;
        }
        let _ = writeln!(lines, "  - [Notebook: {}](notebooks/{name}.md)", page.title);
    }
    let summary = source.join("SUMMARY.md");
    let contents = read(&summary)?;
    let (before, after) =
        contents.split_once(AFTER).ok_or("SUMMARY.md has no page after which the notebooks come")?;
    write(&summary, &format!("{before}{AFTER}{lines}{after}"))
}

/// A notebook as a page.
struct Page {
    title: String,
    text: String,
    /// The names of files and their SVG.
    pictures: Vec<(String, String)>,
}

impl Page {
    fn of(notebook: &Value, name: &str) -> Result<Page, String> {
        let mut page = Page { title: String::new(), text: String::new(), pictures: Vec::new() };
        let cells = notebook["cells"].as_array().ok_or("no cells")?;
        for cell in cells {
            let source = joined(&cell["source"]);
            if cell["cell_type"] == "markdown" {
                if page.title.is_empty() {
                    let first = source.lines().next().and_then(|line| line.strip_prefix("# "));
                    first.ok_or("the first cell begins with no title")?.clone_into(&mut page.title);
                }
                let _ = writeln!(page.text, "{source}\n");
                continue;
            }
            let _ = writeln!(page.text, "```python\n{source}\n```\n");
            for output in cell["outputs"].as_array().into_iter().flatten() {
                page.add_output(output, name);
            }
        }
        let has_outputs =
            cells.iter().any(|cell| cell["outputs"].as_array().is_some_and(|all| !all.is_empty()));
        if has_outputs { Ok(page) } else { Err("a notebook of the book is kept with its outputs".to_owned()) }
    }

    /// A picture where there is one, else the text.
    fn add_output(&mut self, output: &Value, name: &str) {
        let data = &output["data"];
        let svg = joined(&data["image/svg+xml"]);
        if !svg.is_empty() {
            let file = format!("{name}-{}.svg", self.pictures.len() + 1);
            let shown = joined(&data["text/plain"]).replace(['[', ']', '\n'], " ");
            let _ = writeln!(self.text, "![{}]({file})\n", shown.trim());
            self.pictures.push((file, svg));
            return;
        }
        let printed = if data.is_null() { joined(&output["text"]) } else { joined(&data["text/plain"]) };
        let _ = writeln!(self.text, "```text\n{}\n```\n", printed.trim_end());
    }
}

/// A text of a notebook: one string, or its lines.
fn joined(text: &Value) -> String {
    match text {
        Value::String(text) => text.clone(),
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_outputs_become_a_page() {
        let notebook = serde_json::json!({"cells": [
            {"cell_type": "markdown", "source": ["# Title\n", "\n", "Words."]},
            {"cell_type": "code", "source": "1 + 1", "outputs": [{"data": {"text/plain": ["2"]}}]},
            {"cell_type": "code", "source": "draw()", "outputs": [
                {"name": "stdout", "text": ["drawn\n"]},
                {"data": {"image/svg+xml": ["<svg/>"], "text/plain": ["[a drawing]"]}}
            ]}
        ]});
        let page = Page::of(&notebook, "n").unwrap();
        assert_eq!(page.title, "Title");
        let expected = "# Title\n\nWords.\n\n```python\n1 + 1\n```\n\n```text\n2\n```\n\n```python\ndraw()\n```\n\n```text\ndrawn\n```\n\n![a drawing](n-1.svg)\n\n";
        assert_eq!(page.text, expected);
        assert_eq!(page.pictures, [("n-1.svg".to_owned(), "<svg/>".to_owned())]);
        let bare = serde_json::json!({"cells": [{"cell_type": "markdown", "source": "# T"}]});
        assert!(Page::of(&bare, "n").is_err());
    }
}
