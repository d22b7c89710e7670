//! What an algebraist wants to know about a finite group first.

use std::cmp::Reverse;

use num_bigint::BigUint;
use serde::Serialize;

use super::{Answer, Asking, Claim, Question, Refused, Stopped};
use crate::group::{
    ConjugacyClasses, FiniteGroup, LargeGroup, MAX_ORDER, MAXIMAL_SUBGROUPS_CITED, Subgroup, chief_series,
    conjugacy_classes_of, describe, frattini_subgroup, from_table_text, identify, is_quickly_identified,
    looks_like_table, maximal_subgroups,
};
use crate::integer::{lcm, prime_divisors};
use crate::limits::{Limits, StopReason};

/// A finite group, described: order, structure, properties, series, classes, maximal subgroups.
///
/// ```
/// use impartial::question::{Asking, GroupQuestion, Question};
/// let answer = GroupQuestion { group: "A5".into() }.ask(&Asking::new())?;
/// let found = answer.value.found.as_ref().unwrap();
/// assert_eq!(found.order_factored(), "60 = 2^2 * 3 * 5");
/// assert_eq!(found.maximal_subgroups.as_ref().unwrap().len(), 3);
/// // That these are all rests on theorems that no computation here repeats, and the claim says so.
/// let claim = answer.claim_of("Frattini and maximal subgroups").unwrap();
/// assert!(claim.to_string().contains("classification of finite simple groups"));
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupQuestion {
    /// The group by its text, or `@FILE` with such a text or a multiplication table.
    pub group: String,
}

/// A finite group, described as far as the limits allowed.
#[derive(Clone, Debug, Serialize)]
pub struct GroupValue {
    /// The name of the group.
    pub group: String,
    /// What was found; nothing when a limit ended the construction.
    #[serde(flatten)]
    pub found: Option<GroupFound>,
}

/// What was found out about a group; what a limit cut off is `None`.
#[derive(Clone, Debug, Serialize)]
pub struct GroupFound {
    /// The number of elements.
    pub order: usize,
    /// Elements that generate the group.
    pub generators: Vec<String>,
    /// A name that shows the structure, where one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structure: Option<Option<String>>,
    /// Order and number in the list of small groups, where the group is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub small_group: Option<Option<[usize; 2]>>,
    /// Adjectives, series, exponent.
    #[serde(flatten)]
    pub properties: Option<GroupProperties>,
    /// The centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub center: Option<SubgroupFound>,
    /// The derived subgroup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub derived_subgroup: Option<SubgroupFound>,
    /// The conjugacy classes, by the orders of their elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<Vec<ClassFound>>,
    /// The Frattini subgroup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frattini_subgroup: Option<SubgroupFound>,
    /// The maximal subgroups up to conjugation, the largest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximal_subgroups: Option<Vec<MaximalFound>>,
}

/// Properties of a group, and the orders of the subgroups of two series.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the adjectives are those of every textbook")]
pub struct GroupProperties {
    pub abelian: bool,
    pub nilpotent: bool,
    pub solvable: bool,
    pub perfect: bool,
    pub simple: bool,
    /// The orders in the derived series, from the whole group down.
    pub derived_series: Vec<usize>,
    /// The orders in a chief series, from 1 up.
    pub chief_series: Vec<usize>,
    /// The least common multiple of the orders of the elements.
    pub exponent: usize,
}

/// A subgroup.
#[derive(Clone, Debug, Serialize)]
pub struct SubgroupFound {
    /// Its order.
    pub order: usize,
    /// A name that shows its structure, where one is known.
    pub structure: Option<String>,
    /// Elements that generate it.
    pub generators: Vec<String>,
}

/// A conjugacy class.
#[derive(Clone, Debug, Serialize)]
pub struct ClassFound {
    /// The order of its elements.
    pub element_order: usize,
    /// How many they are.
    pub size: usize,
    /// One of them.
    pub representative: String,
}

