//! Kind `avoidance`: nimber and misère outcome of an avoidance game on a finite group, before the first move.
//!
//! Claim: when players choose elements of the group `ground` in turn and the elements chosen may never generate it, the
//! game has the nimber `nimber`, and the outcome `misere` in misère play. The field `because` holds the reason.
//!
//! `ground` is a group as in `structure`, or as in `subgroup-classes` by permutations that generate it; elements are then permutations, and
//! of a cover one subgroup of each class of conjugate ones is enough, since conjugation is an automorphism.
//!
//! | `because` | checked | nimber | misère |
//! |---|---|---|---|
//! | `{"odd": true}` | the order is odd and not 1, or it is 2 | 1 | P |
//! | `{"cover": [[…], …]}` | each list generates a proper subgroup of even order, and every element of odd order lies in one of them | 0 | N |
//! | `{"uncovered": a}` | the order is even and not 2, a has odd order and generates the group with every involution | 3 | N |
//!
//! Why that is a proof. A game ends exactly when the elements chosen are a maximal subgroup M; who moved last depends on
//! the parity of |M|. Call a position *even* when every maximal subgroup that contains it has even order, *odd* when all
//! have odd order, *mixed* otherwise; every option of an even or odd position is so too, and by induction an even position
//! has the nimber 0 when it has an even number of elements and 1 when not, an odd position the opposite. An element of even
//! order makes a position even (Lagrange).
//!
//! *odd.* The empty position is odd (for order 2, the one maximal subgroup is trivial), with no element: nimber 1. Every
//! game has an odd number of moves: the first player makes the last one, and loses misère play.
//!
//! *cover.* The second player makes the position even with the second move: nothing need be done if the first element
//! has even order; otherwise it lies in a proper subgroup of even order, where an involution can be chosen (Cauchy). So
//! every first move leads to a position from which the player to move wins: nimber 0. In misère play the first player
//! chooses an involution in one of the subgroups listed, the position is even, and the second player moves last.
//! (The identity has odd order, so the list is not empty.)
//!
//! *uncovered.* A maximal subgroup that contains a is odd, because an involution in it would generate the group with
//! a: choosing a makes a position odd. Let t be an involution; it does not generate. A mixed position P has only
//! elements of odd order and lies in a maximal subgroup of even order, so some option is even. Claim: a mixed P that has
//! an odd option has nimber 3 if |P| is even and 2 if |P| is odd; without one it has nimber 0 or 1 respectively. For |P|
//! odd: options have an even number of elements, even ones 0, odd ones 1, mixed ones 0 or 3 by induction; so the mex is 2
//! when an odd option is there, else 1. For |P| even: even options have 1, odd ones 0, mixed ones 1 or 2; without an odd
//! option the mex is 0. With an odd option P + g, the intersection C of all maximal subgroups on P has odd order (some of
//! them is odd), so P is not all of C; for c in C and not in P, P + c lies in the same maximal subgroups as P, so it is
//! mixed and P + c + g is odd: the value 2 occurs among the options, and the mex is 3. The empty position is mixed (t and
//! a do not generate) and a makes it odd: nimber 3. Misère play as for covers, with the involution t.

use serde_json::Value;

use crate::classes::Group;
use crate::fields::{field, list, number, text};
use crate::ground::{Ground, add, count, has};
use crate::listed::Listed;
use crate::{Refusal, Verified};

/// The most elements of subgroups that are looked at.
const MOST_WORK: u64 = 1_000_000_000;

fn refuted(why: impl Into<String>) -> Refusal {
    Refusal::Refuted(why.into())
}

/// Checks a game.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let listed = field(certificate, "ground")?;
    if listed.get("points").is_some() {
        return check_permutations(certificate, Group::read(listed)?);
    }
    let ground = Ground::read(listed)?;
    if !ground.is_group() {
        return Err(Refusal::Malformed("the ground of an avoidance certificate is a group".into()));
    }
    let name = ground.called("dng", certificate)?;
    let order = ground.size();
    if order == 1 {
        return Err(refuted("on the trivial group the game cannot be played"));
    }
    let because = field(certificate, "because")?;
    let (nimber, misere, reason) = if because.get("odd").is_some() {
        if order.is_multiple_of(2) && order != 2 {
            return Err(refuted("the order is even"));
        }
        (1, "P", "every game has an odd number of moves".to_owned())
    } else if because.get("cover").is_some() {
        let subgroups = check_cover(&ground, list(because, "cover")?)?;
        (0, "N", format!("{subgroups} proper subgroups of even order contain every element of odd order"))
    } else {
        let element = number(because, "uncovered")?;
        let involutions = check_uncovered(&ground, element)?;
        (3, "N", format!("one element of odd order generates with each of {involutions} involutions"))
    };
    compare(certificate, &name, nimber, misere, &reason)
}

