//! Algebraic periodic games: found, checked by the independent checker, compared with plain recursion; mutations refused.
#![allow(clippy::unwrap_used)]

use crate::misere_recursion::{Recursion, positions};
use impartial::game::Outcome;
use impartial::heap::HeapCode;
use impartial::limits::{Limits, StopReason};
use impartial::misere::algebraic::{AlgebraicFailure, AlgebraicQuotient, AlgebraicSearch};
use impartial::misere::{MisereOutcomes, MisereQuotient, Rules};
use impartial::question::Certificate;
use num_bigint::BigUint;
use serde_json::Value;

/// [PS, Section 3]: 0.26 and 4.7 are solved there by hand; the others are named as algebraic periodic and left open.
const GAMES: [&str; 6] = ["0.54", "0.145", "0.734", "0.574", "0.26", "4.7"];

fn solve(code: &str) -> AlgebraicQuotient {
    let mut search = AlgebraicSearch::new(code.parse().unwrap());
    search.run(&Limits::none()).unwrap_or_else(|failure| panic!("{code}: {failure} {:#?}", search.log()))
}

fn check(certificate: &Value) -> Result<String, String> {
    let text = Certificate::of(certificate).to_string();
    impartial_check::check(&text).map(|verified| verified.statement).map_err(|refusal| refusal.to_string())
}

fn outcome(solved: &AlgebraicQuotient, heaps: &[u64]) -> Outcome {
    let heaps: Vec<(BigUint, BigUint)> =
        heaps.iter().map(|heap| (BigUint::from(*heap), 1u32.into())).collect();
    solved.outcome(&heaps)
}

#[test]
fn the_games_are_found_checked_and_agree_with_plain_recursion() {
    let all = positions(30);
    for code in GAMES {
        let solved = solve(code);
        let statement = check(&solved.certificate()).unwrap_or_else(|refusal| panic!("{code}: {refusal}"));
        assert!(statement.contains(code), "{statement}");
        let mut recursion = Recursion::new(code, 30);
        for position in &all {
            let expected = if recursion.is_p(position) { Outcome::P } else { Outcome::N };
            assert_eq!(outcome(&solved, position), expected, "{code} {position:?}");
        }
        words_are_read_as_they_are_written(&solved);
    }
}

/// A word read back is the value it was written for; so is the product of the words of two heaps, written one after the other.
fn words_are_read_as_they_are_written(solved: &AlgebraicQuotient) {
    let values: Vec<_> = (0..60u32).map(|heap| solved.value(&heap.into())).collect();
    for x in &values {
        assert_eq!(solved.read_word(&solved.word(x)).as_ref(), Ok(x));
        for y in &values {
            let words = [solved.word(x), solved.word(y)];
            let both = words.iter().filter(|word| *word != "1").cloned().collect::<Vec<_>>().join(" * ");
            assert_eq!(solved.read_word(&both), Ok(solved.product(x, y)), "{both}");
        }
    }
    for wrong in ["?", "a^", "aA", "a^-1", "_3", &format!("a^{}", "9".repeat(2000))] {
        assert!(solved.read_word(wrong).is_err(), "{wrong}");
    }
}

