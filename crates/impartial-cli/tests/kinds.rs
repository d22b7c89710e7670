//! Three certificates of every kind, from the commands that docs/certificates.md names: each is of its kind and accepted, and what is
//! still accepted after a change claims the same as before.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../docs/certificates.md");

/// How many numbers and texts of a certificate are changed.
const CHANGES: u64 = 16;

/// Kinds whose checks take seconds, of which less is changed.
const SLOW: &[&str] = &["algebraic", "heap-recurrence"];

/// Changes that claim something else: what they claim, and the question that shows that it is true, with its answer.
const OTHERS: &[(&str, &[&str], &str)] = &[
    (
        "3 times *3 + *5 + 0.77[17] + 0.77[1000000000000] has nimber 3, and is N in normal play",
        &["nimber", "*3 + *3 + *3 + *5 + kayles[17+1000000000000]"],
        "has nimber 3",
    ),
    (
        "(*1 + tree 5) is N in misère play, the next player wins: a strategy with 2 positions answers every move",
        &["outcome", "*2_+320 + *", "--misere"],
        "N in misère play",
    ),
];

/// The program's own words about a question.
fn answer(question: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_impartial")).args(question).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Whether a changed certificate claims something that is known to be true.
fn is_true(statement: &str) -> bool {
    // The outcome of another sum: that sum is asked.
    if let Some((sum, outcome @ ("P" | "N"))) =
        statement.split_once(" in misère play. ").and_then(|(claim, _)| claim.rsplit_once(" is "))
    {
        let component = |name: &str| match name.split_once(" times ") {
            Some((copies, name)) => format!("{copies}*({name})"),
            None => name.to_owned(),
        };
        let sum: Vec<String> = sum.split(" + ").map(component).collect();
        let said = answer(&["outcome", &sum.join(" + "), "--misere"]);
        return said.contains(&format!(": {outcome} in misère play"));
    }
    let known = OTHERS.iter().find(|(claim, ..)| *claim == statement);
    known.is_some_and(|(_, question, words)| answer(question).contains(words))
}

/// A command of the page as words: those in quotes are one.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// The kinds with their commands; those of half a minute have a remark.
fn examples() -> BTreeMap<&'static str, Vec<Vec<String>>> {
    let listed = PAGE.split("## Examples").nth(1).unwrap().split("```").nth(1).unwrap();
    let mut kinds: BTreeMap<&str, Vec<Vec<String>>> = BTreeMap::new();
    for line in listed.lines().skip(1).filter(|line| !line.trim().is_empty()) {
        let (kind, command) = line.split_once(' ').unwrap();
        kinds.entry(kind).or_default().push(words(command));
    }
    kinds
}

/// The kinds in the table of the page.
fn kinds_of_the_table() -> Vec<&'static str> {
    let table = PAGE.split("## Kinds").nth(1).unwrap().split("##").next().unwrap();
    let cells = table.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    cells.flat_map(|cell| cell.split('`').step_by(2).filter(|kind| !kind.is_empty())).collect()
}

fn certificate(words: &[String]) -> Value {
    let mut ask = Command::new(env!("CARGO_BIN_EXE_impartial"));
    // `survey day5 --proof` prints the proof itself.
    let prints = words[0] == "survey";
    if !prints {
        ask.args(["--certificate", "-"]);
    }
    let output = ask.args(words).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {errors}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let text = printed.lines().find(|line| line.contains("\"impartial-certificate\"")).unwrap_or(&printed);
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{words:?}: {error}: {printed}"))
}

/// Every place where a number or a text stands.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Number(_) | Value::String(_) | Value::Bool(_) => found.push(path.to_owned()),
        Value::Array(members) => {
            for (at, member) in members.iter().enumerate() {
                places(member, &format!("{path}/{at}"), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                places(member, &format!("{path}/{name}"), found);
            }
        }
        Value::Null => {}
    }
}

fn changed(value: &Value, at: u64) -> Value {
    match value {
        Value::Number(number) => match (number.as_i64(), at % 3) {
            (Some(number), 0) => json!(number + 1),
            (Some(number), 1) if number > 0 => json!(number - 1),
            (Some(number), _) => json!(2 * number + 1),
            _ => json!(0),
        },
        Value::String(text) if text == "P" => json!("N"),
        Value::String(text) if text == "N" => json!("P"),
        Value::String(text) => json!(format!("{text}7")),
        Value::Bool(whether) => json!(!whether),
        other => other.clone(),
    }
}

#[test]
fn three_certificates_of_every_kind() {
    let examples = examples();
    let mut named = kinds_of_the_table();
    named.sort_unstable();
    assert_eq!(examples.keys().copied().collect::<Vec<_>>(), named);
    let mut refused = 0;
    for (kind, commands) in &examples {
        assert!(commands.len() >= 3, "{kind} has only {} examples", commands.len());
        for words in commands {
            if words.iter().any(|word| word == "#") && std::env::var_os("IMPARTIAL_EXTREME").is_none() {
                continue;
            }
            let words = &words.split(|word| word == "#").next().unwrap().to_vec();
            let honest = certificate(words);
            assert_eq!(honest["kind"], **kind, "{words:?}");
            let verified = impartial_check::check(&honest.to_string());
            let statement = verified.unwrap_or_else(|refusal| panic!("{words:?}: {refusal}")).statement;
            let mut found = Vec::new();
            places(&honest, "", &mut found);
            // Spread over the certificate, the same in every run.
            let step = (found.len() as u64).div_ceil(CHANGES).max(1);
            let step = if SLOW.contains(kind) { step * CHANGES / 2 } else { step };
            for (at, place) in found.iter().enumerate().step_by(step as usize) {
                let mut mutant = honest.clone();
                let value = mutant.pointer_mut(place).unwrap();
                *value = changed(value, at as u64);
                match impartial_check::check(&mutant.to_string()) {
                    Err(_) => refused += 1,
                    // A hint, or another proof of the same.
                    Ok(verified) => {
                        let claimed = verified.statement;
                        assert!(claimed == statement || is_true(&claimed), "{words:?}: {place}: {claimed}");
                    }
                }
            }
        }
    }
    assert!(refused > 300, "only {refused} changes were refused");
}
