//! Groups made of one group: holomorph, automorphism group, Sylow subgroups, quotients, central products; and two families of
//! groups of prime power order.

use super::error::GroupError;
use super::families::metacyclic;
use super::finite::{FiniteGroup, GroupLaw, checked_order};
use super::isomorphism::automorphisms;
use super::names::Names;
use super::permutation::{MAX_POINT, Permutation};
use super::subgroup::Subgroup;
use crate::integer::{is_prime, prime_divisors};
use crate::limits::Limits;

/// The most automorphisms that are listed.
const MOST_AUTOMORPHISMS: usize = 100_000;

/// The automorphisms of a group as permutations of its elements.
fn permutations_of(group: &FiniteGroup, limits: &Limits) -> Result<Vec<Permutation>, GroupError> {
    let name = group.name();
    if group.order() > MAX_POINT {
        return Err(GroupError::whole(format!(
            "{name} has more than {MAX_POINT} elements, and its automorphisms are not looked for"
        )));
    }
    let all = automorphisms(group, MOST_AUTOMORPHISMS, limits)?.ok_or_else(|| {
        GroupError::whole(format!("{name} has more than {MOST_AUTOMORPHISMS} automorphisms"))
    })?;
    let permutation = |map: Vec<u32>| {
        Permutation::from_images_unchecked(map.into_iter().map(|image| image as u16).collect())
    };
    let mut all: Vec<Permutation> = all.into_iter().map(permutation).collect();
    all.sort_unstable();
    // Few of them generate the others.
    let degree = group.order().max(1);
    let mut few: Vec<Permutation> = Vec::new();
    let mut chain = super::chain::StabilizerChain::new(degree, &few, None, limits)?;
    for automorphism in all {
        if !chain.contains(&automorphism) {
            few.push(automorphism);
            chain = super::chain::StabilizerChain::from_random_elements(degree, &few, &[], None, limits)?;
        }
    }
    Ok(few)
}

/// Aut(G), as permutations of the elements of G (numbered from 1, the identity first).
pub(super) fn automorphism_group(group: &FiniteGroup, limits: &Limits) -> Result<FiniteGroup, GroupError> {
    let generators = permutations_of(group, limits)?;
    FiniteGroup::from_permutations(format!("Aut({})", group.name()), &generators, limits)
}

/// The holomorph of G, G : Aut(G), as permutations of the elements of G.
pub(super) fn holomorph(group: &FiniteGroup, limits: &Limits) -> Result<FiniteGroup, GroupError> {
    let mut generators = permutations_of(group, limits)?;
    let order = group.order();
    for &step in group.generators() {
        let images = (0..order).map(|a| group.product(a, step) as u16);
        generators.push(Permutation::from_images_unchecked(images.collect()));
    }
    FiniteGroup::from_permutations(format!("Hol({})", group.name()), &generators, limits)
}

/// A Sylow p-subgroup: from 1 up, by elements of the normaliser whose p-th power is inside.
pub(super) fn sylow(group: &FiniteGroup, p: u64, limits: &Limits) -> Result<FiniteGroup, GroupError> {
    if !is_prime(p) {
        return Err(GroupError::whole(format!("Sylow subgroups belong to primes, and {p} is none")));
    }
    let mut part = 1usize;
    while let Ok(prime) = usize::try_from(p)
        && group.order().is_multiple_of(part * prime)
    {
        part *= prime;
    }
    let mut subgroup = Subgroup::trivial(group);
    while subgroup.order() < part {
        limits.poll()?;
        let normalizer = group.normalizer(&subgroup);
        let next = normalizer
            .iter()
            .find(|a| !subgroup.contains(*a) && subgroup.contains(group.power(*a, p as i64)))
            .expect("a p-subgroup that is not a Sylow subgroup has a larger normaliser");
        subgroup.extend(group, next);
    }
    let name = format!("Sylow({p}, {})", group.name());
    group.subgroup_as_group(&subgroup).map(|found| found.named(name)).ok_or_else(|| {
        GroupError::whole(format!("the Sylow {p}-subgroup of {} is too large for a table", group.name()))
    })
}

/// The quotient by the normal closure of elements, named by its text.
pub(super) fn quotient(group: &FiniteGroup, elements: &[usize], name: &str) -> FiniteGroup {
    group.quotient(&group.normal_closure(elements.iter().copied())).group.named(name)
}