/// A class of conjugate maximal subgroups.
#[derive(Clone, Debug, Serialize)]
pub struct MaximalFound {
    /// The order of each.
    pub order: usize,
    /// Its index.
    pub index: usize,
    /// How many they are.
    pub conjugates: usize,
    /// A name that shows the structure, where one is known.
    pub structure: Option<String>,
    /// Elements that generate one of them.
    pub generators: Vec<String>,
}

impl GroupFound {
    /// The order with its factors: `24 = 2^3 * 3`.
    pub fn order_factored(&self) -> String {
        let powers = prime_powers(self.order);
        let order = self.order.to_string();
        if self.order == 1 || powers == order { order } else { format!("{order} = {powers}") }
    }

    /// Whether the search for the number in the list takes seconds and came last.
    pub fn is_identified_late(&self) -> bool {
        !is_quickly_identified(self.order)
    }
}

impl GroupProperties {
    /// The orders of the chief factors, from below: `2^2`, `3`, `2`.
    pub fn chief_factors(&self) -> Vec<String> {
        self.chief_series.windows(2).map(|pair| prime_powers(pair[1] / pair[0])).collect()
    }
}

impl Question for GroupQuestion {
    type Value = GroupValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<GroupValue>, Refused> {
        let text = match self.group.strip_prefix('@') {
            Some(name) => asking.files.text(name).map_err(Refused::new)?.trim().to_owned(),
            None => self.group.clone(),
        };
        let parsed = if looks_like_table(&text) {
            from_table_text(&text)
        } else {
            asking.files.group(&text, &asking.limits)
        };
        let group = match parsed {
            Ok(group) => group,
            Err(error) if error.stopped.is_some() => {
                let value = GroupValue { group: text, found: None };
                return Ok(Answer::stopped(value, Stopped::because(error.message)));
            }
            Err(error) => {
                // What is a group, and only too large to be listed, is a limit.
                if let Ok(Some(large)) = LargeGroup::parse(&text, &asking.limits)
                    && *large.order() > BigUint::from(MAX_ORDER)
                {
                    let why = format!(
                        "{text} has {} elements, and more than {MAX_ORDER} are not listed; gen({text}) and dng({text}) may still be asked",
                        large.order()
                    );
                    let value = GroupValue { group: text, found: None };
                    return Ok(Answer::stopped(value, Stopped::because(why)));
                }
                return Err(Refused {
                    help: error.help,
                    ..Refused::new(error.message).at(&text, error.span)
                });
            }
        };
        let mut page = Page::new(&group);
        let stopped = page.fill(&asking.limits).err();
        let computed = "computed from the multiplication of the group";
        let is_solvable = page.found.properties.as_ref().is_some_and(|properties| properties.solvable);
        let found_claim = |statement: &str| match statement {
            MAXIMAL if !is_solvable => Claim::Proved(format!("{computed}; {MAXIMAL_SUBGROUPS_CITED}")),
            _ => Claim::Proved(computed.into()),
        };
        let value = GroupValue { group: group.name().to_owned(), found: Some(page.found) };
        let mut answer = Answer::new(value, "order", found_claim("order"));
        for statement in page.finished {
            answer = answer.with(statement, found_claim(statement));
        }
        let answer = Answer { stopped: stopped.map(Stopped::from), ..answer };
        Ok(asking.trusting(
            answer,
            "trusted is the computation in the group; games on it have one (`impartial nimber 'gen(S4)'`)",
        ))
    }
}

/// The statement that rests on more than the multiplication.
const MAXIMAL: &str = "Frattini and maximal subgroups";

/// What is known of a group so far.
struct Page<'g> {
    group: &'g FiniteGroup,
    found: GroupFound,
    /// The statements that are finished.
    finished: Vec<&'static str>,
}

impl<'g> Page<'g> {
    fn new(group: &'g FiniteGroup) -> Self {
        let generators = group.generators().iter().map(|a| group.show(*a)).collect();
        let found = GroupFound {
            order: group.order(),
            generators,
            structure: None,
            small_group: None,
            properties: None,
            center: None,
            derived_subgroup: None,
            classes: None,
            frattini_subgroup: None,
            maximal_subgroups: None,
        };
        Page { group, found, finished: Vec::new() }
    }

