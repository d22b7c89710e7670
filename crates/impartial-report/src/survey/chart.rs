//! The chart of a family as [PS, Figure 13] prints it: codes that share all digits but the last in a row, a sign for each.

use std::fmt::Write as _;

use impartial::question::{CodeState, SurveyRow, SurveyValue};

/// A state in words, with its signs in text and in LaTeX.
pub fn signs(state: CodeState) -> (&'static str, char, &'static str) {
    match state {
        CodeState::Tame => ("tame to the last heap examined", '⊕', r"\oplus"),
        CodeState::WildSolved => ("wild, solved in misère play", '⊖', r"\ominus"),
        CodeState::WildNormalSolved => ("wild, solved in normal play only", '★', r"\star"),
        CodeState::WildUnsolved => ("wild, solved in neither play here", '—', r"-"),
    }
}

/// Rows of codes with the same beginning.
pub struct Chart {
    /// The beginning of each row, and the state of each code in it; none where the survey was stopped before.
    rows: Vec<(String, Vec<Option<CodeState>>)>,
}

impl Chart {
    /// The chart of a family that fills one.
    pub fn new(value: &SurveyValue) -> Option<Self> {
        let base = value.family.row?;
        let states: Vec<Option<CodeState>> =
            value.rows.iter().map(|row| row.as_ref().map(SurveyRow::state)).collect();
        let row = |(texts, states): (&[String], &[Option<CodeState>])| {
            let first = &texts[0];
            (first[..first.len() - 1].to_owned(), states.to_vec())
        };
        let rows = value.family.texts.chunks(base).zip(states.chunks(base)).map(row).collect();
        Some(Chart { rows })
    }

    fn columns(&self) -> usize {
        self.rows.iter().map(|(_, states)| states.len()).max().unwrap_or(0)
    }

    /// The chart with its signs.
    pub fn text(&self) -> String {
        let width = self.rows.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
        let mut text = format!("{:width$}", "");
        text.extend((0..self.columns()).map(|digit| format!(" {digit:X}")));
        text.push('\n');
        for (label, states) in &self.rows {
            let _ = write!(text, "{label:<width$}");
            for state in states {
                let sign = state.map_or('.', |state| signs(state).1);
                let _ = write!(text, " {sign}");
            }
            text.push('\n');
        }
        text
    }

    /// The chart for LaTeX: a table in two halves side by side, and what the signs mean.
    pub fn latex(&self) -> String {
        let columns = self.columns();
        let head: String = (0..columns).map(|digit| format!(" & {digit:X}")).collect();
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
        for (words, _, sign) in CodeState::ALL.map(signs) {
            let _ = writeln!(text, "\\noindent ${sign}$: {words}\\par");
        }
        text
    }

    fn latex_row(&self, (label, states): &(String, Vec<Option<CodeState>>)) -> String {
        let sign = |state: &Option<CodeState>| {
            state.map_or_else(String::new, |state| format!("${}$", signs(state).2))
        };
        let signs: Vec<String> = states.iter().map(sign).collect();
        format!("\\textbf{{{label}}} & {}", signs.join(" & "))
    }
}

#[cfg(test)]
mod tests {
    use impartial::question::{Asking, Question as _, SurveyBounds, SurveyQuestion};

    use super::*;

    #[test]
    fn signs_stand_in_rows_of_the_last_digit() {
        let bounds = SurveyBounds { normal: 500, misere: 200, order: 100, work: 100_000 };
        let question = SurveyQuestion { family: "octal2".into(), bounds, jobs: 2 };
        let mut value = question.ask(&Asking::new()).unwrap().value;
        value.rows[7 * 8 + 4] = None;
        let mut chart = Chart::new(&value).unwrap();
        chart.rows = vec![chart.rows.swap_remove(7)];
        // [PS, Figure 13], the column of d_3 = 0; 0.74 was left out.
        assert_eq!(chart.text(), "    0 1 2 3 4 5 6 7\n0.7 ⊕ ⊖ ⊖ ⊕ . ⊖ — ⊖\n");
        let latex = chart.latex();
        assert!(
            latex.contains("\\textbf{0.7} & $\\oplus$ & $\\ominus$ & $\\ominus$ & $\\oplus$ &  & $\\ominus$"),
            "{latex}"
        );
    }
}
