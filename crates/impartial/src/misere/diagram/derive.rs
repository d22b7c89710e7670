//! The quotient: the distinct shifts of the outcome function, and the shifts by generators as its Cayley graph.

use rustc_hash::FxHashMap;

use super::outcome::OutcomeDiagram;
use super::store::Function;
use crate::limits::{Limits, StopReason};
use crate::misere::monoid::{BipartiteMonoid, Element};
use crate::misere::rules::Generator;

impl OutcomeDiagram {
    /// The misère quotient, reduced, and the value Phi of each generator in it.
    ///
    /// The quotient's own generators are the irreducible ones: those whose value is not a product of the values of
    /// earlier generators. Shifts of the outcome function are equal exactly if the sums are indistinguishable
    /// [PS, Section 2].
    ///
    /// Elements are found in short-lex order of their words. A product x·g with x = y·h is read off the rows that are
    /// there when y·g comes before x, so a shift is computed only for new elements and for the rules of the rewriting
    /// system (Froidure and Pin 1997). Cost: (order + rules) shifts, order × generators look-ups.
    pub fn quotient(&mut self, limits: &Limits) -> Result<(BipartiteMonoid, Vec<Element>), StopReason> {
        let (distinct, values) = self.distinct_values(limits)?;
        self.diagram.limits = limits.clone();
        let mut found = vec![self.root];
        let actions =
            self.cayley_graph(&distinct, &mut found).inspect_err(|_| self.enumerated = found.len())?;
        let (monoid, _) = BipartiteMonoid::from_commuting_actions(distinct.len(), &actions, |x| {
            found[x as usize].at_zero()
        });
        let places: Vec<Element> = monoid.generators().collect();
        let phi: Vec<Element> =
            values.into_iter().map(|place| place.map_or(0, |place| places[place as usize])).collect();
        let (irreducible, image) = monoid.with_irreducible_generators();
        Ok((irreducible, phi.into_iter().map(|x| image[x as usize]).collect()))
    }

    /// The generators with distinct values other than the identity, the first of each; and for each generator the place
    /// of its value among them (`None`: the identity).
    fn distinct_values(&mut self, limits: &Limits) -> Result<(Vec<Generator>, Vec<Option<u32>>), StopReason> {
        self.diagram.limits = limits.clone();
        let mut distinct = Vec::new();
        let mut places: FxHashMap<Function, Option<u32>> = FxHashMap::default();
        places.insert(self.root, None);
        let mut values = Vec::with_capacity(self.generators());
        for generator in 0..self.generators() as Generator {
            let value = self.diagram.shift(self.root, generator)?;
            values.push(*places.entry(value).or_insert_with(|| {
                distinct.push(generator);
                Some(distinct.len() as u32 - 1)
            }));
        }
        Ok((distinct, values))
    }

    /// A proved lower bound for the order of the quotient, after an enumeration that was stopped: every shift found is an
    /// element.
    pub fn enumerated(&self) -> usize {
        self.enumerated
    }

    /// Appends to `found`, which holds the root, all other shifts of the outcome function by sums of the given generators,
    /// in short-lex order of their words, and returns the array of actions.
    fn cayley_graph(
        &mut self,
        generators: &[Generator],
        found: &mut Vec<Function>,
    ) -> Result<Vec<Element>, StopReason> {
        let mut numbers: FxHashMap<Function, Element> = FxHashMap::default();
        numbers.insert(self.root, 0);
        // The least word of an element: that of its parent, and a generator.
        let mut parents: Vec<(Element, u32)> = vec![(0, 0)];
        let mut actions: Vec<Element> = Vec::new();
        let count = generators.len();
        let mut x = 0;
        while x < found.len() {
            let (parent, last) = parents[x];
            for g in 0..count {
                let known = (x > 0)
                    .then(|| actions[parent as usize * count + g] as usize)
                    .filter(|shorter| *shorter < x)
                    .map(|shorter| actions[shorter * count + last as usize]);
                let product = match known {
                    Some(product) => product,
                    None => {
                        let image = self.diagram.shift(found[x], generators[g])?;
                        *numbers.entry(image).or_insert_with(|| {
                            found.push(image);
                            parents.push((x as Element, g as u32));
                            found.len() as Element - 1
                        })
                    }
                };
                actions.push(product);
            }
            x += 1;
        }
        Ok(actions)
    }
}
