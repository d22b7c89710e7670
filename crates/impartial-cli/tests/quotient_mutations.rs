//! Certificates of misère quotients with one thing changed: refused, or true of the game they then name.
//!
//! A changed list of positions is another game, and its quotient may be the same; a period twice as long is still a
//! period. So a changed certificate that passes is compared with a computation from its own rules.

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::Command;

use impartial::heap::HeapCode;
use impartial::limits::Limits;
use impartial::misere::Rules;
use impartial::misere::Source;
use impartial::misere::period::Period;
use impartial::misere::{BipartiteMonoid, Element};
use impartial::misere::{MisereQuotient, Status};
use serde_json::{Value, json};

fn certificate(name: &str, arguments: &[&str]) -> Value {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let path = path.to_str().expect("a path in UTF-8");
    let output = Command::new(env!("CARGO_BIN_EXE_impartial"))
        .args(arguments)
        .args(["--certificate", path])
        .output()
        .expect("the program starts");
    assert_ne!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&std::fs::read_to_string(path).expect("a certificate was written")).expect("JSON")
}

/// All values that differ from the given one in one place: a number one larger, one smaller or 0; a text with its last letter
/// gone or doubled; a list or an object with one member gone, a list with one twice; null in place of a value.
fn mutants(value: &Value) -> Vec<Value> {
    let mut mutants = Vec::new();
    match value {
        Value::Number(number) => {
            let n = number.as_u64().expect("certificates have natural numbers");
            mutants.extend([n + 1, n.saturating_sub(1), 0].map(|other| json!(other)));
        }
        Value::String(text) => {
            mutants.push(json!(text[..text.len() - 1]));
            mutants.push(json!(format!("{text}{}", &text[text.len() - 1..])));
        }
        Value::Bool(is) => mutants.push(json!(!is)),
        Value::Null => mutants.push(json!({"period": 2, "first": 1})),
        Value::Array(members) => {
            for at in 0..members.len() {
                let (before, after) = (&members[..at], &members[at + 1..]);
                mutants.push(json!([before, after].concat()));
                mutants.push(json!([&members[..=at], &members[at..]].concat()));
                mutants.extend(
                    mutants_of_member(&members[at]).map(|other| json!([before, &[other], after].concat())),
                );
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let mut without = members.clone();
                without.remove(name);
                mutants.push(Value::Object(without));
                for other in mutants_of_member(member) {
                    let mut changed = members.clone();
                    changed.insert(name.clone(), other);
                    mutants.push(Value::Object(changed));
                }
            }
        }
    }
    mutants.retain(|other| other != value);
    mutants
}

fn mutants_of_member(member: &Value) -> impl Iterator<Item = Value> {
    mutants(member).into_iter().chain((!member.is_null()).then_some(Value::Null))
}

/// What a certificate is about: the options of each position, the codes, and their periods.
struct Claim {
    positions: Vec<Vec<Vec<u64>>>,
    codes: Vec<HeapCode>,
    periods: Vec<Period>,
}

impl Claim {
    fn read(certificate: &Value) -> Self {
        let code = |code: &Value| code.as_str().expect("a text").parse().expect("a code");
        let positions = certificate.get("positions").cloned().unwrap_or_else(|| json!([]));
        let codes = match certificate.get("code") {
            Some(alone) => vec![code(alone)],
            None => certificate["codes"].as_array().into_iter().flatten().map(code).collect(),
        };
        let period = |period: &Value| Period {
            length: period["period"].as_u64().expect("a number"),
            first: period["first"].as_u64().expect("a number"),
        };
        let periods = match certificate.get("period") {
            Some(alone) if !alone.is_null() => vec![period(alone)],
            _ => certificate["periods"].as_array().into_iter().flatten().map(period).collect(),
        };
        Claim { positions: serde_json::from_value(positions).expect("lists of numbers"), codes, periods }
    }

    /// The options of position n, by the numbering of the certificate.
    fn options(&self, n: u64) -> Vec<Vec<u64>> {
        let (listed, codes) = (self.positions.len() as u64, self.codes.len() as u64);
        if n <= listed {
            return self.positions[n as usize - 1].clone();
        }
        let (heap, code) = ((n - listed - 1) / codes + 1, (n - listed - 1) % codes);
        let number = |part: u64| listed + (part - 1) * codes + code + 1;
        let options = self.codes[code as usize].options(heap);
        options.into_iter().map(|option| option.into_iter().map(number).collect()).collect()
    }