/// A guest that is given a value, beside heaps of its host: all small sums by the definition. Fails when a value is wrong in some context.
#[test]
fn guests_agree_with_plain_recursion() {
    let (mut compared, mut solved) = (0, None);
    let hosts = [
        ("0.734", vec![("0.77", 4), ("0.145", 8)]),
        ("0.26", vec![("0.07", 4)]),
        ("0.54", vec![("0.77", 1)]),
    ];
    for (host, guest, largest) in hosts
        .iter()
        .flat_map(|(host, guests)| guests.iter().map(move |(guest, largest)| (*host, *guest, *largest)))
    {
        if solved.as_ref().is_none_or(|known: &AlgebraicQuotient| known.code().to_string() != host) {
            solved = Some(solve(host));
        }
        let solved = solved.as_ref().unwrap();
        let (host, guest): (HeapCode, HeapCode) = (host.parse().unwrap(), guest.parse().unwrap());
        let (rules, guests) = Rules::from_heaps(largest, |heap| guest.options(heap));
        let values =
            solved.guests(&rules, &Limits::none()).unwrap().unwrap_or_else(|| panic!("{host} {guest}"));
        let value_of_guest = |heap: usize| {
            let parts = guests[heap].iter().map(|generator| values[*generator as usize].to_large());
            parts.fold(solved.value(&0u32.into()), |x, part| solved.product(&x, &part))
        };
        // The definition: heaps of both games in one set of rules.
        let (mut both, heaps) = Rules::from_heaps(14, |heap| host.options(heap));
        let images = both.union(&rules);
        let mut definition = MisereOutcomes::default();
        for position in positions(14) {
            for (guest, parts) in guests.iter().enumerate().skip(1) {
                for copies in 1..=2 {
                    let mut sum: Vec<u32> =
                        position.iter().flat_map(|heap| heaps[*heap as usize].clone()).collect();
                    let image = parts.iter().flat_map(|generator| images[*generator as usize].clone());
                    sum.extend(image.collect::<Vec<u32>>().repeat(copies));
                    sum.sort_unstable();
                    let expected = definition.outcome(&both, &sum) == Outcome::P;
                    let own: Vec<(BigUint, BigUint)> =
                        position.iter().map(|heap| (BigUint::from(*heap), 1u32.into())).collect();
                    let mut value = solved.value_of_sum(&own);
                    for _ in 0..copies {
                        value = solved.product(&value, &value_of_guest(guest));
                    }
                    assert_eq!(solved.is_p(&value), expected, "{host} {position:?} + {copies} {guest}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5_000, "{compared}");
}

/// Heaps of two games with the same monoid in one sum, by the definition.
#[test]
fn games_that_join_agree_with_plain_recursion() {
    for (host, other) in [("0.734", "0.735"), ("0.54", "0.541")] {
        let (first, second) = (solve(host), solve(other));
        assert_eq!(first.is_joined_by(&second, &Limits::none()), Ok(true), "{host} {other}");
        let (code, own): (HeapCode, HeapCode) = (host.parse().unwrap(), other.parse().unwrap());
        let (mut both, heaps) = Rules::from_heaps(14, |heap| code.options(heap));
        let (rules, others) = Rules::from_heaps(14, |heap| own.options(heap));
        let images = both.union(&rules);
        let mut definition = MisereOutcomes::default();
        let big = |position: &[u64]| -> Vec<(BigUint, BigUint)> {
            position.iter().map(|heap| (BigUint::from(*heap), 1u32.into())).collect()
        };
        let all = positions(14);
        for x in &all {
            for y in all.iter().filter(|y| x.iter().chain(*y).sum::<u64>() <= 14) {
                let mut sum: Vec<u32> = x.iter().flat_map(|heap| heaps[*heap as usize].clone()).collect();
                let generators = y.iter().flat_map(|heap| others[*heap as usize].clone());
                sum.extend(generators.flat_map(|generator| images[generator as usize].clone()));
                sum.sort_unstable();
                let value = first.product(&first.value_of_sum(&big(x)), &second.value_of_sum(&big(y)));
                let expected = definition.outcome(&both, &sum) == Outcome::P;
                assert_eq!(first.is_p(&value), expected, "{host} {x:?} + {other} {y:?}");
            }
        }
    }
}

/// Every other game that docs/algebraic.md says is solved.
const OF_THE_MANUAL: &str = "0.540 0.543 0.145 0.175 0.534 0.574 0.355 0.357 0.516 0.556 0.732 0.734 \
                             0.736 0.754 0.756 0.326 4.06 4.16 0.260 0.337 0.724 4.7 0.57 0.157";

/// Every fifth of them; all of them with IMPARTIAL_EXTREME (`cargo xtask extreme`).
#[test]
fn the_games_of_the_manual_are_solved() {
    let step = if std::env::var_os("IMPARTIAL_EXTREME").is_some() { 1 } else { 5 };
    for code in OF_THE_MANUAL.split_whitespace().skip(step / 2).step_by(step) {
        let mut solved = solve(code);
        assert!(solved.prove_infinite(&Limits::none()).unwrap(), "{code}");
        assert!(solved.prove_reduced(&Limits::none()).unwrap(), "{code}");
        let statement = check(&solved.certificate()).unwrap_or_else(|refusal| panic!("{code}: {refusal}"));
        assert!(
            statement.ends_with("This monoid is the misère quotient, and it is infinite."),
            "{statement}"
        );
    }
}

#[test]
fn the_quotients_are_the_monoids_that_are_printed() {
    let mut solved = solve("0.734");
    assert!(!solved.is_infinite() && !solved.is_reduced());
    assert!(
        solved.prove_infinite(&Limits::none()).unwrap() && solved.prove_reduced(&Limits::none()).unwrap()
    );
    let certificate = solved.certificate();
    assert!(
        check(&certificate).unwrap().ends_with("This monoid is the misère quotient, and it is infinite.")
    );
    // A context that is another one does not tell elements apart; without a pair of labels less is claimed.
    let mut changed = certificate.clone();
    let contexts = changed.pointer_mut("/separations/0/contexts").unwrap();
    *contexts = serde_json::json!([{ "flip": false, "label": 0, "parameters": [[0, 0, 0]] }]);
    assert!(check(&changed).unwrap_err().contains("not told apart"));
    // Without its last context some list leaves pairs over.
    let lists = certificate["separations"].as_array().unwrap().len();
    let shorter = (0..lists).filter(|at| {
        let mut changed = certificate.clone();
        changed["separations"][at]["contexts"].as_array_mut().unwrap().pop();
        check(&changed).is_err()
    });
    assert_eq!(shorter.count(), lists);
    let mut less = certificate;
    less["separations"].as_array_mut().unwrap().pop();
    assert!(check(&less).unwrap().ends_with("The misère quotient is infinite."));
}

#[test]
fn larger_heaps_agree_with_partial_quotients() {
    for (code, last) in [("0.54", 60), ("0.734", 40), ("4.7", 30)] {
        let solved = solve(code);
        let mut quotient = MisereQuotient::of_heaps(code.parse().unwrap());
        quotient.extend_to(last, &Limits::none()).unwrap();
        let (monoid, phi) = quotient.quotient(&Limits::none()).unwrap();
        for x in 0..=last {
            for y in 0..=x {
                for z in [0, 1, y / 2, y] {
                    let value =
                        monoid.product(monoid.product(phi[x as usize], phi[y as usize]), phi[z as usize]);
                    let expected = if monoid.is_p(value) { Outcome::P } else { Outcome::N };
                    assert_eq!(outcome(&solved, &[x, y, z]), expected, "{code} {x} {y} {z}");
                }
            }
        }
    }
}

#[test]
fn heaps_and_multiplicities_of_any_size() {
    let solved = solve("0.734");
    let ten = BigUint::from(10u32).pow(30);
    // H_(2k) = b^k: 10^30 heaps of 10^30 tokens are b^(5·10^59), an even power.
    assert_eq!(solved.outcome(&[(ten.clone(), ten.clone())]), Outcome::P);
    // c_n with n = (10^30 + 1 - 5) / 2 even, times a b: m + n odd.
    let heaps = [(&ten + 1u32, 1u32.into()), (1u32.into(), 1u32.into()), (2u32.into(), 1u32.into())];
    assert_eq!(solved.word_of_heap(&(&ten + 1u32)), format!("c_{}", (&ten - 4u32) / 2u32));
    assert_eq!(solved.outcome(&heaps), Outcome::P);
    assert_eq!(solved.outcome(&heaps[..2]), Outcome::N);
}

/// [PS, Figures 20 and 21], up to the order of the relations and the names of heaps.
#[test]
fn presentations_are_those_of_the_figures() {
    let described = solve("0.26").describe().to_string();
    for line in ["b^(n+1) c_n = b^(2n+3)", "c_m c_n = b^(m+2) c_n", "b^m c_n for m <= n, m+n odd"] {
        assert!(described.contains(line), "{line} not in\n{described}");
    }
    let described = solve("4.7").describe().to_string();
    for line in
        ["b c = a b^3", "c^2 = b^4", "b^(n+1) d_n = a^(n+1) b^(2n+5)", "d_m d_n = a^(m+1) b^(m+4) d_n"]
    {
        assert!(described.contains(line), "{line} not in\n{described}");
    }
}

#[test]
fn searches_are_deterministic_and_stop() {
    let (first, second) = (solve("0.734"), solve("0.734"));
    assert_eq!(first.certificate(), second.certificate());
    let limits = Limits::none();
    limits.handle().stop(StopReason::Time);
    let mut search = AlgebraicSearch::new("0.734".parse().unwrap());
    assert_eq!(search.run(&limits), Err(AlgebraicFailure::Stopped(StopReason::Time)));
    assert_eq!(search.run(&Limits::none()).unwrap(), first);
    // Kayles has a finite quotient, 0.[3] infinitely many digits.
    let fails = |code: &str| AlgebraicSearch::new(code.parse().unwrap()).run(&Limits::none());
    assert_eq!(fails("0.77"), Err(AlgebraicFailure::Finite(71)));
    assert_eq!(fails("0.[3]"), Err(AlgebraicFailure::NotCovered));
}

/// What a certificate says, read without any of the program: for the mutations.
struct Said<'c>(&'c Value);

type Read = (bool, usize, Vec<i64>);

impl Said<'_> {
    fn at<'t>(tree: &'t Value, point: &[i64]) -> &'t Value {
        let Some([asked, form, yes, no]) = tree.as_array().map(Vec::as_slice) else { return tree };
        let value = Self::form(form, point);
        let holds = if asked == "even" { value % 2 == 0 } else { value <= 0 };
        Self::at(if holds { yes } else { no }, point)
    }

    fn form(form: &Value, point: &[i64]) -> i64 {
        let form: Vec<i64> = form.as_array().unwrap().iter().map(|a| a.as_i64().unwrap()).collect();
        let (constant, coefficients) = form.split_last().unwrap();
        constant + coefficients.iter().zip(point).map(|(a, v)| a * v).sum::<i64>()
    }

    fn value(&self, heap: u64) -> Read {
        let (small, period) = (self.0["small"].as_array().unwrap(), self.0["period"].as_u64().unwrap());
        let read = |value: &Value, parameter: &dyn Fn(&Value) -> i64| {
            let parameters = value[2].as_array().unwrap().iter().map(parameter).collect();
            (value[0].as_bool().unwrap(), value[1].as_u64().unwrap() as usize, parameters)
        };
        match small.get(heap as usize) {
            Some(value) => read(value, &|v| v.as_i64().unwrap()),
            None => read(&self.0["classes"][(heap % period) as usize], &|line| {
                line[0].as_i64().unwrap() * (heap / period) as i64 + line[1].as_i64().unwrap()
            }),
        }
    }

    fn product(&self, x: Read, y: &Read) -> Read {
        let mut indices = y.2.iter();
        let mut x = (x.0 ^ y.0, x.1, x.2);
        for letter in self.0["labels"][y.1]["word"].as_array().unwrap() {
            let letter = letter.as_u64().unwrap() as usize;
            let mut point = x.2.clone();
            if self.0["letters"][letter]["kind"] != "core" {
                point.push(*indices.next().unwrap());
            }
            let image = Self::at(&self.0["actions"][x.1][letter], &point);
            let parameters = image["parameters"].as_array().unwrap();
            x = (
                x.0 ^ image["flip"].as_bool().unwrap(),
                image["label"].as_u64().unwrap() as usize,
                parameters.iter().map(|form| Self::form(form, &point)).collect(),
            );
        }
        x
    }

    fn is_p(&self, position: &[u64]) -> bool {
        let one = self.value(0);
        let x = position.iter().fold(one, |x, heap| self.product(x, &self.value(*heap)));
        Self::at(&self.0["p"][x.1][usize::from(x.0)], &x.2) == true
    }
}

/// The places of all numbers, truth values and texts of a value.
fn places(value: &Value, path: &str, all: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(at, value)| places(value, &format!("{path}/{at}"), all));
        }
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| places(value, &format!("{path}/{key}"), all));
        }
        _ => all.push(path.to_owned()),
    }
}

