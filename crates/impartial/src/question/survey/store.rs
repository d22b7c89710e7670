//! Rows of a survey as lines of text, to be put away and read back.

use std::collections::HashMap;

use super::unit::{SurveyBounds, SurveyRow, SurveyedQuotient};
use crate::heap::Period;
use crate::question::sealed::{SEAL, opened, sealed};

/// The names of the columns of [`SurveyRow::to_line`].
pub const SURVEY_COLUMNS: &str = "code,state,period,first_period_heap,first_wild_heap,misere_period,misere_first_period_heap,\
                                  order,p_portion,heap,saltus";

/// The first line of a store: what its rows were computed with.
fn stamp(bounds: &SurveyBounds) -> String {
    let SurveyBounds { normal, misere, order, work } = bounds;
    format!("# impartial survey, normal heap {normal}, misere heap {misere}, order {order}, work {work}")
}

/// The rows as a store that [`read_survey`] reads; [`stored_row`] may be added for each further row.
pub fn stored_survey<'a>(rows: impl IntoIterator<Item = &'a SurveyRow>, bounds: &SurveyBounds) -> String {
    let lines = rows.into_iter().map(|row| stored_row(row, bounds));
    format!("{}\n{SURVEY_COLUMNS},{SEAL}\n{}", stamp(bounds), lines.collect::<String>())
}

/// A row as a line of a store.
pub fn stored_row(row: &SurveyRow, bounds: &SurveyBounds) -> String {
    sealed(&stamp(bounds), &row.to_line()) + "\n"
}

/// Reads a store of rows by code. A last line without its end was cut off by a crash and is passed over.
///
/// # Errors
/// The number of a line and what is wrong with it: also when it was changed, or the rows were computed with other bounds.
pub fn read_survey(text: &str, bounds: &SurveyBounds) -> Result<HashMap<String, SurveyRow>, (usize, String)> {
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut lines = whole.lines().enumerate().map(|(at, line)| (at + 1, line));
    let stamp = stamp(bounds);
    for expected in [stamp.clone(), format!("{SURVEY_COLUMNS},{SEAL}")] {
        match lines.next() {
            Some((_, line)) if line == expected => {}
            Some((at, _)) => return Err((at, format!("expected '{expected}'"))),
            None => return Err((1, "the file is empty".into())),
        }
    }
    let mut rows = HashMap::new();
    for (at, line) in lines {
        let line = opened(&stamp, line)
            .ok_or_else(|| (at, "the line was changed after it was written".to_owned()))?;
        let row = SurveyRow::from_line(line).ok_or_else(|| (at, "this is not a row".to_owned()))?;
        rows.insert(row.code.clone(), row);
    }
    Ok(rows)
}

impl SurveyRow {
    /// The row as a line of comma-separated values, in the order of [`SURVEY_COLUMNS`], without its end.
    pub fn to_line(&self) -> String {
        let show = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
        let period = |period: Option<Period>| {
            [show(period.map(|period| period.length)), show(period.map(|period| period.first))]
        };
        let SurveyedQuotient { order, p_portion, heap } = self.quotient;
        let ([length, first], [misere_length, misere_first]) = (period(self.normal), period(self.misere));
        [
            self.code.clone(),
            self.state().key().to_owned(),
            length,
            first,
            show(self.first_wild),
            misere_length,
            misere_first,
            order.to_string(),
            p_portion.to_string(),
            heap.to_string(),
            show(self.saltus),
        ]
        .join(",")
    }

    /// The row that a line was made from; `None` when it was made from none.
    fn from_line(line: &str) -> Option<SurveyRow> {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |at: usize| -> Option<Option<u64>> {
            let cell: &str = cells.get(at)?;
            if cell.is_empty() { Some(None) } else { cell.parse().ok().map(Some) }
        };
        let period = |at: usize| -> Option<Option<Period>> {
            let pair = number(at)?.zip(number(at + 1)?);
            Some(pair.map(|(length, first)| Period { length, first }))
        };
        let row = SurveyRow {
            code: (*cells.first()?).to_owned(),
            normal: period(2)?,
            saltus: number(10)?,
            first_wild: number(4)?,
            misere: period(5)?,
            quotient: SurveyedQuotient { order: number(7)??, p_portion: number(8)??, heap: number(9)?? },
        };
        (row.to_line() == line).then_some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::super::unit::CodeState;
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn rows_are_examined_stored_and_read_back() {
        let bounds = SurveyBounds { normal: 2000, misere: 200, order: 500, work: 1_000_000 };
        let examined = |code: &str| SurveyRow::examine(&code.parse().unwrap(), &bounds, &Limits::none());
        let pair = |period: Option<Period>| period.map(|period| (period.length, period.first));
        let (kayles, nim_like, dawson) = (examined("0.77"), examined("0.3"), examined("0.07"));
        let quotient = SurveyedQuotient { order: 40, p_portion: 9, heap: 167 };
        assert_eq!((kayles.state(), kayles.quotient), (CodeState::WildSolved, quotient));
        assert_eq!(pair(kayles.misere), Some((12, 71)));
        assert_eq!((nim_like.state(), pair(nim_like.normal)), (CodeState::Tame, Some((2, 0))));
        assert_eq!((dawson.state(), dawson.first_wild.is_some()), (CodeState::WildNormalSolved, true));
        let lasker = examined("4.[3]");
        assert_eq!(
            (lasker.state(), pair(lasker.normal), lasker.saltus),
            (CodeState::Tame, Some((4, 1)), Some(4))
        );
        assert_eq!(SurveyRow::from_line(&lasker.to_line()), Some(lasker));
        let text = stored_survey([&kayles, &nim_like, &dawson], &bounds);
        let read = read_survey(&text, &bounds).unwrap();
        assert_eq!(read["0.77"], kayles);
        assert_eq!(read.len(), 3);
        for other in [SurveyBounds { normal: 1, ..bounds }, SurveyBounds { work: 1, ..bounds }] {
            assert!(read_survey(&text, &other).is_err());
        }
        assert!(read_survey(&text.replace("wild_solved", "tame"), &bounds).is_err());
        assert!(read_survey(&text.replace(",12,71,", ",12,72,"), &bounds).is_err());
        // A row that was being written when the power failed is passed over, those before it are kept.
        assert_eq!(read_survey(&text[..text.len() - 3], &bounds).unwrap().len(), 2);
        assert_eq!(read_survey(&(text + &stored_row(&examined("0.15"), &bounds)), &bounds).unwrap().len(), 4);
    }
}
