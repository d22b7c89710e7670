//! Games on every group of a list: orders, degrees of a library of GAP, or names with ranges. One row a group.
//!
//! | file | idea |
//! |---|---|
//! | [`listing`] | which groups |
//! | [`column`] | what is told of each |
//! | [`filter`] | which of them are shown |
//! | [`work`] | several workers, rows in order |

mod column;
mod filter;
mod listing;
mod work;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::sealed::{SEAL, opened, sealed};
use super::{Answer, Asking, Claim, Question, Refused, Stopped};
use crate::group::{MAX_SMALL_ORDER, number_of_small_groups};
use column::{Columns, split_cells};
pub use column::{GroupColumn, GroupProperty, GroupRow};
use filter::Filter;
use listing::{Listing, Queue};

/// The nimbers of games on every group of a list.
///
/// ```
/// use impartial::question::{Asking, GroupsQuestion, Question};
/// let answer = GroupsQuestion::of("8").ask(&Asking::new())?;
/// let rows: Vec<String> = answer.value.rows.iter().map(ToString::to_string).collect();
/// assert_eq!(rows, ["8,1,0,1", "8,2,0,0", "8,3,0,0", "8,4,0,0", "8,5,0,0"]);
/// let answer = GroupsQuestion::of("D{4..6}").ask(&Asking::new())?;
/// let rows: Vec<String> = answer.value.rows.iter().map(ToString::to_string).collect();
/// assert_eq!(rows, ["D4,8,0,0", "D5,10,3,3", "D6,12,0,1"]);
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupsQuestion {
    /// The orders: `2..127`, `64`, or a list `8,16,100..120`; past 511 they are asked of GAP, as are `transitive 2..8` and `primitive 5`; or
    /// names with ranges in braces, `Dih(Z{3..9} x Z3)`.
    pub orders: String,
    /// The games, one column each.
    pub games: Vec<GroupColumn>,
    /// Properties, one column each.
    pub properties: Vec<GroupProperty>,
    /// Only rows for which all of these conditions hold are shown: `gen=2,order%4=2`.
    pub filter: Option<String>,
    /// End with the first row that is shown.
    pub first: bool,
    /// Also whether the simplified structure digraph of each game has a directed cycle [ES, Question 10(1)].
    pub cycles: bool,
    /// How many groups are worked on at a time. The rows do not depend on it.
    pub jobs: usize,
}

/// The rows found, by whole orders.
#[derive(Clone, Debug)]
pub struct GroupsValue {
    /// The orders asked for.
    pub orders: String,
    /// How many groups were looked at.
    pub groups: usize,
    /// What their games are worth.
    pub rows: Vec<GroupRow>,
    /// The names of the columns, order and number first.
    pub columns: Vec<String>,
}

impl Serialize for GroupsValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows: Vec<Named<'_>> =
            self.rows.iter().map(|row| Named { columns: &self.columns, row }).collect();
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("orders", &self.orders)?;
        map.serialize_entry("groups", &self.groups)?;
        map.serialize_entry("rows", &rows)?;
        map.end()
    }
}

/// A row with the names of its columns.
struct Named<'a> {
    columns: &'a [String],
    row: &'a GroupRow,
}

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.columns.len()))?;
        let mut names = self.columns.iter();
        let mut next = || names.next().map_or("", String::as_str);
        match &self.row.name {
            Some(name) => {
                map.serialize_entry(next(), name)?;
                match u64::try_from(&self.row.order) {
                    Ok(order) => map.serialize_entry(next(), &order)?,
                    Err(_) => map.serialize_entry(next(), &self.row.order.to_string())?,
                }
            }
            None => {
                map.serialize_entry(next(), &self.row.listed_order())?;
                map.serialize_entry(next(), &self.row.id)?;
            }
        }
        for nimber in &self.row.nimbers {
            map.serialize_entry(next(), nimber)?;
        }
        for property in &self.row.properties {
            match property.parse::<u64>() {
                Ok(number) => map.serialize_entry(next(), &number)?,
                Err(_) => map.serialize_entry(next(), property)?,
            }
        }
        for cycle in &self.row.cycles {
            map.serialize_entry(next(), cycle)?;
        }
        map.end()
    }
}