/// The central product: the direct product in which the subgroups of the largest common order of the two centres, which must be
/// cyclic, are one.
pub(super) fn central_product(left: &FiniteGroup, right: &FiniteGroup) -> Result<FiniteGroup, GroupError> {
    let generator = |group: &FiniteGroup| {
        let center = group.center();
        let order = center.count();
        center.iter().find(|a| group.element_order(*a) == order).map(|a| (a, order)).ok_or_else(|| {
            GroupError::whole(format!("the centre of {} is not cyclic", group.name()))
                .help("a central product makes cyclic subgroups of the centres one")
        })
    };
    let ((z, m), (w, n)) = (generator(left)?, generator(right)?);
    let common = crate::integer::gcd(m, n);
    let is_cyclic = m == left.order() || n == right.order();
    if common > 2 && !is_cyclic {
        return Err(GroupError::whole(format!(
            "the centres of {} and {} have subgroups of order {common} in common, and it matters how they are made one",
            left.name(),
            right.name()
        ))
        .help("write a quotient: (G x H)/<(z,w)>"));
    }
    let product = FiniteGroup::direct_product(&[left.clone(), right.clone()])?;
    let a = left.power(z, (m / common) as i64);
    let b = right.inverse(right.power(w, (n / common) as i64));
    let name = format!("{} o {}", left.factor_name(), right.factor_name());
    Ok(quotient(&product, &[a * right.order() + b], &name))
}

/// SD_n, the semidihedral group of order n = 16, 32, …: ⟨a, b | a^(n/2), b², b·a·b = a^(n/4-1)⟩.
pub(super) fn semidihedral(n: u64) -> Result<FiniteGroup, GroupError> {
    if !n.is_power_of_two() || n < 16 {
        return Err(GroupError::whole(format!(
            "SD{n} is not a group: semidihedral groups have order 16, 32, 64, …"
        )));
    }
    let order = checked_order([n])?;
    let names = Names::normal_form(&["a", "b"], &[order / 2, 2]);
    Ok(metacyclic(format!("SD{n}"), [order / 2, 2, 0, order / 4 - 1], names))
}

/// The extraspecial groups of order p^(1+2k), on (a, b, c) with a, b in F_p^k and c in F_p:
/// (a, b, c)(a′, b′, c′) = (a + a′, b + b′, c + c′ + b·a′ + s), where s = 0 in type +; in type - it is a₁a₁′ + b₁b₁′ for p = 2, and
/// the carry of a₁ + a₁′ for odd p, so that a₁ has order p².
struct Extraspecial {
    p: usize,
    k: usize,
    minus: bool,
}

impl Extraspecial {
    fn digits(&self, mut element: usize) -> Vec<usize> {
        let mut digits = vec![0; 2 * self.k + 1];
        for digit in digits.iter_mut().rev() {
            *digit = element % self.p;
            element /= self.p;
        }
        digits
    }
}

impl GroupLaw for Extraspecial {
    fn order(&self) -> usize {
        self.p.pow(2 * self.k as u32 + 1)
    }

    fn product(&self, x: usize, y: usize) -> usize {
        let (p, k) = (self.p, self.k);
        let (x, y) = (self.digits(x), self.digits(y));
        let mut sum: Vec<usize> = x.iter().zip(&y).map(|(a, b)| (a + b) % p).collect();
        let mut twist: usize = (0..k).map(|i| x[k + i] * y[i]).sum();
        if self.minus {
            twist += if p == 2 { x[0] * y[0] + x[k] * y[k] } else { (x[0] + y[0]) / p };
        }
        sum[2 * k] = (sum[2 * k] + twist) % p;
        sum.iter().fold(0, |element, digit| element * p + digit)
    }

    fn inverse(&self, x: usize) -> usize {
        // x^(p²-1): the exponent of the group divides p².
        let mut result = 0;
        for _ in 1..self.p * self.p {
            result = self.product(result, x);
        }
        result
    }
}

