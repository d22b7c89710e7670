//! One code of a survey: what is known of it in both plays, as a row.

use std::collections::HashMap;
use std::fmt::Write as _;

use impartial::heap::{GrundySequence, HeapCode};
use impartial::limits::Limits;
use impartial::misere::heap_genus::GenusSequence;
use impartial::misere::quotient::{MisereQuotient, Status};
use serde_json::{Value, json};

use super::chart::STATES;

/// How far each code is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The last heap in normal play.
    pub normal: u64,
    /// The last heap in misère play.
    pub misere: u64,
    /// The largest misère quotient that is followed further.
    pub order: u64,
}

/// A period and the first heap from which it holds.
type Period = (u64, u64);

/// The state of one code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    code: String,
    /// The proved period of the Grundy sequence.
    normal: Option<Period>,
    /// By how much the values grow with each period, if that is what was proved.
    saltus: Option<u64>,
    /// The first heap that is not tame.
    first_wild: Option<u64>,
    /// The order and P-portion of the last quotient proved, and the heap it was proved to.
    quotient: Option<(u64, u64, u64)>,
    /// The proved period of the pretending function: the game is solved.
    misere: Option<Period>,
}

/// The last heap up to which tameness is examined; wild octal games show it early.
const TAME_TO: u64 = 400;

/// Examines one code; `within` gives each piece of work its limits.
pub fn examine(code: &HeapCode, bounds: &Bounds, within: impl Fn(&mut dyn FnMut(&Limits))) -> Row {
    let mut row = Row {
        code: code.to_string(),
        normal: None,
        saltus: None,
        first_wild: None,
        quotient: None,
        misere: None,
    };
    within(&mut |limits| {
        let mut sequence = GrundySequence::new(code.clone());
        // Out of time is the same answer as no period: none is known.
        let period = sequence.find_period(bounds.normal, limits).unwrap_or(None);
        let growth = sequence.arithmetic_period();
        row.saltus = growth.map(|period| period.saltus);
        row.normal = period
            .map(|period| (period.length, period.first))
            .or(growth.map(|period| (period.length, period.first)));
    });
    within(&mut |limits| {
        let mut genera = GenusSequence::new();
        for heap in 1..=TAME_TO.min(bounds.misere) {
            if genera.extend_to(heap, |n| code.options(n), limits).is_err() || genera.first_wild().is_some() {
                break;
            }
        }
        row.first_wild = genera.first_wild();
    });
    within(&mut |limits| {
        let mut search = MisereQuotient::of_heaps(code.clone());
        let mut to = 1;
        while to <= bounds.misere && *search.status() == Status::Partial {
            if search.extend_to(to, limits).is_err() {
                break;
            }
            if search.growth().last().is_some_and(|growth| growth.order > bounds.order) {
                break;
            }
            to += 1;
        }
        if let Status::Complete(periods) = search.status() {
            row.misere = Some(periods.first().map_or((1, 0), |period| (period.length, period.first)));
        }
        let (order, p_order) = search.growth().last().map_or((1, 0), |growth| (growth.order, growth.p_order));
        row.quotient = Some((order, p_order, search.heap()));
    });
    row
}

impl Row {
    /// The code.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The state in one word, as in [PS, Figure 13].
    pub fn state(&self) -> &'static str {
        match (self.first_wild, self.misere, self.normal) {
            (None, _, _) => "tame",
            (Some(_), Some(_), _) => "wild_solved",
            (Some(_), None, Some(_)) => "wild_normal_solved",
            (Some(_), None, None) => "wild_unsolved",
        }
    }

    /// The row as a JSON object.
    pub fn fields(&self) -> Value {
        let (order, p_portion, heap) = self.quotient.unwrap_or((1, 0, 0));
        json!({
            "code": self.code,
            "state": self.state(),
            "period": self.normal.map(|(period, _)| period),
            "first_period_heap": self.normal.map(|(_, first)| first),
            "saltus": self.saltus,
            "first_wild_heap": self.first_wild,
            "misere_period": self.misere.map(|(period, _)| period),
            "misere_first_period_heap": self.misere.map(|(_, first)| first),
            "order": order,
            "p_portion": p_portion,
            "heap": heap,
        })
    }

    fn cells(&self) -> Vec<String> {
        let show = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
        let (order, p_portion, heap) = self.quotient.unwrap_or((1, 0, 0));
        vec![
            self.code.clone(),
            self.state().to_owned(),
            show(self.normal.map(|(period, _)| period)),
            show(self.normal.map(|(_, first)| first)),
            show(self.first_wild),
            show(self.misere.map(|(period, _)| period)),
            show(self.misere.map(|(_, first)| first)),
            order.to_string(),
            p_portion.to_string(),
            heap.to_string(),
            show(self.saltus),
        ]
    }
}

const HEADER: &str = "code,state,period,first_period_heap,first_wild_heap,misere_period,misere_first_period_heap,\
                      order,p_portion,heap,saltus";