impl Question for GroupsQuestion {
    type Value = GroupsValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<GroupsValue>, Refused> {
        self.ask_from(Vec::new(), &mut |_| true, asking)
    }
}

impl GroupsQuestion {
    /// DNG and GEN on the groups of a list.
    pub fn of(orders: impl Into<String>) -> Self {
        GroupsQuestion {
            orders: orders.into(),
            games: vec![GroupColumn::Dng, GroupColumn::Gen],
            properties: Vec::new(),
            filter: None,
            first: false,
            cycles: false,
            jobs: 1,
        }
    }

    /// Goes on after the rows of whole orders that an earlier answer has kept. `finished` gets the rows of further orders
    /// as these become whole; the work ends when it returns false.
    ///
    /// # Errors
    /// When the list or the filter is not understood, or groups that do not ship with the program cannot be had.
    pub fn ask_from(
        &self,
        kept: Vec<GroupRow>,
        finished: &mut (dyn FnMut(&[GroupRow]) -> bool + Send),
        asking: &Asking<'_>,
    ) -> Result<Answer<GroupsValue>, Refused> {
        let filter = self.check()?;
        let mut listing = Listing::read(&self.orders)?;
        if let Listing::Orders(orders) = &mut listing {
            let last = kept.last().map_or(0, GroupRow::listed_order);
            orders.retain(|order| *order > last);
        }
        let queue = Queue::new(listing, asking.files).map_err(Refused::new)?;
        let done = work::rows(self, filter.as_ref(), queue, kept, finished, &asking.limits);
        let mut rows = done.rows;
        let groups = rows.len();
        let last = match rows.last() {
            None => "nothing finished".to_owned(),
            Some(GroupRow { name: Some(name), .. }) => format!("finished to {name}"),
            Some(row) => format!("orders to {} finished", row.order),
        };
        if let Some(filter) = &filter {
            rows.retain(|row| filter.admits(&row.cells()));
        }
        if self.first {
            rows.truncate(1);
        }
        let value = GroupsValue { orders: self.orders.clone(), groups, rows, columns: self.columns() };
        let stopped = done.stopped.map(|reason| Stopped::because(format!("{reason}; {last}")));
        let mut answer = Answer { value, claims: Vec::new(), certificate: None, stopped };
        if groups == 0 {
            return Ok(answer);
        }
        // A row that rests on a theorem of the literature makes its columns rest on it.
        let is_cited = |claim: &&Claim| matches!(claim, Claim::Cited(_));
        let unlisted: Vec<&Claim> =
            answer.value.rows.iter().filter_map(|row| row.unlisted.as_ref()).collect();
        let unlisted = unlisted.iter().copied().find(is_cited).or(unlisted.first().copied()).cloned();
        let with_unlisted = |claim: Claim| match &unlisted {
            None => claim,
            Some(theorem) => {
                let text = format!("{}; larger groups by theorems: {}", claim.detail(), theorem.detail());
                if is_cited(&theorem) { Claim::Cited(text) } else { Claim::Proved(text) }
            }
        };
        for game in &self.games {
            answer = answer.with(game.name(), with_unlisted(game.claim()));
        }
        for property in &self.properties {
            answer = answer.with(property.name(), with_unlisted(property.claim()));
        }
        if let Some(game) = self.asked().cycle_columns().next() {
            answer = answer.with("cycles", game.claim());
        }
        Ok(asking.trusting(
            answer,
            "a list of groups has none; the game on a single group has one (`impartial nimber 'gen(S4)'`)",
        ))
    }

    /// Whether the question is understood.
    ///
    /// # Errors
    /// When the list or the filter is not understood.
    fn check(&self) -> Result<Option<Filter>, Refused> {
        Listing::read(&self.orders)?;
        self.filter.as_ref().map(|filter| Filter::read(filter, &self.columns())).transpose()
    }

    /// Whether the list and the filter are understood.
    ///
    /// # Errors
    /// When they are not.
    pub fn is_understood(&self) -> Result<(), Refused> {
        self.check().map(|_| ())
    }

