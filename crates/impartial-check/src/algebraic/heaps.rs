//! The values of heaps, the moves of large heaps; and check B, that no move leads from P to P.

use serde_json::Value;

use super::linear::{Form, System};
use super::monoid::{Element, Monoid};
use super::trees::{Affine, overflow};
use super::{entries, flag, malformed, number, refuted};
use crate::Refusal;
use crate::code::Code;
use crate::natural::Natural;

/// The longest period and the largest first regular heap that are checked.
const LARGEST: usize = 2000;

/// The most options of the heaps that are not large, all together.
const MOST_OPTIONS: usize = 1 << 20;

/// The values of all heaps: those of small heaps, and for large ones period·k + r an element with parameters slope·k + offset.
pub struct Heaps {
    pub code: Code,
    pub period: u64,
    /// The values of the heaps below the first regular heap.
    small: Vec<Element>,
    classes: Vec<(Element, Vec<[i128; 2]>)>,
    most_taken: u64,
    most_parts: u64,
    /// The options of the heaps that are not large.
    options: Vec<Vec<Vec<u64>>>,
}

/// One of the heaps that a move leaves: of a fixed size, or regular and moving with parameters.
pub enum Part {
    Fixed(u64),
    /// The heap period·u + residue, where u times the divisor is the form.
    Moving(u64, Affine, i128),
}

impl Heaps {
    /// Reads the code and the values.
    pub fn read(certificate: &Value, monoid: &Monoid) -> Result<Heaps, Refusal> {
        let text = certificate.get("game").and_then(Value::as_str);
        let code = Code::parse(text.ok_or_else(|| malformed("\"game\" must be a code"))?)?;
        let (most_taken, most_parts) = match (code.last_digit(), code.most_parts()) {
            (Some(taken), Some(parts)) if code.is_plain() && (1..=3).contains(&parts) => (taken, parts),
            _ => return Err(refuted("no theorem here covers this code")),
        };
        let period = certificate.get("period").and_then(Value::as_u64).unwrap_or(0);
        let (small, classes) = (entries(certificate, "small")?, entries(certificate, "classes")?);
        if period == 0
            || small.is_empty()
            || classes.len() as u64 != period
            || small.len().max(classes.len()) > LARGEST
        {
            return Err(malformed("there must be one class for each residue, and some small heaps"));
        }
        let read = |value: &Value| -> Result<(Element, Vec<Value>), Refusal> {
            let Some([flip, label, parameters]) = value.as_array().map(Vec::as_slice) else {
                return Err(malformed("a value must be [flip, label, parameters]"));
            };
            let (flip, label) = (flag(flip)?, number(label, monoid.words.len())?);
            let parameters = parameters.as_array().filter(|list| list.len() == monoid.dimension(label));
            let parameters =
                parameters.ok_or_else(|| malformed("a value must have the parameters of its label"))?;
            Ok((Element { flip, label, parameters: Vec::new() }, parameters.clone()))
        };
        let integer = |value: &Value| {
            value.as_i64().map(i128::from).ok_or_else(|| malformed("a parameter must be a number"))
        };
        let mut heaps = Heaps {
            code,
            period,
            small: Vec::new(),
            classes: Vec::new(),
            most_taken,
            most_parts,
            options: Vec::new(),
        };
        for value in small {
            let (mut element, parameters) = read(value)?;
            for parameter in &parameters {
                element.parameters.push(Form::constant(integer(parameter)?));
            }
            heaps.small.push(element);
        }
        for value in classes {
            let (element, parameters) = read(value)?;
            let mut lines = Vec::new();
            for parameter in &parameters {
                let Some([slope, offset]) = parameter.as_array().map(Vec::as_slice) else {
                    return Err(malformed("a parameter of a class must be [slope, offset]"));
                };
                lines.push([integer(slope)?, integer(offset)?]);
            }
            heaps.classes.push((element, lines));
        }
        heaps.list_options()?;
        Ok(heaps)
    }

