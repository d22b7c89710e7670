//! The overview of a family: a tile for each row, filters, and the rows as a table.

use impartial::question::Refused;

use super::html::{escaped, page};
use super::unit::claim;
use crate::query::Query;
use crate::row::{Row, Status};
use crate::store::Store;

/// The most rows that stand in one page.
const MOST: u64 = 20_000;
/// Tiles in a line, and their size.
const COLUMNS: usize = 48;
const TILE: usize = 16;

/// The overview of a family.
pub(super) fn overview(store: &mut dyn Store, family: &str) -> Result<String, Refused> {
    let mut rows = Vec::new();
    store.rows(&Query { most: Some(MOST), ..Query::of_family(family) }, &mut |row| {
        rows.push(row);
        Ok(())
    })?;
    let counts: Vec<_> = store.counts()?.into_iter().filter(|count| count.family == family).collect();
    let done: u64 = counts.iter().filter(|count| count.status.is_some()).map(|count| count.count).sum();
    let units: u64 = counts.iter().map(|count| count.count).sum();
    let mut body = format!("<h1>{}</h1>\n<p>{done} of {units} units are done.", escaped(family));
    if done > rows.len() as u64 {
        body += &format!(
            " The first {} are here; <code>impartial survey query</code> finds the others.",
            rows.len()
        );
    }
    body += "</p>\n";
    let mut questions: Vec<&str> = rows.iter().map(|row| row.question.as_str()).collect();
    questions.sort_unstable();
    questions.dedup();
    for question in &questions {
        let of: Vec<&Row> = rows.iter().filter(|row| row.question == *question).collect();
        body += &format!("<h2>{}</h2>\n{}", escaped(question), picture(&of));
    }
    body += &filters(&questions);
    body += "<div class=\"wide\"><table><thead><tr><th>game</th><th>question</th><th>status</th><th>order</th><th>period</th>\
             <th>nimber</th><th>claim</th></tr></thead><tbody>\n";
    rows.iter().for_each(|row| body += &line(row));
    body += "</tbody></table></div>\n";
    Ok(page(family, "../", &body))
}

/// What the filters look at.
fn data(row: &Row) -> String {
    let order = row.quotient_order.map_or_else(String::new, |order| order.to_string());
    format!(
        "data-status=\"{}\" data-question=\"{}\" data-game=\"{}\" data-order=\"{order}\"",
        row.status.key(),
        escaped(&row.question),
        escaped(&row.game)
    )
}

/// A tile for each row, coloured by its status and leading to its page.
fn picture(rows: &[&Row]) -> String {
    let (columns, lines) = (COLUMNS.min(rows.len().max(1)), rows.len().div_ceil(COLUMNS));
    let mut text = format!(
        "<svg viewBox=\"0 0 {} {}\" width=\"{}\" role=\"group\" aria-label=\"A tile for each game\">\n",
        columns * TILE,
        lines * TILE,
        columns * TILE
    );
    for (at, row) in rows.iter().enumerate() {
        let (x, y) = (at % COLUMNS * TILE, at / COLUMNS * TILE);
        let said = format!("{}: {}", row.game, row.status.key());
        text += &format!(
            "<a href=\"../unit/{}.html\" {} aria-label=\"{}\"><rect class=\"{}\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\">\
             <title>{}</title></rect></a>\n",
            row.unit,
            data(row),
            escaped(&said),
            row.status.key(),
            TILE - 2,
            TILE - 2,
            escaped(&said)
        );
    }
    text + "</svg>\n"
}

fn filters(questions: &[&str]) -> String {
    let options = |values: &[&str]| -> String {
        values.iter().map(|value| format!("<option>{}</option>", escaped(value))).collect()
    };
    format!(
        "<div class=\"filters\"><label>status <select data-filter=\"status\"><option></option>{}</select></label>\n\
         <label>question <select data-filter=\"question\"><option></option>{}</select></label>\n\
         <label>game <input data-filter=\"game\" size=\"12\"></label>\n\
         <label>order <input data-filter=\"order\" size=\"8\" placeholder=\"8..20\"></label>\n\
         <output id=\"chosen\"></output></div>\n",
        options(&Status::ALL.map(Status::key)),
        options(questions)
    )
}

fn line(row: &Row) -> String {
    let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    format!(
        "<tr {}><td><a href=\"../unit/{}.html\">{}</a></td><td>{}</td><td>{}</td><td class=\"number\">{}</td>\
         <td class=\"number\">{}</td><td>{}</td><td>{}</td></tr>\n",
        data(row),
        row.unit,
        escaped(&row.game),
        escaped(&row.question),
        row.status.key(),
        number(row.quotient_order),
        number(row.period),
        escaped(row.nimber.as_deref().unwrap_or("")),
        claim(row.claim.as_deref())
    )
}
