//! Finite fields of up to 65536 elements, by powers of a primitive element.

use std::sync::Arc;

/// The largest field that is built.
pub const LARGEST_FIELD: u32 = 1 << 16;

/// The finite field with q = p^k elements, F_p\[a\] modulo a primitive polynomial (the first one).
///
/// An element is a number below q: its digits in base p are the coefficients of 1, a, a², ….
///
/// ```
/// use impartial::algebra::FiniteField;
/// let f4 = FiniteField::new(4).unwrap();
/// let (a, b) = (2, 3); // a and a + 1
/// assert_eq!((f4.product(a, a), f4.product(a, b), f4.sum(a, b)), (b, 1, 1));
/// assert!(FiniteField::new(6).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct FiniteField {
    order: u32,
    characteristic: u32,
    degree: u32,
    /// The coefficients of the primitive polynomial without its leading 1, from the constant on.
    modulus: Vec<u32>,
    /// The powers a^0, a^1, …, a^(q-2).
    powers: Arc<[u32]>,
    /// The exponent of each element but 0.
    logarithms: Arc<[u32]>,
}

impl FiniteField {
    /// The field of this order; `None` when it is no prime power, or too large.
    ///
    /// Cost: a few multiples of q steps.
    pub fn new(order: u32) -> Option<Self> {
        if !(2..=LARGEST_FIELD).contains(&order) {
            return None;
        }
        let characteristic = (2..=order).find(|d| order.is_multiple_of(*d))?;
        let degree = order.ilog(characteristic);
        if characteristic.pow(degree) != order {
            return None;
        }
        // An element of multiplicative order q - 1 in a ring of q elements makes it a field.
        let (modulus, powers) = (0..order).find_map(|number| {
            let modulus = digits(number, characteristic, degree);
            powers_of_root(&modulus, characteristic, order).map(|powers| (modulus, powers))
        })?;
        let mut logarithms = vec![0; order as usize];
        for (exponent, element) in powers.iter().enumerate() {
            logarithms[*element as usize] = exponent as u32;
        }
        Some(FiniteField {
            order,
            characteristic,
            degree,
            modulus,
            powers: powers.into(),
            logarithms: logarithms.into(),
        })
    }

    /// The number of elements, q.
    pub fn order(&self) -> u32 {
        self.order
    }

    /// The characteristic, p.
    pub fn characteristic(&self) -> u32 {
        self.characteristic
    }

    /// The degree over the prime field, k.
    pub fn degree(&self) -> u32 {
        self.degree
    }

    /// The coefficients of the primitive polynomial of a, from the constant on, with its leading 1.
    pub fn modulus(&self) -> Vec<u32> {
        self.modulus.iter().copied().chain([1]).collect()
    }

    /// The element a; in a prime field a primitive root.
    pub fn generator(&self) -> u32 {
        self.powers.get(1).copied().unwrap_or(1)
    }

    /// x + y.
    pub fn sum(&self, x: u32, y: u32) -> u32 {
        self.digitwise(x, y, |a, b| (a + b) % self.characteristic)
    }

    /// x - y.
    pub fn difference(&self, x: u32, y: u32) -> u32 {
        self.digitwise(x, y, |a, b| (a + self.characteristic - b) % self.characteristic)
    }

    fn digitwise(&self, mut x: u32, mut y: u32, entry: impl Fn(u32, u32) -> u32) -> u32 {
        let (mut result, mut place) = (0, 1);
        while x > 0 || y > 0 {
            result += place * entry(x % self.characteristic, y % self.characteristic);
            (x, y, place) =
                (x / self.characteristic, y / self.characteristic, place.saturating_mul(self.characteristic));
        }
        result
    }

    /// xy.
    pub fn product(&self, x: u32, y: u32) -> u32 {
        if x == 0 || y == 0 {
            return 0;
        }
        let exponent = self.logarithms[x as usize] + self.logarithms[y as usize];
        self.powers[(exponent % (self.order - 1)) as usize]
    }

    /// 1/x.
    ///
    /// # Panics
    /// When x is 0.
    pub fn inverse(&self, x: u32) -> u32 {
        assert!(x != 0, "0 has no inverse");
        let exponent = self.order - 1 - self.logarithms[x as usize];
        self.powers[(exponent % (self.order - 1)) as usize]
    }

    /// The root of degree p, which exists and is one.
    pub fn characteristic_root(&self, x: u32) -> u32 {
        // x^(q/p) has the p-th power x^q = x.
        (0..self.degree - 1)
            .fold(x, |root, _| (1..self.characteristic).fold(root, |power, _| self.product(power, root)))
    }

