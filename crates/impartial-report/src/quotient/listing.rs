//! Lists and tables of words, in lines that fit a screen.

use std::fmt::Write as _;

/// The widest line of relations, words or values.
const WIDTH: usize = 100;

/// The texts of some things.
pub fn texts<T: ToString>(items: &[T]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

/// Writes `name = open items close`, the items on lines of their own; on one line when there are none.
pub fn write_list(out: &mut String, name: &str, open: &str, items: &[String], close: &str) {
    if items.is_empty() {
        let _ = writeln!(out, "{name} = {open} {close}");
        return;
    }
    let _ = writeln!(out, "{name} = {open}");
    wrap(out, items, "      ", ",");
    let _ = writeln!(out, "    {close}");
}

/// Writes items in lines of limited width.
pub fn wrap(out: &mut String, items: &[String], indent: &str, separator: &str) {
    let mut line = String::from(indent);
    for (at, item) in items.iter().enumerate() {
        let piece = if at + 1 == items.len() { item.clone() } else { format!("{item}{separator} ") };
        if line.chars().count() + piece.chars().count() > WIDTH && line.len() > indent.len() {
            let _ = writeln!(out, "{}", line.trim_end());
            line = indent.to_owned();
        }
        line.push_str(&piece);
    }
    if line.len() > indent.len() {
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// Writes the values of heaps 1, 2, 3, … in rows, as the papers print them.
pub fn write_rows(out: &mut String, words: &[String], columns: usize) {
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(1).max(2);
    let label = (words.len() + 1).to_string().len() + 1;
    let _ = write!(out, "{:label$}", "");
    for column in 1..=columns {
        let _ = write!(out, "  {column:<width$}");
    }
    out.push('\n');
    for (row, words) in words.chunks(columns).enumerate() {
        let _ = write!(out, "{:>label$}", format!("{}+", row * columns));
        for word in words {
            let _ = write!(out, "  {word}{}", " ".repeat(width - word.chars().count()));
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
}
