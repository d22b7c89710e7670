//! The chart of a family as [PS, Figure 13] prints it: codes that share all digits but the last in a row, a sign for each.

use std::fmt::Write as _;

use super::unit::Row;

/// The states, with their words and their signs in text and in LaTeX.
pub const STATES: [(&str, &str, char, &str); 4] = [
    ("tame", "tame to the last heap examined", '⊕', r"\oplus"),
    ("wild_solved", "wild, solved in misère play", '⊖', r"\ominus"),
    ("wild_normal_solved", "wild, solved in normal play only", '★', r"\star"),
    ("wild_unsolved", "wild, solved in neither play here", '—', r"-"),
];

/// Rows of codes with the same beginning.
pub struct Chart {
    /// The beginning of each row, and the state of each code in it; none where the survey was stopped before.
    rows: Vec<(String, Vec<Option<&'static str>>)>,
}

impl Chart {
    /// The chart of codes written as `texts`, `base` of them in a row.
    pub fn new(texts: &[String], base: usize, rows: &[Option<Row>]) -> Self {
        let states: Vec<Option<&'static str>> = rows.iter().map(|row| row.as_ref().map(Row::state)).collect();
        let row = |(texts, states): (&[String], &[Option<&'static str>])| {
            let first = &texts[0];
            (first[..first.len() - 1].to_owned(), states.to_vec())
        };
        Chart { rows: texts.chunks(base).zip(states.chunks(base)).map(row).collect() }
    }

    fn columns(&self) -> usize {
        self.rows.iter().map(|(_, states)| states.len()).max().unwrap_or(0)
    }

    /// The chart with its signs.
    pub fn text(&self) -> String {
        let width = self.rows.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
        let mut text = format!("{:width$}", "");
        text.extend((0..self.columns()).map(|digit| format!(" {digit}")));
        text.push('\n');
        for (label, states) in &self.rows {
            let _ = write!(text, "{label:<width$}");
            for state in states {
                let sign =
                    STATES.iter().find(|(name, ..)| Some(*name) == *state).map_or('.', |found| found.2);
                let _ = write!(text, " {sign}");
            }
            text.push('\n');
        }
        text
    }

    /// The chart for LaTeX: a table in two halves side by side, and what the signs mean.
    pub fn latex(&self) -> String {
        let columns = self.columns();
        let head: String = (0..columns).map(|digit| format!(" & {digit}")).collect();
        let mut text = format!(
            "{{\\setlength{{\\tabcolsep}}{{3pt}}\n\\begin{{tabular}}{{l|*{{{columns}}}{{c}}||l|*{{{columns}}}{{c}}}}\n"
        );
        let _ = writeln!(text, "{head} & {head} \\\\ \\hline");
        let half = self.rows.len().div_ceil(2);
        for at in 0..half {
            let right = self.rows.get(at + half).map_or_else(String::new, |row| self.latex_row(row));
            let _ = writeln!(text, "{} & {right} \\\\", self.latex_row(&self.rows[at]));
        }
        text.push_str("\\end{tabular}}\n\n");
        for (_, words, _, sign) in STATES {
            let _ = writeln!(text, "\\noindent ${sign}$: {words}\\par");
        }
        text
    }

    fn latex_row(&self, (label, states): &(String, Vec<Option<&'static str>>)) -> String {
        let sign = |state: &Option<&str>| {
            let found = STATES.iter().find(|(name, ..)| Some(*name) == *state);
            found.map_or_else(String::new, |(.., sign)| format!("${sign}$"))
        };
        let signs: Vec<String> = states.iter().map(sign).collect();
        format!("\\textbf{{{label}}} & {}", signs.join(" & "))
    }
}

#[cfg(test)]
mod tests {
    use impartial::limits::Limits;

    use super::super::unit::{Bounds, examine};
    use super::*;

    #[test]
    fn signs_stand_in_rows_of_the_last_digit() {
        let texts: Vec<String> = (0..8).map(|digit| format!("0.7{digit}")).collect();
        let bounds = Bounds { normal: 500, misere: 200, order: 100 };
        let row = |text: &String| {
            (!text.ends_with('4'))
                .then(|| examine(&text.parse().unwrap(), &bounds, |work| work(&Limits::none())))
        };
        let rows: Vec<Option<Row>> = texts.iter().map(row).collect();
        let chart = Chart::new(&texts, 8, &rows);
        // [PS, Figure 13], the column of d_3 = 0; 0.74 was left out.
        assert_eq!(chart.text(), "    0 1 2 3 4 5 6 7\n0.7 ⊕ ⊖ ⊖ ⊕ . ⊖ — ⊖\n");
        let latex = chart.latex();
        assert!(
            latex.contains("\\textbf{0.7} & $\\oplus$ & $\\ominus$ & $\\ominus$ & $\\oplus$ &  & $\\ominus$"),
            "{latex}"
        );
    }
}