    /// The image of an integer given modulo p.
    pub fn integer(&self, residue: u32) -> u32 {
        residue % self.characteristic
    }

    /// The text of an element: a number, or a polynomial in a.
    pub fn show(&self, x: u32) -> String {
        let coefficients = digits(x, self.characteristic, self.degree);
        show_polynomial(coefficients.iter().map(|c| if *c == 0 { String::new() } else { c.to_string() }), "a")
    }
}

/// The digits of a number, least first.
fn digits(mut number: u32, base: u32, count: u32) -> Vec<u32> {
    let digit = |_| {
        let digit = number % base;
        number /= base;
        digit
    };
    (0..count).map(digit).collect()
}

/// The powers of the class of x modulo a monic polynomial, when they are all the classes but 0.
fn powers_of_root(modulus: &[u32], p: u32, order: u32) -> Option<Vec<u32>> {
    let top = order / p;
    let mut powers = Vec::with_capacity(order as usize - 1);
    let mut element = 1;
    loop {
        powers.push(element);
        // x·(c_0 + … + c_{k-1} x^{k-1}): shift, and x^k = -(m_0 + … + m_{k-1} x^{k-1}).
        let high = element / top;
        let shifted = element % top * p;
        let mut next = 0;
        for (place, digit) in digits(shifted, p, modulus.len() as u32).into_iter().enumerate() {
            next += p.pow(place as u32) * ((digit + (p - modulus[place]) % p * high) % p);
        }
        element = next;
        if element == 1 {
            return (powers.len() as u32 == order - 1).then_some(powers);
        }
        if element == 0 || powers.len() as u32 == order {
            return None;
        }
    }
}

/// A polynomial as text, highest power first; coefficients are texts, from the constant on, empty for 0.
pub(super) fn show_polynomial(coefficients: impl Iterator<Item = String>, variable: &str) -> String {
    let mut terms: Vec<String> = Vec::new();
    for (power, coefficient) in coefficients.enumerate().filter(|(_, coefficient)| !coefficient.is_empty()) {
        let is_sum = coefficient.contains(['+', '-']);
        let factor = match (power, coefficient.as_str()) {
            (0, text) => text.to_owned(),
            (_, "1") => String::new(),
            (_, text) if is_sum => format!("({text})"),
            (_, text) => text.to_owned(),
        };
        terms.push(match power {
            0 => factor,
            1 => format!("{factor}{variable}"),
            _ => format!("{factor}{variable}^{power}"),
        });
    }
    terms.reverse();
    if terms.is_empty() { "0".to_owned() } else { terms.join("+") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laws_of_a_field() {
        for q in [2, 3, 4, 5, 7, 8, 9, 16, 25, 27] {
            let field = FiniteField::new(q).unwrap();
            assert_eq!(field.characteristic().pow(field.degree()), q);
            for x in 0..q {
                assert_eq!((field.sum(x, 0), field.product(x, 1), field.difference(x, x)), (x, x, 0));
                assert!(x == 0 || field.product(x, field.inverse(x)) == 1);
                let root = field.characteristic_root(x);
                let power = (1..field.characteristic()).fold(root, |power, _| field.product(power, root));
                assert_eq!(power, x, "F{q}");
                for y in 0..q {
                    assert_eq!(field.sum(x, y), field.sum(y, x));
                    assert_eq!(field.sum(field.difference(x, y), y), x);
                    for z in (0..q).step_by(1 + q as usize / 8) {
                        let left = field.product(x, field.sum(y, z));
                        assert_eq!(left, field.sum(field.product(x, y), field.product(x, z)));
                        assert_eq!(
                            field.product(field.product(x, y), z),
                            field.product(x, field.product(y, z))
                        );
                        assert_eq!(field.sum(field.sum(x, y), z), field.sum(x, field.sum(y, z)));
                    }
                }
            }
        }
        for q in [0, 1, 6, 12, 100, LARGEST_FIELD + 1] {
            assert!(FiniteField::new(q).is_none());
        }
        assert_eq!(FiniteField::new(LARGEST_FIELD).unwrap().order(), LARGEST_FIELD);
    }

    #[test]
    fn elements_as_text() {
        let f9 = FiniteField::new(9).unwrap();
        let texts: Vec<String> = (0..9).map(|x| f9.show(x)).collect();
        assert_eq!(texts, ["0", "1", "2", "a", "a+1", "a+2", "2a", "2a+1", "2a+2"]);
    }
}
