//! Conway's Field On_2 below ω^(ω^ω): ordinals in Cantor normal form, and products term by term.
//!
//! ω^E c with E = Σ ω^k V_k is the nim product of the finite nimber c and, for each k with the k-th odd prime p (p_0 = 3), of
//! K(p^(j+1)) to the power d_j, where d_j are the digits of V_k in base p. K(p^n)^p = K(p^(n-1)), K(p)^p = κ_f + m_p as in
//! [`crate::excess`]. With q the largest power of p that occurs, every K(p^n) is a power of y = K(q), and y^q = κ_f + m_p.
//! Finite nimbers multiply by F² = F + F/2 for F = 2^(2^n).

use std::collections::BTreeMap;

use crate::Refusal;
use crate::excess::{Known, finite_degree, least_prime, nim};
use crate::natural::Natural;

/// The largest place k of a prime, the largest power q of a prime, the widest finite nimber in words of 64 bits.
const LARGEST_PLACE: u64 = 1_000;
const LARGEST_POWER: u64 = 1 << 40;
const WIDEST: usize = 64;
/// The most products of words in all.
const MAX_WORK: u64 = 20_000_000;

/// An ordinal below ω^(ω^ω): exponents Σ ω^k V_k as pairs (k, V_k), and coefficients; both decrease.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ordinal(Vec<(Vec<(u64, u64)>, Natural)>);

impl Ordinal {
    /// Reads Cantor normal form: `w^(w^2*3+1)*5+w^w+7`.
    pub fn parse(text: &str) -> Result<Ordinal, Refusal> {
        let wrong =
            || Refusal::Malformed(format!("{text:?} is not an ordinal below w^w^w in Cantor normal form"));
        if text == "0" {
            return Ok(Ordinal(Vec::new()));
        }
        let mut terms: Vec<(Vec<(u64, u64)>, Natural)> = Vec::new();
        for term in split(text) {
            let (power, coefficient) = factors(term);
            let (power, coefficient) = match power {
                Some(power) => (exponent(power).ok_or_else(wrong)?, coefficient.unwrap_or("1")),
                None => (Vec::new(), coefficient.ok_or_else(wrong)?),
            };
            let coefficient = Natural::parse(coefficient)?;
            if coefficient.bits() == 0 || terms.last().is_some_and(|(above, _)| *above <= power) {
                return Err(wrong());
            }
            terms.push((power, coefficient));
        }
        Ok(Ordinal(terms))
    }

    /// Whether it is below ω.
    pub fn is_finite(&self) -> bool {
        self.0.iter().all(|(power, _)| power.is_empty())
    }
}

/// The summands, not those inside parentheses.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0i64, 0, Vec::new());
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            '+' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// `w^E*c` as the power of ω and the coefficient, `w` as a power without an exponent.
fn factors(term: &str) -> (Option<&str>, Option<&str>) {
    if !term.starts_with('w') {
        return (None, Some(term));
    }
    // The coefficient stands after the last closing parenthesis.
    let from = term.rfind(')').unwrap_or(0);
    match term[from..].find('*') {
        Some(star) => (Some(&term[..from + star]), Some(&term[from + star + 1..])),
        None => (Some(term), None),
    }
}

/// The exponent of `w`, `w^5`, `w^w^2` or `w^(w^2*3+1)`, as pairs (k, V_k).
fn exponent(power: &str) -> Option<Vec<(u64, u64)>> {
    let Some(text) = power.strip_prefix("w^") else { return (power == "w").then(|| vec![(0, 1)]) };
    let small = |text: &str| -> Option<u64> {
        let is_number = text.bytes().all(|digit| digit.is_ascii_digit());
        text.parse().ok().filter(|number: &u64| is_number && (1..LARGEST_POWER).contains(number))
    };
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let mut pairs: Vec<(u64, u64)> = Vec::new();
    for term in split(inner) {
        let pair = match factors(term) {
            (None, number) => (0, small(number?)?),
            (Some("w"), number) => (1, number.map_or(Some(1), small)?),
            (Some(power), number) => (small(power.strip_prefix("w^")?)?, number.map_or(Some(1), small)?),
        };
        if pairs.last().is_some_and(|(above, _)| *above <= pair.0) {
            return None;
        }
        pairs.push(pair);
    }
    Some(pairs)
}

/// A monomial: pairs of a prime p and an exponent below q of y = K(q), q the power of p in the field.
type Monomial = Vec<(u64, u64)>;

/// A sum of monomials with finite nimbers as coefficients, none of them 0. Words of a nimber: the least first, no 0 last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element(BTreeMap<Monomial, Vec<u64>>);

impl Element {
    /// 0.
    pub fn zero() -> Self {
        Element(BTreeMap::new())
    }

    /// 1.
    pub fn one() -> Self {
        Element(BTreeMap::from([(Vec::new(), vec![1])]))
    }

    /// The sum.
    pub fn sum(a: &Element, b: &Element) -> Element {
        let mut sum = a.clone();
        b.0.iter().for_each(|(monomial, coefficient)| sum.add(monomial, coefficient));
        sum
    }

