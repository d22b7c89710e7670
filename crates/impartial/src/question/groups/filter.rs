//! Which groups are shown: `gen=2,order%4=2`, `gen!=dng+1`.

use super::super::Refused;

/// Conditions on the columns of a row, all of which must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Filter {
    conditions: Vec<Condition>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Condition {
    column: usize,
    modulus: Option<u64>,
    comparison: Comparison,
    value: Operand,
}

/// What a column is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Operand {
    Text(String),
    /// Another column, and a number that is added to it.
    Column(usize, u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Different,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// Longer signs first.
const SIGNS: [(&str, Comparison); 6] = [
    ("!=", Comparison::Different),
    ("<=", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("=", Comparison::Equal),
    ("<", Comparison::Less),
    (">", Comparison::More),
];

impl Filter {
    /// Reads conditions on columns with these names.
    pub fn read(text: &str, columns: &[String]) -> Result<Filter, Refused> {
        let mut conditions = Vec::new();
        let mut start = 0;
        for part in split(text) {
            let span = start..start + part.len();
            start += part.len() + 1;
            let wrong = |message: String| Refused::new(message).at(text, span.clone());
            let found = SIGNS
                .iter()
                .filter_map(|(sign, comparison)| Some((part.find(sign)?, *sign, *comparison)))
                .min_by_key(|(at, sign, _)| (*at, std::cmp::Reverse(sign.len())));
            let Some((at, sign, comparison)) = found else {
                return Err(wrong("expected a condition on a column, for example gen=2 or order%4=2".into()));
            };
            let (name, value) = (part[..at].trim(), part[at + sign.len()..].trim());
            let (name, modulus) = match name.split_once('%') {
                Some((name, modulus)) => {
                    let modulus = modulus.trim().parse().ok().filter(|modulus| *modulus > 0);
                    let modulus = modulus.ok_or_else(|| wrong("expected a modulus after %".into()))?;
                    (name.trim(), Some(modulus))
                }
                None => (name, None),
            };
            let Some(column) = columns.iter().position(|column| column == name) else {
                return Err(wrong(format!("{name:?} is none of the columns {}", columns.join(", "))));
            };
            let (other, more) = value.split_once('+').unwrap_or((value, "0"));
            let other = columns.iter().position(|column| column == other.trim());
            let value = match (other, more.trim().parse()) {
                (Some(other), Ok(more)) => Operand::Column(other, more),
                _ => Operand::Text(value.to_owned()),
            };
            conditions.push(Condition { column, modulus, comparison, value });
        }
        Ok(Filter { conditions })
    }

    /// Whether a row is shown.
    pub fn admits(&self, cells: &[String]) -> bool {
        self.conditions.iter().all(|condition| match &condition.value {
            Operand::Text(value) => condition.holds(&cells[condition.column], value),
            Operand::Column(other, more) => {
                // A missing number has no successor.
                let sum = cells[*other].parse::<u64>().ok().and_then(|n| n.checked_add(*more));
                sum.is_some_and(|sum| condition.holds(&cells[condition.column], &sum.to_string()))
            }
        })
    }
}

/// The parts between commas that stand outside parentheses: types have commas in them.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0usize, 0);
    let mut parts = Vec::new();
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

impl Condition {
    fn holds(&self, cell: &str, value: &str) -> bool {
        let number = |text: &str| text.parse::<u64>().ok();
        let reduced = number(cell).map(|n| self.modulus.map_or(n, |modulus| n % modulus));
        let ordering = match (reduced, number(value)) {
            (Some(a), Some(b)) => a.cmp(&b),
            // Texts are equal or different; a missing number is neither less nor more.
            _ if self.modulus.is_none() => match self.comparison {
                Comparison::Equal => return cell == value,
                Comparison::Different => return cell != value,
                _ => return false,
            },
            _ => return false,
        };
        match self.comparison {
            Comparison::Equal => ordering.is_eq(),
            Comparison::Different => ordering.is_ne(),
            Comparison::Less => ordering.is_lt(),
            Comparison::AtMost => ordering.is_le(),
            Comparison::More => ordering.is_gt(),
            Comparison::AtLeast => ordering.is_ge(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_hold_or_not() {
        let columns: Vec<String> = ["order", "gen", "structure", "type"].map(str::to_owned).to_vec();
        let cells: Vec<String> = ["12", "3", "A4", "(1,2,3)"].map(str::to_owned).to_vec();
        for (text, expected) in [
            ("gen=3", true),
            ("gen!=3", false),
            ("gen>=3,order%4=0", true),
            ("gen>3", false),
            ("gen<4, order<=12", true),
            ("structure=A4", true),
            ("structure!=A4", false),
            ("structure<5", false),
            ("type=(1,2,3),gen=3", true),
            ("order%5=3", false),
            ("order=gen+9", true),
            ("gen<order", true),
            ("order>gen+9", false),
            ("order=structure+1", false),
        ] {
            assert_eq!(Filter::read(text, &columns).unwrap().admits(&cells), expected, "{text}");
        }
        for wrong in ["", "gen", "dng=3", "gen%0=1", "gen=3,", "=3"] {
            assert!(Filter::read(wrong, &columns).is_err(), "{wrong}");
        }
    }
}
