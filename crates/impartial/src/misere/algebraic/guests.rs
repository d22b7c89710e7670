//! Positions of other games that have a value in the monoid of a solved one, and codes that share its monoid.
//!
//! **Theorem.** Let Q, P and Phi pass the checks A to D ([`super::verify`]) for a game, its *host*. Let Y be a further position, a *guest*,
//! that has options, all with values in Q, and let q be an element such that for every x in Q
//!
//! 1. x·q and x·Phi(o) are not both in P, for any option o of Y;
//! 2. x·q is in P, or x·Phi(o) is for some option o of Y, or a heap of value q calls x unmet.
//!
//! Then Phi(Y) = q decides, with P, the outcome of all sums of heaps and any number of copies of Y. For 1 is the check B and 2 the check C for Y;
//! and Y leaves only contexts unmet that a heap of the same value is said to leave unmet, so that the invariant of check D, closed under
//! adding that heap, is closed under adding Y. Guests can be options of later guests.
//!
//! A second game with values in the same monoid, whose own checks B and C were made, joins the host if the invariant of the
//! host is also closed under adding its heaps: then check D holds for the heaps of both together.

use super::monoid::{Element, PresburgerMonoid};
use super::pretending::fixed;
use super::quotient::AlgebraicQuotient;
use super::region::{Refused, Region};
use super::search::evaluate::members;
use super::symbolic::Symbolic;
use super::tree::Tree;
use super::verify::sums::{Source, Sums, sources};
use crate::limits::{Limits, StopReason};
use crate::misere::rules::{Generator, Rules};

/// Parameters of the elements that are tried as values go up to this.
const LARGEST_VALUE: i64 = 8;

/// Parameters of the contexts in which they are tried first.
const LARGEST_CONTEXT: i64 = 5;

/// How many elements are tried in all contexts.
const MOST_TRIED: usize = 4;

