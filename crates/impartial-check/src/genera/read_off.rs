//! The genera of heaps, read off a misère quotient in which there are nim-heaps too.
//!
//! Let Q be the misère quotient of \*, \*2, …, \*m and the heaps of a code, x the value of a heap and yₖ that of \*k. The misère
//! nim-value of the heap beside n heaps of two is the only k for which the heap, these and \*k make a P-position, so it is the k
//! with x y₂ⁿ yₖ in P, if there is one; if there is none, it is more than m, and the certificate is refused.

use std::collections::HashSet;

use serde_json::Value;

use super::genus::Genus;
use super::{refuted, spend};
use crate::Refusal;
use crate::heap::Table;
use crate::quotient::{self, Quotient};

/// A quotient with nim-heaps that was checked.
pub struct Reading {
    quotient: Quotient,
    /// The values of \*0, \*1, …, \*m.
    nim: Vec<u32>,
    /// The values of the heaps 0, 1, 2, …
    heaps: Vec<u32>,
}

impl Reading {
    /// Checks a certificate of kind `misere-quotient`, and that it is one of nim-heaps and the heaps of the code.
    pub fn new(certificate: &Value, code: &str) -> Result<Self, Refusal> {
        if certificate.get("kind").and_then(Value::as_str) != Some("misere-quotient") {
            return Err(Refusal::Malformed("\"quotient\" must be of kind \"misere-quotient\"".into()));
        }
        let quotient = quotient::verify(certificate)?;
        if quotient.codes() != [code] {
            return Err(refuted(format!("the quotient is not that of {code} and nim-heaps")));
        }
        let mut nim = vec![0];
        for (at, options) in quotient.listed().iter().enumerate() {
            let mut options: Vec<&[u64]> = options.iter().map(Vec::as_slice).collect();
            options.sort_unstable();
            let heap = at as u64 + 1;
            let is_nim = options.len() as u64 == heap
                && (0..heap).zip(&options).all(|(k, option)| match k {
                    0 => option.is_empty(),
                    k => **option == [k],
                });
            if !is_nim {
                return Err(refuted(format!("position {heap} of the quotient is not *{heap}")));
            }
            nim.push(quotient.value(heap));
        }
        if nim.len() < 3 {
            return Err(refuted("the quotient has no heap of two"));
        }
        let heaps = quotient.heap_values(0);
        Ok(Reading { quotient, nim, heaps })
    }

    /// The period of the values of heaps, if it is proved.
    pub fn period(&self) -> Option<(u64, u64)> {
        self.quotient.period(0)
    }

    /// The value of a heap, if it is known.
    pub fn value(&self, heap: u64) -> Option<u32> {
        let at = match self.period() {
            Some((period, first)) if heap >= first => first + (heap - first) % period,
            _ => heap,
        };
        self.heaps.get(usize::try_from(at).ok()?).copied()
    }

    /// The genus of the heaps with a value, whose nim-value is given.
    pub fn genus(&self, value: u32, base: u32, work: &mut u64) -> Result<Genus, Refusal> {
        let two = self.nim[2];
        let (mut x, mut powers, mut entries) = (value, HashSet::new(), Vec::new());
        // Until the powers of *2 recur, and once more around.
        let mut until = usize::MAX;
        while entries.len() < until {
            spend(work, 32 * self.nim.len() as u64)?;
            let is_p = |k: &u32| self.quotient.is_p(self.quotient.product(x, *k));
            let entry = self.nim.iter().position(is_p);
            let entry = entry.ok_or_else(|| refuted("a misère nim-value is not in the quotient"))?;
            entries.push(entry as u32);
            if !powers.insert(x) && until == usize::MAX {
                until = 2 * entries.len() + 2;
            }
            x = self.quotient.product(x, two);
        }
        let n = entries.len();
        if entries[n - 1] != entries[n - 3] || entries[n - 2] != entries[n - 4] {
            return Err(refuted("misère nim-values beside heaps of two do not alternate"));
        }
        Ok(Genus::new(base, entries))
    }
}

/// The nim-value of a heap, as a genus has it.
pub fn base(values: &Table, heap: u64) -> Result<u32, Refusal> {
    let value = values.value(heap).and_then(|value| u32::try_from(value).ok());
    value.ok_or_else(|| refuted(format!("the values do not reach heap {heap}")))
}