/// The rows as CSV.
pub fn csv(rows: &[&Row]) -> String {
    let mut text = format!("{HEADER}\n");
    for row in rows {
        let _ = writeln!(text, "{}", row.cells().join(","));
    }
    text
}

/// The first line of a store: what its rows were computed with.
fn stamp(bounds: &Bounds) -> String {
    let Bounds { normal, misere, order } = bounds;
    format!("# impartial survey, normal heap {normal}, misere heap {misere}, order {order}")
}

/// The rows as a store that [`read_csv`] reads.
pub fn store(rows: &[&Row], bounds: &Bounds) -> String {
    format!("{}\n{}", stamp(bounds), csv(rows))
}

/// One row as a line of a store.
pub fn line(row: &Row) -> String {
    format!("{}\n", row.cells().join(","))
}

/// Reads a store; an error names the line. A last line without its end was cut off by a crash and is passed over.
pub fn read_csv(text: &str, bounds: &Bounds) -> Result<HashMap<String, Row>, (usize, String)> {
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut lines = whole.lines().enumerate().map(|(at, line)| (at + 1, line));
    for expected in [stamp(bounds), HEADER.to_owned()] {
        match lines.next() {
            Some((_, line)) if line == expected => {}
            Some((at, _)) => return Err((at, format!("expected '{expected}'"))),
            None => return Err((1, "the file is empty".into())),
        }
    }
    let mut rows = HashMap::new();
    for (at, line) in lines {
        let row = read_row(line).ok_or_else(|| (at, "this is not a row".to_owned()))?;
        rows.insert(row.code.clone(), row);
    }
    Ok(rows)
}

fn read_row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.split(',').collect();
    let number = |at: usize| -> Option<Option<u64>> {
        let cell: &str = cells.get(at)?;
        if cell.is_empty() { Some(None) } else { cell.parse().ok().map(Some) }
    };
    let pair = |at: usize| -> Option<Option<Period>> { Some(number(at)?.zip(number(at + 1)?)) };
    let row = Row {
        code: (*cells.first()?).to_owned(),
        normal: pair(2)?,
        saltus: number(10)?,
        first_wild: number(4)?,
        misere: pair(5)?,
        quotient: Some((number(7)??, number(8)??, number(9)??)),
    };
    (row.cells() == cells).then_some(row)
}

/// How many codes are in each state, for people; the sign is that of the chart.
pub fn counts(rows: &[&Row]) -> String {
    let mut text = String::new();
    for (state, words, sign, _) in STATES {
        let count = rows.iter().filter(|row| row.state() == state).count();
        let _ = writeln!(text, "{count:>5} {sign} {words}");
    }
    text
}

/// A line for each code, for people.
pub fn lines(rows: &[&Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let period = |period: Option<Period>| {
            period.map_or_else(|| "-".to_owned(), |(period, first)| format!("{period} from {first}"))
        };
        let (order, p_portion, heap) = row.quotient.unwrap_or((1, 0, 0));
        let _ = writeln!(
            text,
            "{:<8} {:<18} normal {:<18} misère {:<14} order {order}/{p_portion} at heap {heap}",
            row.code,
            row.state(),
            period(row.normal) + &row.saltus.map_or_else(String::new, |saltus| format!(", saltus {saltus}")),
            period(row.misere),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_examined_stored_and_read_back() {
        let bounds = Bounds { normal: 2000, misere: 200, order: 500 };
        let examined = |code: &str| examine(&code.parse().unwrap(), &bounds, |work| work(&Limits::none()));
        let (kayles, nim_like, dawson) = (examined("0.77"), examined("0.3"), examined("0.07"));
        assert_eq!(
            (kayles.state(), kayles.misere, kayles.quotient),
            ("wild_solved", Some((12, 71)), Some((40, 9, 167)))
        );
        assert_eq!((nim_like.state(), nim_like.normal), ("tame", Some((2, 0))));
        assert_eq!((dawson.state(), dawson.first_wild.is_some()), ("wild_normal_solved", true));
        let lasker = examined("4.[3]");
        assert_eq!((lasker.state(), lasker.normal, lasker.saltus), ("tame", Some((4, 1)), Some(4)));
        assert_eq!(read_row(line(&lasker).trim_end()), Some(lasker));
        let text = store(&[&kayles, &nim_like, &dawson], &bounds);
        let read = read_csv(&text, &bounds).unwrap();
        assert_eq!(read["0.77"], kayles);
        assert_eq!(read.len(), 3);
        assert!(read_csv(&text, &Bounds { normal: 1, ..bounds }).is_err());
        assert!(read_csv(&text.replace("wild_solved", "tame"), &bounds).is_err());
        // A row that was being written when the power failed is passed over, those before it are kept.
        assert_eq!(read_csv(&text[..text.len() - 3], &bounds).unwrap().len(), 2);
        assert_eq!(read_csv(&(text + &line(&examined("0.15"))), &bounds).unwrap().len(), 4);
    }
}
