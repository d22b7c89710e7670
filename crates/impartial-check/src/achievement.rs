//! Kind `achievement`: nimber and misère outcome of an achievement game on a finite group, before the first move.
//!
//! Claim: when players choose elements of the group that the permutations `ground` generate, in turn and none twice, until they
//! generate the group, the game has the nimber `nimber`, and the outcome `misere` in misère play. `because` holds the reasons:
//!
//! | field | checked |
//! |---|---|
//! | `pair` | these two elements generate the group |
//! | `pairs` | each of these pairs generates; x ≠ 1 *has a partner* when it, or a power of it of prime order, is conjugate to the first of a pair |
//! | `rough` | proper subgroups H, each with a `cover`: proper subgroups that contain H and that together are the whole group |
//! | `cover` | proper subgroups of even order; they and their conjugates contain every element of odd order |
//! | `uncovered` | an element a of odd order that generates the group with every involution |
//! | `between` | elements x, t: x ≠ 1 of odd order, t an involution, neither ⟨x, t⟩ nor ⟨x, a⟩ is the group |
//!
//! | the group has | and | nimber | misère |
//! |---|---|---|---|
//! | odd order, more than one element | `pair` | 2 | N |
//! | odd order | every element is conjugate into some H of `rough` | 1 | N |
//! | even order, not cyclic, `cover` | every element but 1 has a partner | 1 | P |
//! | even order, not cyclic, `uncovered`, `between` | every element but 1 has a partner | 4 | N |
//! | even order, not cyclic | each element of odd order has a partner, or is conjugate into some H of `rough` of even order | 0 | P with `cover`, N with `uncovered` |
//!
//! Why that is a proof. *Misère play.* Who generates the group makes the last move and loses; so nobody does unless nothing else is
//! left, and the outcome is that of the avoidance game in normal play, whose nimber is 1 for odd order, 0 with `cover` and 3 with
//! `uncovered` (see `avoidance`).
//!
//! *Deficiency.* Let d(P) be the least number of elements that must be added to a position P until it generates. A move lowers it by at
//! most 1, and some move does lower it. Let C be the intersection of all maximal subgroups that contain P, P not generating; choosing c
//! in C does not change d. |C| is a multiple of the order of ⟨P⟩. An H of `rough` has d ≥ 2: an element x lies in a subgroup of
//! its cover, and so does what H and x generate. What is contained in H has d ≥ 2 too.
//!
//! *Even positions.* Let ⟨P⟩ have even order. The nimbers of P for an even and an odd number of elements are 1, 2 if d = 1; 0, 2 if d =
//! 2; 0, 1 if d ≥ 3. By induction: for |P| odd, P is not C, so there is an option of the same d with an even number of elements. d = 1:
//! |P| odd has options 0 (generating) and 1, nothing else: 2; |P| even has 0 and perhaps 2: 1. d = 2: |P| even has options 2 only: 0; |P| odd
//! has 0 and 1: 2. d ≥ 3: |P| even has options 1 and 2 only: 0; |P| odd has 0 only: 1.
//!
//! *Odd order.* In the same way |C| is odd, and the nimbers for an even and an odd number of elements are 2, 1 if d = 1; 2, 0 if d = 2; 1, 0 if
//! d ≥ 3: for |P| even, P is not C. d = 1: |P| odd has 0 and perhaps 2: 1; |P| even has 0 and 1: 2. d = 2: |P| odd has options 2 only: 0; |P| even has 1
//! and 0: 2. d ≥ 3: |P| odd has 1 and 2 only: 0; |P| even has 0 only: 1. The empty position has an even number of elements, and d ≤ 2
//! with `pair`, d ≥ 3 when each single element has d ≥ 2.
//!
//! *Nimber 0.* No first move ends the game, since the group is not cyclic. A single element of even order has nimber 1 or 2. One with a
//! partner can be moved to 0. One in H can be moved to 0 by an involution of H: an even position of two elements with d ≥ 2.
//!
//! *Partners.* If every element but 1 has a partner (x has one when a power of x has), every position other than the empty one and {1} that does not
//! generate can be made to. By induction its nimber is 1 + D, where D is its nimber in the avoidance game. {1} has nimber 0, for no option of
//! it is 0. So the nimber of the game is the least number that is neither 0 nor some 1 + D({x}) with x ≠ 1. With `cover` no D({x}) is 0, as the
//! avoidance game has nimber 0. With `uncovered` D({a}) = 0, D({t}) = 1 and, if there is `between`, D({x}) = 2, and no D of a single element
//! is more than 2 (see `avoidance`): 4.

