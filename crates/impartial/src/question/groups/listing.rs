//! Which groups are looked at: orders, degrees of a library, or names with ranges.

use std::sync::Arc;

use num_bigint::BigUint;

use super::super::Refused;
use super::super::files::{Files, GroupLines};
use crate::generate::LargeGround;
use crate::group::{
    FiniteGroup, GroupError, LargeGroup, Library, MAX_SMALL_ORDER, Permutation, SmallGroup, SmallGroups,
    number_of_small_groups,
};
use crate::limits::{Limits, StopReason};

/// The largest order that is asked of GAP.
const MAX_ORDER: usize = 2000;

/// The largest degree that is asked of GAP.
const MAX_DEGREE: usize = 4095;

/// The most names of a family.
const MOST_NAMES: usize = 100_000;

/// A list of groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    /// All groups of some orders.
    Orders(Vec<usize>),
    /// All groups of some degrees in a library.
    Degrees(Library, Vec<usize>),
    /// Groups by their names.
    Names(Vec<String>),
}

impl Listing {
    /// Reads `2..127`, `8,16,100..120`, `transitive 2..8`, `primitive 5`, `Dih(Z{3..9} x Z3)`.
    pub fn read(text: &str) -> Result<Listing, Refused> {
        for (word, library) in [("transitive", Library::Transitive), ("primitive", Library::Primitive)] {
            if let Some(rest) = text.trim_start().strip_prefix(word)
                && rest.starts_with([' ', ':'])
            {
                let offset = text.len() - rest.len() + 1;
                return Ok(Listing::Degrees(library, numbers(text, offset, "a degree", 1..=MAX_DEGREE)?));
            }
        }
        if text.contains(|sign: char| sign.is_alphabetic() || sign == '<') {
            return names(text).map(Listing::Names);
        }
        let orders = numbers(text, 0, "an order", 1..=MAX_ORDER)?;
        Ok(Listing::Orders(orders))
    }
}

