//! Families of games, by name or from a file.

use impartial::game::Forest;
use impartial::game::notation::conway_notation;
use impartial::group::number_of_small_groups;
use impartial::misere::CanonicalForms;
use impartial::question::{self, Asking, Refused, read_code, read_position};

use crate::unit::{Bounds, Unit, UnitQuestion};

/// A family: its name, and its games in order, each with the questions asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// What it is called in a store.
    pub name: String,
    games: Vec<(String, &'static [UnitQuestion])>,
}

const CODE: &[UnitQuestion] = &[UnitQuestion::Normal, UnitQuestion::Misere];
const TREE: &[UnitQuestion] = &[UnitQuestion::Misere];
const GROUP: &[UnitQuestion] = &[UnitQuestion::Nimber];
const POSITION: &[UnitQuestion] = &[UnitQuestion::Nimber, UnitQuestion::Misere];

/// The last day whose games are listed one by one.
const LAST_DAY: u32 = 4;

/// The largest list that a file may hold.
const MOST_GAMES: usize = 5_000_000;

impl Family {
    /// A family by its name, or the games of a file.
    ///
    /// `octalN`, `quaternaryN` and `hexadecimalN` are codes by digits; `dayN` the canonical trees born by day N; `groupsA..B`
    /// achievement and avoidance on every group of these orders; anything else a file with one game of the language a line
    /// (`#` begins a comment).
    ///
    /// ```
    /// use impartial::question::Asking;
    /// use impartial_survey::{Bounds, Family};
    /// let family = Family::read("octal2", &Asking::new())?;
    /// // Normal and misère play of 0.dd and 4.d.
    /// assert_eq!(family.units(Bounds::default()).count(), 2 * (64 + 8));
    /// # Ok::<(), impartial::question::Refused>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such family or file, or a line is no game.
    pub fn read(name: &str, asking: &Asking<'_>) -> Result<Self, Refused> {
        let named = |prefix: &str| {
            name.strip_prefix(prefix).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let games = if ["octal", "quaternary", "hexadecimal"].iter().any(|prefix| named(prefix).is_some()) {
            let codes = question::Family::read(name, asking.files)?.codes;
            codes.iter().map(|code| (code.to_string(), CODE)).collect()
        } else if let Some(day) = named("day") {
            born_by(day)?
        } else if let Some(orders) = named("groups") {
            groups(orders)?
        } else {
            listed(name, asking)?
        };
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
        Ok(Family { name, games })
    }

    /// How many games it has.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Its units of work, in order.
    pub fn units(&self, bounds: Bounds) -> impl Iterator<Item = Unit> + '_ {
        self.games.iter().flat_map(move |(game, questions)| {
            questions.iter().map(move |question| Unit::new(*question, game, bounds))
        })
    }
}

/// The canonical trees born by a day.
fn born_by(day: &str) -> Result<Vec<(String, &'static [UnitQuestion])>, Refused> {
    let refused = || {
        Refused::new(format!("the games born by day {day} are not listed one by one"))
            .help("day0 to day4; day 5 is surveyed by its sets of followers: `impartial survey day5`")
    };
    let day = day.parse().ok().filter(|day| *day <= LAST_DAY).ok_or_else(refused)?;
    let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
    let born = misere.born_by(&mut forest, day).ok_or_else(refused)?;
    Ok(born.into_iter().map(|tree| (conway_notation(&forest, tree), TREE)).collect())
}

/// The games on the groups of orders a..b.
fn groups(orders: &str) -> Result<Vec<(String, &'static [UnitQuestion])>, Refused> {
    let refused = || {
        Refused::new(format!("'groups{orders}' names no orders")).help("for example groups2..31 or groups64")
    };
    let (first, last) = orders.split_once("..").unwrap_or((orders, orders));
    let (first, last): (usize, usize) =
        (first.parse().map_err(|_| refused())?, last.parse().map_err(|_| refused())?);
    if first == 0 || last < first {
        return Err(refused());
    }
    let mut games = Vec::new();
    for order in first..=last {
        let count = number_of_small_groups(order)
            .ok_or_else(|| refused().help("the groups of order up to 511 are listed here"))?;
        for number in 1..=count {
            for game in ["gen", "dng"] {
                // The trivial group leaves nothing to avoid.
                if order > 1 {
                    games.push((format!("{game}(SmallGroup({order},{number}))"), GROUP));
                }
            }
        }
    }
    Ok(games)
}

/// The games of a file.
fn listed(name: &str, asking: &Asking<'_>) -> Result<Vec<(String, &'static [UnitQuestion])>, Refused> {
    let text = asking.files.text(name).map_err(|_| {
        Refused::new(format!("no family or file is named '{name}'"))
            .help("octal3, quaternary4, hexadecimal2, day4, groups2..31, or a file with one game a line")
    })?;
    let mut games = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let game = line.split('#').next().unwrap_or("").trim();
        if game.is_empty() {
            continue;
        }
        if games.len() == MOST_GAMES {
            return Err(Refused::new(format!("a family has at most {MOST_GAMES} games")));
        }
        games.push(match read_code(game, false) {
            Ok(code) => (code.to_string(), CODE),
            Err(as_code) => match read_position(game, asking) {
                Ok((_, position)) => (position.to_string(), POSITION),
                Err(refused) => {
                    let refused =
                        if game.starts_with(|c: char| c.is_ascii_digit()) { as_code } else { refused };
                    let message = format!("{name}, line {}: {}", at + 1, refused.message);
                    return Err(Refused { message, ..refused });
                }
            },
        });
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use impartial::question::Files;

    use super::*;

    struct Lines(&'static str);

    impl Files for Lines {
        fn text(&self, _: &str) -> Result<String, String> {
            Ok(self.0.to_owned())
        }
    }

    #[test]
    fn families_have_their_games() {
        let units = |name: &str| Family::read(name, &Asking::new()).unwrap().units(Bounds::default()).count();
        assert_eq!((units("octal1"), units("quaternary4"), units("hexadecimal2")), (2 * 9, 2 * 256, 2 * 256));
        assert_eq!((units("day3"), units("day4")), (5, 22));
        // One group of orders 2, 3, 5, 7, two of 4 and 6.
        assert_eq!(units("groups2..7"), 2 * 8);
        for bad in [
            "octal",
            "octal0",
            "day5",
            "day",
            "groups",
            "groups5..2",
            "groups0",
            "groups2..512",
            "nowhere",
            "",
        ] {
            assert!(Family::read(bad, &Asking::new()).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_file_holds_games_of_all_kinds() {
        let read = |text: &'static str| {
            let lines = Lines(text);
            Family::read("dir/list", &Asking { files: &lines, ..Asking::new() })
        };
        let family = read("0.77 # kayles\n\n  guiles\ngen(S3)\n*2_+320\n").unwrap();
        let units: Vec<Unit> = family.units(Bounds::default()).collect();
        assert_eq!((family.name.as_str(), family.len(), units.len()), ("list", 4, 8));
        let refused = read("0.77\n0.7x\n").unwrap_err();
        assert!(refused.message.starts_with("dir/list, line 2:"), "{}", refused.message);
    }
}