use serde_json::Value;

use crate::classes::Group;
use crate::fields::{field, list, number, only, text};
use crate::listed::{Listed, Marks};
use crate::permutations::{Permutation, identity, is_identity, then};
use crate::{Refusal, Verified};

fn refuted(why: impl Into<String>) -> Refusal {
    Refusal::Refuted(why.into())
}

/// Checks a game.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let group = Group::read(field(certificate, "ground")?)?;
    let name = group.called("gen", certificate)?;
    let mut listed = Listed::new(group)?;
    if listed.size() == 1 {
        return Err(refuted("on the trivial group the game is over"));
    }
    let because = field(certificate, "because")?;
    let (nimber, misere, reason) = if listed.size() % 2 == 1 {
        odd_order(&mut listed, because)?
    } else {
        even_order(&mut listed, because)?
    };
    let claimed = number(certificate, "nimber")?;
    if claimed != nimber {
        return Err(refuted(format!("the nimber is {nimber}, not {claimed}")));
    }
    if text(certificate, "misere")? != misere {
        return Err(refuted(format!("the field \"misere\": the outcome is {misere}")));
    }
    let normal = if nimber == 0 { "P" } else { "N" };
    let statement = format!(
        "{name} has nimber {nimber}, is {normal} in normal play and {misere} in misère play ({reason})"
    );
    Ok(Verified { kind: "achievement".into(), statement })
}