fn mutated(value: &Value, by: i64) -> Value {
    match value {
        Value::Bool(truth) => Value::Bool(!truth),
        Value::Number(number) => Value::from(number.as_i64().unwrap() + by),
        Value::String(text) => Value::from(match text.as_str() {
            "<=" => "even",
            "even" => "<=",
            "P" => "unmet",
            "unmet" => "P",
            "power" => "core",
            "0.734" => "0.732",
            _ => "power",
        }),
        other => other.clone(),
    }
}

#[test]
fn mutations_that_change_the_meaning_are_refused() {
    let certificate = solve("0.734").certificate();
    assert!(check(&certificate).is_ok());
    let mut all = Vec::new();
    places(&certificate, "", &mut all);
    let mut recursion = Recursion::new("0.734", 12);
    let small: Vec<(Vec<u64>, bool)> =
        positions(12).into_iter().map(|position| (position.clone(), recursion.is_p(&position))).collect();
    let (mut refused, mut accepted) = (0, Vec::new());
    let meaning = |place: &String| !place.starts_with("/answers") && !place.starts_with("/invariant");
    let (what, proof): (Vec<String>, Vec<String>) = all.into_iter().partition(meaning);
    // All of what is said, and every seventh place of the proof.
    for (place, by) in what
        .iter()
        .flat_map(|place| [(place, 1), (place, -1)])
        .chain(proof.iter().step_by(7).map(|place| (place, 1)))
    {
        let mut changed = certificate.clone();
        let spot = changed.pointer_mut(place).unwrap();
        *spot = mutated(spot, by);
        match check(&changed) {
            Err(_) => refused += 1,
            Ok(_) => {
                // What is accepted says the same: a larger bound in a proof, a heap in the name of a letter.
                let said = Said(&changed);
                assert!(small.iter().all(|(position, is_p)| said.is_p(position) == *is_p), "{place}");
                accepted.push(place.clone());
            }
        }
    }
    // Values of heaps have one meaning; a test of P may be written in several ways.
    let is_value = |place: &&String| place.starts_with("/small") || place.starts_with("/classes");
    let meaning: Vec<&String> = accepted.iter().filter(is_value).collect();
    assert!(meaning.is_empty(), "{meaning:?}");
    assert!(refused > 3 * accepted.len(), "{refused} refused, accepted {accepted:?}");
}
