//! The games born by day 5: what was found of all of them, and the page of one.

use impartial::question::Refused;

use super::html::{escaped, facts, page};
use super::unit::certificate;
use crate::day5::{GAMES, Games, Reason, ReasonKind};
use crate::store::{Store, StoredReason};

/// The most reasons of one kind in the overview.
const MOST: usize = 2000;

/// What is said of the reasons of a kind.
const KINDS: [(ReasonKind, &str, &str); 3] = [
    (ReasonKind::Finite, "Finite quotients", "the smallest first, each by the first game that has it"),
    (
        ReasonKind::Set,
        "Infinite sets of followers",
        "a game whose followers contain one of these sets has an infinite quotient",
    ),
    (
        ReasonKind::Beside,
        "Infinite beside a fixed sum",
        "infinitely many of these sums have different outcomes beside the fixed one",
    ),
];

/// The overview; `None` when nothing of day 5 is in the store.
pub(super) fn overview(store: &mut dyn Store) -> Result<Option<String>, Refused> {
    let mut known: Vec<StoredReason> = Vec::new();
    store.day5_reasons(&mut |reason| {
        known.push(reason);
        Ok(())
    })?;
    if known.is_empty() {
        return Ok(None);
    }
    let all: u64 = known.iter().map(|known| known.games).sum();
    let mut body =
        format!("<h1>The misère games born by day 5</h1>\n<p>{all} of {GAMES} games were looked at.</p>\n");
    let mut tally = std::collections::BTreeMap::<&str, u64>::new();
    known.iter().for_each(|known| *tally.entry(known.reason.status().key()).or_default() += known.games);
    let share = |count: u64| format!("{count} ({:.1} %)", count as f64 * 100.0 / all.max(1) as f64);
    let tally: Vec<(&str, String)> =
        tally.into_iter().map(|(status, count)| (status, share(count))).collect();
    body += &facts(&tally);
    for (kind, title, note) in KINDS {
        let of: Vec<&StoredReason> = known.iter().filter(|known| known.reason.kind == kind).collect();
        body += &format!("<h2>{title}</h2>\n<p class=\"note\">{}, {note}.", of.len());
        if of.len() > MOST {
            body += &format!(" The first {MOST} are here.");
        }
        body += "</p>\n<div class=\"wide\"><table><thead><tr><th>games</th><th>order, P</th><th>what</th><th>certificate</th></tr></thead><tbody>\n";
        of.iter().take(MOST).for_each(|known| body += &line(known));
        body += "</tbody></table></div>\n";
    }
    Ok(Some(page("Day 5", "", &body)))
}

fn size(reason: &Reason) -> String {
    reason.size.map_or_else(String::new, |(order, p)| format!("{order}, {p}"))
}

fn line(StoredReason { reason, games }: &StoredReason) -> String {
    let proof = match &reason.certificate {
        Some(hash) => format!("<a href=\"certificate/{hash}.json\">{}</a>", &hash[..12]),
        None => String::new(),
    };
    format!(
        "<tr><td class=\"number\">{games}</td><td>{}</td><td>{}</td><td>{proof}</td></tr>\n",
        size(reason),
        escaped(&reason.text)
    )
}

/// The page of the game with these options; `None` when it is not in the store.
pub(super) fn game(store: &mut dyn Store, options: Games) -> Result<Option<String>, Refused> {
    let mut found = None;
    store.day5_games(Some(options), &mut |place, _, reason| {
        found = Some((place, reason));
        Ok(())
    })?;
    Ok(found.map(|(place, reason)| {
        let title = format!("Game {options} of day 5");
        let shown = [
            ("place in the table", place.to_string()),
            ("status", reason.status().key().to_owned()),
            ("order, P", size(&reason)),
            ("rests on", reason.kind.key().to_owned()),
            ("which is", escaped(&reason.text)),
        ];
        let mut body = format!("<h1>{title}</h1>\n{}", facts(&shown));
        if reason.kind == ReasonKind::Beside && reason.certificate.is_some() {
            body +=
                &format!("<p>For this game alone:</p>\n<pre>impartial survey day5 --proof {options}</pre>\n");
        }
        if let Some(hash) = &reason.certificate {
            body += &certificate(hash);
        }
        page(&title, "../", &body)
    }))
}