    /// What is found before a limit stays on the page.
    fn fill(&mut self, limits: &Limits) -> Result<(), StopReason> {
        let group = self.group;
        self.structure(limits)?;
        let classes = ConjugacyClasses::new(group, limits)?;
        self.found.properties = Some(properties(group, &classes, limits)?);
        self.finished.extend(["properties", "exponent"]);
        let center = Subgroup::from_set(group, &group.center());
        self.found.center = Some(self.subgroup(&center, limits)?);
        self.finished.push("centre");
        self.found.derived_subgroup = Some(self.subgroup(&group.derived_subgroup(), limits)?);
        self.finished.push("derived subgroup");
        self.found.classes = Some(listed(group, &classes));
        self.finished.push("conjugacy classes");
        self.maximal(limits)?;
        self.finished.push(MAXIMAL);
        if self.found.is_identified_late() {
            self.number(limits)?;
        }
        Ok(())
    }

    fn structure(&mut self, limits: &Limits) -> Result<(), StopReason> {
        let description = describe(self.group, limits)?;
        if self.found.is_identified_late() {
            self.found.small_group = Some(None);
        } else {
            self.number(limits)?;
        }
        self.found.structure = Some(description);
        self.finished.push("structure");
        Ok(())
    }

    fn number(&mut self, limits: &Limits) -> Result<(), StopReason> {
        let number = identify(self.group, limits)?;
        self.found.small_group = Some(number.map(|number| [self.group.order(), number]));
        self.finished.push("number in the list");
        Ok(())
    }

    fn subgroup(&self, subgroup: &Subgroup, limits: &Limits) -> Result<SubgroupFound, StopReason> {
        let structure = match self.group.subgroup_as_group(subgroup) {
            Some(subgroup) => describe(&subgroup, limits)?,
            None => None,
        };
        let generators = subgroup.generators().iter().map(|a| self.group.show(*a)).collect();
        Ok(SubgroupFound { order: subgroup.order(), structure, generators })
    }

    fn maximal(&mut self, limits: &Limits) -> Result<(), StopReason> {
        let group = self.group;
        let maximal = maximal_subgroups(group, limits)?;
        let frattini = Subgroup::from_set(group, &frattini_subgroup(group, &maximal));
        self.found.frattini_subgroup = Some(self.subgroup(&frattini, limits)?);
        let mut classes = conjugacy_classes_of(group, &maximal, limits)?;
        classes.sort_by_key(|class| (Reverse(maximal[class[0]].count()), class.len()));
        let mut found = Vec::with_capacity(classes.len());
        for class in &classes {
            limits.poll()?;
            let subgroup = Subgroup::from_set(group, &maximal[class[0]]);
            let SubgroupFound { order, structure, generators } = self.subgroup(&subgroup, limits)?;
            let index = group.order() / order;
            found.push(MaximalFound { order, index, conjugates: class.len(), structure, generators });
        }
        self.found.maximal_subgroups = Some(found);
        Ok(())
    }
}

fn properties(
    group: &FiniteGroup,
    classes: &ConjugacyClasses,
    limits: &Limits,
) -> Result<GroupProperties, StopReason> {
    let orders: Vec<(usize, usize)> = (0..classes.count())
        .map(|class| (group.element_order(classes.representative(class)), classes.size(class)))
        .collect();
    let mut series = vec![Subgroup::generated(group, group.generators().iter().copied())];
    loop {
        limits.poll()?;
        let last = &series[series.len() - 1];
        let next = group.derived_subgroup_of(last);
        if next.order() == last.order() {
            break;
        }
        series.push(next);
    }
    let derived_series: Vec<usize> = series.iter().map(Subgroup::order).collect();
    let chief_series: Vec<usize> = chief_series(group, limits)?.iter().map(Subgroup::order).collect();
    Ok(GroupProperties {
        abelian: group.is_abelian(),
        nilpotent: is_nilpotent(group.order(), &orders),
        solvable: derived_series.last() == Some(&1),
        perfect: derived_series.len() == 1 && group.order() > 1,
        simple: chief_series.len() == 2,
        derived_series,
        chief_series,
        exponent: orders.iter().fold(1, |exponent, (order, _)| lcm(exponent, *order as u64)) as usize,
    })
}