/// Compares what was found with what is claimed.
fn compare(
    certificate: &Value,
    name: &str,
    nimber: u64,
    misere: &str,
    reason: &str,
) -> Result<Verified, Refusal> {
    let claimed = number(certificate, "nimber")?;
    if claimed != nimber {
        return Err(refuted(format!("the nimber is {nimber}, not {claimed}")));
    }
    if text(certificate, "misere")? != misere {
        return Err(refuted(format!("the misère outcome is {misere}")));
    }
    let normal = if nimber == 0 { "P" } else { "N" };
    let statement = format!(
        "{name} has nimber {nimber}, is {normal} in normal play and {misere} in misère play ({reason})"
    );
    Ok(Verified { kind: "avoidance".into(), statement })
}

/// Checks a game on a group of permutations.
fn check_permutations(certificate: &Value, group: Group) -> Result<Verified, Refusal> {
    let name = group.called("dng", certificate)?;
    let because = field(certificate, "because")?;
    let mut listed = Listed::new(group)?;
    let order = listed.size();
    if order == 1 {
        return Err(refuted("on the trivial group the game cannot be played"));
    }
    let (nimber, misere, reason) = if because.get("odd").is_some() {
        if order.is_multiple_of(2) && order != 2 {
            return Err(refuted("the order is even"));
        }
        (1, "P", "every game has an odd number of moves".to_owned())
    } else if because.get("cover").is_some() {
        let count = listed.check_cover(list(because, "cover")?)?;
        let reason = format!(
            "{count} proper subgroups of even order and their conjugates contain every element of odd order"
        );
        (0, "N", reason)
    } else {
        let element = listed.group.element(field(because, "uncovered")?, "uncovered")?;
        let involutions = listed.check_uncovered(&element)?;
        (3, "N", format!("one element of odd order generates with each of {involutions} involutions"))
    };
    compare(certificate, &name, nimber, misere, &reason)
}

/// Whether an element has odd order.
fn is_odd(ground: &Ground, element: usize) -> bool {
    let mut set = ground.empty();
    add(&mut set, element);
    !count(&ground.close(&set)).is_multiple_of(2)
}

/// Whether the subgroups listed are proper, of even order, and contain every element of odd order; how many they are.
fn check_cover(ground: &Ground, listed: &[Value]) -> Result<usize, Refusal> {
    let mut covered = ground.empty();
    let mut work = 0u64;
    for generators in listed {
        let generators = ground.set(generators)?;
        let subgroup = ground.close(&generators);
        work += (count(&subgroup) * (count(&generators) + 1)) as u64;
        if work > MOST_WORK {
            return Err(Refusal::Malformed("more subgroups than this checker looks at".into()));
        }
        if count(&subgroup) == ground.size() {
            return Err(refuted("a subgroup of the cover is the whole group"));
        }
        if !count(&subgroup).is_multiple_of(2) {
            return Err(refuted("a subgroup of the cover has odd order"));
        }
        covered.iter_mut().zip(&subgroup).for_each(|(all, one)| *all |= one);
    }
    match (0..ground.size()).find(|element| !has(&covered, *element) && is_odd(ground, *element)) {
        Some(element) => Err(refuted(format!("the element {element} of odd order is not covered"))),
        None => Ok(listed.len()),
    }
}

