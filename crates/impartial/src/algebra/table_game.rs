//! Positions of the game of a finite algebra given by tables.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::congruence::{CongruenceGame, FiniteAlgebra, Partition};
use super::laws::{check_kind, neutral};
use super::replies::Replies;
use super::value::Value;
use crate::claim::Claim;
use crate::game::{Outcome, Play};
use crate::limits::{Limits, Unanswered};
use crate::ordinal::Ordinal;
use crate::text::{Cursor, ReadError};

/// An algebra with its text and what has been found out about it.
#[derive(Debug)]
struct TableGround {
    keyword: &'static str,
    text: String,
    /// The element that a chosen one is identified with, in rings.
    zero: Option<u32>,
    algebra: FiniteAlgebra,
    game: Mutex<CongruenceGame>,
}

/// A position: an algebra and the congruence that has been divided out. The pairs that led there are remembered for the text
/// only.
#[derive(Clone, Debug)]
pub struct TableGame {
    ground: Arc<TableGround>,
    divided: Partition,
    chosen: Vec<(u32, u32)>,
}

impl PartialEq for TableGame {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for TableGame {}

impl PartialOrd for TableGame {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TableGame {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.ground.text, &self.divided).cmp(&(&other.ground.text, &other.divided))
    }
}

impl Hash for TableGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.ground.text, &self.divided).hash(state);
    }
}

impl TableGame {
    /// The beginning of the game on an algebra that a text names.
    ///
    /// # Errors
    /// When the algebra has too many translations.
    pub fn new(text: &str, algebra: FiniteAlgebra) -> Result<Self, String> {
        Self::of(text, algebra, "algebra", None)
    }

    /// The beginning of the game on a commutative ring given by tables: a chosen element is identified with 0.
    ///
    /// # Errors
    /// The law of rings that fails; as for [`new`](Self::new).
    pub fn of_ring(text: &str, algebra: FiniteAlgebra) -> Result<Self, String> {
        check_kind(&algebra, "ring")?;
        let sum = algebra.operation("+").ok_or("the binary operation `+` is missing")?;
        let zero = neutral(&algebra, sum)?;
        Self::of(text, algebra, "ring", Some(zero as u32))
    }

    fn of(
        text: &str,
        algebra: FiniteAlgebra,
        keyword: &'static str,
        zero: Option<u32>,
    ) -> Result<Self, String> {
        let translations =
            algebra.translations().ok_or("the operations have too many arguments for this many elements")?;
        let divided = Partition::equality(algebra.size());
        let game = Mutex::new(CongruenceGame::new(algebra.size(), translations));
        let ground = TableGround { keyword, text: text.to_owned(), zero, algebra, game };
        Ok(TableGame { ground: Arc::new(ground), divided, chosen: Vec::new() })
    }

    fn game(&self) -> MutexGuard<'_, CongruenceGame> {
        self.ground.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The unary maps whose congruences are the positions, and the congruence reached.
    pub fn congruences(&self) -> (CongruenceGame, Partition) {
        (self.game().clone(), self.divided.clone())
    }

    fn with(&self, pairs: &[(u32, u32)]) -> Self {
        let wide: Vec<(usize, usize)> = pairs.iter().map(|(a, b)| (*a as usize, *b as usize)).collect();
        let divided = self.game().with(&self.divided, &wide);
        let new = pairs.iter().copied().filter(|(a, b)| !self.divided.identifies(*a as usize, *b as usize));
        TableGame {
            ground: self.ground.clone(),
            divided,
            chosen: self.chosen.iter().copied().chain(new).collect(),
        }
    }

    /// Reads `a=b`, or the one element that is identified with 0.
    fn read_pair(&self, cursor: &mut Cursor<'_>) -> Result<(u32, u32), ReadError> {
        let a = self.read_element(cursor)?;
        if let Some(zero) = self.ground.zero {
            return Ok((a, zero));
        }
        cursor.expect("=")?;
        Ok((a, self.read_element(cursor)?))
    }

    fn read_element(&self, cursor: &mut Cursor<'_>) -> Result<u32, ReadError> {
        cursor.peek();
        let length = cursor.rest().find(['=', ',']).unwrap_or(cursor.rest().len());
        let name = cursor.rest()[..length].trim_end();
        let span = cursor.at..cursor.at + name.len();
        let names = &self.ground.algebra.names;
        let Some(element) = names.iter().position(|known| known == name) else {
            let few: Vec<&str> = names.iter().take(8).map(String::as_str).collect();
            let message = if name.is_empty() {
                "expected an element".to_owned()
            } else {
                format!("`{name}` is no element")
            };
            return Err(ReadError::new(span, message).help(format!("the elements are {} …", few.join(", "))));
        };
        cursor.at += length;
        Ok(element as u32)
    }

