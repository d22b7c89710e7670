//! The quotient used: values of heaps and outcomes of sums, those beyond what was computed too where a period is proved.

use super::{MisereQuotient, Status};
use crate::game::Outcome;
use crate::limits::{Limits, StopReason};
use crate::misere::monoid::Element;
use crate::misere::period::Period;
use crate::misere::transition::Source;

impl MisereQuotient {
    /// The value Φ of a heap (of a position of the list, where the quotient is that of a list), as an element of the monoid that
    /// [`quotient`](Self::quotient) gives; `None` for one that is neither done nor covered by the proved period, and where several
    /// codes have heaps.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn value(&mut self, heap: u64, limits: &Limits) -> Result<Option<Element>, StopReason> {
        let Some(place) = self.place(heap) else { return Ok(None) };
        let (_, phi) = self.quotient(limits)?;
        Ok(phi.get(place).copied())
    }

    /// The misère outcome of a sum of heaps; `None` where one of them has no [`value`](Self::value) yet.
    ///
    /// ```
    /// use impartial::{Limits, MisereQuotient, Outcome};
    /// let limits = Limits::none();
    /// let mut quotient = MisereQuotient::of_heaps("0.75".parse()?);
    /// quotient.extend_to(100, &limits).expect("no limit was set");
    /// assert_eq!(quotient.outcome(&[4, 5, 7], &limits), Ok(Some(Outcome::N)));
    /// // Heaps beyond those computed have values too: the period is proved.
    /// assert_eq!(quotient.outcome(&[1, 1_000_000_000_000], &limits), Ok(Some(Outcome::N)));
    /// # Ok::<(), impartial::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn outcome(&mut self, heaps: &[u64], limits: &Limits) -> Result<Option<Outcome>, StopReason> {
        let places: Option<Vec<usize>> = heaps.iter().map(|heap| self.place(*heap)).collect();
        let Some(places) = places else { return Ok(None) };
        let (monoid, phi) = self.quotient(limits)?;
        let product =
            places.iter().try_fold(0, |product, place| Some(monoid.product(product, *phi.get(*place)?)));
        Ok(product.map(|product| if monoid.is_p(product) { Outcome::P } else { Outcome::N }))
    }

    /// The position done that has the value of a heap.
    fn place(&self, heap: u64) -> Option<usize> {
        if matches!(self.source(), Source::Union(_)) {
            return None;
        }
        let done = self.heap();
        let place = match self.status() {
            _ if heap <= done => heap,
            Status::Complete(periods) => match periods.as_slice() {
                [Period { length, first }] => first + (heap - first) % length,
                _ => return None,
            },
            _ => return None,
        };
        usize::try_from(place).ok().filter(|_| place <= done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Components, Play, SumSearch};
    use crate::heap::HeapCode;

    struct Heaps(HeapCode);

    impl Components for Heaps {
        type Component = u64;

        fn options(&self, heap: &u64) -> Vec<Vec<u64>> {
            self.0.options(*heap)
        }
    }

    /// Fails when an outcome differs from a search of all sums, or is given for a heap that nothing is known of.
    #[test]
    fn outcomes_are_those_of_a_search() {
        let limits = Limits::none();
        for text in ["0.75", "0.77", "0.15", "0.31"] {
            let code: HeapCode = text.parse().unwrap();
            let mut quotient = MisereQuotient::of_heaps(code.clone());
            quotient.extend_to(9, &limits).unwrap();
            let known = quotient.heap();
            let mut search = SumSearch::new(Heaps(code), Play::Misere, Limits::none());
            for a in 0..=known {
                for b in 0..=a {
                    for c in 0..=b {
                        let expected = search.outcome(&[a, b, c]).unwrap();
                        assert_eq!(
                            quotient.outcome(&[a, b, c], &limits),
                            Ok(Some(expected)),
                            "{text}[{a}+{b}+{c}]"
                        );
                    }
                }
            }
            if !matches!(quotient.status(), Status::Complete(_)) {
                assert_eq!(quotient.value(known + 1, &limits), Ok(None));
            }
            quotient.extend_to(200, &limits).unwrap();
            if let Status::Complete(periods) = quotient.status().clone() {
                let Period { length, first } = periods[0];
                for heap in first..first + 3 {
                    let far = heap + 1_000_000 * length;
                    assert_eq!(quotient.value(heap, &limits), quotient.value(far, &limits));
                }
            }
        }
    }
}