type Found = (u64, &'static str, String);

fn odd_order(listed: &mut Listed, because: &Value) -> Result<Found, Refusal> {
    if because.get("pair").is_some() {
        only(because, &["pair"])?;
        let pair = listed.elements(field(because, "pair")?, "pair")?;
        if pair.len() != 2 || !listed.is_whole(&listed.generated(&pair)?) {
            return Err(refuted("the field \"pair\": two elements that generate are expected"));
        }
        return Ok((2, "N", "odd order, and two elements generate".to_owned()));
    }
    only(because, &["rough"])?;
    let marks = rough(listed, list(because, "rough")?, false)?;
    if marks.contains(&false) {
        return Err(refuted("the field \"rough\": an element is in none of the subgroups"));
    }
    Ok((1, "N", "odd order, and no two elements generate".to_owned()))
}

fn even_order(listed: &mut Listed, because: &Value) -> Result<Found, Refusal> {
    if listed.is_cyclic() {
        return Err(refuted("the group is cyclic"));
    }
    only(because, &["pairs", "rough", "cover", "uncovered", "between"])?;
    let is_covered = because.get("cover").is_some();
    if is_covered == because.get("uncovered").is_some() {
        return Err(Refusal::Malformed("the field \"cover\" or the field \"uncovered\" is expected".into()));
    }
    let (misere, uncovered) = if is_covered {
        listed.check_cover(list(because, "cover")?)?;
        ("P", None)
    } else {
        let element = listed.group.element(field(because, "uncovered")?, "uncovered")?;
        listed.check_uncovered(&element)?;
        ("N", Some(element))
    };
    let identity = listed.group.chain.rank(&identity(listed.group.points));
    let pairs = list(because, "pairs")?;
    let partners = with_partners(listed, pairs)?;
    if because.get("rough").is_some() {
        if because.get("between").is_some() {
            return Err(Refusal::Malformed("the field \"between\" is not read here".into()));
        }
        let subgroups = list(because, "rough")?;
        let marks = rough(listed, subgroups, true)?;
        let is_lost = |number: usize| {
            listed.is_odd(number)
                && !marks[number]
                && (number == identity || !listed.is_marked(number, &partners))
        };
        if (0..listed.size()).any(is_lost) {
            return Err(refuted("an element of odd order has no partner and is in no subgroup of \"rough\""));
        }
        let reason =
            format!("each first move can be answered: {} pairs, {} subgroups", pairs.len(), subgroups.len());
        return Ok((0, misere, reason));
    }
    if (0..listed.size()).any(|number| number != identity && !listed.is_marked(number, &partners)) {
        return Err(refuted("the field \"pairs\": an element has no partner"));
    }
    let reason = format!("every element but 1 belongs to a pair that generates, by {} pairs", pairs.len());
    match uncovered {
        None if because.get("between").is_some() => {
            Err(Refusal::Malformed("the field \"between\" is not read here".into()))
        }
        None => Ok((1, misere, reason)),
        Some(element) => {
            check_between(listed, &element, field(because, "between")?)?;
            Ok((4, misere, reason))
        }
    }
}

/// The first elements of the pairs, with their conjugates.
fn with_partners(listed: &mut Listed, pairs: &[Value]) -> Result<Marks, Refusal> {
    let mut marks = listed.nothing();
    for pair in pairs {
        let pair = listed.elements(pair, "pairs")?;
        let [first, _] = &pair[..] else {
            return Err(Refusal::Malformed("the field \"pairs\" must hold pairs".into()));
        };
        if !listed.is_whole(&listed.generated(&pair)?) {
            return Err(refuted("the field \"pairs\": a pair does not generate"));
        }
        marks[listed.group.chain.rank(first)] = true;
    }
    listed.mark_conjugates(&mut marks)?;
    Ok(marks)
}

/// The elements of subgroups that no single element makes the whole group, with their conjugates.
fn rough(listed: &mut Listed, subgroups: &[Value], must_be_even: bool) -> Result<Marks, Refusal> {
    let mut marks = listed.nothing();
    for entry in subgroups {
        let (generators, chain) = listed.proper(field(entry, "generators")?, "rough/generators")?;
        if must_be_even && !chain.order().is_multiple_of(2) {
            return Err(refuted("the field \"rough\": a subgroup has odd order"));
        }
        let mut covered = listed.nothing();
        for larger in list(entry, "cover")? {
            let (_, larger) = listed.proper(larger, "rough/cover")?;
            if !generators.iter().all(|generator| larger.contains(generator)) {
                return Err(refuted(
                    "the field \"rough\": a subgroup of a cover does not contain what it covers",
                ));
            }
            listed.mark(&larger, &mut covered)?;
        }
        if covered.contains(&false) {
            return Err(refuted("the field \"rough\": a cover is not the whole group"));
        }
        listed.mark(&chain, &mut marks)?;
    }
    listed.mark_conjugates(&mut marks)?;
    Ok(marks)
}

fn check_between(listed: &Listed, uncovered: &Permutation, between: &Value) -> Result<(), Refusal> {
    let elements = listed.elements(between, "between")?;
    let [x, t] = &elements[..] else {
        return Err(Refusal::Malformed("the field \"between\" must hold two elements".into()));
    };
    let is_odd = listed.is_odd(listed.group.chain.rank(x)) && !is_identity(x);
    let is_involution = !is_identity(t) && is_identity(&then(t, t));
    let is_proper = |other: &Permutation| -> Result<bool, Refusal> {
        Ok(!listed.is_whole(&listed.generated(&[x.clone(), other.clone()])?))
    };
    if is_odd && is_involution && is_proper(t)? && is_proper(uncovered)? {
        return Ok(());
    }
    Err(refuted("the field \"between\" does not hold what it must"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn game(
        name: &str,
        points: usize,
        generators: Value,
        nimber: u64,
        misere: &str,
        because: Value,
    ) -> Value {
        json!({
            "game": name, "ground": { "points": points, "generators": generators },
            "nimber": nimber, "misere": misere, "because": because,
        })
    }

    /// S5: two involutions and a rotation of each prime order have partners; A5 contains every element of odd order.
    fn s5() -> Value {
        let (r, t) = (json!([1, 2, 3, 4, 0]), json!([1, 0, 2, 3, 4]));
        let pairs =
            json!([[t, r], [[1, 0, 3, 2, 4], [0, 2, 4, 1, 3]], [[1, 2, 0, 3, 4], [0, 2, 3, 4, 1]], [r, t],]);
        let cover = json!([[[1, 2, 0, 3, 4], [0, 1, 3, 4, 2]]]);
        game("gen(S5)", 5, json!([r, t]), 1, "P", json!({ "pairs": pairs, "cover": cover }))
    }

    /// Z3^3: each element lies on a line, and planes through the line cover the space.
    fn z3_cubed(nimber: u64) -> Value {
        let step = |by: [usize; 3]| -> Value {
            json!((0..9).map(|x| x / 3 * 3 + (x % 3 + by[x / 3]) % 3).collect::<Vec<usize>>())
        };
        let vectors: Vec<[usize; 3]> = (1..27).map(|code| [code / 9, code / 3 % 3, code % 3]).collect();
        let is_first = |v: &[usize; 3]| v.iter().find(|x| **x != 0) == Some(&1);
        let lines: Vec<[usize; 3]> = vectors.iter().copied().filter(is_first).collect();
        let rough: Vec<Value> = lines
            .iter()
            .map(|line| {
                let cover: Vec<Value> = lines
                    .iter()
                    .filter(|other| *other != line)
                    .map(|other| json!([step(*line), step(*other)]))
                    .collect();
                json!({ "generators": [step(*line)], "cover": cover })
            })
            .collect();
        let generators = json!([step([1, 0, 0]), step([0, 1, 0]), step([0, 0, 1])]);
        game("gen(Z3 x Z3 x Z3)", 9, generators, nimber, "N", json!({ "rough": rough }))
    }

    fn z2_squared() -> Value {
        let (a, b) = (json!([1, 0, 2, 3]), json!([0, 1, 3, 2]));
        let because = json!({ "pairs": [[a, b], [b, a], [[1, 0, 3, 2], a]], "cover": [[a]] });
        game("gen(Z2 x Z2)", 4, json!([a, b]), 1, "P", because)
    }

    #[test]
    fn every_reason_is_checked() {
        let z7 = json!([1, 2, 3, 4, 5, 6, 0]);
        let id7 = json!([0, 1, 2, 3, 4, 5, 6]);
        for proof in [
            s5(),
            z3_cubed(1),
            z2_squared(),
            game("gen(Z7)", 7, json!([z7]), 2, "N", json!({ "pair": [z7, id7] })),
        ] {
            assert!(check(&proof).is_ok(), "{proof}: {:?}", check(&proof));
        }
    }

    #[test]
    fn every_change_is_noticed() {
        for (pointer, value) in [
            ("/game", json!("gen(A5)")),
            ("/game", json!("dng(S5)")),
            ("/nimber", json!(2)),
            ("/nimber", json!(0)),
            ("/misere", json!("N")),
            ("/ground/generators/1", json!([1, 2, 0, 3, 4])),
            ("/because/pairs/0", json!([[1, 0, 2, 3, 4], [1, 0, 2, 3, 4]])),
            ("/because/pairs/0", json!([[1, 0, 2, 3, 4]])),
            ("/because/pairs/1", json!([[1, 0, 2, 3, 4], [1, 2, 3, 4, 0]])),
            ("/because/pairs", json!([])),
            ("/because/cover", json!([])),
            ("/because/cover", json!([[[1, 0, 2, 3, 4]]])),
            ("/because/cover", json!([[[1, 0, 2, 3, 4], [1, 2, 3, 4, 0]]])),
            ("/because/cover/0", json!([[1, 2, 0, 3, 4]])),
            ("/because", json!({ "pair": [[1, 0, 2, 3, 4], [1, 2, 3, 4, 0]] })),
            ("/because", json!({})),
            ("/because", json!(null)),
        ] {
            let mut changed = s5();
            *changed.pointer_mut(pointer).unwrap() = value.clone();
            assert!(check(&changed).is_err(), "{pointer} = {value}");
        }
        for (pointer, value) in [
            ("/nimber", json!(2)),
            ("/misere", json!("P")),
            ("/because/rough/0/cover/0", json!([])),
            ("/because/rough/0/generators", json!([])),
            ("/because/rough", json!([])),
        ] {
            let mut changed = z3_cubed(1);
            *changed.pointer_mut(pointer).unwrap() = value.clone();
            assert!(check(&changed).is_err(), "{pointer} = {value}");
        }
        let mut between = s5();
        between["because"]["between"] = json!([]);
        assert!(check(&between).is_err());
    }
}
