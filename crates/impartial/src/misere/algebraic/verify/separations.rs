//! Check E, a claim of its own: different elements are distinguishable, so that the monoid is the misère quotient.
//!
//! For two labels and a relative factor a there is a list of contexts z, in terms of the parameters of x and y, such that for each
//! x and y some z of the list is an element with exactly one of x·z and y·z in P. If every pair of labels has one, no two elements are indistinguishable. Every letter is the value of some
//! heap ([`generated`]), so Phi maps the sums of heaps onto Q, and (Q, P) is the misère quotient [PS, Proposition 4.7].

use super::{Counterexample, Objection, element_at, object};
use crate::limits::Limits;
use crate::misere::algebraic::monoid::{Element, Image, LetterKind, PresburgerMonoid};
use crate::misere::algebraic::pretending::PretendingFunction;
use crate::misere::algebraic::region::{Refused, Region, compose};
use crate::misere::algebraic::symbolic::Symbolic;
use crate::misere::algebraic::system::Form;

/// Which elements are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Separated {
    /// The values of the regular heaps of a residue, from one another: infinitely many elements.
    Class(u64),
    /// The elements of a label, without a, from those of another or the same label, without a or with a.
    Labels {
        /// The label of x.
        x: usize,
        /// The label of y, not before that of x.
        y: usize,
        /// Whether y is taken with a.
        flip: bool,
    },
}

/// Contexts that tell elements apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// The elements.
    pub subject: Separated,
    /// The contexts: in terms of the parameters of x, then y; for the heaps pk + r and pk' + r, of k and k'.
    pub contexts: Vec<Image>,
}

/// A pair of elements with the variables that contexts may use.
pub(in crate::misere::algebraic) struct Pair {
    pub region: Region,
    pub x: Symbolic,
    pub y: Symbolic,
    pub arguments: Vec<Form>,
}

/// The pairs that a separation speaks about: for one label without a, those where the first parameter that differs is less in x;
/// for heaps, those with k < k'.
pub(in crate::misere::algebraic) fn pairs(
    monoid: &PresburgerMonoid,
    phi: &PretendingFunction,
    subject: Separated,
) -> Result<Vec<Pair>, Refused> {
    let mut found = Vec::new();
    let (x, y, flip) = match subject {
        Separated::Labels { x, y, flip } => (x, y, flip),
        Separated::Class(residue) => {
            let mut region = Region::new();
            let (k, l) =
                (region.variable().ok_or(Refused::Variables)?, region.variable().ok_or(Refused::Variables)?);
            let first = k.plus(-1, &Form::constant(phi.first_k(residue))).ok_or(Refused::Overflow)?;
            let above =
                l.plus(-1, &k).and_then(|form| form.plus(-1, &Form::constant(1))).ok_or(Refused::Overflow)?;
            let region = region.at_least_zero(first).and_then(|region| region.at_least_zero(above));
            let (x, y) = (phi.symbolic_value(residue, &k)?, phi.symbolic_value(residue, &l)?);
            return Ok(vec![Pair { region: region.ok_or(Refused::Overflow)?, x, y, arguments: vec![k, l] }]);
        }
    };
    for (region, left) in monoid.general(&Region::new(), x)? {
        for (region, right) in monoid.general(&region, y)? {
            let right = Symbolic { flip, ..right };
            let arguments: Vec<Form> = left.parameters.iter().chain(&right.parameters).copied().collect();
            let pair =
                |region| Pair { region, x: left.clone(), y: right.clone(), arguments: arguments.clone() };
            if x != y || flip {
                found.push(pair(region));
                continue;
            }
            let mut equal = Some(region);
            for (v, w) in left.parameters.iter().zip(&right.parameters) {
                let difference = w.plus(-1, v).ok_or(Refused::Overflow)?;
                let above = difference.plus(-1, &Form::constant(1)).ok_or(Refused::Overflow)?;
                found.extend(equal.as_ref().and_then(|equal| equal.at_least_zero(above)).map(pair));
                equal = equal.and_then(|equal| equal.zero(difference));
            }
        }
    }
    Ok(found)
}

