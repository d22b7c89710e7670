//! All positions that play from a position can reach, as rules: what its misère quotient is the quotient of.

// What a position remembers of itself takes no part in comparisons.
#![allow(clippy::mutable_key_type)]

use rustc_hash::FxHashMap;

use super::subject::{QuotientSubject, generator_names};
use crate::language::Position;
use crate::limits::{Limits, Unanswered};
use crate::misere::rules::{Rules, Sum};
use crate::misere::transition::Source;
use crate::question::files::read_position;
use crate::question::{Asking, Refused};

/// The most positions that are listed; a sum counts as its components.
const MOST_POSITIONS: usize = 100_000;
/// The most copies of one heap in the position itself.
const MOST_COPIES: u64 = 10_000;

/// The followers of the position that a text names.
pub(super) fn of(text: &str, asking: &Asking<'_>) -> Result<QuotientSubject, Refused> {
    let (_, position) = read_position(text, asking)?;
    let position = position.normal_form();
    let mut listing = Listing { limits: &asking.limits, rules: Rules::new(), known: FxHashMap::default() };
    let game = position.to_string();
    let refused =
        |why: Unanswered| Refused::new(format!("the positions that follow from {game}: {why}")).by_limit();
    let sum = listing.place(&position).map_err(refused)?;
    let named = vec![(game.clone(), sum)];
    // Of several positions that are one generator, the one that is written shortest.
    let mut written: Vec<(String, Sum)> = (listing.known.iter())
        .filter_map(|(component, sum)| Some((component.to_string(), sum.clone()?)))
        .collect();
    written.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
    let names = generator_names(listing.rules.len(), written);
    Ok(QuotientSubject { game, source: Source::List(listing.rules), named, names })
}

/// The components listed so far, with the sum of generators that each is.
struct Listing<'a> {
    limits: &'a Limits,
    rules: Rules,
    /// `None` for a component under way.
    known: FxHashMap<Position, Option<Sum>>,
}

impl Listing<'_> {
    /// The sum of generators that a position is, all its followers listed.
    fn place(&mut self, position: &Position) -> Result<Sum, Unanswered> {
        let components = components(position)?;
        for component in &components {
            self.list(component)?;
        }
        Ok(self.sum(&components))
    }

    fn sum(&self, components: &[Position]) -> Sum {
        let mut sum: Sum = components.iter().filter_map(|one| self.known[one].clone()).flatten().collect();
        sum.sort_unstable();
        sum
    }

    /// Lists a component, depth first without recursion.
    fn list(&mut self, root: &Position) -> Result<(), Unanswered> {
        let mut path = Vec::new();
        self.enter(root, &mut path)?;
        while let Some((component, options, next)) = path.last_mut() {
            let (option, part) = *next;
            let Some(parts) = options.get(option) else {
                let sums: Vec<Sum> = options.iter().map(|parts| self.sum(parts)).collect();
                let sum = self.rules.add(sums);
                self.known.insert(component.clone(), Some(sum));
                path.pop();
                continue;
            };
            *next = if part < parts.len() { (option, part + 1) } else { (option + 1, 0) };
            if let Some(follower) = parts.get(part).cloned() {
                self.enter(&follower, &mut path)?;
            }
        }
        Ok(())
    }

    /// Begins with a component unless it is known.
    fn enter(&mut self, component: &Position, path: &mut Vec<Frame>) -> Result<(), Unanswered> {
        match self.known.get(component) {
            Some(Some(_)) => return Ok(()),
            Some(None) => return Err(Unanswered::OutOfReach("the moves run in a circle".to_owned())),
            None => {}
        }
        self.limits.poll()?;
        if self.known.len() >= MOST_POSITIONS {
            return Err(too_many());
        }
        if let Position::Single(single) = component
            && let Some(sum) = single.enter_followers(&mut self.rules, self.limits)
        {
            self.known.insert(component.clone(), Some(sum?));
            return Ok(());
        }
        component.can_search()?;
        self.known.insert(component.clone(), None);
        let options = component.options();
        let options: Vec<Vec<Position>> = options.iter().map(components).collect::<Result<_, _>>()?;
        path.push((component.clone(), options, (0, 0)));
        Ok(())
    }
}