/// Numbers and ranges of them after a place in a text, ascending.
fn numbers(
    text: &str,
    offset: usize,
    what: &str,
    within: std::ops::RangeInclusive<usize>,
) -> Result<Vec<usize>, Refused> {
    let mut found = Vec::new();
    let mut at = offset;
    for part in text[offset..].split(',') {
        let span = at..at + part.len();
        at += part.len() + 1;
        let wrong = |message: String| Refused::new(message).at(text, span.clone());
        let (from, to) = part.split_once("..").unwrap_or((part, part));
        let number = |text: &str| text.trim().trim_start_matches('=').parse::<usize>().ok();
        let (Some(from), Some(to)) = (number(from), number(to)) else {
            return Err(wrong(format!("expected {what} or a range, for example 2..127")));
        };
        if from > to {
            return Err(wrong(format!("a range goes up, and {from} is more than {to}")));
        }
        if !within.contains(&from) || !within.contains(&to) {
            let refused = wrong(format!("{what} is between {} and {}", within.start(), within.end()));
            return Err(refused.help(
                "a single group can be asked about by its name, for example impartial nimber 'gen(S8)'",
            ));
        }
        found.extend(from..=to);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The names that a text with ranges in braces stands for, the last range running first: `Z{2..3} wr Z{2..4}`. Several are divided by
/// semicolons.
fn names(text: &str) -> Result<Vec<String>, Refused> {
    let mut found: Vec<String> = Vec::new();
    let mut start = 0;
    for part in text.split(';') {
        let mut own = vec![String::new()];
        let mut at = 0;
        while let Some(open) = part[at..].find('{') {
            let open = at + open;
            let span = start + open..start + part.len();
            let wrong = |message: &str| Refused::new(message).at(text, span.clone());
            let close = part[open..].find('}').map(|close| open + close);
            let close = close.ok_or_else(|| wrong("this brace is not closed"))?;
            let within = &text[..start + close];
            let range = numbers(within, start + open + 1, "a number", 0..=1_000_000)?;
            if own.len().saturating_mul(range.len()) > MOST_NAMES {
                return Err(wrong("more groups than are listed at a time"));
            }
            let before = &part[at..open];
            own =
                own.iter().flat_map(|name| range.iter().map(move |n| format!("{name}{before}{n}"))).collect();
            at = close + 1;
        }
        own.iter_mut().for_each(|name| name.push_str(&part[at..]));
        found.extend(own.into_iter().map(|name| name.trim().to_owned()));
        start += part.len() + 1;
    }
    Ok(found)
}

/// A group that is to be looked at.
pub(super) enum Candidate {
    Listed(SmallGroup),
    /// As another program wrote it in a line.
    FromLine(SmallGroup),
    Permutations {
        name: String,
        id: usize,
        generators: Vec<Permutation>,
    },
    Named(Arc<str>, usize),
}

/// Why a group could not be made.
pub(super) enum Unmade {
    Stopped(StopReason),
    Wrong(String),
}

impl Candidate {
    /// The name that is shown, where the order and number are not enough, and the number.
    pub fn label(&self) -> (Option<String>, usize) {
        match self {
            Candidate::Listed(group) | Candidate::FromLine(group) => (None, group.number()),
            Candidate::Permutations { name, id, .. } => (Some(name.clone()), *id),
            Candidate::Named(name, id) => (Some(name.to_string()), *id),
        }
    }

    /// The group without a list of its elements, when it has more than `least` elements and needs none.
    pub fn large_group(&self, least: usize, limits: &Limits) -> Result<Option<LargeGround>, StopReason> {
        let read = match self {
            Candidate::Listed(_) | Candidate::FromLine(_) => return Ok(None),
            Candidate::Permutations { generators, .. } => {
                let group = LargeGroup::from_permutations(generators, limits)?;
                Ok(group.filter(|group| *group.order() > BigUint::from(least)))
            }
            Candidate::Named(name, _) => LargeGroup::parse_larger(name, least, limits),
        };
        match read {
            Ok(group) => Ok(group.map(|group| LargeGround::new(self.label().0.unwrap_or_default(), group))),
            Err(GroupError { stopped: Some(reason), .. }) => Err(reason),
            // What is wrong is told by those who list.
            Err(_) => Ok(None),
        }
    }

    /// The group with its elements.
    pub fn group(&self, limits: &Limits) -> Result<FiniteGroup, Unmade> {
        let unmade = |error: GroupError| match error.stopped {
            Some(reason) => Unmade::Stopped(reason),
            None => Unmade::Wrong(error.to_string()),
        };
        match self {
            Candidate::Listed(group) => Ok(group.group()),
            Candidate::FromLine(group) => group.checked_group().ok_or_else(|| {
                let (order, number) = (group.order(), group.number());
                Unmade::Wrong(format!(
                    "what GAP told of SmallGroup({order},{number}) is no group of this order"
                ))
            }),
            Candidate::Permutations { name, generators, .. } => {
                FiniteGroup::from_permutations(name.as_str(), generators, limits).map_err(unmade)
            }
            Candidate::Named(name, _) => crate::group::parse(name, limits).map_err(|error| {
                let shown = error.to_string();
                match unmade(error) {
                    Unmade::Wrong(_) => Unmade::Wrong(format!("{name}: {shown}")),
                    stopped => stopped,
                }
            }),
        }
    }
}

/// Groups still to be looked at, in order.
pub(super) struct Queue {
    listing: Listing,
    next: usize,
    listed: Option<SmallGroups>,
    lines: Option<GroupLines>,
    /// The order or degree whose groups are coming, how many groups there are, and how many of them came.
    coming: (usize, usize, usize),
    batches: usize,
}

/// How many groups a worker takes at a time.
const BATCH: usize = 32;

/// A group, and how many of the same order come after it.
pub(super) type Waiting = (Candidate, usize);

impl Queue {
    /// The groups of a list; those that do not ship with the program are brought by `files`.
    pub fn new(listing: Listing, files: &dyn Files) -> Result<Self, String> {
        let lines = match &listing {
            Listing::Orders(orders) => {
                let far: Vec<usize> =
                    orders.iter().copied().filter(|order| *order > MAX_SMALL_ORDER).collect();
                if far.is_empty() { None } else { Some(files.group_lines(Library::SmallGroups, &far)?) }
            }
            Listing::Degrees(library, degrees) => Some(files.group_lines(*library, degrees)?),
            Listing::Names(_) => None,
        };
        Ok(Queue { listing, next: 0, listed: None, lines, coming: (0, 0, 0), batches: 0 })
    }

    /// The next groups, with the number of the batch; none at the end.
    pub fn take(&mut self, limits: &Limits) -> Result<Option<(usize, Vec<Waiting>)>, Unmade> {
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH {
            match self.one(limits)? {
                Some(group) => batch.push(group),
                None => break,
            }
        }
        if batch.is_empty() {
            return Ok(None);
        }
        self.batches += 1;
        Ok(Some((self.batches - 1, batch)))
    }

    fn one(&mut self, limits: &Limits) -> Result<Option<Waiting>, Unmade> {
        loop {
            if let Some(group) = self.listed.as_mut().and_then(Iterator::next) {
                let rest = number_of_small_groups(group.order()).unwrap_or(0).saturating_sub(group.number());
                return Ok(Some((Candidate::Listed(group), rest)));
            }
            let (number, count, came) = self.coming;
            if came < count {
                self.coming.2 += 1;
                let group = self.read_group(number, came + 1, limits)?;
                return Ok(Some((group, count - came - 1)));
            }
            let at = self.next;
            self.next += 1;
            match &self.listing {
                Listing::Names(names) => {
                    return Ok(names.get(at).map(|name| (Candidate::Named(name.as_str().into(), at + 1), 0)));
                }
                Listing::Orders(orders) => match orders.get(at) {
                    Some(order) if *order <= MAX_SMALL_ORDER => {
                        self.listed = Some(SmallGroups::of_order(*order));
                    }
                    Some(order) => self.coming = self.read_header(*order, limits)?,
                    None => return Ok(None),
                },
                Listing::Degrees(_, degrees) => match degrees.get(at) {
                    Some(degree) => self.coming = self.read_header(*degree, limits)?,
                    None => return Ok(None),
                },
            }
        }
    }

    fn line(&mut self, limits: &Limits) -> Result<String, Unmade> {
        let Some(lines) = &mut self.lines else { return Err(Unmade::Wrong("no groups were listed".into())) };
        lines(limits).map_err(|why| limits.poll().err().map_or(Unmade::Wrong(why), Unmade::Stopped))
    }

    /// `groups 576 8681`: the order or degree, and how many groups come.
    fn read_header(&mut self, expected: usize, limits: &Limits) -> Result<(usize, usize, usize), Unmade> {
        let line = self.line(limits)?;
        let mut words = line.split_whitespace();
        let head = words.next();
        let numbers: Option<Vec<usize>> = words.map(|word| word.parse().ok()).collect();
        match (head, numbers.as_deref()) {
            (Some("groups"), Some([number, count])) if *number == expected => Ok((expected, *count, 0)),
            (Some("unavailable"), _) => {
                let what = if matches!(self.listing, Listing::Orders(_)) { "order" } else { "degree" };
                Err(Unmade::Wrong(format!("GAP's library does not have the groups of {what} {expected}")))
            }
            _ => Err(Unmade::Wrong(format!("GAP was asked, and {line:?} was not understood"))),
        }
    }

    fn read_group(&mut self, number: usize, id: usize, limits: &Limits) -> Result<Candidate, Unmade> {
        let line = self.line(limits)?;
        let wrong = || Unmade::Wrong(format!("GAP was asked, and {line:?} was not understood"));
        let Listing::Degrees(library, _) = &self.listing else {
            return SmallGroup::from_line(number, id, &line).map(Candidate::FromLine).ok_or_else(wrong);
        };
        let kind = if *library == Library::Transitive { "Transitive" } else { "Primitive" };
        let read = |part: &str| {
            let images = part.split_whitespace().map(|image| image.parse::<usize>().ok()?.checked_sub(1));
            Permutation::from_images(&images.collect::<Option<Vec<usize>>>()?)
        };
        let mut parts = line.split(';');
        let generators = parts.next().filter(|head| head.trim() == "permutations");
        let generators = generators.and_then(|_| parts.map(read).collect::<Option<Vec<Permutation>>>());
        let name = format!("{kind}Group({number},{id})");
        Ok(Candidate::Permutations { name, id, generators: generators.ok_or_else(wrong)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        assert_eq!(Listing::read("2..5,9, 3").unwrap(), Listing::Orders(vec![2, 3, 4, 5, 9]));
        assert_eq!(Listing::read("513").unwrap(), Listing::Orders(vec![513]));
        let transitive = Listing::Degrees(Library::Transitive, vec![3, 4]);
        assert_eq!(Listing::read("transitive 3..4").unwrap(), transitive);
        let names = |text: &str| match Listing::read(text) {
            Ok(Listing::Names(names)) => names.join("; "),
            other => format!("{other:?}"),
        };
        assert_eq!(names("D{3..5}"), "D3; D4; D5");
        assert_eq!(names("Z{2,4} x Z{2..3}; S4"), "Z2 x Z2; Z2 x Z3; Z4 x Z2; Z4 x Z3; S4");
        for wrong in [
            "",
            "5..2",
            "0..3",
            "2..2001",
            "1000000000",
            "2..",
            "2...5..",
            "D{3..",
            "transitive ",
            "transitive 0",
            "Z{0..9999} x Z{0..9999}",
        ] {
            let read = Listing::read(wrong);
            assert!(read.is_err(), "{wrong}: {read:?}");
        }
    }
}