    /// Lists the options of the heaps that are not large, if they are not too many.
    fn list_options(&mut self) -> Result<(), Refusal> {
        let mut count = 0;
        for heap in 0..self.large_from() {
            count += 1 + self.most_taken as usize;
            let mut options = Vec::new();
            let all = count < MOST_OPTIONS
                && self.code.for_each_option(heap, &mut |option| {
                    options.push(option.to_vec());
                    count += 1;
                    count < MOST_OPTIONS
                });
            if !all {
                return Err(refuted("it is too large to check: small heaps have too many options"));
            }
            self.options.push(options);
        }
        Ok(())
    }

    /// The options of a heap that is not large.
    pub fn options(&self, heap: u64) -> &[Vec<u64>] {
        &self.options[heap as usize]
    }

    /// The first regular heap, n_0.
    pub fn regular_from(&self) -> u64 {
        self.small.len() as u64
    }

    /// The first large heap: whatever is taken from such a heap, one of the heaps left is at least n_0.
    pub fn large_from(&self) -> u64 {
        self.most_parts * self.regular_from() + self.most_taken + 1
    }

    /// The least k with period·k + residue at least n.
    fn least_k(&self, residue: u64, n: u64) -> i128 {
        i128::from(n.saturating_sub(residue).div_ceil(self.period))
    }

    /// The value of a heap.
    pub fn value(&self, heap: u64) -> Result<Element, Refusal> {
        match usize::try_from(heap).ok().and_then(|heap| self.small.get(heap)) {
            Some(value) => Ok(value.clone()),
            None => self.class(heap % self.period, &Form::constant(i128::from(heap / self.period))),
        }
    }

    /// The value of a heap of any size; a refusal where its parameters are too large for the arithmetic here.
    pub fn value_of(&self, heap: &Natural) -> Result<Element, Refusal> {
        if let Some(heap) = heap.to_u64() {
            return self.value(heap);
        }
        let (k, residue) = heap.divided_by(self.period);
        let k = match k.words() {
            [low, high] if *high < 1 << 62 => i128::from(*high) << 64 | i128::from(*low),
            [low] => i128::from(*low),
            _ => return Err(overflow()),
        };
        self.class(residue, &Form::constant(k))
    }

    /// The value of the regular heap period·k + residue.
    pub fn class(&self, residue: u64, k: &Form) -> Result<Element, Refusal> {
        let (element, lines) = &self.classes[residue as usize];
        let parameters: Option<Vec<Form>> =
            lines.iter().map(|[slope, offset]| Form::constant(*offset).plus(*slope, k)).collect();
        Ok(Element { parameters: parameters.ok_or_else(overflow)?, ..element.clone() })
    }

    /// The general large heap of a residue: its value and k, with k bounded by the system.
    pub fn large(&self, system: &System, residue: u64) -> Result<(System, Element, Form), Refusal> {
        self.from(system, residue, self.large_from())
    }

    /// The general heap of a residue that is at least n: its value and k.
    pub fn from(&self, system: &System, residue: u64, n: u64) -> Result<(System, Element, Form), Refusal> {
        let mut system = system.clone();
        let k = system.variable().ok_or_else(|| refuted("there are too many parameters"))?;
        let bound = k.plus(-1, &Form::constant(self.least_k(residue, n))).ok_or_else(overflow)?;
        let system = system.at_least_zero(bound).ok_or_else(overflow)?;
        Ok((system, self.class(residue, &k)?, k))
    }

    /// The heap period·k + constant, as residue and k.
    fn normal(&self, constant: i128, k: &Form) -> Result<(u64, Form), Refusal> {
        let period = i128::from(self.period);
        let k = k.plus(constant.div_euclid(period), &Form::constant(1)).ok_or_else(overflow)?;
        Ok((constant.rem_euclid(period) as u64, k))
    }

    /// Check A for the values: all lie in their domains, and heap 0 has value 1.
    pub fn check_values(&self, monoid: &Monoid) -> Result<(), Refusal> {
        if self.small[0] != monoid.one() {
            return Err(refuted("the empty heap must have value 1"));
        }
        for (heap, value) in self.small.iter().enumerate() {
            if !monoid.is_inside(&monoid.everything(), value)? {
                return Err(refuted(&format!("the value of heap {heap} is no element")));
            }
        }
        for residue in 0..self.period {
            let (system, value, _) = self.from(&monoid.everything(), residue, self.regular_from())?;
            if !monoid.is_inside(&system, &value)? {
                return Err(refuted(&format!("the value of some heap of residue {residue} is no element")));
            }
        }
        Ok(())
    }