    /// The position after the identification of the pairs in a text: `a=b, c=d`.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn choose_text(&self, text: &str) -> Result<Self, ReadError> {
        let mut cursor = Cursor::new(text);
        let mut pairs = Vec::new();
        while cursor.peek().is_some() {
            pairs.push(self.read_pair(&mut cursor)?);
            if !cursor.take(",") {
                break;
            }
        }
        cursor.expect_end()?;
        Ok(self.with(&pairs))
    }

    /// The position after the identification of the one pair in a text; `None` when the two are equal already.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn choose_element(&self, text: &str) -> Result<Option<Self>, ReadError> {
        let mut cursor = Cursor::new(text);
        let pair = self.read_pair(&mut cursor)?;
        cursor.expect_end()?;
        let left = self.with(&[pair]);
        Ok((left != *self).then_some(left))
    }

    /// Whether one element is left.
    pub fn is_over(&self) -> bool {
        self.divided.is_full()
    }

    /// Always: the algebra is finite.
    pub fn is_finite(&self) -> bool {
        true
    }

    /// The options, each congruence once.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn options(&self, _: usize, limits: &Limits) -> Result<Vec<Self>, Unanswered> {
        let options = self.game().options(&self.divided, limits)?;
        // In a ring a pair is as good as its difference; the text wants one element that does it alone.
        let with_zero = |pair: (u32, u32), option: &Partition| {
            let Some(zero) = self.ground.zero else { return pair };
            let game = self.game();
            let leads = |a: &u32| game.with(&self.divided, &[(*a as usize, zero as usize)]) == *option;
            let mut elements = (0..self.ground.algebra.size() as u32)
                .filter(|a| option.identifies(*a as usize, zero as usize));
            elements.find(leads).map_or(pair, |a| (a, zero))
        };
        let after = |(pair, divided): ((u32, u32), Partition)| TableGame {
            ground: self.ground.clone(),
            chosen: self.chosen.iter().copied().chain([with_zero(pair, &divided)]).collect(),
            divided,
        };
        Ok(options.into_iter().map(after).collect())
    }

    fn value(&self, limits: &Limits) -> Result<Value, Unanswered> {
        Ok(self.game().value(&self.divided, limits)?)
    }

    /// The nimber.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn nimber(&self, limits: &Limits) -> Result<Ordinal, Unanswered> {
        Ok(Ordinal::from(u64::from(self.value(limits)?.nimber)))
    }

    /// Who wins.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn outcome(&self, play: Play, limits: &Limits) -> Result<Outcome, Unanswered> {
        Ok(self.value(limits)?.outcome(play))
    }

    /// The moves that win.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn winning_moves(&self, play: Play, limits: &Limits) -> Result<Replies<Self>, Unanswered> {
        let mut moves = Vec::new();
        for option in self.options(0, limits)? {
            if option.outcome(play, limits)? == Outcome::P {
                moves.push(option);
            }
        }
        Ok(Replies { moves, complete: true })
    }

    /// A move to a position with a given nimber.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn move_to(&self, nimber: &Ordinal, limits: &Limits) -> Result<Option<Self>, Unanswered> {
        for option in self.options(0, limits)? {
            if option.nimber(limits)? == *nimber {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }

    /// Some move, unless one element is left.
    pub fn some_move(&self) -> Option<Self> {
        self.options(0, &Limits::none()).ok()?.into_iter().next()
    }

    /// Whether one move leads from here to another position.
    pub fn is_move_to(&self, other: &Self) -> bool {
        self.ground.text == other.ground.text
            && self.options(0, &Limits::none()).is_ok_and(|options| options.contains(other))
    }

    /// What the answer rests on.
    pub fn reason(&self, _: Option<Play>) -> Claim {
        Claim::Proved(
            "mex over congruences and their joins with those that one pair generates (Brandenburg, Def 2.8)"
                .into(),
        )
    }

    /// How far the game has come.
    pub fn steps(&self, _: Play, _: &Limits) -> Vec<String> {
        let (classes, size) = (self.divided.classes(), self.ground.algebra.size());
        vec![format!("{classes} of {size} elements are different")]
    }
}

impl fmt::Display for TableGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.ground.keyword, self.ground.text)?;
        if self.chosen.is_empty() {
            return Ok(());
        }
        let names = &self.ground.algebra.names;
        let pair = |(a, b): &(u32, u32)| match self.ground.zero {
            Some(zero) => names[if *a == zero { *b } else { *a } as usize].clone(),
            None => format!("{}={}", names[*a as usize], names[*b as usize]),
        };
        let pairs: Vec<String> = self.chosen.iter().map(pair).collect();
        write!(f, "[{}]", pairs.join(","))
    }
}