/// The extraspecial group of an order p^(1+2k) and a type.
pub(super) fn extraspecial(order: u64, minus: bool) -> Result<FiniteGroup, GroupError> {
    let wrong = || {
        GroupError::whole(format!("there is no extraspecial group of order {order}"))
            .help("the orders are p^3, p^5, … for primes p: Extraspecial(32,+), Extraspecial(27,-)")
    };
    let [p] = prime_divisors(order.max(1))[..] else { return Err(wrong()) };
    let exponent = order.ilog(p);
    if exponent < 3 || exponent % 2 == 0 {
        return Err(wrong());
    }
    checked_order([order])?;
    let (p, k) = (p as usize, (exponent / 2) as usize);
    let letters = |letter: char| (1..=k).map(move |i| format!("{letter}{i}"));
    let mut names: Vec<String> = letters('a').chain(letters('b')).collect();
    names.push("z".to_owned());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let radices = vec![p; 2 * k + 1];
    let generators = (1..=2 * k).map(|i| p.pow(i as u32)).rev().chain([1]).collect();
    let name = format!("Extraspecial({order},{})", if minus { '-' } else { '+' });
    let law = Extraspecial { p, k, minus };
    Ok(FiniteGroup::from_law(name, law, generators, Names::normal_form(&names, &radices)))
}

#[cfg(test)]
mod tests {
    use crate::group::{are_isomorphic, parse};
    use crate::limits::Limits;

    /// Groups that two constructions make.
    #[test]
    fn two_constructions_of_one_group() {
        let limits = Limits::none();
        for (left, right) in [
            ("Hol(Z5)", "AGL(1,5)"),
            ("Hol(Z2^2)", "S4"),
            ("Hol(Z2^3)", "AGL(3,2)"),
            ("Aut(Z8)", "Z2^2"),
            ("Aut(Q8)", "S4"),
            ("Aut(D4)", "D4"),
            ("Aut(Z2^3)", "PSL(2,7)"),
            ("Sylow(2, S4)", "D4"),
            ("Sylow(2, GL(2,3))", "SD16"),
            ("Sylow(3, S6)", "Z3^2"),
            ("Sylow(5, S4)", "1"),
            ("S4/<(1 2)(3 4)>", "S3"),
            ("Z12/<4>", "Z4"),
            ("Q8/<-1>", "V4"),
            ("D4 o D4", "Q8 o Q8"),
            ("D4 o D4", "Extraspecial(32,+)"),
            ("D4 o Q8", "Extraspecial(32,-)"),
            ("Z4 o D4", "Z4 o Q8"),
            ("Extraspecial(8,+)", "D4"),
            ("Extraspecial(8,-)", "Q8"),
            ("Extraspecial(27,+)", "SmallGroup(27,3)"),
            ("Extraspecial(27,-)", "SmallGroup(27,4)"),
            ("SD16", "SmallGroup(16,8)"),
            ("M10", "SmallGroup(720,765)"),
            ("PSU(2,5)", "A5"),
            ("PSp(4,2)", "S6"),
            ("Sp(2,3)", "SL(2,3)"),
            ("PSU(3,2)", "Z3^2 : Q8"),
            ("SymmetricGroup(4)", "S4"),
            ("DihedralGroup(8)", "D4"),
            ("L2(7)", "PSL(2,7)"),
            ("CyclicGroup(6)", "Z6"),
            ("QuaternionGroup(16)", "Q16"),
            ("ElementaryAbelianGroup(9)", "Z3^2"),
            ("PGammaL(2,4)", "S5"),
            ("PΓL(2,9)", "Aut(A6)"),
            ("PSigmaL(2,9)", "S6"),
            ("GammaL(1,8)", "Z7 : Z3"),
            ("AGammaL(1,8)", "SmallGroup(168,43)"),
            ("AΓL(1,9)", "SmallGroup(144,182)"),
            ("PGammaL(2,7)", "PGL(2,7)"),
            ("L(2,7)", "PSL(2,7)"),
            ("U(4,2)", "PSp(4,3)"),
            ("SylowSubgroup(S4, 2)", "Sylow(2, S4)"),
            ("Sylow(S4,2)", "D4"),
            ("ExtraspecialGroup(27,9)", "Extraspecial(27,-)"),
            ("ExtraspecialGroup(27,3)", "Extraspecial(27,+)"),
            ("Group([(1,2,3),(1,2)])", "S3"),
        ] {
            let (Ok(a), Ok(b)) = (parse(left, &limits), parse(right, &limits)) else {
                // Two of them are beyond what is known here, and say so.
                assert!(["M10", "PSU(3,2)"].contains(&left), "{left} or {right} is not read");
                continue;
            };
            assert_eq!(are_isomorphic(&a, &b, &limits), Ok(true), "{left} and {right}");
        }
        for (text, order) in
            [("M10", 720), ("PSU(4,2)", 25920), ("PSp(4,3)", 25920), ("Sz(8)", 29120), ("PSU(3,3)", 6048)]
        {
            assert_eq!(parse(text, &limits).unwrap().order(), order, "{text}");
        }
    }
}
