//! An atlas as pages: an overview of every family as a picture, and a permanent page for each object with its certificate.
//!
//! The same pages are served by the explorer and written as a static site. They refer to each other by relative addresses, load one
//! style sheet and one script of their own, and nothing else.

mod day5;
mod family;
mod html;
mod unit;

use impartial::question::Refused;

use crate::query::Query;
use crate::row::Row;
use crate::store::Store;
use html::{encoded, escaped, page};

const STYLE: &str = include_str!("atlas.css");
const SCRIPT: &str = include_str!("atlas.js");

/// A page, or a file beside the pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its media type.
    pub kind: &'static str,
    /// Its content.
    pub content: String,
}

impl Page {
    fn html(content: String) -> Self {
        Page { kind: "text/html; charset=utf-8", content }
    }
}

/// The page with an address; `None` when there is none.
///
/// | address | page |
/// |---|---|
/// | `index.html`, or nothing | the families |
/// | `family/NAME.html` | the overview of a family |
/// | `unit/HASH.html` | a row, with its claim |
/// | `certificate/HASH.json` | its proof |
/// | `day5.html`, `day5/OPTIONS.html` | the games born by day 5, and one of them |
///
/// # Errors
/// When the store refuses.
pub fn page_of(store: &mut dyn Store, address: &str) -> Result<Option<Page>, Refused> {
    let (folder, name) = address.split_once('/').unwrap_or(("", address));
    let html = |text: Option<String>| text.map(Page::html);
    Ok(match (folder, name) {
        ("", "" | "index.html") => html(Some(index(store)?)),
        ("", "atlas.css") => Some(Page { kind: "text/css; charset=utf-8", content: STYLE.to_owned() }),
        ("", "atlas.js") => Some(Page { kind: "text/javascript; charset=utf-8", content: SCRIPT.to_owned() }),
        ("", "day5.html") => html(day5::overview(store)?),
        ("day5", name) => match name.strip_suffix(".html").and_then(|name| name.parse().ok()) {
            Some(options) => html(day5::game(store, options)?),
            None => None,
        },
        ("family", name) => {
            let families = families(store)?;
            let family = families.iter().find(|family| name.strip_suffix(".html") == Some(&encoded(family)));
            match family {
                Some(family) => html(Some(family::overview(store, family)?)),
                None => None,
            }
        }
        ("unit", name) => match name.strip_suffix(".html").filter(|hash| crate::is_hash(hash)) {
            Some(hash) => html(row(store, hash)?.map(|row| unit::unit(&row))),
            None => None,
        },
        ("certificate", name) => match name.strip_suffix(".json").filter(|hash| crate::is_hash(hash)) {
            Some(hash) => store.certificate(hash)?.map(|content| Page { kind: "application/json", content }),
            None => None,
        },
        _ => None,
    })
}

/// The addresses of all pages of a static site. Of day 5 these are the overview and the proofs that it names.
///
/// # Errors
/// When the store refuses.
pub fn addresses(store: &mut dyn Store) -> Result<Vec<String>, Refused> {
    let mut all: Vec<String> = ["index.html", "atlas.css", "atlas.js"].map(str::to_owned).to_vec();
    all.extend(families(store)?.iter().map(|family| format!("family/{}.html", encoded(family))));
    let mut proofs = std::collections::BTreeSet::new();
    store.rows(&Query::default(), &mut |row| {
        all.push(format!("unit/{}.html", row.unit));
        proofs.extend(row.certificate);
        Ok(())
    })?;
    let mut has_day5 = false;
    store.day5_reasons(&mut |known| {
        has_day5 = true;
        proofs.extend(known.reason.certificate);
        Ok(())
    })?;
    all.extend(has_day5.then(|| "day5.html".to_owned()));
    all.extend(proofs.iter().map(|hash| format!("certificate/{hash}.json")));
    Ok(all)
}

fn families(store: &mut dyn Store) -> Result<Vec<String>, Refused> {
    let mut names: Vec<String> = store.counts()?.into_iter().map(|count| count.family).collect();
    names.dedup();
    Ok(names)
}

fn row(store: &mut dyn Store, hash: &str) -> Result<Option<Row>, Refused> {
    let mut found = None;
    store.rows(&Query { unit: Some(hash.to_owned()), ..Query::default() }, &mut |row| {
        found = Some(row);
        Ok(())
    })?;
    Ok(found)
}

/// The families, with how many of their units are what.
fn index(store: &mut dyn Store) -> Result<String, Refused> {
    let counts = store.counts()?;
    let mut body = String::from(
        "<h1>The atlas</h1><p>Whole families of impartial games, every row with its claim, and the proof beside it.</p>\n\
         <table><thead><tr><th>family</th><th>question</th><th>status</th><th>games</th></tr></thead><tbody>\n",
    );
    for count in &counts {
        let status = count.status.as_deref().unwrap_or("not done");
        body += &format!(
            "<tr><td><a href=\"family/{}.html\">{}</a></td><td>{}</td><td>{status}</td><td class=\"number\">{}</td></tr>\n",
            encoded(&count.family),
            escaped(&count.family),
            escaped(&count.question),
            count.count
        );
    }
    body += "</tbody></table>\n";
    if day5::overview(store)?.is_some() {
        body +=
            "<p><a href=\"day5.html\">The misère games born by day 5</a>, by their sets of followers.</p>\n";
    }
    Ok(page("The atlas", "", &body))
}

#[cfg(test)]
mod tests {
    use impartial::question::Asking;

    use super::*;
    use crate::{Bounds, Unit, UnitQuestion, open};

    /// Every address has its page, and every link of a page leads to one; a name that is no path stays in its folder.
    #[test]
    fn every_link_leads_to_a_page() {
        let mut store = open(":memory:", true).unwrap();
        let bounds = Bounds { to: 100, work: 500 };
        let units = ["0.7", "0.77"].map(|code| Unit::new(UnitQuestion::Misere, code, bounds));
        store.plan("../a <b>", &mut units.clone().into_iter()).unwrap();
        for unit in units {
            store.put(&unit.examine(&Asking::with_certificate()).unwrap()).unwrap();
        }
        let all = addresses(store.as_mut()).unwrap();
        assert!(all.contains(&"family/~2e.~2fa~20~3cb~3e.html".to_owned()), "{all:?}");
        assert!(all.iter().all(|address| !address.contains("..")), "{all:?}");
        assert_eq!(all.iter().filter(|address| address.starts_with("certificate/")).count(), 2);
        for address in &all {
            let page = page_of(store.as_mut(), address).unwrap().expect(address);
            assert!(!page.content.contains("<b>"), "{address}");
            let up = address.contains('/');
            for link in page.content.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let target = match (link.strip_prefix("../"), up) {
                    (Some(target), true) => target,
                    (None, false) => link,
                    _ => panic!("{address} has the link {link}"),
                };
                assert!(all.iter().any(|known| known == target), "{address}: {link}");
            }
        }
        for none in [
            "nowhere.html",
            "unit/x.html",
            "family/octal3.html",
            "day5.html",
            "day5/7.html",
            "certificate/../x.json",
        ] {
            assert_eq!(page_of(store.as_mut(), none).unwrap(), None, "{none}");
        }
        assert!(page_of(store.as_mut(), "").unwrap().is_some());
    }
}
