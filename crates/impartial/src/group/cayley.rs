//! Groups by multiplication tables, checked.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::error::GroupError;
use super::finite::FiniteGroup;
use super::names::Names;
use super::table::{MAX_TABLE_ORDER, Table, light_test};

/// The group with the multiplication table in `text`: rows separated by semicolons or line ends, entries by spaces or
/// commas. The entry in row a and column b is a·b.
///
/// Entries are the numbers 0, …, n-1 or 1, …, n, which number rows and columns; or any other labels, and then rows and
/// columns stand in the order of the row of the identity, the first row that equals its column. Fails with a witness when the table is not that of a group.
///
/// ```
/// use impartial::group::from_table_text;
/// let v4 = from_table_text("e a b c; a e c b; b c e a; c b a e")?;
/// assert_eq!(v4.show(v4.product(v4.parse_element("a")?, v4.parse_element("b")?)), "c");
/// let error = from_table_text("0 1 2; 1 2 1; 2 0 1").unwrap_err();
/// assert_eq!(error.message, "not a group: 1 occurs twice in the row of 1");
/// # Ok::<(), impartial::group::GroupError>(())
/// ```
///
/// Cost: n² look-ups for each generator (Light's test).
pub fn from_table_text(text: &str) -> Result<FiniteGroup, GroupError> {
    let whole = 0..text.len();
    let entries = read_rows(text)?;
    let n = entries.len();
    let labels = labels(&entries).ok_or_else(|| {
        GroupError::new(
            whole.clone(),
            "not a group: no row and column repeat the labels, so there is no identity",
        )
    })?;
    let numbers: FxHashMap<&str, usize> = labels.iter().enumerate().map(|(at, label)| (*label, at)).collect();
    let mut products: Vec<usize> = Vec::with_capacity(n * n);
    for row in &entries {
        for entry in row {
            let Some(number) = numbers.get(entry) else {
                return Err(GroupError::new(
                    whole,
                    format!("not a group: the product {entry} is not one of the {n} elements"),
                ));
            };
            products.push(*number);
        }
    }
    let wrong = |message: String| GroupError::new(whole.clone(), format!("not a group: {message}"));
    let product = |a: usize, b: usize| products[a * n + b];
    let identity = (0..n).find(|e| (0..n).all(|a| product(*e, a) == a && product(a, *e) == a));
    let Some(identity) = identity else { return Err(wrong("there is no identity".to_owned())) };
    for a in 0..n {
        let mut seen = vec![false; n];
        for b in 0..n {
            if std::mem::replace(&mut seen[product(a, b)], true) {
                let twice = labels[product(a, b)];
                return Err(wrong(format!("{twice} occurs twice in the row of {}", labels[a])));
            }
        }
    }
    if let Some((a, g, b)) = light_test(n, &generating_set(n, identity, product), product) {
        let (a, g, b) = (labels[a], labels[g], labels[b]);
        return Err(wrong(format!("({a}*{g})*{b} is not {a}*({g}*{b})")));
    }
    // The identity becomes element 0; it changes places with the first.
    let swap = |a: usize| match a {
        0 => identity,
        _ if a == identity => 0,
        _ => a,
    };
    let mut moved = Vec::with_capacity(n * n);
    for a in 0..n {
        moved.extend((0..n).map(|b| swap(product(swap(a), swap(b))) as u16));
    }
    let generators = generating_set(n, identity, product).into_iter().map(swap).collect();
    let names: Arc<[String]> = (0..n).map(|a| labels[swap(a)].to_owned()).collect();
    let rows: Vec<String> = entries.iter().map(|row| row.join(" ")).collect();
    let name = format!("table({})", rows.join("; "));
    Ok(FiniteGroup::from_table(name, Table::from_products(n, moved), generators, Names::Labels(names)))
}

/// Whether a text looks like the rows of a multiplication table and not like the name of a group: it has several lines
/// or rows, and no brackets.
pub fn looks_like_table(text: &str) -> bool {
    text.trim().contains([';', '\n']) && !text.contains(['<', '(', '|', ':'])
}

fn read_rows(text: &str) -> Result<Vec<Vec<&str>>, GroupError> {
    let separators = |c: char| c.is_whitespace() || c == ',';
    let rows = text.split([';', '\n']);
    let rows = rows.map(|row| row.split(separators).filter(|word| !word.is_empty()).collect());
    // A row without a word is no row, whatever commas stand in it.
    let entries: Vec<Vec<&str>> = rows.filter(|row: &Vec<&str>| !row.is_empty()).collect();
    let n = entries.len();
    if n == 0 {
        return Err(GroupError::new(0..text.len(), "a multiplication table has at least one row"));
    }
    if n > MAX_TABLE_ORDER {
        let message = format!("a multiplication table has {MAX_TABLE_ORDER} rows at most");
        return Err(GroupError::new(0..text.len(), message));
    }
    if let Some(row) = entries.iter().find(|row| row.len() != n) {
        let start = row[0].as_ptr() as usize - text.as_ptr() as usize;
        let last = row[row.len() - 1];
        let end = last.as_ptr() as usize + last.len() - text.as_ptr() as usize;
        let message = format!("this row has {} entries, and the table has {n} rows", row.len());
        return Err(GroupError::new(start..end, message));
    }
    Ok(entries)
}

/// The labels in the order of rows and columns.
fn labels<'a>(entries: &[Vec<&'a str>]) -> Option<Vec<&'a str>> {
    let n = entries.len();
    for first in [0, 1] {
        let numbers: FxHashMap<String, usize> = (0..n).map(|at| ((at + first).to_string(), at)).collect();
        if entries.iter().flatten().all(|entry| numbers.contains_key(*entry)) {
            let mut labels = vec![""; n];
            for entry in entries.iter().flatten() {
                labels[numbers[*entry]] = entry;
            }
            return Some(labels);
        }
    }
    // The first row that equals its column, without repetitions, is taken for that of the identity.
    let is_mirrored = |at: &usize| (0..n).all(|other| entries[*at][other] == entries[other][*at]);
    let is_distinct = |at: &usize| entries[*at].iter().collect::<FxHashSet<_>>().len() == n;
    (0..n).find(|at| is_mirrored(at) && is_distinct(at)).map(|at| entries[at].clone())
}

/// Elements that generate all others by products, found greedily.
fn generating_set(n: usize, identity: usize, product: impl Fn(usize, usize) -> usize) -> Vec<usize> {
    let mut reached = vec![false; n];
    reached[identity] = true;
    let mut members = vec![identity];
    let mut generators = Vec::new();
    for candidate in 0..n {
        if reached[candidate] {
            continue;
        }
        generators.push(candidate);
        // All products of generators, bracketed from the left: enough for Light's test.
        let mut at = 0;
        while at < members.len() {
            for generator in &generators {
                let next = product(members[at], *generator);
                if !std::mem::replace(&mut reached[next], true) {
                    members.push(next);
                }
            }
            at += 1;
        }
    }
    generators
}
