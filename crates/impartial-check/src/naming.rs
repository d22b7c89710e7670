//! Whether what a certificate lists is what it is called.
//!
//! The field `game` of games on groups and rings is a name with a definition: `gen(S4)`, `dng(M11)`, `group(D4)`, `subgroups(Z6 x Z2)`,
//! `abelian(Z/4 + Z/8)`, `ring(Z/8)`, `ring(Z/8; non-units)`. It is checked. For a group without a name that this checker knows
//! (`group_names`) the field is left out, and the verified statement speaks of the group that the certificate lists.
//!
//! A list of maps of 0, …, n - 1 that describes a group (`ground`) is the named group when generator i of one goes to generator
//! i of the other under an isomorphism: an element k(x) of the named group is found for each x along a path from 0, k(x·g_i) =
//! k(x)·k_i is checked for all x and i, and only 0 has k(x) = 1. Abelian groups are told apart by how many elements there are
//! of each order.

use crate::Refusal;
use crate::ground;
use crate::group_names;
use crate::permutations::{Chain, Permutation, identity, is_identity, then};

fn wrong(why: impl std::fmt::Display) -> Refusal {
    Refusal::Refuted(format!("the field \"game\": {why}"))
}

/// Splits `gen(S4)` into `gen` and `S4`.
pub fn split(game: &str) -> Result<(&str, &str), Refusal> {
    let found = game.strip_suffix(')').and_then(|rest| rest.split_once('('));
    found.ok_or_else(|| Refusal::Malformed(format!("the field \"game\": {game:?} is no game with a name")))
}

/// Which side an element is multiplied from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

/// Whether the maps x ↦ x·g_i (or g_i·x) of a group on 0, …, n - 1 are those of the generators of a named group.
pub fn is_group(name: &str, order: usize, maps: &[Vec<usize>], side: Side) -> Result<(), Refusal> {
    let named = group_names::group(name)?;
    let differs = || wrong(format!("the group that is listed is not {name}"));
    if named.generators.len() != maps.len() {
        return Err(differs());
    }
    let mut images: Vec<Option<Permutation>> = vec![None; order];
    images[0] = Some(identity(named.points));
    let mut reached = vec![0];
    let mut next = 0;
    while let Some(x) = reached.get(next).copied() {
        next += 1;
        let Some(image) = images[x].clone() else { return Err(differs()) };
        for (map, generator) in maps.iter().zip(&named.generators) {
            let product = match side {
                Side::Right => then(&image, generator),
                Side::Left => then(generator, &image),
            };
            match &images[map[x]] {
                None => {
                    images[map[x]] = Some(product);
                    reached.push(map[x]);
                }
                Some(known) if *known == product => {}
                Some(_) => return Err(differs()),
            }
        }
    }
    let trivial = images.iter().filter(|image| image.as_ref().is_some_and(|image| is_identity(image)));
    if reached.len() != order || trivial.count() != 1 {
        return Err(differs());
    }
    Ok(())
}

/// Whether permutations are the generators of a named group. Where they are not those of its definition: the pairs of one
/// generator each, on the points of both, generate a group that is as large as both, which is then an isomorphism.
pub fn is_permutation_group(name: &str, points: usize, generators: &[Permutation]) -> Result<(), Refusal> {
    let named = group_names::group(name)?;
    if named.points == points && named.generators == generators {
        return Ok(());
    }
    let differs = || wrong(format!("the permutations that are listed are not the generators of {name}"));
    if named.generators.len() != generators.len() {
        return Err(differs());
    }
    let pair = |(own, other): (&Permutation, &Permutation)| -> Permutation {
        own.iter().copied().chain(other.iter().map(|image| image + points as u16)).collect()
    };
    let pairs: Vec<Permutation> = generators.iter().zip(&named.generators).map(pair).collect();
    let order = Chain::new(points + named.points, &pairs)?.order();
    let is_it = Chain::new(points, generators)?.order() == order
        && Chain::new(named.points, &named.generators)?.order() == order
        && order < u64::MAX;
    if is_it { Ok(()) } else { Err(differs()) }
}

/// The largest ring or abelian group that is compared with its name.
const LARGEST: usize = 4096;

