//! Kind `structure`: nimber and outcomes of a position of an achievement or avoidance game.
//!
//! Claim: in the game `aim` ("gen": the player who makes the chosen set generate has made the last move; "dng": no player
//! may make it generate) on `ground`, the position in which the elements `chosen` are chosen has the nimber `nimber`, and
//! the outcome `misere` in misère play. The field `game`, where there is one, names the game (see `naming`). For a group, `maximal` lists all maximal subgroups, each by generators.
//!
//! Checked: the ground is a group (see `ground`) or a list of sets; all closed sets above the closure of `chosen` (all
//! subgroups, for a group) are found by adding one element at a time; the two values of each are computed from those
//! larger; the values of `chosen` are those claimed. For a group the maximal ones among all proper subgroups are those listed.
//!
//! Why that is a proof. Let C be a closed set, and look at the positions P whose closure is C. A further element outside C
//! leads from each of them to positions with the same closures D, because closure(P + g) = closure(C + g). An element of C
//! keeps the closure, and only P = C has none left. So among these positions those of the size |C| have the options (D,
//! other parity) for all D; those of another size have besides (C, other parity). By induction on size all positions of
//! one parity have the same nimber: where P of the parity of |C| has a further option Q in the class, Q has C itself (or
//! a position of equal value) as an option, so its value is not the mex in question. The same holds for misère outcomes:
//! if C is won so is P by the same move; if C is lost, the further options of P are won because they lead back. Where C has
//! no option at all the positions of its class alternate. Generating positions are over, in `gen`, and do not occur in `dng`.

use serde_json::Value;

use crate::fields::{field, list, number, text};
use crate::ground::{Ground, Lattice, Set, count};
use crate::{Refusal, Verified};

/// The nimber and the misère outcome (whether P) of the positions of one parity in a class.
#[derive(Clone, Copy, Default)]
pub struct Value2 {
    pub nimber: u64,
    pub is_misere_p: bool,
}

/// Checks a position.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let is_gen = match text(certificate, "aim")? {
        "gen" => true,
        "dng" => false,
        other => return Err(Refusal::Malformed(format!("aim \"{other}\""))),
    };
    let ground = Ground::read(field(certificate, "ground")?)?;
    let chosen = ground.set(field(certificate, "chosen")?)?;
    let claimed = number(certificate, "nimber")?;
    let claims_misere_p = match text(certificate, "misere")? {
        "P" => true,
        "N" => false,
        other => return Err(Refusal::Malformed(format!("outcome \"{other}\""))),
    };
    let aim = if is_gen { "gen" } else { "dng" };
    let mut name = ground.called(aim, certificate)?;
    if count(&chosen) > 0 {
        name += &format!(", with the {} elements chosen that are listed,", count(&chosen));
    }
    if !is_gen && ground.generates(&chosen) {
        return Err(Refusal::Refuted("a generating set is not a position of dng".into()));
    }
    let lattice = Lattice::new(&ground, &chosen)?;
    let sizes: Vec<usize> = lattice.closed.iter().map(|closed| count(closed)).collect();
    let values = values(&sizes, &lattice.options, is_gen);
    // Without a closed set the position generates: it is over, and the player to move wins misère play.
    let value = values.first().map_or_else(Value2::default, |own| own[count(&chosen) % 2]);
    if value.nimber != claimed {
        return Err(Refusal::Refuted(format!("the nimber is {}, not {claimed}", value.nimber)));
    }
    if value.is_misere_p != claims_misere_p {
        let outcome = if value.is_misere_p { "P" } else { "N" };
        return Err(Refusal::Refuted(format!("the misère outcome is {outcome}")));
    }
    let mut besides = format!("{} closed sets looked at", lattice.closed.len());
    if ground.is_group() {
        let all = Lattice::new(&ground, &ground.empty())?;
        let maximal = check_maximal(certificate, &ground, &all)?;
        besides = format!("{} subgroups looked at, {maximal} of them maximal", all.closed.len() + 1);
    }
    let (normal, misere) = (if claimed == 0 { "P" } else { "N" }, if claims_misere_p { "P" } else { "N" });
    let statement = format!(
        "{name} has nimber {claimed}, is {normal} in normal play and {misere} in misère play ({besides})"
    );
    Ok(Verified { kind: "structure".into(), statement })
}

