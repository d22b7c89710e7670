//! All positions that play from a position can reach, as rules: what its misère quotient is the quotient of.

// What a position remembers of itself takes no part in comparisons.
#![allow(clippy::mutable_key_type)]

use rustc_hash::{FxHashMap, FxHashSet};

use super::subject::QuotientSubject;
use crate::game::Game as _;
use crate::generate::{Aim, Place};
use crate::language::{Analyst, Chosen, GroundId, Heaps, Position, Rulebook, Unanswered};
use crate::limits::Limits;
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
    let (parsed, position) = read_position(text, asking)?;
    let rulebook = &parsed.rulebook;
    let position = Rulebook::normal_form(&position);
    let mut listing = Listing {
        rulebook,
        limits: &asking.limits,
        rules: Rules::new(),
        known: FxHashMap::default(),
        nodes: FxHashMap::default(),
    };
    let game = rulebook.show(&position).to_string();
    let refused =
        |why: Unanswered| Refused::new(format!("the positions that follow from {game}: {why}")).by_limit();
    let sum = listing.place(&position).map_err(refused)?;
    let named = vec![(game.clone(), sum)];
    Ok(QuotientSubject { game, source: Source::List(listing.rules), named })
}

/// The components listed so far, with the sum of generators that each is.
struct Listing<'a> {
    rulebook: &'a Rulebook,
    limits: &'a Limits,
    rules: Rules,
    /// `None` for a component under way.
    known: FxHashMap<Position, Option<Sum>>,
    /// The nodes of the forms of an achievement or avoidance game.
    nodes: FxHashMap<(GroundId, Aim, u32), Sum>,
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
        if let Position::Chosen(chosen) = component {
            let sum = self.place_chosen(chosen)?;
            self.known.insert(component.clone(), Some(sum));
            return Ok(());
        }
        Analyst::can_search(component)?;
        self.known.insert(component.clone(), None);
        let options = self.rulebook.options(component);
        let options: Vec<Vec<Position>> = options.iter().map(components).collect::<Result<_, _>>()?;
        path.push((component.clone(), options, (0, 0)));
        Ok(())
    }

    /// A position of an achievement or avoidance game: the games that its followers equal, by structure class and number of
    /// elements.
    ///
    /// A position with s elements in the class of I can be followed by one with s + 1 elements in the same class, if s is less
    /// than the size of I, and in each option of the class [ES, Proposition 3.9].
    fn place_chosen(&mut self, chosen: &Chosen) -> Result<Sum, Unanswered> {
        let structure = self.rulebook.ground(chosen.ground).structure(self.limits)?;
        let (digraph, forms) = (structure.digraph(), structure.forms(chosen.aim));
        let start = (structure.place(&chosen.set), chosen.set.count());
        let mut seen: FxHashSet<(Place, usize)> = FxHashSet::from_iter([start]);
        let mut found = vec![start];
        let mut nodes = vec![0, forms.node(start.0, start.1)];
        let mut at = 0;
        while at < found.len() {
            self.limits.poll()?;
            if found.len() > MOST_POSITIONS {
                return Err(too_many());
            }
            let (place, elements) = found[at];
            at += 1;
            let Place::Class(class) = place else { continue };
            let larger = elements < digraph.classes()[class as usize].size;
            let options = digraph.options(class).iter().copied().chain(larger.then_some(class));
            for option in options {
                let next = (Place::Class(option), elements + 1);
                if seen.insert(next) {
                    found.push(next);
                    nodes.push(forms.node(next.0, next.1));
                }
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        // The options of a node come before it.
        let key = |node: u32| (chosen.ground, chosen.aim, node);
        for node in nodes {
            if !self.nodes.contains_key(&key(node)) {
                let options: Vec<Sum> =
                    forms.options(node).iter().map(|option| self.nodes[&key(*option)].clone()).collect();
                let sum = self.rules.add(options);
                self.nodes.insert(key(node), sum);
            }
        }
        Ok(self.nodes[&key(forms.node(start.0, start.1))].clone())
    }
}

/// A component under way: its options as lists of components, and the option and the component of it that come next.
type Frame = (Position, Vec<Vec<Position>>, (usize, usize));

fn too_many() -> Unanswered {
    Unanswered::OutOfReach(format!("more than {MOST_POSITIONS}, the most that are listed"))
}

/// The components of a position in normal form that may be replaced by equal games, repeated as often as they occur.
fn components(position: &Position) -> Result<Vec<Position>, Unanswered> {
    let parts = match position {
        Position::Sum(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    let mut components = Vec::with_capacity(parts.len());
    for part in parts {
        let Position::Heaps(code, heaps) = part else {
            components.push(part.clone());
            continue;
        };
        for (size, count) in heaps.iter() {
            let Some(copies) = count.to_u64().filter(|copies| *copies <= MOST_COPIES) else {
                return Err(Unanswered::OutOfReach(format!("more than {MOST_COPIES} heaps of {size}")));
            };
            let heap = Position::Heaps(*code, Heaps::of_sizes(&[size]));
            components.extend((0..copies).map(|_| heap.clone()));
        }
    }
    components.retain(|component| !Rulebook::is_zero(component));
    Ok(components)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Outcome, Play, Solver};
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
                let asking = Asking::new();
                let (parsed, _) = read_position(text, &asking).unwrap();
                let position = Rulebook::normal_form(parsed.position(text).unwrap());
                let sum = Rulebook::sum((0..copies).map(|_| position.clone()));
                let bounded = limits.clone().with_positions(200_000);
                let Ok(by_search) = Solver::new(&parsed.rulebook, bounded).outcome(&sum, Play::Misere) else {
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
            let (parsed, position) = read_position(text, &Asking::new()).unwrap();
            let mut rules = Rules::new();
            let mut known: FxHashMap<Position, Sum> = FxHashMap::default();
            list(&parsed.rulebook, &position, &mut rules, &mut known);
            assert_eq!(by_class, quotient(Source::List(rules)), "{text}");
        }
    }

    fn list(book: &Rulebook, position: &Position, rules: &mut Rules, known: &mut FxHashMap<Position, Sum>) {
        if known.contains_key(position) {
            return;
        }
        let options = Game::options(book, position);
        options.iter().for_each(|option| list(book, option, rules, known));
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