    fn asked(&self) -> Columns<'_> {
        Columns { games: &self.games, properties: &self.properties, cycles: self.cycles }
    }

    /// The names of the columns: order and number, or name and order, first.
    pub fn columns(&self) -> Vec<String> {
        let by_order = matches!(Listing::read(&self.orders), Ok(Listing::Orders(_)) | Err(_));
        let first = if by_order { ["order", "id"] } else { ["name", "order"] };
        let mut names = first.map(str::to_owned).to_vec();
        names.extend(self.games.iter().map(|game| game.name().to_owned()));
        names.extend(self.properties.iter().map(|property| property.name().to_owned()));
        names.extend(self.asked().cycle_columns().map(|game| format!("{}_cycle", game.name())));
        names
    }

    /// The first line of what [`read_rows`](Self::read_rows) reads.
    pub fn kept_header(&self) -> String {
        format!("{},{SEAL}\n", self.columns().join(","))
    }

    /// Rows as the lines that [`read_rows`](Self::read_rows) reads.
    pub fn kept_lines(&self, rows: &[GroupRow]) -> String {
        let columns = self.columns().join(",");
        rows.iter().map(|row| sealed(&columns, &row.to_string()) + "\n").collect()
    }

    /// The rows of whole orders that were kept of an earlier answer to this question; what comes after the last whole
    /// order, and a line without its end, is left out.
    ///
    /// # Errors
    /// When the text does not belong to this question, or was changed: the line, and what was expected.
    pub fn read_rows(&self, text: &str) -> Result<Vec<GroupRow>, Refused> {
        let Listing::Orders(orders) = Listing::read(&self.orders)? else {
            return Err(Refused::new("only a list by orders can be gone on with"));
        };
        let other = |line: usize, what: &str| {
            Refused::new(format!("line {line}: {what}"))
                .help("the file does not belong to this question; name another one, or ask the same question")
        };
        let (mut lines, columns) = (text.split_inclusive('\n').enumerate(), self.columns().join(","));
        match lines.next() {
            Some((_, header)) if header == self.kept_header() => {}
            _ => return Err(other(1, "another header")),
        }
        let mut orders = orders.into_iter();
        let mut rows: Vec<GroupRow> = Vec::new();
        for (at, line) in lines {
            // A line cut off by a crash ends what can be used.
            let Some(whole) = line.strip_suffix('\n') else { break };
            let Some(whole) = opened(&columns, whole) else {
                return Err(other(at + 1, "it was changed after it was written"));
            };
            let cells = split_cells(whole).unwrap_or_default();
            // The next group of this order, where there may be one; otherwise the first of the next order.
            let last = rows.last().map(|row| (row.listed_order(), row.id));
            let more = last.filter(|(order, id)| count(*order).is_none_or(|count| *id < count));
            let same = more.and_then(|(order, id)| self.read_row(order, id + 1, &cells));
            let is_whole = last.is_none_or(|(order, id)| count(order).is_none_or(|count| id == count));
            let (order, id, row) = match (same, more) {
                (Some(row), _) => (row.listed_order(), row.id, Some(row)),
                (None, Some((order, id))) if !is_whole => (order, id + 1, None),
                _ => match orders.next() {
                    Some(order) => (order, 1, self.read_row(order, 1, &cells)),
                    None => return Err(other(at + 1, "more groups than are asked for")),
                },
            };
            let expected = || other(at + 1, &format!("expected the values of group {id} of order {order}"));
            rows.push(row.ok_or_else(expected)?);
        }
        while let Some(last) = rows.last()
            && count(last.listed_order()).is_none_or(|count| last.id < count)
        {
            // Of orders that do not ship with the program it is not known where they end.
            let order = last.listed_order();
            while rows.last().is_some_and(|row| row.listed_order() == order) {
                rows.pop();
            }
        }
        Ok(rows)
    }

    /// The values for a group, if these cells can be that.
    fn read_row(&self, order: usize, id: usize, cells: &[String]) -> Option<GroupRow> {
        let (label, cells) = cells.split_at_checked(2)?;
        let (games, cells) = cells.split_at_checked(self.games.len())?;
        let (properties, cells) = cells.split_at_checked(self.properties.len())?;
        let nimber = |(game, cell): (&GroupColumn, &String)| {
            if cell.is_empty() {
                return (order == 1 && *game == GroupColumn::Dng).then_some(None);
            }
            // A game of quotients or subgroups is at most as long as a chain of them.
            let most = if game.has_classes() { 4 } else { order.ilog2() };
            let nimber =
                cell.parse().ok().filter(|nimber: &u32| *nimber <= most && nimber.to_string() == *cell);
            nimber.map(Some)
        };
        let cycle = |cell: &String| match cell.as_str() {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        let nimbers = self.games.iter().zip(games).map(nimber).collect::<Option<Vec<_>>>()?;
        let cycles = cells.iter().map(cycle).collect::<Option<Vec<_>>>()?;
        let is_it = label[0] == order.to_string()
            && label[1] == id.to_string()
            && cycles.len() == self.asked().cycle_columns().count();
        let (order, properties) = (order.into(), properties.to_vec());
        is_it.then_some(GroupRow { name: None, order, id, nimbers, properties, cycles, unlisted: None })
    }
}