/// For each closed set the values of its even and of its odd positions, from the sizes of all and where one more element leads:
/// to larger closed sets, and whether to a set that generates.
pub fn values(sizes: &[usize], options: &[(Vec<usize>, bool)], is_gen: bool) -> Vec<[Value2; 2]> {
    let mut values = vec![[Value2::default(); 2]; sizes.len()];
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|set| std::cmp::Reverse(sizes[*set]));
    for set in order {
        let (larger, ends) = &options[set];
        let full = sizes[set] % 2;
        // First the parity of the closed set itself, then the other, from which the closed set can be reached.
        for parity in [full, 1 - full] {
            let mut options: Vec<Value2> = larger.iter().map(|option| values[*option][1 - parity]).collect();
            if is_gen && *ends {
                options.push(Value2::default());
            }
            if parity != full {
                options.push(values[set][full]);
            }
            let nimber =
                (0..).find(|value| options.iter().all(|option| option.nimber != *value)).unwrap_or(0);
            let is_misere_p = !options.is_empty() && !options.iter().any(|option| option.is_misere_p);
            values[set][parity] = Value2 { nimber, is_misere_p };
        }
    }
    values
}

/// Whether the maximal subgroups listed are those found; how many there are.
fn check_maximal(certificate: &Value, ground: &Ground, all: &Lattice) -> Result<usize, Refusal> {
    // A proper subgroup is maximal when every further element makes it the whole group.
    let mut found: Vec<&Set> = all
        .closed
        .iter()
        .zip(&all.options)
        .filter(|(_, (larger, _))| larger.is_empty())
        .map(|(closed, _)| closed)
        .collect();
    let mut listed = list(certificate, "maximal")?
        .iter()
        .map(|generators| Ok(ground.close(&ground.set(generators)?)))
        .collect::<Result<Vec<Set>, Refusal>>()?;
    found.sort_unstable();
    listed.sort_unstable();
    if found.len() != listed.len() || found.iter().zip(&listed).any(|(a, b)| **a != *b) {
        return Err(Refusal::Refuted("the maximal subgroups are not those listed".into()));
    }
    Ok(found.len())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// GEN(Z6): elements 0 to 5, x ↦ x + 1.
    fn z6() -> Value {
        json!({
            "aim": "gen", "game": "gen(Z6)", "chosen": [], "nimber": 4, "misere": "N",
            "ground": { "order": 6, "generators": [[1, 2, 3, 4, 5, 0]] },
            "maximal": [[2], [3]],
        })
    }

    #[test]
    fn a_game_is_checked_and_every_change_is_noticed() {
        assert!(check(&z6()).is_ok(), "{:?}", check(&z6()));
        for (name, value) in [
            ("nimber", json!(3)),
            ("misere", json!("P")),
            ("aim", json!("dng")),
            ("aim", json!("win")),
            ("chosen", json!([2])),
            ("chosen", json!([1])),
            ("chosen", json!([6])),
            ("chosen", json!([2, 2])),
            ("maximal", json!([[2]])),
            ("maximal", json!([[2], [0]])),
            ("maximal", json!([[2], [3], [1]])),
            ("maximal", json!([[2], [3], [3]])),
            ("ground", json!({ "order": 6, "generators": [[1, 2, 0, 4, 5, 3]] })),
            ("ground", json!({ "size": 6, "maximal": [[0, 2, 4]] })),
            ("game", json!(7)),
            ("game", json!("gen(Z7)")),
            ("game", json!("gen(M11)")),
            ("game", json!("dng(Z6)")),
            ("game", json!("gen(Z6)[2]")),
        ] {
            let mut changed = z6();
            changed[name] = value.clone();
            assert!(check(&changed).is_err(), "{name} = {value}");
        }
    }

    #[test]
    fn avoidance_positions_and_closure_games() {
        let mut dng = z6();
        dng["aim"] = json!("dng");
        dng["game"] = json!("dng(Z6)");
        dng["nimber"] = json!(3);
        assert!(check(&dng).is_ok());
        dng["chosen"] = json!([2, 3]);
        assert!(check(&dng).is_err(), "a generating set is no position of dng");
        // Three points on a line: a set generates when it contains both ends.
        let line = |chosen: Value, nimber: u64, misere: &str| {
            json!({
                "aim": "gen", "chosen": chosen, "nimber": nimber, "misere": misere,
                "ground": { "size": 3, "maximal": [[0, 1], [1, 2]] },
            })
        };
        assert!(check(&line(json!([0, 2]), 0, "N")).is_ok(), "over");
        // One end chosen: the other end, or the middle and then the other end.
        assert!(check(&line(json!([0]), 2, "N")).is_ok(), "{:?}", check(&line(json!([0]), 2, "N")));
        assert!(check(&line(json!([0]), 1, "N")).is_err());
    }

    #[test]
    fn hostile_grounds_are_refused() {
        for ground in [
            json!(null),
            json!({ "order": -1, "generators": [] }),
            json!({ "order": 2, "generators": [] }),
            json!({ "size": 1u64 << 60, "maximal": [] }),
            json!({ "size": 3, "maximal": [[3]] }),
            json!({ "size": 3, "maximal": 5 }),
        ] {
            let mut changed = z6();
            changed["ground"] = ground.clone();
            assert!(check(&changed).is_err(), "{ground}");
        }
    }
}