    fn add(&mut self, monomial: &Monomial, coefficient: &[u64]) {
        let present = self.0.entry(monomial.clone()).or_default();
        xor(present, coefficient);
        if present.is_empty() {
            self.0.remove(monomial);
        }
    }
}

/// Adds words to words.
fn xor(to: &mut Vec<u64>, words: &[u64]) {
    to.resize(to.len().max(words.len()), 0);
    to.iter_mut().zip(words).for_each(|(to, word)| *to ^= word);
    while to.last() == Some(&0) {
        to.pop();
    }
}

/// The field that contains what was included so far.
pub struct NimField<'k> {
    known: &'k Known,
    /// For each odd prime p the largest power q with K(q) in the field.
    powers: BTreeMap<u64, u64>,
    work: u64,
}

impl<'k> NimField<'k> {
    /// The field of the finite nimbers, with the excesses known.
    pub fn new(known: &'k Known) -> Self {
        NimField { known, powers: BTreeMap::new(), work: 0 }
    }

    /// An excess of the list.
    pub fn excess(&self, prime: u64) -> Option<u64> {
        self.known.excess(prime)
    }

    /// Makes the field large enough for an ordinal. Elements made before are those of the smaller field.
    pub fn include(&mut self, ordinal: &Ordinal) -> Result<(), Refusal> {
        for (power, _) in &ordinal.0 {
            for (place, value) in power {
                let p = odd_prime(*place)?;
                let mut q = p;
                let mut rest = value / p;
                while rest > 0 {
                    rest /= p;
                    q = q.saturating_mul(p);
                }
                self.include_power(p, q)?;
            }
        }
        Ok(())
    }

    fn include_power(&mut self, p: u64, q: u64) -> Result<(), Refusal> {
        if q > LARGEST_POWER {
            return Err(Refusal::Unknown("a field too large to be checked".into()));
        }
        let present = self.powers.entry(p).or_insert(1);
        *present = (*present).max(q);
        // What y^q needs; an excess that is not listed is missed when a product needs it.
        for part in self.known.parts_of(p).to_vec() {
            if !part.is_power_of_two() {
                self.include_power(least_prime(part), part)?;
            }
        }
        Ok(())
    }

    /// An ordinal as an element.
    pub fn element(&self, ordinal: &Ordinal) -> Result<Element, Refusal> {
        let mut sum = Element::zero();
        for (power, coefficient) in &ordinal.0 {
            let mut monomial = Monomial::new();
            for (place, value) in power {
                let p = odd_prime(*place)?;
                let q = self.powers.get(&p).copied().unwrap_or(1);
                // K(p^(j+1)) = y^(q / p^(j+1)).
                let (mut rest, mut step, mut exponent) = (*value, q, 0);
                while rest > 0 {
                    step /= p;
                    exponent += rest % p * step;
                    rest /= p;
                }
                monomial.push((p, exponent));
            }
            monomial.sort_unstable();
            if coefficient.words().len() > WIDEST {
                return Err(Refusal::Unknown("a finite nimber too large to be checked".into()));
            }
            sum.add(&monomial, coefficient.words());
        }
        Ok(sum)
    }

    /// κ_f + m = y^q for the prime p.
    fn constant(&self, p: u64) -> Result<Element, Refusal> {
        let (parts, m) = self.known.constant(p)?;
        let mut sum = Element::zero();
        if m > 0 {
            sum.add(&Vec::new(), &[m]);
        }
        for part in parts {
            if part.is_power_of_two() {
                let bit = part / 2;
                if bit / 64 >= WIDEST as u64 {
                    return Err(Refusal::Unknown("a finite nimber too large to be checked".into()));
                }
                let mut words = vec![0; (bit / 64) as usize + 1];
                words[(bit / 64) as usize] = 1 << (bit % 64);
                sum.add(&Vec::new(), &words);
            } else {
                let r = least_prime(*part);
                sum.add(&vec![(r, self.powers.get(&r).copied().unwrap_or(1) / part)], &[1]);
            }
        }
        Ok(sum)
    }

    /// The nim product.
    pub fn product(&mut self, a: &Element, b: &Element) -> Result<Element, Refusal> {
        let mut product = Element::zero();
        for left in &a.0 {
            for right in &b.0 {
                self.term_product(left, right, &mut product)?;
            }
        }
        Ok(product)
    }

    /// The nim square: in characteristic 2, term by term.
    pub fn square(&mut self, a: &Element) -> Result<Element, Refusal> {
        let mut square = Element::zero();
        a.0.iter().try_for_each(|term| self.term_product(term, term, &mut square))?;
        Ok(square)
    }

    /// The nim power.
    pub fn power(&mut self, base: &Element, exponent: &Natural) -> Result<Element, Refusal> {
        let mut power = Element::one();
        for bit in (0..exponent.bits()).rev() {
            power = self.square(&power)?;
            if exponent.bit(bit) {
                power = self.product(&power, base)?;
            }
        }
        Ok(power)
    }