/// Whether a set with maps is the game of quotients that it is called.
pub fn is_game_of_quotients(
    game: &str,
    size: usize,
    maps: &[Vec<u32>],
    is_proper: bool,
) -> Result<(), Refusal> {
    let differs = || wrong(format!("the maps that are listed are not those of {game}"));
    let maps: Vec<Vec<usize>> = maps.iter().map(|map| map.iter().map(|x| *x as usize).collect()).collect();
    let (kind, name) = split(game)?;
    if size > LARGEST || (is_proper && kind != "ring") {
        return Err(differs());
    }
    match kind {
        "subgroups" => is_group(name, size, &maps, Side::Left),
        "group" => {
            let of_parity = |parity| maps.iter().skip(parity).step_by(2).cloned().collect::<Vec<_>>();
            let (left, right) = (of_parity(0), of_parity(1));
            is_group(name, size, &right, Side::Right)?;
            // y·x for all x and y.
            let table = ground::table(size, &right).map_err(|_| differs())?;
            let is_left = |(left, right): (&Vec<usize>, &Vec<usize>)| {
                (0..size).all(|x| usize::from(table[x * size + right[0]]) == left[x])
            };
            let all = left.len() == right.len() && left.iter().zip(&right).all(is_left);
            if all { Ok(()) } else { Err(differs()) }
        }
        "abelian" => {
            let modulus =
                |term: &str| term.strip_prefix("Z/")?.parse().ok().filter(|n| (1..=LARGEST).contains(n));
            let moduli: Option<Vec<usize>> = name.split(" + ").map(modulus).collect();
            let moduli = moduli.ok_or_else(|| {
                Refusal::Malformed(format!(
                    "the field \"game\": this checker does not know the group {name:?}"
                ))
            })?;
            let order = moduli.iter().try_fold(1usize, |order, n| order.checked_mul(*n));
            let commute = maps.iter().all(|a| maps.iter().all(|b| (0..size).all(|x| a[b[x]] == b[a[x]])));
            if order != Some(size) || !commute {
                return Err(differs());
            }
            let table = ground::table(size, &maps).map_err(|_| differs())?;
            // How many elements are killed by each divisor of the order: this tells abelian groups apart.
            let killed = |d: usize| {
                let times = |x: usize| (0..d).fold(0, |sum, _| usize::from(table[x * size + sum]));
                (0..size).filter(|x| times(*x) == 0).count()
            };
            let expected = |d: usize| moduli.iter().map(|n| gcd(*n, d)).product::<usize>();
            let divisors = (1..=size).filter(|d| size.is_multiple_of(*d) && *d < size);
            if divisors.into_iter().all(|d| killed(d) == expected(d)) { Ok(()) } else { Err(differs()) }
        }
        "ring" => {
            let (ring, has_units) =
                name.strip_suffix("; non-units").map_or((name, true), |ring| (ring, false));
            let is_it = ring == format!("Z/{size}")
                && is_proper != has_units
                && maps.first().is_some_and(|map| (0..size).all(|x| map[x] == (x + 1) % size))
                && maps.iter().skip(1).all(|map| (0..size).all(|x| map[x] == x * map[1 % size] % size));
            if is_it { Ok(()) } else { Err(differs()) }
        }
        _ => Err(Refusal::Malformed(format!("the field \"game\": {game:?} is no game with a name"))),
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cyclic(n: usize) -> Vec<usize> {
        (0..n).map(|x| (x + 1) % n).collect()
    }

    #[test]
    fn a_group_is_what_it_is_called() {
        let z6 = [cyclic(6)];
        assert_eq!(is_group("Z6", 6, &z6, Side::Right), Ok(()));
        // 3 has order 2 and 2 order 3: Z2 x Z3 with its two generators.
        let product = [[3, 4, 5, 0, 1, 2].to_vec(), [2, 3, 4, 5, 0, 1].to_vec()];
        assert_eq!(is_group("Z2 x Z3", 6, &product, Side::Right), Ok(()));
        for other in ["Z5", "Z12", "S3", "Z3 x Z2", "M11", "D3", "Y6", ""] {
            let refusal = is_group(other, 6, &product, Side::Right).unwrap_err().to_string();
            assert!(refusal.contains("\"game\""), "{other}: {refusal}");
            assert!(is_group(other, 6, &z6, Side::Right).is_err(), "{other}");
        }
    }

    #[test]
    fn games_of_quotients_are_what_they_are_called() {
        let shift = |n: usize, by: usize| (0..n).map(|x| ((x + by) % n) as u32).collect::<Vec<u32>>();
        let times = |n: usize, c: usize| (0..n).map(|x| (x * c % n) as u32).collect::<Vec<u32>>();
        let good =
            |game: &str, size, maps: &[Vec<u32>], proper| is_game_of_quotients(game, size, maps, proper);
        assert_eq!(good("abelian(Z/4)", 4, &[shift(4, 1)], false), Ok(()));
        assert_eq!(good("abelian(Z/2 + Z/3)", 6, &[shift(6, 1)], false), Ok(()));
        assert_eq!(good("ring(Z/4)", 4, &[shift(4, 1), times(4, 3)], false), Ok(()));
        assert_eq!(good("ring(Z/4; non-units)", 4, &[shift(4, 1)], true), Ok(()));
        assert_eq!(good("group(Z4)", 4, &[shift(4, 1), shift(4, 1)], false), Ok(()));
        assert_eq!(good("subgroups(Z4)", 4, &[shift(4, 1)], false), Ok(()));
        for (game, maps, proper) in [
            ("abelian(Z/2 + Z/2)", vec![shift(4, 1)], false),
            ("abelian(Z/8)", vec![shift(4, 1)], false),
            ("abelian(Z/4)", vec![shift(4, 1)], true),
            ("abelian(Z/4)", vec![times(4, 3)], false),
            ("ring(Z/4)", vec![shift(4, 3)], false),
            ("ring(Z/4)", vec![shift(4, 1), shift(4, 1)], false),
            ("ring(Z/4)", vec![shift(4, 1)], true),
            ("ring(Z/4; non-units)", vec![shift(4, 1)], false),
            ("ring(F4)", vec![shift(4, 1)], false),
            ("group(Z4)", vec![shift(4, 1)], false),
            ("group(Z4)", vec![shift(4, 3), shift(4, 1)], false),
            ("group(Z2 x Z2)", vec![shift(4, 1), shift(4, 1)], false),
            ("subgroups(Z4)", vec![shift(4, 1), shift(4, 1)], false),
            ("module(Z/4)", vec![shift(4, 1)], false),
            ("", vec![], false),
        ] {
            let refusal = good(game, 4, &maps, proper).unwrap_err().to_string();
            assert!(refusal.contains("\"game\""), "{game}: {refusal}");
        }
    }
}