/// Nilpotent: for each prime p the elements of p-power order are as many as the p-part of the order. `orders` lists the
/// order of the elements of each class, and their number.
fn is_nilpotent(order: usize, orders: &[(usize, usize)]) -> bool {
    parts(order).into_iter().all(|(_, part)| {
        // A divisor of a power of p is a power of p.
        let elements = orders.iter().filter(|(order, _)| part.is_multiple_of(*order));
        elements.map(|(_, size)| size).sum::<usize>() == part
    })
}

fn listed(group: &FiniteGroup, classes: &ConjugacyClasses) -> Vec<ClassFound> {
    let class = |class: usize| {
        let a = classes.representative(class);
        let (element_order, size) = (group.element_order(a), classes.size(class));
        ClassFound { element_order, size, representative: group.show(a) }
    };
    let mut rows: Vec<ClassFound> = (0..classes.count()).map(class).collect();
    rows.sort_by_key(|class| (class.element_order, class.size));
    rows
}

/// The primes that divide n with the powers in which they do.
fn parts(n: usize) -> Vec<(u64, usize)> {
    let part = |p: u64| {
        let n = n as u64;
        let power = (1..).map(|e| p.pow(e)).take_while(|power| n.is_multiple_of(*power)).last().unwrap_or(1);
        (p, power as usize)
    };
    prime_divisors(n as u64).into_iter().map(part).collect()
}

/// `2^3 * 3`.
fn prime_powers(n: usize) -> String {
    let shown = |(p, power): (u64, usize)| match (power as u64).ilog(p) {
        1 => p.to_string(),
        exponent => format!("{p}^{exponent}"),
    };
    parts(n).into_iter().map(shown).collect::<Vec<_>>().join(" * ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group;

    #[test]
    fn orders_are_written_as_products() {
        let shown: Vec<String> = [1, 2, 24, 97, 511, 4096].map(prime_powers).to_vec();
        assert_eq!(shown, ["", "2", "2^3 * 3", "97", "7 * 73", "2^12"]);
    }

    /// Nilpotent by definition: the lower central series ends with 1.
    #[test]
    fn properties_by_definition() {
        let limits = Limits::none();
        for text in ["Z1", "Z6", "Q8", "D4", "S3", "D6", "Z3 x Q8", "A4", "A5", "S5", "Z7 : Z3", "D8 x Z9"] {
            let group = group::parse(text, &limits).unwrap();
            let whole: Vec<usize> = (0..group.order()).collect();
            let commutator = |a: usize, b: usize| {
                group.product(group.product(group.inverse(a), group.inverse(b)), group.product(a, b))
            };
            let mut last = whole.clone();
            loop {
                let all = last.iter().flat_map(|a| whole.iter().map(move |b| (*a, *b)));
                let next: Vec<usize> = group.subgroup(all.map(|(a, b)| commutator(a, b))).iter().collect();
                if next.len() == last.len() {
                    break;
                }
                last = next;
            }
            let classes = ConjugacyClasses::new(&group, &limits).unwrap();
            let found = properties(&group, &classes, &limits).unwrap();
            assert_eq!(found.nilpotent, last.len() == 1, "{text}");
            assert_eq!(found.solvable, group.is_solvable(), "{text}");
            let is_exponent = |e: usize| whole.iter().all(|a| e.is_multiple_of(group.element_order(*a)));
            assert_eq!((1..).find(|e| is_exponent(*e)), Some(found.exponent), "{text}");
        }
    }

    #[test]
    fn what_a_limit_cuts_off_is_not_claimed() {
        let asking = Asking::new();
        asking.limits.handle().stop(StopReason::Time);
        let answer = GroupQuestion { group: "S4".into() }.ask(&asking).unwrap();
        assert!(answer.stopped.is_some());
        assert!(answer.claims.iter().all(|stated| stated.statement == "order"));
        let object = answer.to_json().unwrap();
        assert!(!object.contains_key("maximal_subgroups") && !object.contains_key("solvable"));
    }
}