/// Checks one separation.
pub fn check(
    monoid: &PresburgerMonoid,
    phi: &PretendingFunction,
    separation: &Separation,
) -> Result<(), Objection> {
    for pair in pairs(monoid, phi, separation.subject)? {
        let mut parts = vec![pair.region.clone()];
        for context in &separation.contexts {
            parts = pair.alike(monoid, &parts, context)?;
        }
        if let Some(part) = parts.first() {
            return Err(object(part, |point| {
                Some(Counterexample::Alike { x: element_at(&pair.x, point)?, y: element_at(&pair.y, point)? })
            }));
        }
    }
    Ok(())
}

impl Pair {
    /// The parts of some regions in which a context z is no element, or x·z and y·z are both in P or both not.
    pub(in crate::misere::algebraic) fn alike(
        &self,
        monoid: &PresburgerMonoid,
        regions: &[Region],
        context: &Image,
    ) -> Result<Vec<Region>, Refused> {
        let parameters: Option<Vec<Form>> =
            context.parameters.iter().map(|form| compose(form, &self.arguments)).collect();
        let parameters = parameters.ok_or(Refused::Overflow)?;
        let z = Symbolic { flip: context.flip, label: context.label, parameters };
        let domain = &monoid.labels[z.label].domain;
        let mut alike = Vec::new();
        for region in regions {
            alike.extend(region.where_true(domain, &z.parameters, false)?);
            for region in region.where_true(domain, &z.parameters, true)? {
                for (part, left) in monoid.multiply(&region, &self.x, &z)? {
                    for (part, right) in monoid.multiply(&part, &self.y, &z)? {
                        for is_p in [false, true] {
                            for part in monoid.where_p(&part, &left, is_p)? {
                                alike.extend(monoid.where_p(&part, &right, is_p)?);
                            }
                        }
                    }
                }
            }
        }
        Ok(alike)
    }
}

/// Whether every letter, and a, is the value of a heap: for a family, for all indices.
pub fn generated(
    monoid: &PresburgerMonoid,
    phi: &PretendingFunction,
    limits: &Limits,
) -> Result<bool, Refused> {
    let a = Element { flip: true, ..monoid.one() };
    if !(0..phi.regular_from() + phi.period).any(|heap| phi.value(heap).as_ref() == Some(&a)) {
        return Ok(false);
    }
    for (number, letter) in monoid.letters.iter().enumerate() {
        limits.poll()?;
        if letter.kind != LetterKind::Family {
            if phi.value(letter.heap) != monoid.act(&monoid.one(), number, 1) {
                return Ok(false);
            }
            continue;
        }
        if letter.step == 0 || !phi.period.is_multiple_of(letter.step) {
            return Ok(false);
        }
        let each = phi.period / letter.step;
        let mut index = 0;
        // The heaps below n_0 one by one, then one period of residues.
        while letter.heap + index * letter.step < phi.regular_from() {
            if phi.value(letter.heap + index * letter.step) != monoid.act(&monoid.one(), number, index as i64)
            {
                return Ok(false);
            }
            index += 1;
        }
        for first in index..index + each {
            let heap = letter.heap + first * letter.step;
            let mut region = Region::new();
            let t = region.variable().ok_or(Refused::Variables)?;
            let region = region.at_least_zero(t).ok_or(Refused::Overflow)?;
            let k = Form::constant((heap / phi.period) as i64).plus(1, &t).ok_or(Refused::Overflow)?;
            let value = phi.symbolic_value(heap % phi.period, &k)?;
            let at = Form::constant(first as i64).plus(each as i64, &t).ok_or(Refused::Overflow)?;
            let one = crate::misere::algebraic::pretending::fixed(&monoid.one());
            for (part, image) in monoid.act_symbolic(&region, &one, number, Some(at))? {
                let same = image.flip == value.flip && image.label == value.label;
                let differ = |(left, right): (&Form, &Form)| part.difference(left, right).is_some();
                if !same || image.parameters.iter().zip(&value.parameters).any(differ) {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}