/// Whether an element of odd order generates the group with every involution; how many involutions there are.
fn check_uncovered(ground: &Ground, element: u64) -> Result<usize, Refusal> {
    let order = ground.size();
    let element = usize::try_from(element).ok().filter(|element| *element < order);
    let element = element.ok_or_else(|| Refusal::Malformed("the element is not in the group".into()))?;
    if !order.is_multiple_of(2) || order == 2 {
        return Err(refuted("the order must be even and not 2"));
    }
    if !is_odd(ground, element) {
        return Err(refuted("the element has even order"));
    }
    let mut involutions = 0;
    for other in 1..order {
        let mut set = ground.empty();
        add(&mut set, other);
        if count(&ground.close(&set)) != 2 {
            continue;
        }
        involutions += 1;
        add(&mut set, element);
        if !ground.generates(&set) {
            return Err(refuted(format!("{element} and the involution {other} do not generate")));
        }
    }
    Ok(involutions)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn cyclic(order: usize, nimber: u64, misere: &str, because: Value) -> Value {
        let step: Vec<usize> = (0..order).map(|x| (x + 1) % order).collect();
        json!({
            "game": format!("dng(Z{order})"), "nimber": nimber, "misere": misere, "because": because,
            "ground": { "order": order, "generators": [step] },
        })
    }

    /// Z2, Z9: odd. Z12: the subgroup of order 4 and that of order 6 contain the elements of odd order. Z6: 2 and 3 generate.
    #[test]
    fn every_reason_is_checked() {
        for proof in [
            cyclic(2, 1, "P", json!({ "odd": true })),
            cyclic(9, 1, "P", json!({ "odd": true })),
            cyclic(12, 0, "N", json!({ "cover": [[2]] })),
            cyclic(12, 0, "N", json!({ "cover": [[3], [2]] })),
            cyclic(6, 3, "N", json!({ "uncovered": 2 })),
            cyclic(10, 3, "N", json!({ "uncovered": 4 })),
        ] {
            assert!(check(&proof).is_ok(), "{proof}: {:?}", check(&proof));
        }
    }

    #[test]
    fn wrong_reasons_are_refused() {
        for wrong in [
            cyclic(1, 1, "P", json!({ "odd": true })),
            cyclic(4, 1, "P", json!({ "odd": true })),
            cyclic(9, 3, "P", json!({ "odd": true })),
            cyclic(9, 1, "N", json!({ "odd": true })),
            // Too little, a generator, an odd subgroup, nothing, no elements, no list.
            cyclic(12, 0, "N", json!({ "cover": [[3]] })),
            cyclic(12, 0, "N", json!({ "cover": [[1]] })),
            cyclic(12, 0, "N", json!({ "cover": [[2], [4]] })),
            cyclic(12, 0, "N", json!({ "cover": [] })),
            cyclic(12, 0, "N", json!({ "cover": [[12]] })),
            cyclic(12, 0, "N", json!({ "cover": 2 })),
            cyclic(12, 1, "N", json!({ "cover": [[2]] })),
            cyclic(12, 0, "P", json!({ "cover": [[2]] })),
            // Z6: 0 does not generate with 3; 3 and 1 have even order; 6 is no element.
            cyclic(6, 3, "N", json!({ "uncovered": 0 })),
            cyclic(6, 3, "N", json!({ "uncovered": 3 })),
            cyclic(6, 3, "N", json!({ "uncovered": 6 })),
            cyclic(6, 3, "N", json!({ "uncovered": -1 })),
            cyclic(6, 3, "P", json!({ "uncovered": 2 })),
            cyclic(12, 3, "N", json!({ "uncovered": 4 })),
            cyclic(9, 3, "N", json!({ "uncovered": 3 })),
            cyclic(2, 3, "N", json!({ "uncovered": 0 })),
            cyclic(6, 3, "N", json!({})),
            cyclic(6, 3, "N", json!(null)),
        ] {
            assert!(check(&wrong).is_err(), "{wrong}");
        }
        // A4 and S4 by permutations.
        let (r, t, swap) = (json!([1, 2, 0, 3]), json!([1, 0, 3, 2]), json!([1, 0, 2, 3]));
        let even = |generators: Value, nimber: u64, because: Value| {
            let name = if nimber == 3 { "dng(A4)" } else { "dng(S4)" };
            json!({
                "game": name, "nimber": nimber, "misere": "N", "because": because,
                "ground": { "points": 4, "generators": generators },
            })
        };
        let a4 = |because: Value| check(&even(json!([[1, 2, 0, 3], [0, 2, 3, 1]]), 3, because));
        assert!(a4(json!({ "uncovered": r })).is_ok(), "{:?}", a4(json!({ "uncovered": r })));
        for wrong in [json!({ "uncovered": t }), json!({ "uncovered": swap }), json!({ "odd": true })] {
            assert!(a4(wrong.clone()).is_err(), "{wrong}");
        }
        assert!(a4(json!({ "cover": [[t]] })).is_err());
        let s4 = |because: Value| check(&even(json!([[1, 2, 3, 0], [1, 0, 2, 3]]), 0, because));
        assert!(s4(json!({ "cover": [[r, swap]] })).is_ok(), "{:?}", s4(json!({ "cover": [[r, swap]] })));
        for wrong in [json!([[r]]), json!([[swap]]), json!([]), json!([[[1, 2, 3, 0], swap]])] {
            assert!(s4(json!({ "cover": wrong })).is_err(), "{wrong}");
        }
        let mut family = cyclic(6, 3, "N", json!({ "uncovered": 2 }));
        family["ground"] = json!({ "size": 6, "maximal": [[0, 3], [0, 2, 4]] });
        assert!(check(&family).is_err(), "a family is not a group");
    }
}