    /// Adds the product of two terms.
    fn term_product(
        &mut self,
        (left, c): (&Monomial, &Vec<u64>),
        (right, d): (&Monomial, &Vec<u64>),
        sum: &mut Element,
    ) -> Result<(), Refusal> {
        let width = c.len().max(d.len()).next_power_of_two();
        self.work += (width * width) as u64;
        if self.work > MAX_WORK {
            return Err(Refusal::Unknown("the steps are too long to be checked".into()));
        }
        let coefficient = words_product(c, d, width);
        let mut exponents: BTreeMap<u64, u64> = left.iter().copied().collect();
        right.iter().for_each(|(p, exponent)| *exponents.entry(*p).or_insert(0) += exponent);
        let mut carried = Vec::new();
        for (p, exponent) in &mut exponents {
            let q = self.powers.get(p).copied().unwrap_or(1);
            if *exponent >= q {
                *exponent -= q;
                carried.push(*p);
            }
        }
        let monomial: Monomial = exponents.into_iter().filter(|(_, exponent)| *exponent > 0).collect();
        // Each constant has generators of smaller primes only, so this comes to an end.
        let mut term = Element(BTreeMap::from([(monomial, coefficient)]));
        for p in carried {
            let constant = self.constant(p)?;
            term = self.product(&term, &constant)?;
        }
        term.0.iter().for_each(|(monomial, coefficient)| sum.add(monomial, coefficient));
        Ok(())
    }
}

/// The k-th odd prime, 3 for k = 0.
fn odd_prime(place: u64) -> Result<u64, Refusal> {
    if place > LARGEST_PLACE {
        return Err(Refusal::Unknown(format!("the odd prime of place {place}")));
    }
    let mut primes = (3..).step_by(2).filter(|p| least_prime(*p) == *p);
    primes.nth(place as usize).ok_or_else(|| Refusal::Malformed("no such prime".into()))
}

/// The nim product of numbers of at most `width` words, a power of two.
fn words_product(a: &[u64], b: &[u64], width: usize) -> Vec<u64> {
    let word = |words: &[u64]| words.first().copied().unwrap_or(0);
    if width <= 1 {
        let (a, b) = (word(a), word(b));
        let bits = finite_degree(a).max(finite_degree(b)) as u32;
        let mut product = vec![nim(a, b, bits)];
        xor(&mut product, &[]);
        return product;
    }
    // With F = 2^(32 width): (a1 F + a0)(b1 F + b0) = (a1 b1 + a1 b0 + a0 b1) F + a0 b0 + a1 b1 F/2.
    let half = width / 2;
    let halves = |words: &[u64]| -> (Vec<u64>, Vec<u64>) {
        let at = half.min(words.len());
        (words[at..].to_vec(), words[..at].to_vec())
    };
    let ((a1, mut a0), (b1, mut b0)) = (halves(a), halves(b));
    let mut small = words_product(&a0, &b0, half);
    let large = words_product(&a1, &b1, half);
    xor(&mut a0, &a1);
    xor(&mut b0, &b1);
    let mut high = words_product(&a0, &b0, half);
    xor(&mut high, &small);
    let mut top = vec![0; half];
    top[half - 1] = 1 << 63;
    xor(&mut small, &words_product(&large, &top, half));
    if !high.is_empty() {
        small.resize(half, 0);
        small.extend(high);
    }
    small
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_are_read_in_normal_form_only() {
        for text in ["0", "7", "w", "w+1", "w^2*3+w*5+1", "w^w^13", "w^(w^2*3+1)*5+w^w*2+w^3", "w^(w*2+5)"] {
            assert!(Ordinal::parse(text).is_ok(), "{text}");
        }
        for text in [
            "", "w+w", "1+w", "w*0", "w^0", "w^w^w", "w^(1+w)", "w^1+w", "00w", "w*w", "+", "w^", "w^()",
            "-1", "w^+3",
        ] {
            assert!(Ordinal::parse(text).is_err(), "{text}");
        }
        let order: Vec<Ordinal> = ["5", "w", "w+1", "w*2", "w^2", "w^w", "w^(w+1)", "w^w^2"]
            .map(|text| Ordinal::parse(text).unwrap())
            .to_vec();
        assert!(order.is_sorted_by(|a, b| a < b));
    }

    /// Wide products by the definition of the field: F² = F + F/2, and the distributive law on samples.
    #[test]
    fn wide_products() {
        for width in [2usize, 4, 8] {
            let mut fermat = vec![0; width / 2 + 1];
            fermat[width / 2] = 1;
            let mut expected = fermat.clone();
            expected[width / 2 - 1] = 1 << 63;
            assert_eq!(words_product(&fermat, &fermat, width), expected);
            let sample = |seed: u64| -> Vec<u64> {
                (1..=width as u64)
                    .map(|i| (seed + i).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17))
                    .collect()
            };
            let (a, b, c) = (sample(1), sample(20), sample(300));
            let mut both = b.clone();
            xor(&mut both, &c);
            let mut sum = words_product(&a, &b, width);
            xor(&mut sum, &words_product(&a, &c, width));
            assert_eq!(words_product(&a, &both, width), sum);
            let left = words_product(&words_product(&a, &b, width), &c, width);
            assert_eq!(left, words_product(&a, &words_product(&b, &c, width), width));
        }
    }
}
