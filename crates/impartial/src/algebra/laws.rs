//! Whether tables are what they are said to be: semigroups, groups, lattices, commutative rings.

use super::congruence::{FiniteAlgebra, Operation};

/// A kind of algebra that a file may promise.
pub const KINDS: &[&str] = &["semigroup", "monoid", "group", "lattice", "ring"];

/// A binary operation that must be there.
fn binary<'a>(algebra: &'a FiniteAlgebra, name: &str) -> Result<&'a Operation, String> {
    let operation = algebra.operation(name).filter(|operation| operation.arity == 2);
    operation.ok_or_else(|| format!("the binary operation `{name}` is missing"))
}

fn value(operation: &Operation, size: usize, a: usize, b: usize) -> usize {
    operation.table[a * size + b] as usize
}

fn associative(algebra: &FiniteAlgebra, operation: &Operation) -> Result<(), String> {
    let (size, name) = (algebra.size(), &operation.name);
    let at = |a, b| value(operation, size, a, b);
    for a in 0..size {
        for b in 0..size {
            let ab = at(a, b);
            if let Some(c) = (0..size).find(|c| at(ab, *c) != at(a, at(b, *c))) {
                let show = |x: usize| &algebra.names[x];
                let (left, right) = (at(ab, c), at(a, at(b, c)));
                return Err(format!(
                    "{name} is not associative: ({0} {1}) {2} = {3}, but {0} ({1} {2}) = {4}",
                    show(a),
                    show(b),
                    show(c),
                    show(left),
                    show(right)
                ));
            }
        }
    }
    Ok(())
}

fn commutative(algebra: &FiniteAlgebra, operation: &Operation) -> Result<(), String> {
    let size = algebra.size();
    for a in 0..size {
        for b in 0..a {
            if value(operation, size, a, b) != value(operation, size, b, a) {
                let (a, b) = (&algebra.names[a], &algebra.names[b]);
                return Err(format!("{} is not commutative at {a} and {b}", operation.name));
            }
        }
    }
    Ok(())
}

/// The neutral element of a binary operation.
///
/// # Errors
/// When there is none.
pub fn neutral(algebra: &FiniteAlgebra, operation: &Operation) -> Result<usize, String> {
    let size = algebra.size();
    let is_neutral = |e: &usize| {
        (0..size).all(|a| value(operation, size, *e, a) == a && value(operation, size, a, *e) == a)
    };
    (0..size).find(is_neutral).ok_or_else(|| format!("{} has no neutral element", operation.name))
}

fn inverses(algebra: &FiniteAlgebra, operation: &Operation) -> Result<usize, String> {
    let (size, e) = (algebra.size(), neutral(algebra, operation)?);
    let lonely = (0..size).find(|a| (0..size).all(|b| value(operation, size, *a, b) != e));
    match lonely {
        Some(a) => Err(format!("{} has no inverse of {}", operation.name, algebra.names[a])),
        None => Ok(e),
    }
}

/// Checks that an algebra is of a kind: the operation `*` of a semigroup, monoid or group, `meet` and `join` of a lattice, `+` and
/// `*` of a commutative ring with 1.
///
/// # Errors
/// The law that fails, with elements for which it does.
///
/// Cost: n³ for n elements.
pub fn check_kind(algebra: &FiniteAlgebra, kind: &str) -> Result<(), String> {
    match kind {
        "semigroup" | "monoid" | "group" => {
            let operation = binary(algebra, "*")?;
            associative(algebra, operation)?;
            match kind {
                "monoid" => neutral(algebra, operation).map(|_| ()),
                "group" => inverses(algebra, operation).map(|_| ()),
                _ => Ok(()),
            }
        }
        "lattice" => {
            let (meet, join) = (binary(algebra, "meet")?, binary(algebra, "join")?);
            for operation in [meet, join] {
                associative(algebra, operation)?;
                commutative(algebra, operation)?;
            }
            let size = algebra.size();
            for a in 0..size {
                for b in 0..size {
                    let absorbs = value(meet, size, a, value(join, size, a, b)) == a
                        && value(join, size, a, value(meet, size, a, b)) == a;
                    if !absorbs {
                        let (a, b) = (&algebra.names[a], &algebra.names[b]);
                        return Err(format!("absorption fails at {a} and {b}"));
                    }
                }
            }
            Ok(())
        }
        "ring" => {
            let (sum, product) = (binary(algebra, "+")?, binary(algebra, "*")?);
            for operation in [sum, product] {
                associative(algebra, operation)?;
                commutative(algebra, operation)?;
            }
            inverses(algebra, sum)?;
            neutral(algebra, product)?;
            let size = algebra.size();
            for a in 0..size {
                for b in 0..size {
                    for c in 0..size {
                        let left = value(product, size, a, value(sum, size, b, c));
                        let right = value(sum, size, value(product, size, a, b), value(product, size, a, c));
                        if left != right {
                            let show = |x: usize| &algebra.names[x];
                            return Err(format!(
                                "distributivity fails at {}, {} and {}",
                                show(a),
                                show(b),
                                show(c)
                            ));
                        }
                    }
                }
            }
            Ok(())
        }
        other => Err(format!("`{other}` is no kind known here: {}", KINDS.join(", "))),
    }
}
