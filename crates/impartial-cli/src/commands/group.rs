//! `impartial group G`: what an algebraist wants to know about a finite group first.

use std::fmt::Write as _;

use clap::Args;
use impartial::claim::Claim;
use impartial::group::{
    ConjugacyClasses, FiniteGroup, MAXIMAL_SUBGROUPS_CITED, Subgroup, chief_series, conjugacy_classes_of,
    describe, frattini_subgroup, from_table_text, identify, is_quickly_identified, looks_like_table,
    maximal_subgroups,
};
use impartial::limits::{Limits, StopReason};
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;
use crate::gap::parse_group;
use crate::served;

/// A finite group, described.
#[derive(Args)]
pub struct GroupQuestion {
    /// The group: 'Z6 x Z3', 'D5' (order 10), 'Z7 : Z3', 'SmallGroup(16,3)', '<a,b | a^4, b^2, (a*b)^2>',
    /// '<(1 2 3)(4 5), (1 2)>', or @FILE with such a text or a multiplication table
    #[arg(value_name = "GROUP")]
    group: String,
}

/// Rows of a table that are printed; JSON has them all.
const ROWS: usize = 40;

impl GroupQuestion {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("group", &[Format::Text, Format::Json])?;
        let text = match self.group.strip_prefix('@') {
            Some(path) => served::read_to_string(path)
                .map_err(|error| Failure::new(format!("cannot read {path}: {error}")))?
                .trim()
                .to_owned(),
            None => self.group,
        };
        let parsed = if looks_like_table(&text) {
            from_table_text(&text)
        } else {
            parse_group(&text, &context.limits)
        };
        let group = match parsed {
            Ok(group) => group,
            Err(error) => {
                let mut fields = Map::new();
                fields.insert("group".into(), json!(text));
                if error.stopped.is_some() {
                    return Ok(Answer::unanswered(fields, error.message));
                }
                let failure = Failure::new(error.message).at(&text, error.span);
                return Err(match error.help {
                    Some(help) => failure.help(help),
                    None => failure,
                });
            }
        };
        let mut page = Page { group, text: String::new(), fields: Map::new() };
        let stopped = page.fill(&context.limits).err();
        let mut because = "computed from the multiplication of the group".to_owned();
        if page.fields.get("solvable") == Some(&json!(false)) {
            because.push_str("; ");
            because.push_str(MAXIMAL_SUBGROUPS_CITED);
        }
        let claim = Claim::Proved(because);
        let mut answer = Answer::new(page.text, page.fields, claim);
        answer.stopped = stopped.map(|reason| reason.to_string());
        Ok(answer)
    }
}

struct Page {
    group: FiniteGroup,
    text: String,
    fields: Map<String, Value>,
}

impl Page {
    fn line(&mut self, label: &str, value: &str) {
        let _ = writeln!(self.text, "  {label:<18}{value}");
    }

    fn field(&mut self, name: &str, value: Value) {
        self.fields.insert(name.to_owned(), value);
    }

    /// What is found before a limit stays on the page.
    fn fill(&mut self, limits: &Limits) -> Result<(), StopReason> {
        let group = self.group.clone();
        let _ = writeln!(self.text, "{}", shortened(group.name()));
        self.field("group", json!(group.name()));
        self.field("order", json!(group.order()));
        self.line("order", &factored(group.order()));
        let generators: Vec<String> = group.generators().iter().map(|a| group.show(*a)).collect();
        self.field("generators", json!(generators));
        self.line("generators", &shortened(&generators.join(", ")));
        self.structure(limits)?;
        let classes = ConjugacyClasses::new(&group, limits)?;
        let exponent = self.properties(&classes, limits)?;
        self.field("exponent", json!(exponent));
        self.line("exponent", &exponent.to_string());
        self.subgroups(limits)?;
        self.classes(&classes);
        self.maximal(limits)?;
        self.identify_late(limits)
    }

    fn structure(&mut self, limits: &Limits) -> Result<(), StopReason> {
        let description = describe(&self.group, limits)?;
        let number = if self.is_identified_late() { None } else { identify(&self.group, limits)? };
        self.field("structure", json!(description));
        self.field("small_group", json!(number.map(|number| [self.group.order(), number])));
        let id = number.map(|number| format!("SmallGroup({},{number})", self.group.order()));
        let shown: Vec<String> = match (description, id) {
            (Some(description), Some(id)) if description == id => vec![id],
            (description, id) => description.into_iter().chain(id).collect(),
        };
        if !shown.is_empty() {
            self.line("structure", &shown.join(" = "));
        }
        Ok(())
    }