impl AlgebraicQuotient {
    /// The values of the positions of other rules, for all generators; `None` when one of them has no value that is found.
    ///
    /// Source: the theorem at the head of this file. Cost: for every generator, elements with parameters up to 8 times contexts
    /// with parameters up to 5, then a few proofs for all labels.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::misere::Rules;
    /// use impartial::misere::algebraic::AlgebraicSearch;
    /// let host = AlgebraicSearch::new("0.734".parse()?).run(&Limits::none()).unwrap();
    /// // The nim-heaps of 1 and 2 have the values a and b of the heaps of 1 and 2; there is no place for *4.
    /// let nim = |largest: usize| {
    ///     let mut rules = Rules::new();
    ///     let mut heaps = vec![Vec::new()];
    ///     (1..=largest).for_each(|_| heaps.push(rules.add(heaps.clone())));
    ///     rules
    /// };
    /// let values = host.guests(&nim(3), &Limits::none()).unwrap().unwrap();
    /// assert_eq!(values[..2], [host.phi().value(1).unwrap(), host.phi().value(2).unwrap()]);
    /// assert_eq!(host.guests(&nim(4), &Limits::none()), Ok(None));
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// A limit reached.
    pub fn guests(&self, rules: &Rules, limits: &Limits) -> Result<Option<Vec<Element>>, StopReason> {
        let monoid = self.monoid();
        let place = GuestSearch {
            quotient: self,
            sources: sources(self.phi(), self.strategy()),
            values: all_elements(monoid, LARGEST_VALUE),
            contexts: all_elements(monoid, LARGEST_CONTEXT),
        };
        let mut values: Vec<Element> = Vec::with_capacity(rules.len());
        for generator in 0..rules.len() as Generator {
            let product = |sum: &Vec<Generator>| {
                sum.iter().try_fold(monoid.one(), |x, part| monoid.product(&x, &values[*part as usize]))
            };
            let options: Option<Vec<Element>> = rules.options(generator).iter().map(product).collect();
            let Some(mut options) = options else { return Ok(None) };
            options.sort_unstable();
            options.dedup();
            match place.value(&options, limits) {
                Ok(Some(value)) => values.push(value),
                Err(Refused::Stopped(reason)) => return Err(reason),
                Ok(None) | Err(_) => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    /// Whether the heaps of another game join those of this one: its monoid is the same, and this invariant also closed under adding
    /// its heaps. Then a sum of heaps of both is a P-position exactly if the product of the values is in P.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::misere::algebraic::AlgebraicSearch;
    /// let solve = |code: &str| AlgebraicSearch::new(code.parse().unwrap()).run(&Limits::none()).unwrap();
    /// let host = solve("0.734");
    /// assert_eq!(host.is_joined_by(&solve("0.735"), &Limits::none()), Ok(true));
    /// assert_eq!(host.is_joined_by(&solve("0.26"), &Limits::none()), Ok(false));
    /// ```
    ///
    /// # Errors
    /// A limit reached.
    pub fn is_joined_by(&self, other: &AlgebraicQuotient, limits: &Limits) -> Result<bool, StopReason> {
        let (mine, its) = (self.monoid(), other.monoid());
        let kinds =
            |monoid: &PresburgerMonoid| monoid.letters.iter().map(|letter| letter.kind).collect::<Vec<_>>();
        let is_same = kinds(mine) == kinds(its)
            && mine.labels == its.labels
            && mine.actions == its.actions
            && mine.p == its.p;
        if !is_same {
            return Ok(false);
        }
        let sources = sources(other.phi(), other.strategy());
        let sums = Sums {
            moves: other.moves(),
            monoid: mine,
            phi: other.phi(),
            sources: &sources,
            invariant: self.invariant(),
        };
        match sums.check(1, limits) {
            Ok(found) => Ok(found.is_empty()),
            Err(Refused::Stopped(reason)) => Err(reason),
            Err(_) => Ok(false),
        }
    }
}

/// What is needed to find the value of a guest.
struct GuestSearch<'q> {
    quotient: &'q AlgebraicQuotient,
    /// The unmet contexts of the heaps.
    sources: Vec<Source>,
    values: Vec<Element>,
    contexts: Vec<Element>,
}

impl GuestSearch<'_> {
    /// The value of a position whose options have these values, proved; `None` when none is found.
    fn value(&self, options: &[Element], limits: &Limits) -> Result<Option<Element>, Refused> {
        let monoid = self.quotient.monoid();
        let is_p = |x: &Element, y: &Element| monoid.is_p(&monoid.product(x, y)?);
        limits.poll()?;
        let mut wins = Vec::with_capacity(self.contexts.len());
        for x in &self.contexts {
            let reached: Option<Vec<bool>> = options.iter().map(|option| is_p(x, option)).collect();
            wins.push(reached.ok_or(Refused::Overflow)?.contains(&true));
        }
        // Elements that break no rule in small contexts.
        let mut tried = 0;
        for value in &self.values {
            let source = self.source(value);
            let fits = |(x, wins): (&Element, &bool)| match is_p(x, value) {
                Some(true) => !wins,
                Some(false) => *wins || source.is_some_and(|source| is_unmet(source, x)),
                None => false,
            };
            if !self.contexts.iter().zip(&wins).all(fits) {
                continue;
            }
            if self.is_value(value, options, limits)? {
                return Ok(Some(value.clone()));
            }
            tried += 1;
            if tried == MOST_TRIED {
                break;
            }
        }
        Ok(None)
    }

    /// The heaps with a value, if some contexts are unmet by them.
    fn source(&self, value: &Element) -> Option<&Source> {
        self.sources.iter().find(|source| source.value.as_ref() == Some(value))
    }

    /// Whether an element is the value of a position whose options have the given ones: 1 and 2 of the theorem, for all x.
    fn is_value(&self, value: &Element, options: &[Element], limits: &Limits) -> Result<bool, Refused> {
        limits.poll()?;
        let monoid = self.quotient.monoid();
        let source = self.source(value);
        let (value, options) = (fixed(value), options.iter().map(fixed).collect::<Vec<Symbolic>>());
        for label in 0..monoid.labels.len() {
            for (region, general) in monoid.general(&Region::new(), label)? {
                for flip in [false, true] {
                    let x = Symbolic { flip, ..general.clone() };
                    let unmet: &[Tree<bool>] =
                        source.map_or(&[], |source| &source.unmet[label][usize::from(flip)]);
                    for (part, product) in monoid.multiply(&region, &x, &value)? {
                        for part in monoid.where_p(&part, &product, true)? {
                            for option in &options {
                                if !where_product(monoid, std::slice::from_ref(&part), &x, option, true)?
                                    .is_empty()
                                {
                                    return Ok(false);
                                }
                            }
                        }
                        let mut left = monoid.where_p(&part, &product, false)?;
                        for option in &options {
                            left = where_product(monoid, &left, &x, option, false)?;
                        }
                        for tree in unmet {
                            let mut rest = Vec::new();
                            for part in &left {
                                rest.extend(part.where_true(tree, &x.parameters, false)?);
                            }
                            left = rest;
                        }
                        if !left.is_empty() {
                            return Ok(false);
                        }
                    }
                }
            }
        }
        Ok(true)
    }
}

/// Whether a context is called unmet.
fn is_unmet(source: &Source, x: &Element) -> bool {
    source.unmet[x.label][usize::from(x.flip)].iter().any(|tree| tree.at(&x.parameters) == Some(&true))
}

/// The parts of some regions where x·y is in P, or is not.
fn where_product(
    monoid: &PresburgerMonoid,
    regions: &[Region],
    x: &Symbolic,
    y: &Symbolic,
    sought: bool,
) -> Result<Vec<Region>, Refused> {
    let mut parts = Vec::new();
    for region in regions {
        for (part, product) in monoid.multiply(region, x, y)? {
            parts.extend(monoid.where_p(&part, &product, sought)?);
        }
    }
    Ok(parts)
}

/// All elements with parameters up to `size`.
fn all_elements(monoid: &PresburgerMonoid, size: i64) -> Vec<Element> {
    let without = (0..monoid.labels.len()).flat_map(|label| members(monoid, label, size));
    without.flat_map(|x| [false, true].map(|flip| Element { flip, ..x.clone() })).collect()
}
