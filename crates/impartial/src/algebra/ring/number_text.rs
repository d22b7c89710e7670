//! Algebraic numbers by the names they go by: `i`, `sqrt(-5)`, `(1+sqrt(5))/2`, `cbrt(2)`, `zeta(5)`.

use num_bigint::BigInt;

use crate::algebra::rational_polynomial::RationalPolynomial;
use crate::limits::Limits;
use crate::text::{Cursor, ReadError};

/// The largest number under a root.
const LARGEST: u64 = 1 << 40;

/// The largest order of a root of unity.
const LARGEST_ORDER: u64 = 60;

/// A number with its name as it was written, and the coefficients of its polynomial from the constant on.
pub(super) struct Named {
    pub name: String,
    pub polynomial: Vec<BigInt>,
}

/// Reads the name of an algebraic number that stands alone in brackets, if one does.
///
/// # Errors
/// When it is a rational number or is not written to the end.
pub(super) fn read_number(cursor: &mut Cursor<'_>) -> Result<Option<Named>, ReadError> {
    let start = cursor.at;
    let big = |list: &[i64]| list.iter().map(|c| BigInt::from(*c)).collect::<Vec<BigInt>>();
    let mut ahead = cursor.clone();
    let polynomial = if ahead.take("i") && ahead.rest().starts_with(']') {
        *cursor = ahead;
        big(&[1, 0, 1])
    } else if cursor.rest().starts_with("sqrt") {
        let d = radicand(cursor, "sqrt")?;
        big(&[-d, 0, 1])
    } else if cursor.rest().starts_with("cbrt") {
        let d = radicand(cursor, "cbrt")?;
        big(&[-d, 0, 0, 1])
    } else if cursor.take("(1+") {
        let d = radicand(cursor, "sqrt")?;
        cursor.expect(")/2")?;
        if (d - 1) % 4 != 0 {
            let message = format!("(1+sqrt({d}))/2 is no algebraic integer: {d} is not 1 modulo 4");
            return Err(ReadError::new(start..cursor.at, message));
        }
        big(&[(1 - d) / 4, -1, 1])
    } else if cursor.take("zeta(") {
        let order = cursor.number("the order of a root of unity", LARGEST_ORDER)?;
        cursor.expect(")")?;
        cyclotomic(order.max(1))
    } else {
        return Ok(None);
    };
    let name: String = cursor.text()[start..cursor.at].chars().filter(|c| !c.is_whitespace()).collect();
    let factors = RationalPolynomial::new(polynomial.clone()).factors(&Limits::none());
    let is_irreducible = matches!(factors.as_deref(), Ok([(_, 1)]));
    if !is_irreducible || polynomial.len() < 3 {
        return Err(ReadError::new(
            start..cursor.at,
            format!("{name} is rational or a root of smaller degree"),
        ));
    }
    Ok(Some(Named { name, polynomial }))
}

/// The number under a root: `sqrt(-5)`, `sqrt2`.
fn radicand(cursor: &mut Cursor<'_>, root: &str) -> Result<i64, ReadError> {
    cursor.expect(root)?;
    let in_brackets = cursor.take("(");
    let is_negative = cursor.take("-");
    let size = cursor.number("the number under the root", LARGEST)? as i64;
    if in_brackets {
        cursor.expect(")")?;
    }
    Ok(if is_negative { -size } else { size })
}

/// The polynomial of the primitive roots of unity of an order: x^n - 1 divided by those of the proper divisors.
fn cyclotomic(order: u64) -> Vec<BigInt> {
    let mut whole = vec![BigInt::ZERO; order as usize + 1];
    (whole[0], whole[order as usize]) = (BigInt::from(-1), BigInt::from(1));
    let divisors = (1..order).filter(|d| order.is_multiple_of(*d));
    let rest = divisors.fold(RationalPolynomial::new(whole), |rest, d| {
        rest.quotient(&RationalPolynomial::new(cyclotomic(d))).expect("a divisor")
    });
    rest.coefficients().to_vec()
}