    /// Whether the search for the number of the group takes seconds, and comes last.
    fn is_identified_late(&self) -> bool {
        !is_quickly_identified(self.group.order())
    }

    fn identify_late(&mut self, limits: &Limits) -> Result<(), StopReason> {
        if self.is_identified_late()
            && let Some(number) = identify(&self.group, limits)?
        {
            let order = self.group.order();
            self.field("small_group", json!([order, number]));
            self.line("in the list", &format!("SmallGroup({order},{number})"));
        }
        Ok(())
    }

    /// Adjectives; the exponent comes back.
    fn properties(&mut self, classes: &ConjugacyClasses, limits: &Limits) -> Result<usize, StopReason> {
        let group = self.group.clone();
        let orders: Vec<(usize, usize)> = (0..classes.count())
            .map(|class| (group.element_order(classes.representative(class)), classes.size(class)))
            .collect();
        let exponent = orders.iter().fold(1, |exponent, (order, _)| lcm(exponent, *order));
        let mut series = vec![Subgroup::generated(&group, group.generators().iter().copied())];
        loop {
            limits.poll()?;
            let last = &series[series.len() - 1];
            let next = group.derived_subgroup_of(last);
            if next.order() == last.order() {
                break;
            }
            series.push(next);
        }
        let derived: Vec<usize> = series.iter().map(Subgroup::order).collect();
        let chief: Vec<usize> = chief_series(&group, limits)?.iter().map(Subgroup::order).collect();
        let abelian = group.is_abelian();
        // Nilpotent: for each prime p the elements of p-power order are as many as the p-part of the order.
        let nilpotent = primes(group.order()).into_iter().all(|(p, power)| {
            let elements = orders.iter().filter(|(order, _)| power % order == 0 && is_power(*order, p));
            elements.map(|(_, size)| size).sum::<usize>() == power
        });
        let solvable = derived.last() == Some(&1);
        let perfect = derived.len() == 1 && group.order() > 1;
        let simple = chief.len() == 2;
        for (name, value) in [
            ("abelian", abelian),
            ("nilpotent", nilpotent),
            ("solvable", solvable),
            ("perfect", perfect),
            ("simple", simple),
        ] {
            self.field(name, json!(value));
        }
        let mut words = Vec::new();
        words.push(match (abelian, nilpotent, solvable) {
            (true, ..) => "abelian",
            (_, true, _) => "nilpotent, not abelian",
            (_, _, true) => "solvable, not nilpotent",
            _ => "not solvable",
        });
        words.extend(simple.then_some("simple"));
        words.extend((perfect && !simple).then_some("perfect"));
        self.line("properties", &words.join(", "));
        self.field("derived_series", json!(derived));
        self.line("derived series", &orders_of(&derived));
        self.field("chief_series", json!(chief));
        let factors: Vec<String> = chief.windows(2).map(|pair| powers(pair[1] / pair[0])).collect();
        self.line("chief factors", &factors.join(", "));
        Ok(exponent)
    }

    /// Centre and derived subgroup.
    fn subgroups(&mut self, limits: &Limits) -> Result<(), StopReason> {
        let group = self.group.clone();
        let center = Subgroup::from_set(&group, &group.center());
        self.subgroup("centre", "center", &center, limits)?;
        let derived = group.derived_subgroup();
        self.subgroup("derived subgroup", "derived_subgroup", &derived, limits)
    }

    fn subgroup(
        &mut self,
        label: &str,
        name: &str,
        subgroup: &Subgroup,
        limits: &Limits,
    ) -> Result<(), StopReason> {
        let structure = structure_of(&self.group, subgroup, limits)?;
        let generators: Vec<String> = subgroup.generators().iter().map(|a| self.group.show(*a)).collect();
        self.field(
            name,
            json!({"order": subgroup.order(), "structure": structure, "generators": generators}),
        );
        let mut shown = format!("order {}", subgroup.order());
        if let Some(structure) = structure.filter(|_| subgroup.order() > 1) {
            let _ = write!(shown, ", {structure}");
        }
        if subgroup.order() > 1 && subgroup.order() < self.group.order() {
            let _ = write!(shown, ", <{}>", generators.join(", "));
        }
        self.line(label, &shortened(&shown));
        Ok(())
    }