/// A component under way: its options as lists of components, and the option and the component of it that come next.
type Frame = (Position, Vec<Vec<Position>>, (usize, usize));

fn too_many() -> Unanswered {
    Unanswered::OutOfReach(format!("more than {MOST_POSITIONS}, the most that are listed"))
}

/// The components of a position in normal form that may be replaced by equal games, repeated as often as they occur.
fn components(position: &Position) -> Result<Vec<Position>, Unanswered> {
    let mut components = Vec::new();
    for (component, count) in position.components() {
        let Some(copies) = count.to_u64().filter(|copies| *copies <= MOST_COPIES) else {
            return Err(Unanswered::OutOfReach(format!("more than {MOST_COPIES} copies of {component}")));
        };
        components.extend((0..copies).map(|_| component.clone()));
    }
    Ok(components)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Outcome, Play, Solver};
    use crate::language::Language;
    use crate::misere::quotient::{MisereQuotient, Status};

    fn subject(text: &str) -> QuotientSubject {
        of(text, &Asking::new()).unwrap()
    }

    /// The outcome of every sum of up to three copies of a position, by the quotient of its followers and by the definition.
    /// Breaks when a follower is missing or has other options.
    #[test]
    fn the_quotient_of_followers_tells_outcomes() {
        let limits = Limits::none();
        for text in [
            "gen(S3)",
            "dng(D4)",
            "gen(Z4)",
            "abelian(Z/4)",
            "coins(ruler)[3]",
            "kayles[3+4]",
            "*2 x *3",
            "*2 | *3",
        ] {
            let subject = subject(text);
            let mut search = MisereQuotient::of(subject.source.clone());
            search.extend_to(10_000, &limits).unwrap();
            assert_eq!(search.status(), &Status::Complete(Vec::new()), "{text}");
            let (monoid, phi) = search.quotient(&limits).unwrap();
            let value = subject.named[0].1.iter().fold(0, |x, g| monoid.product(x, phi[*g as usize + 1]));
            for copies in 1..=3 {
                let position: Position = text.parse().unwrap();
                let sum = Position::sum((0..copies).map(|_| position.clone()));
                let bounded = limits.clone().with_positions(200_000);
                let Ok(by_search) = Solver::new(&Language, bounded).outcome(&sum, Play::Misere) else {
                    continue;
                };
                let is_p = monoid.is_p(monoid.power(value, copies));
                assert_eq!(is_p, by_search == Outcome::P, "{copies} copies of {text}");
            }
        }
    }

    /// Structure classes in place of positions give the same monoid as all positions one by one.
    #[test]
    fn classes_and_positions_have_the_same_quotient() {
        let limits = Limits::none();
        for text in ["gen(S3)", "dng(S3)", "gen(Z6)", "dng(Z2^3)", "gen(Z2^2)[(1,0)]", "gen(Z5)", "dng(Q8)"] {
            let quotient = |source: Source| {
                let mut search = MisereQuotient::of(source);
                search.extend_to(10_000, &limits).unwrap();
                search.size(&limits).unwrap()
            };
            let by_class = quotient(subject(text).source);
            let mut rules = Rules::new();
            list(&text.parse().unwrap(), &mut rules, &mut FxHashMap::default());
            assert_eq!(by_class, quotient(Source::List(rules)), "{text}");
        }
    }

    fn list(position: &Position, rules: &mut Rules, known: &mut FxHashMap<Position, Sum>) {
        if known.contains_key(position) {
            return;
        }
        let options = position.options();
        options.iter().for_each(|option| list(option, rules, known));
        let sum = rules.add(options.iter().map(|option| known[option].clone()).collect::<Vec<_>>());
        known.insert(position.clone(), sum);
    }

    #[test]
    fn what_is_too_large_is_refused_with_the_reason() {
        for text in ["*100000000000", "coins(ruler)[900000]", "*w"] {
            let why = of(text, &Asking::new()).unwrap_err();
            assert!(
                why.by_limit && why.message.contains("the positions that follow from"),
                "{}",
                why.message
            );
        }
    }
}