    /// The quotient of positions 0 to `last`, with the value of each.
    fn quotient(&self, last: u64) -> (BipartiteMonoid, Vec<Element>) {
        let (rules, sums) = Rules::from_heaps(last, |n| self.options(n));
        let mut search = MisereQuotient::of_rules(rules);
        search.extend_to(u64::MAX, &Limits::none()).expect("no limits");
        assert!(matches!(search.status(), Status::Complete(_)), "the quotient is finite");
        let (monoid, values) = search.quotient(&Limits::none()).expect("no limits");
        let value = |sum: &Vec<u32>| sum.iter().fold(0, |x, g| monoid.product(x, values[*g as usize + 1]));
        let phi = sums.iter().map(value).collect();
        (monoid, phi)
    }

    /// Whether the periods claimed are periods of the game: multiples of those that a search finds, from there or later.
    fn periods_are_true(&self) -> bool {
        if self.periods.is_empty() {
            return true;
        }
        let (list, _) = Rules::from_heaps(self.positions.len() as u64, |n| self.options(n));
        let mut search = MisereQuotient::of(Source::of(list, self.codes.clone()));
        search.extend_to(2000, &Limits::none()).expect("no limits");
        let Status::Complete(found) = search.status() else { panic!("the game is solved") };
        found.len() == self.periods.len()
            && found.iter().zip(&self.periods).all(|(found, claimed)| {
                claimed.length.is_multiple_of(found.length) && claimed.first >= found.first
            })
    }
}

/// Whether the arrays of a certificate are the quotient of its rules, up to the numbering of elements.
fn is_true(certificate: &Value) -> bool {
    let claim = Claim::read(certificate);
    let phi: Vec<usize> = serde_json::from_value(certificate["phi"].clone()).expect("numbers");
    let actions: Vec<Vec<usize>> = serde_json::from_value(certificate["actions"].clone()).expect("numbers");
    let p: Vec<usize> = serde_json::from_value(certificate["p"].clone()).expect("numbers");
    let (monoid, values) = claim.quotient(phi.len() as u64 - 1);
    let generators: Vec<Element> = actions[0]
        .iter()
        .map(|g| values[phi.iter().position(|x| x == g).expect("every generator is the value of a position")])
        .collect();
    let mut image: HashMap<usize, Element> = HashMap::from([(0, 0)]);
    let mut waiting = vec![0];
    while let Some(x) = waiting.pop() {
        for (y, generator) in actions[x].iter().zip(&generators) {
            let product = monoid.product(image[&x], *generator);
            match image.insert(*y, product) {
                None => waiting.push(*y),
                Some(before) if before == product => {}
                Some(_) => return false,
            }
        }
    }
    image.len() == actions.len()
        && monoid.order() == actions.len()
        && image.iter().all(|(x, y)| p.contains(x) == monoid.is_p(*y))
        && phi.iter().zip(&values).all(|(x, y)| image[x] == *y)
        && claim.periods_are_true()
}

/// Fails when the checker passes a changed certificate that is false, or refuses the honest one; or when fewer than nine
/// changes in ten are refused, which would mean that the rest of this test tests little.
#[test]
fn every_change_is_refused_or_true() {
    let graph = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("mutated-graph.txt");
    let text = "zero:\none: zero\ntwo: zero, one\nfour: two+two, one\nfive: two, four+one, zero\nsix: five, four, two+one\n";
    std::fs::write(&graph, text).expect("written");
    let graph = graph.to_str().expect("UTF-8");
    let certificates = [
        certificate("mutated-code.json", &["quotient", "0.75"]),
        certificate("mutated-tree.json", &["quotient", "*2_+320,{*2_+}"]),
        certificate("mutated-graph.json", &["quotient", "--graph", graph]),
        certificate("mutated-part.json", &["quotient", "kayles + 0.07 + *2_+", "--to", "7"]),
        certificate("mutated-union.json", &["quotient", "0.75 + 0.34 + *2_+"]),
    ];
    for honest in &certificates {
        let verified = impartial_check::check(&honest.to_string());
        assert!(verified.is_ok(), "{verified:?} {honest}");
        assert!(is_true(honest), "{honest}");
        let changed = mutants(honest);
        let mut passed = 0;
        for mutant in &changed {
            if impartial_check::check(&mutant.to_string()).is_ok() {
                assert!(is_true(mutant), "{mutant}");
                passed += 1;
            }
        }
        assert!(passed * 10 < changed.len(), "{passed} of {} changes pass", changed.len());
    }
}
