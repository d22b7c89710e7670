//! Formulas in Markdown: `$…$` within a line, `$$…$$` on lines of their own; never within code.

use std::ops::Range;

/// A formula and where it stands, with its dollars.
pub struct Formula {
    place: Range<usize>,
    text: String,
    display: bool,
}

impl Formula {
    /// As KaTeX is asked for it.
    pub fn to_json(&self) -> String {
        serde_json::json!({ "text": self.text, "display": self.display }).to_string()
    }
}

/// The formulas of a page.
///
/// # Errors
/// When a formula has no end.
pub fn formulas(page: &str) -> Result<Vec<Formula>, String> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(at) = page[rest..].find(['`', '$']).map(|at| at + rest) {
        let run = |mark: char| page[at..].chars().take_while(|c| *c == mark).count();
        if page[at..].starts_with('`') {
            // Code ends where as many backticks stand as it began with.
            let fence = "`".repeat(run('`'));
            let inside = at + fence.len();
            rest = page[inside..].find(&fence).map_or(page.len(), |end| inside + end + fence.len());
            continue;
        }
        let dollars = "$".repeat(run('$').min(2));
        let inside = at + dollars.len();
        let line = page[..at].matches('\n').count() + 1;
        let end =
            page[inside..].find(&dollars).ok_or_else(|| format!("line {line}: a formula has no end"))?;
        let text = page[inside..inside + end].to_owned();
        if dollars.len() == 1 && text.contains("\n\n") {
            return Err(format!("line {line}: a formula goes over paragraphs"));
        }
        rest = inside + end + dollars.len();
        found.push(Formula { place: at..rest, text, display: dollars.len() == 2 });
    }
    Ok(found)
}

/// The page with its formulas set. What Markdown would read as marks is written in numbers.
pub fn with_formulas(page: &str, formulas: &[Formula], html: &[String]) -> String {
    let mut text = String::new();
    let mut done = 0;
    for (formula, html) in formulas.iter().zip(html) {
        text += &page[done..formula.place.start];
        text += &escaped(html);
        done = formula.place.end;
    }
    text + &page[done..]
}

/// HTML that Markdown leaves as it is.
fn escaped(html: &str) -> String {
    let mut text = String::new();
    for c in html.chars() {
        if matches!(c, '*' | '_' | '|' | '\\' | '~' | '`' | '[' | ']') {
            text += &format!("&#{};", u32::from(c));
        } else {
            text.push(c);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(page: &str) -> Vec<(String, bool)> {
        formulas(page).unwrap().into_iter().map(|formula| (formula.text, formula.display)).collect()
    }

    #[test]
    fn formulas_are_found_outside_code_only() {
        let page = "a $x_1$ and `$ impartial` and\n```console\n$ impartial nim 3\n```\n$$y$$\n";
        assert_eq!(texts(page), [("x_1".to_owned(), false), ("y".to_owned(), true)]);
        assert!(formulas("costs 3 $ only").is_err());
    }

    #[test]
    fn a_set_formula_has_no_marks_of_markdown() {
        let page = "so $a*b$ is";
        let found = formulas(page).unwrap();
        assert_eq!(with_formulas(page, &found, &["<i>a*b_c</i>".to_owned()]), "so <i>a&#42;b&#95;c</i> is");
    }
}
