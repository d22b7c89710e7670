//! The rules of a taking-and-breaking game in one clause, and as squares to click.

use impartial::heap::{Digit, HeapCode};
use serde_json::{Value, json};

/// The most digits that are shown as squares.
const MOST_DIGITS: usize = 16;

/// The digits as numbers, for the code builder; none when squares cannot say everything.
pub fn builder(code: &HeapCode) -> Option<Value> {
    if !code.is_finite() || !code.is_plain() || code.digits().len() > MOST_DIGITS {
        return None;
    }
    let zeroth = code.digit(0).value()?;
    let digits: Option<Vec<u64>> = code.digits().iter().map(|digit| digit.value()).collect();
    let is_drawn = |value: &u64| *value < 16;
    let digits = digits.filter(|digits| digits.iter().all(is_drawn) && is_drawn(&zeroth))?;
    Some(json!({ "zeroth": zeroth, "digits": digits }))
}

/// The rules in words, after "you": `may take one or two from a heap and may split the rest in two`.
pub fn clause(code: &HeapCode) -> String {
    let mut clauses: Vec<String> = Vec::new();
    if code.digit(0).breaks() {
        clauses.push(format!("split a heap{} without taking", split(code.digit(0))));
    }
    // Numbers with equal digits stand together.
    let mut kinds: Vec<(Digit, Vec<u64>)> = Vec::new();
    for (taken, digit) in (1..).zip(code.digits()).filter(|(_, digit)| !digit.is_zero()) {
        match kinds.iter_mut().find(|(known, _)| known == digit) {
            Some((_, numbers)) => numbers.push(taken),
            None => kinds.push((*digit, vec![taken])),
        }
    }
    clauses.extend(kinds.iter().map(|(digit, numbers)| phrase(*digit, &list(numbers))));
    if let [digit] = code.tail()
        && !digit.is_zero()
    {
        let from = code.digits().len() + 1;
        let number =
            if from == 1 { "any number".to_owned() } else { format!("{} or more", word(from as u64)) };
        clauses.push(phrase(*digit, &number));
    } else if !code.is_finite() {
        clauses.push("go on in this way, for the digits repeat".to_owned());
    }
    match clauses.as_slice() {
        [] => "have no move at all".to_owned(),
        [one] => format!("may {one}"),
        [init @ .., last] => format!("may {}, or {last}", init.join(", ")),
    }
}

fn split(digit: Digit) -> String {
    match digit.value() {
        Some(4..=7) => " in two".to_owned(),
        Some(12..=15) => " in two or three".to_owned(),
        Some(8..=11) => " in three".to_owned(),
        _ => match digit.shape().symbol() {
            Some('!') => " into unequal parts".to_owned(),
            _ => String::new(),
        },
    }
}

fn phrase(digit: Digit, taken: &str) -> String {
    match digit.value() {
        Some(1) => format!("take a whole heap of {taken}"),
        Some(2) => format!("take {taken} from a larger heap"),
        Some(3) => format!("take {taken} from a heap"),
        Some(4) => format!("take {taken} from inside a heap, leaving two"),
        Some(5) => format!("take {taken} if that leaves nothing or two heaps"),
        Some(6) => format!("take {taken} from a larger heap and split the rest if you like"),
        Some(7) => format!("take {taken} from a heap and split the rest if you like"),
        Some(15) => format!("take {taken} from a heap and leave the rest as up to three heaps"),
        Some(value @ 8..=14) => format!("take {taken} if that leaves {}", leaving(value)),
        _ => format!("take {taken} as the digit {digit} says"),
    }
}

/// The numbers of heaps that a hexadecimal digit allows: `nothing, one heap or three heaps`.
fn leaving(value: u64) -> String {
    let names = ["nothing", "one heap", "two heaps", "three heaps"];
    either(&(0..4).filter(|bit| value >> bit & 1 == 1).map(|bit| names[bit].to_owned()).collect::<Vec<_>>())
}

/// `one`, `one or two`, `one, two or five`.
fn list(numbers: &[u64]) -> String {
    either(&numbers.iter().map(|number| word(*number)).collect::<Vec<_>>())
}

fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

fn word(number: u64) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    usize::try_from(number)
        .ok()
        .and_then(|at| WORDS.get(at))
        .map_or(number.to_string(), |word| (*word).to_owned())
}

/// A name as it is written in a sentence: `Dawson's Kayles`.
pub fn title(name: &str) -> String {
    let words = name.split('-').map(|word| match word {
        "are" => word.to_owned(),
        "dawsons" | "laskers" | "grundys" => {
            let stem = word.trim_end_matches('s');
            format!("{}{}’s", stem[..1].to_uppercase(), &stem[1..])
        }
        word => format!("{}{}", word[..1].to_uppercase(), &word[1..]),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_in_words() {
        let say = |code: &str| clause(&code.parse().unwrap());
        assert_eq!(say("0.8"), "may take one if that leaves three heaps");
        assert_eq!(say("0.B"), "may take one if that leaves nothing, one heap or three heaps");
        assert_eq!(say("0.77"), "may take one or two from a heap and split the rest if you like");
        assert_eq!(
            say("0.137"),
            "may take a whole heap of one, take two from a heap, or take three from a heap and split the rest if you like"
        );
        assert_eq!(
            say("4.7"),
            "may split a heap in two without taking, or take one from a heap and split the rest if you like"
        );
        assert_eq!(say("nim"), "may take any number from a heap");
        assert_eq!(say("grundys-game"), "may split a heap into unequal parts without taking");
        assert_eq!(say("0.0"), "have no move at all");
    }

    #[test]
    fn names_are_written_as_people_write_them() {
        assert_eq!(title("dawsons-kayles"), "Dawson’s Kayles");
        assert_eq!(title("couples-are-forever"), "Couples are Forever");
        // Every name has a first letter of one byte, or this would panic.
        impartial::heap::NAMES.iter().for_each(|(name, _)| assert!(!title(name).is_empty()));
    }

    #[test]
    fn squares_show_plain_finite_codes_only() {
        let squares = |code: &str| builder(&code.parse().unwrap());
        assert_eq!(squares("0.77"), Some(json!({ "zeroth": 0, "digits": [7, 7] })));
        assert_eq!(squares("4.7"), Some(json!({ "zeroth": 4, "digits": [7] })));
        assert!(squares("0.[3]").is_none() && squares("0.7!").is_none() && squares("0.(3310)^9").is_none());
    }
}
