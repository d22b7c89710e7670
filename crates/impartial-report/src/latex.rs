//! Tables of values in LaTeX that fit on pages.

use std::iter;

/// As many rows as stand on a page.
const PAGE: usize = 40;

/// As many letters as stand on a line; the space between two columns counts as [`GAP`] of them.
const LINE: usize = 51;
const GAP: usize = 1;

/// The lines of a table in displayed `array`s, a new one with the same head for each page.
///
/// `columns` is the argument of `array`; `head` and the rows are cells joined by `&`.
pub fn pages<'a>(
    columns: &'a str,
    head: &'a str,
    rows: impl Iterator<Item = String> + 'a,
) -> impl Iterator<Item = String> + 'a {
    let mut rows = rows.enumerate().peekable();
    let begin = move || {
        format!(
            "\\[\n\\setlength{{\\arraycolsep}}{{3pt}}\n\\begin{{array}}{{{columns}}}\n{head} \\\\ \\hline"
        )
    };
    let body = iter::from_fn(move || {
        let (at, row) = rows.next()?;
        let begin = if at > 0 && at % PAGE == 0 {
            format!("\\end{{array}}\n\\]\n{}\n", begin())
        } else {
            String::new()
        };
        Some(format!("{begin}{row} \\\\"))
    });
    iter::once(begin()).chain(body).chain(iter::once("\\end{array}\n\\]".to_owned()))
}

/// The largest part of `columns` that fits on a line with these cells, so that rows still show a period of `columns`; if
/// that is less than half a line, as many as fit.
pub fn fitting_columns<'a>(columns: usize, cells: impl Iterator<Item = &'a str>) -> usize {
    let letters = |cell: &str| cell.chars().filter(char::is_ascii_alphanumeric).count();
    let head = columns.to_string().len();
    let widest = cells.map(letters).fold(head, usize::max) + GAP;
    let most = (LINE / widest).clamp(1, columns);
    let part = (1..=most).rev().find(|part| columns.is_multiple_of(*part)).unwrap_or(1);
    if 2 * part > most { part } else { most }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_stands_once_and_every_page_begins_and_ends() {
        for count in [0, 1, PAGE, PAGE + 1, 3 * PAGE] {
            let text: Vec<String> = pages("r|l", "n & v", (0..count).map(|n| format!("{n} & {n}"))).collect();
            let text = text.join("\n");
            let pages = count.div_ceil(PAGE).max(1);
            assert_eq!(text.matches("\\begin{array}{r|l}\nn & v \\\\ \\hline").count(), pages);
            assert_eq!(text.matches("\\end{array}\n\\]").count(), pages);
            assert!((0..count).all(|n| text.matches(&format!("\n{n} & {n} \\\\")).count() == 1));
        }
    }

    #[test]
    fn rows_are_the_period_or_a_part_of_it() {
        let columns = |columns: usize, cell: &str| fitting_columns(columns, [cell].into_iter());
        assert_eq!(columns(12, "ab"), 12);
        assert_eq!(columns(34, "9"), 17);
        assert_eq!(columns(12, "a b^{2} x_{158}"), 6);
        assert_eq!(columns(13, "a b^{2} x_{158}"), 6);
        assert_eq!(columns(4, &"abc".repeat(40)), 1);
        assert_eq!(columns(1, ""), 1);
    }
}