    /// Check B.
    pub fn check_moves(&self, monoid: &Monoid) -> Result<(), Refusal> {
        let everything = monoid.everything();
        if !monoid.where_p(&everything, &monoid.one(), true)?.is_empty() {
            return Err(refuted("the empty position is in P"));
        }
        let mut seen: Vec<(Element, Vec<Element>)> = Vec::new();
        for heap in 1..self.large_from() {
            let (value, options) = (self.value(heap)?, self.options(heap));
            if options.is_empty() && value != monoid.one() {
                return Err(refuted(&format!("heap {heap} has no move and a value other than 1")));
            }
            for option in options {
                let left = option.iter().map(|part| self.value(*part)).collect::<Result<Vec<_>, _>>()?;
                self.check_move(monoid, &everything, &value, left, &mut seen)?;
            }
        }
        for residue in 0..self.period {
            let (system, value, k) = self.large(&everything, residue)?;
            for take in 0..=self.most_taken {
                for parts in (1..=self.most_parts).filter(|parts| self.code.may_leave(take, *parts)) {
                    let rest = i128::from(residue) - i128::from(take);
                    let shape = Shape { system: system.clone(), values: Vec::new(), constant: rest, k };
                    self.for_each_shape(shape, parts, 0, &mut |system, left| {
                        self.check_move(monoid, system, &value, left, &mut seen)
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Refuses if q times the value and q times the values left are both in P for some q.
    fn check_move(
        &self,
        monoid: &Monoid,
        system: &System,
        value: &Element,
        left: Vec<Element>,
        seen: &mut Vec<(Element, Vec<Element>)>,
    ) -> Result<(), Refusal> {
        // Moves between values without variables are looked at once.
        let is_fixed = |x: &Element| x.parameters.iter().all(|form| form.value().is_some());
        let mut start = system.clone();
        if is_fixed(value) && left.iter().all(is_fixed) {
            let found = (value.clone(), left.clone());
            system.work().spend(seen.len());
            if seen.contains(&found) {
                return Ok(());
            }
            seen.push(found);
            start = monoid.everything();
        }
        for label in 0..monoid.words.len() {
            for (system, general) in monoid.general(&start, label)? {
                for flip in [false, true] {
                    let q = Element { flip, ..general.clone() };
                    for (part, before) in monoid.product(&system, &q, value)? {
                        for part in monoid.where_p(&part, &before, true)? {
                            for (part, after) in monoid.product_of_all(&part, &q, &left)? {
                                if !monoid.where_p(&part, &after, true)?.is_empty() {
                                    return Err(refuted("a move leads from P to P"));
                                }
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Visits the values of what moves of large heaps leave. Each part but the last is a heap 1, …, n_0 - 1 or a regular heap of
    /// some residue, in this order; the last is the rest, which is regular where the move is a move.
    fn for_each_shape(&self, shape: Shape, parts: u64, from: u64, visit: Visit<'_>) -> Result<(), Refusal> {
        let first = self.regular_from();
        if parts == 1 {
            let (residue, k) = self.normal(shape.constant, &shape.k)?;
            let bound = k.plus(-1, &Form::constant(self.least_k(residue, first))).ok_or_else(overflow)?;
            let Some(system) = shape.system.at_least_zero(bound) else { return Ok(()) };
            let mut values = shape.values;
            values.push(self.class(residue, &k)?);
            return visit(&system, values);
        }
        for heap in from.max(1)..first {
            let mut values = shape.values.clone();
            values.push(self.small[heap as usize].clone());
            let constant = shape.constant - i128::from(heap);
            let next = Shape { system: shape.system.clone(), values, constant, k: shape.k };
            self.for_each_shape(next, parts - 1, heap, visit)?;
        }
        for residue in from.saturating_sub(first)..self.period {
            let (system, value, u) = self.from(&shape.system, residue, first)?;
            let mut values = shape.values.clone();
            values.push(value);
            let k = shape.k.plus(-1, &u).ok_or_else(overflow)?;
            let next = Shape { system, values, constant: shape.constant - i128::from(residue), k };
            self.for_each_shape(next, parts - 1, first + residue, visit)?;
        }
        Ok(())
    }

    /// The heaps that a small heap is left as; an error when that is no move.
    pub fn small_move(&self, heap: u64, take: u64, parts: &[Part]) -> Result<Vec<Element>, Refusal> {
        let no_move = || refuted(&format!("an answer to heap {heap} is no move"));
        let mut rest = heap.checked_sub(take).ok_or_else(no_move)?;
        let mut left = Vec::new();
        for part in parts {
            let Part::Fixed(part @ 1..) = part else { return Err(no_move()) };
            rest = rest.checked_sub(*part).ok_or_else(no_move)?;
            left.push(*part);
        }
        left.extend((rest > 0).then_some(rest));
        left.sort_unstable_by(|x, y| y.cmp(x));
        // The options of the heap are asked, not the digits.
        if !self.options(heap).contains(&left) {
            return Err(no_move());
        }
        left.iter().map(|part| self.value(*part)).collect()
    }

    /// The values of what a large heap period·k + residue is left as, for all solutions of the system; an error when that is
    /// not a move for all of them. The arguments are the parameters of the context and k.
    pub fn large_move(
        &self,
        system: &System,
        residue: u64,
        arguments: &[Form],
        (take, parts): (u64, &[Part]),
    ) -> Result<(System, Vec<Element>), Refusal> {
        let no_move = || refuted(&format!("an answer to heaps of residue {residue} is not always a move"));
        let k = arguments.last().ok_or_else(no_move)?;
        if !self.code.may_leave(take, parts.len() as u64 + 1) {
            return Err(no_move());
        }
        let mut system = system.clone();
        let mut left = Vec::new();
        let (mut constant, mut rest) = (i128::from(residue) - i128::from(take), *k);
        // A heap of a residue is regular when its number u is large enough.
        let is_regular = |system: &System, residue: u64, u: &Form| -> Result<bool, Refusal> {
            let below = Form::constant(self.least_k(residue, self.regular_from()) - 1).plus(-1, u);
            Ok(system.at_least_zero(below.ok_or_else(overflow)?).is_none())
        };
        for part in parts {
            match part {
                Part::Fixed(0) => return Err(no_move()),
                Part::Fixed(heap) => {
                    left.push(self.value(*heap)?);
                    constant -= i128::from(*heap);
                }
                Part::Moving(residue, form, divisor) => {
                    let mut u = form.of(arguments)?;
                    if *divisor == 2 {
                        let odd = u.plus(1, &Form::constant(1)).ok_or_else(overflow)?;
                        if system.even(odd).is_some() {
                            return Err(no_move());
                        }
                        let half =
                            system.variable().ok_or_else(|| refuted("there are too many parameters"))?;
                        let difference = u.plus(-2, &half).ok_or_else(overflow)?;
                        let negative = Form::constant(0).plus(-1, &difference).ok_or_else(overflow)?;
                        let equal =
                            system.at_least_zero(difference).and_then(|part| part.at_least_zero(negative));
                        system = equal.ok_or_else(overflow)?;
                        u = half;
                    } else if *divisor != 1 {
                        return Err(no_move());
                    }
                    if *residue >= self.period || !is_regular(&system, *residue, &u)? {
                        return Err(no_move());
                    }
                    left.push(self.class(*residue, &u)?);
                    constant -= i128::from(*residue);
                    rest = rest.plus(-1, &u).ok_or_else(overflow)?;
                }
            }
        }
        let (last, u) = self.normal(constant, &rest)?;
        if !is_regular(&system, last, &u)? {
            return Err(no_move());
        }
        left.push(self.class(last, &u)?);
        Ok((system, left))
    }
}

/// What is done with the values of the heaps that a move leaves.
type Visit<'v> = &'v mut dyn FnMut(&System, Vec<Element>) -> Result<(), Refusal>;

/// The values of some heaps left by a move, and the rest: period·k + constant tokens.
struct Shape {
    system: System,
    values: Vec<Element>,
    constant: i128,
    k: Form,
}