/// How many groups there are of an order that ships with the program.
fn count(order: usize) -> Option<usize> {
    if order <= MAX_SMALL_ORDER { number_of_small_groups(order) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::limits::StopReason;

    fn question(orders: &str) -> GroupsQuestion {
        let games = vec![GroupColumn::Group, GroupColumn::Dng];
        GroupsQuestion { games, cycles: true, jobs: 2, ..GroupsQuestion::of(orders) }
    }

    fn all_properties() -> Vec<GroupProperty> {
        GroupProperty::ALL.iter().map(|(_, property, _)| *property).collect()
    }

    /// Properties of D4, A4 and Z6 by hand: D4 has three maximal subgroups of order 4 and the Frattini subgroup is its centre.
    #[test]
    fn properties_are_told() {
        let rows = |orders: &str, filter: Option<&str>, first: bool| -> Vec<String> {
            let filter = filter.map(str::to_owned);
            let question =
                GroupsQuestion { properties: all_properties(), filter, first, ..GroupsQuestion::of(orders) };
            question.ask(&Asking::new()).unwrap().value.rows.iter().map(ToString::to_string).collect()
        };
        let d4 = "0,0,D4,2,4,3,3,\"(0,0,1)\",\"(0,0,2)\",0 1,0 1 2,N,P,1,3";
        assert_eq!(rows("D4", None, false), [format!("D4,8,{d4}")]);
        assert_eq!(rows("8", Some("structure=D4"), false), [format!("8,3,{d4}")]);
        let a4 = rows("A4", None, false).remove(0);
        assert!(a4.starts_with("A4,12,3,3,A4,2,12,5,1,"), "{a4}");
        let z6 = rows("Z6", None, false).remove(0);
        assert!(z6.starts_with("Z6,6,3,4,Z6,1,6,2,1,\"(1,3,2)\",\"(1,4,3)\","), "{z6}");
        assert!(rows("1..5", None, false)[0].starts_with("1,1,,0,1,0,1,0,0,,,"), "the trivial group");
        // The first group whose GEN is 4, and none past the spectrum.
        assert_eq!(rows("2..40", Some("gen=4"), true).len(), 1);
        assert!(rows("2..40", Some("gen=4"), true)[0].starts_with("6,2,3,4,Z6,"));
        assert!(rows("2..40", Some("gen>4"), false).is_empty());
        assert_eq!(rows("2..40", Some("gen=4"), false)[..1], rows("2..40", Some("gen=4"), true));
    }

    /// Lines as GAP would tell them: the groups of order 6 under the order 513 are refused, those that fit are taken.
    #[test]
    fn groups_are_told_from_outside() {
        use crate::group::Library;
        use crate::question::{Files, GroupLines};
        struct Lines(&'static [&'static str]);
        impl Files for Lines {
            fn group_lines(&self, _: Library, _: &[usize]) -> Result<GroupLines, String> {
                let mut lines = self.0.iter();
                Ok(Box::new(move |_| {
                    lines.next().map(|line| (*line).to_owned()).ok_or_else(|| "no more".to_owned())
                }))
            }
        }
        let ask = |orders: &str, lines: &Lines| {
            let asking = Asking { files: lines, ..Asking::new() };
            let answer = GroupsQuestion::of(orders).ask(&asking).unwrap();
            let rows: Vec<String> = answer.value.rows.iter().map(ToString::to_string).collect();
            (rows, answer.stopped.map(|stopped| stopped.to_string()))
        };
        let s3 = Lines(&["groups 3 2", "permutations ; 2 3 1", "permutations ; 2 3 1 ; 2 1 3"]);
        let rows = ask("transitive 3", &s3);
        assert_eq!(rows.0, ["\"TransitiveGroup(3,1)\",3,1,2", "\"TransitiveGroup(3,2)\",6,3,3"]);
        assert_eq!(rows.1, None);
        // Z515 = Z5 x Z103 is the only group of its order.
        let z515 = ask("515", &Lines(&["groups 515 1", "pc 5 103 ; 0 0"]));
        assert_eq!(z515, (vec!["515,1,1,2".to_owned()], None));
        for wrong in [
            &["groups 515 1", "pc 5 103 ; 0 1"][..],
            &["groups 515 1", "pc 5 101 ; 0 0"],
            &["groups 515 1", "pc 5 103 ; 200 0"],
            &["groups 515 1", "permutations ; 2 1"],
            &["groups 515 2", "pc 5 103 ; 0 0"],
            &["groups 514 1"],
            &["unavailable 515"],
            &["x"],
            &[],
        ] {
            let (rows, stopped) = ask("515", &Lines(Vec::leak(wrong.to_vec())));
            assert!(rows.is_empty() && stopped.is_some(), "{wrong:?}");
        }
        let refused = GroupsQuestion::of("515").ask(&Asking::new()).unwrap_err();
        assert!(refused.message.contains("GAP"), "{}", refused.message);
    }

    /// Rows do not depend on the number of workers, are written and read back, and an answer that goes on after some of
    /// them is the whole answer.
    #[test]
    fn rows_are_kept_and_read_back() {
        let question = GroupsQuestion { properties: vec![GroupProperty::GenType], ..question("1..20") };
        let whole = question.ask(&Asking::new()).unwrap().value;
        let alone = GroupsQuestion { jobs: 1, ..question.clone() }.ask(&Asking::new()).unwrap().value;
        assert_eq!(whole.rows, alone.rows);
        let text = question.kept_header() + &question.kept_lines(&whole.rows);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "order,id,group,dng,gen-type,dng_cycle,seal");
        assert!(
            lines[1].starts_with("1,1,0,,,no,") && lines[2].starts_with("2,1,1,1,\"(1,2,1)\",no,"),
            "{text}"
        );
        assert_eq!(question.read_rows(&text).unwrap(), whole.rows);
        for cut in [text.len() - 1, text.len() / 2, lines[0].len() + 3] {
            let kept = question.read_rows(&text[..cut]).unwrap();
            assert!(kept.len() < whole.rows.len());
            let mut shown = kept.clone();
            let mut observer = |rows: &[GroupRow]| {
                shown.extend_from_slice(rows);
                true
            };
            let rest = question.ask_from(kept, &mut observer, &Asking::new()).unwrap();
            assert_eq!(rest.value.rows, whole.rows);
            assert_eq!(shown, whole.rows);
        }
        let seal = |line: &str| sealed(&question.columns().join(","), line) + "\n";
        let changed = [
            text.replace("id", "number"),
            text.replacen("2,1,1", "2,1,0", 1),
            text.replace(lines[2], seal("2,1,9,1,\"(1,2,1)\",no").trim_end()),
            text.clone() + &seal("21,1,2,0,,no"),
        ];
        for changed in changed {
            assert!(question.read_rows(&changed).is_err());
        }
    }

    #[test]
    fn nothing_finished_is_nothing_claimed() {
        let asking = Asking::new();
        asking.limits.handle().stop(StopReason::Time);
        let answer = question("16").ask(&asking).unwrap();
        assert!(answer.value.rows.is_empty() && answer.claims.is_empty());
        assert_eq!(answer.stopped.unwrap().to_string(), "the time limit was reached; nothing finished");
        // An observer who has enough ends the work.
        let answer = question("1..16").ask_from(Vec::new(), &mut |_| false, &Asking::new()).unwrap();
        assert!(answer.stopped.is_some());
    }
}
