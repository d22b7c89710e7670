//! Elements with unknown parameters: products computed for a whole region of parameters at once.

use super::monoid::{PresburgerMonoid, Word};
use super::region::{Refused, Region, compose};
use super::system::Form;

/// An element whose parameters are forms in the variables of a region.
pub type Symbolic = Word<Form>;

/// What an element can be, each with the region in which it is that.
pub type Cases = Vec<(Region, Symbolic)>;

impl PresburgerMonoid {
    /// A general element of a label, with new variables, in each part of its domain.
    pub(super) fn general(&self, region: &Region, label: usize) -> Result<Cases, Refused> {
        let mut region = region.clone();
        let parameters: Option<Vec<Form>> = (0..self.dimension(label)).map(|_| region.variable()).collect();
        let parameters = parameters.ok_or(Refused::Variables)?;
        let parts = region.where_true(&self.labels[label].domain, &parameters, true)?;
        Ok(parts
            .into_iter()
            .map(|part| (part, Symbolic { flip: false, label, parameters: parameters.clone() }))
            .collect())
    }

    /// An element times a letter.
    pub(super) fn act_symbolic(
        &self,
        region: &Region,
        x: &Symbolic,
        letter: usize,
        index: Option<Form>,
    ) -> Result<Cases, Refused> {
        let mut arguments = x.parameters.clone();
        arguments.extend(index);
        let mut cases = Vec::new();
        region.walk(&self.actions[x.label][letter], &arguments, &mut |part, image| {
            let parameters: Option<Vec<Form>> =
                image.parameters.iter().map(|form| compose(form, &arguments)).collect();
            let parameters = parameters.ok_or(Refused::Overflow)?;
            cases.push((part, Symbolic { flip: x.flip ^ image.flip, label: image.label, parameters }));
            Ok(())
        })?;
        Ok(cases)
    }

    /// The product of two elements: the word of the second acts on the first.
    pub(super) fn multiply(&self, region: &Region, x: &Symbolic, y: &Symbolic) -> Result<Cases, Refused> {
        let mut start = x.clone();
        start.flip ^= y.flip;
        let mut cases = vec![(region.clone(), start)];
        let mut parameters = y.parameters.iter();
        for letter in &self.labels[y.label].word {
            let index = if self.letters[*letter].is_indexed() { parameters.next().copied() } else { None };
            let mut next = Vec::new();
            for (part, x) in &cases {
                next.extend(self.act_symbolic(part, x, *letter, index)?);
            }
            cases = next;
        }
        Ok(cases)
    }

    /// The parts of a region where an element is in P, or where it is not.
    pub(super) fn where_p(
        &self,
        region: &Region,
        x: &Symbolic,
        sought: bool,
    ) -> Result<Vec<Region>, Refused> {
        region.where_true(&self.p[x.label][usize::from(x.flip)], &x.parameters, sought)
    }
}