    fn classes(&mut self, classes: &ConjugacyClasses) {
        let group = self.group.clone();
        let mut rows: Vec<(usize, usize, String)> = (0..classes.count())
            .map(|class| {
                let a = classes.representative(class);
                (group.element_order(a), classes.size(class), group.show(a))
            })
            .collect();
        rows.sort_by_key(|(order, size, _)| (*order, *size));
        let listed: Vec<Value> = rows
            .iter()
            .map(|(order, size, a)| json!({"element_order": order, "size": size, "representative": a}))
            .collect();
        self.field("classes", json!(listed));
        self.line("conjugacy classes", &classes.count().to_string());
        let _ = writeln!(self.text, "    {:>8} {:>8}  representative", "order", "size");
        for (order, size, a) in rows.iter().take(ROWS) {
            let _ = writeln!(self.text, "    {order:>8} {size:>8}  {}", shortened(a));
        }
        self.omitted(rows.len());
    }

    fn omitted(&mut self, rows: usize) {
        if rows > ROWS {
            let _ = writeln!(self.text, "    and {} more (all with --json)", rows - ROWS);
        }
    }

    fn maximal(&mut self, limits: &Limits) -> Result<(), StopReason> {
        let group = self.group.clone();
        let maximal = maximal_subgroups(&group, limits)?;
        let frattini = Subgroup::from_set(&group, &frattini_subgroup(&group, &maximal));
        self.subgroup("Frattini subgroup", "frattini_subgroup", &frattini, limits)?;
        let mut classes = conjugacy_classes_of(&group, &maximal, limits)?;
        classes.sort_by_key(|class| (std::cmp::Reverse(maximal[class[0]].count()), class.len()));
        let mut listed = Vec::new();
        let mut rows = Vec::new();
        for class in &classes {
            limits.poll()?;
            let subgroup = Subgroup::from_set(&group, &maximal[class[0]]);
            let structure = structure_of(&group, &subgroup, limits)?;
            let generators: Vec<String> = subgroup.generators().iter().map(|a| group.show(*a)).collect();
            let index = group.order() / subgroup.order();
            rows.push(format!(
                "    {:>8} {index:>8} {:>8}  {}",
                subgroup.order(),
                class.len(),
                shortened(&structure.clone().unwrap_or_else(|| format!("<{}>", generators.join(", "))))
            ));
            listed.push(json!({
                "order": subgroup.order(), "index": index, "conjugates": class.len(), "structure": structure,
                "generators": generators,
            }));
        }
        self.field("maximal_subgroups", json!(listed));
        self.line("maximal subgroups", &format!("{} in {} classes", maximal.len(), classes.len()));
        if !rows.is_empty() {
            let _ = writeln!(self.text, "    {:>8} {:>8} {:>8}  structure", "order", "index", "number");
        }
        for row in rows.iter().take(ROWS) {
            let _ = writeln!(self.text, "{row}");
        }
        self.omitted(rows.len());
        Ok(())
    }
}

fn structure_of(
    group: &FiniteGroup,
    subgroup: &Subgroup,
    limits: &Limits,
) -> Result<Option<String>, StopReason> {
    match group.subgroup_as_group(subgroup) {
        Some(subgroup) => describe(&subgroup, limits),
        None => Ok(None),
    }
}

/// At most a line of a long text.
fn shortened(text: &str) -> String {
    const WIDTH: usize = 100;
    if text.chars().count() <= WIDTH {
        return text.to_owned();
    }
    text.chars().take(WIDTH - 1).chain(['…']).collect()
}

fn orders_of(orders: &[usize]) -> String {
    orders.iter().map(usize::to_string).collect::<Vec<_>>().join(" > ")
}

/// The primes that divide n with the powers in which they do.
fn primes(mut n: usize) -> Vec<(usize, usize)> {
    let mut factors = Vec::new();
    let mut p = 2;
    while n > 1 {
        if p * p > n {
            p = n;
        }
        let mut power = 1;
        while n.is_multiple_of(p) {
            n /= p;
            power *= p;
        }
        if power > 1 {
            factors.push((p, power));
        }
        p += 1;
    }
    factors
}

/// `2^3 * 3`.
fn powers(n: usize) -> String {
    let factors: Vec<String> = primes(n)
        .into_iter()
        .map(|(p, power)| match power.ilog(p) {
            1 => p.to_string(),
            exponent => format!("{p}^{exponent}"),
        })
        .collect();
    factors.join(" * ")
}

/// `24 = 2^3 * 3`.
fn factored(n: usize) -> String {
    let powers = powers(n);
    if n == 1 || powers == n.to_string() { n.to_string() } else { format!("{n} = {powers}") }
}

fn is_power(n: usize, p: usize) -> bool {
    n == 1 || primes(n).first().is_some_and(|(q, power)| *q == p && *power == n)
}

fn lcm(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
