//! Infinite codes in misère play, solved for all heaps: found, checked by the independent checker, compared with plain
//! recursion; mutations refused.
#![allow(clippy::unwrap_used)]

use crate::misere_recursion::{Recursion, positions};
use impartial::game::Outcome;
use impartial::limits::Limits;
use impartial::misere::UltimateNim;
use impartial::misere::period::Period;
use impartial::misere::{MisereQuotient, Status};
use impartial::question::{Asking, Certificate, Question as _, QuotientQuestion};
use num_bigint::BigUint;
use serde_json::{Value, json};

/// Codes whose nim-values grow, with the last heap that does not act as a nim-heap.
const GROWING: [(&str, u64); 10] = [
    ("nim", 1),
    ("laskers-nim", 1),
    ("rims", 1),
    ("allbut(1,3)", 3),
    ("allbut(2)", 3),
    ("allbut(1,2,5)", 5),
    ("0.[2]", 2),
    ("0.[12]", 4),
    // Small heaps that are wild.
    ("0.2(15)^w", 11),
    // A finite code that breaks heaps into three.
    ("0.9C", 3),
];

fn find(code: &str) -> UltimateNim {
    UltimateNim::find(&code.parse().unwrap(), &Limits::none()).unwrap().unwrap_or_else(|| panic!("{code}"))
}

fn check(certificate: &Value) -> Result<String, String> {
    let text = Certificate::of(certificate).to_string();
    impartial_check::check(&text).map(|verified| verified.statement).map_err(|refusal| refusal.to_string())
}

fn is_p(game: &UltimateNim, heaps: &[u64]) -> bool {
    let heaps: Vec<(BigUint, BigUint)> = heaps.iter().map(|heap| ((*heap).into(), 1u32.into())).collect();
    game.outcome(&heaps) == Outcome::P
}

/// Fails when the least heap found is another, the checker refuses, or an outcome differs from the definition's.
#[test]
fn growing_games_are_found_checked_and_agree_with_plain_recursion() {
    let all = positions(20);
    for (code, last) in GROWING {
        let game = find(code);
        assert_eq!((game.last_small(), game.is_tame()), (last, code != "0.2(15)^w"), "{code}");
        let statement = check(&game.certificate()).unwrap_or_else(|refusal| panic!("{code}: {refusal}"));
        assert!(statement.contains("infinite"), "{statement}");
        let mut recursion = Recursion::new(code, 20);
        for position in &all {
            assert_eq!(is_p(&game, position), recursion.is_p(position), "{code} {position:?}");
        }
    }
}

#[test]
fn heaps_and_multiplicities_of_any_size() {
    let nim = find("nim");
    let huge = BigUint::from(10u32).pow(40);
    let one = BigUint::from(1u32);
    let pair = [(huge.clone(), BigUint::from(2u32))];
    assert_eq!(nim.outcome(&pair), Outcome::P);
    assert_eq!(nim.outcome(&[pair[0].clone(), (one.clone(), one.clone())]), Outcome::N);
    // So many heaps of 1, and nothing else: the parity decides, the other way round.
    assert_eq!(nim.outcome(&[(one.clone(), huge.clone())]), Outcome::N);
    assert_eq!(nim.outcome(&[(one.clone(), &huge + 1u32)]), Outcome::P);
    assert_eq!(nim.outcome(&[(huge.clone(), BigUint::ZERO), (one.clone(), one)]), Outcome::P);
}

/// Finite octal codes, bounded values, conditions on the shape, unboundedly many heaps, and a game that stays wild.
#[test]
fn codes_that_no_theorem_covers_are_left_alone() {
    for code in ["0.77", "0.[1]", "4!.0", "0.{2+}", "0.8"] {
        assert_eq!(UltimateNim::find(&code.parse().unwrap(), &Limits::none()).unwrap(), None, "{code}");
    }
}

/// Infinite codes with finite quotients: solved by the periodicity theorem for periodic digits.
#[test]
fn infinite_codes_with_finite_quotients() {
    let all = positions(20);
    for (code, period) in
        [("0.[1]", Some((1, 1))), ("0.[3310]", None), ("0.3(1)^w", None), ("0.2(1)^w", None), ("4.[1]", None)]
    {
        let mut search = MisereQuotient::of_heaps(code.parse().unwrap());
        let Status::Complete(periods) = search.extend_to(200, &Limits::none()).unwrap().clone() else {
            panic!("{code} is not solved: {:?}", search.status());
        };
        if let Some((length, first)) = period {
            assert_eq!(periods, [Period { length, first }]);
        }
        let (monoid, phi) = search.quotient(&Limits::none()).unwrap();
        let mut recursion = Recursion::new(code, 20);
        let Period { length, first } = periods[0];
        let value = |heap: u64| {
            let at = if heap < first { heap } else { first + (heap - first) % length };
            phi[at as usize]
        };
        for position in &all {
            let product = position.iter().fold(0, |x, heap| monoid.product(x, value(*heap)));
            assert_eq!(monoid.is_p(product), recursion.is_p(position), "{code} {position:?}");
        }
        let answer = QuotientQuestion::of(code).ask(&Asking::with_certificate()).unwrap();
        let certificate = answer.certificate.unwrap().unwrap().to_string();
        assert!(impartial_check::check(&certificate).is_ok(), "{code}");
        // A period from an earlier heap on, or a shorter list of values, proves nothing.
        let certificate: Value = serde_json::from_str(&certificate).unwrap();
        let mut short = certificate.clone();
        let values = short["phi"].as_array_mut().unwrap();
        let needed = periods[0].heaps_needed(&code.parse().unwrap()).unwrap() as usize;
        values.truncate(needed - 1);
        assert!(check(&short).unwrap_err().contains("far enough"), "{code}");
    }
}

/// Fails when a change of what is claimed or of its proof is accepted.
#[test]
fn mutations_are_refused() {
    for code in ["nim", "laskers-nim", "allbut(2)", "0.[12]"] {
        let certificate = find(code).certificate();
        assert!(check(&certificate).is_ok(), "{code}");
        let last = certificate["phi"].as_array().unwrap().len() - 1;
        let mut changes: Vec<(String, Value)> = vec![
            ("/saltus".into(), json!(certificate["saltus"].as_u64().unwrap() + 1)),
            ("/saltus".into(), json!(0)),
            ("/period".into(), json!(certificate["period"].as_u64().unwrap() + 1)),
            ("/first_heap".into(), json!(certificate["first_heap"].as_u64().unwrap() + 1)),
            ("/explicit".into(), json!(last)),
            ("/explicit".into(), json!(last + 1)),
            ("/explicit".into(), json!(1u64 << 40)),
            ("/p".into(), json!([])),
            ("/p".into(), json!([0])),
            (format!("/phi/{last}"), json!(0)),
            ("/code".into(), json!("0.77")),
            ("/code".into(), json!("0.[31]")),
        ];
        for at in 0..certificate["values"].as_array().unwrap().len() {
            let value = certificate["values"][at].as_u64().unwrap();
            changes.push((format!("/values/{at}"), json!(value + 1)));
            changes.push((format!("/values/{at}"), json!(value ^ 1)));
        }
        for (place, value) in changes {
            let mut changed = certificate.clone();
            let spot = changed.pointer_mut(&place).unwrap();
            if *spot == value {
                continue;
            }
            *spot = value.clone();
            assert!(check(&changed).is_err(), "{code}: {place} {value}");
        }
        // One small heap fewer: it does not act as a nim-heap.
        let mut fewer = certificate.clone();
        fewer["phi"].as_array_mut().unwrap().pop();
        assert!(check(&fewer).is_err(), "{code}");
    }
}
