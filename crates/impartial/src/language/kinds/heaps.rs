//! Heaps of a taking-and-breaking game: `0.77[7+9+12]`, `kayles[3*7+9]`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;
use serde_json::{Value, json};

use super::heap_values::HeapValues;
use crate::claim::Claim;
use crate::game::Play;
use crate::heap::{Digit, HeapCode, NAMES, Shape};
use crate::language::kind::{Kind, Piece, Single, Theorem, Unlisted};
use crate::language::lookahead::looks_like_code;
use crate::language::moves::{MOST_OPTIONS, WinningMoves};
use crate::language::natural::Natural;
use crate::language::parser::{Reader, Subject};
use crate::language::position::Position;
use crate::language::registry::KindOfGame;
use crate::language::search::LARGEST_LISTED;
use crate::language::suggest::nearest;
use crate::limits::{Limits, Unanswered};
use crate::ordinal::Ordinal;
use crate::text::ReadError;

/// A multiset of non-empty heaps: sizes with their multiplicities, by increasing size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Heaps(Vec<(Natural, Natural)>);

impl Heaps {
    /// The multiset with the given sizes and multiplicities.
    pub fn new(heaps: impl IntoIterator<Item = (Natural, Natural)>) -> Self {
        let mut all: Vec<(Natural, Natural)> =
            heaps.into_iter().filter(|(size, count)| !size.is_zero() && !count.is_zero()).collect();
        all.sort_unstable();
        let mut merged: Vec<(Natural, Natural)> = Vec::with_capacity(all.len());
        for (size, count) in all {
            match merged.last_mut() {
                Some((last, total)) if *last == size => *total += count,
                _ => merged.push((size, count)),
            }
        }
        Heaps(merged)
    }

    /// The multiset with one heap of each of these sizes.
    pub fn of_sizes(sizes: impl IntoIterator<Item = Natural>) -> Self {
        Heaps::new(sizes.into_iter().map(|size| (size, Natural::from(1))))
    }

    /// Sizes with their multiplicities, by increasing size.
    pub fn iter(&self) -> impl Iterator<Item = &(Natural, Natural)> + '_ {
        self.0.iter()
    }

    /// Whether there is no heap.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The largest heap, 0 when there is none.
    pub fn largest(&self) -> Natural {
        self.0.last().map_or(Natural::from(0), |(size, _)| size.clone())
    }

    /// The multiset with one heap of size `from` replaced by the heaps `to`.
    #[must_use]
    pub fn replaced(&self, from: &Natural, to: impl IntoIterator<Item = Natural>) -> Self {
        let left = |(size, count): &(Natural, Natural)| {
            (size.clone(), if size == from { count.less_one() } else { count.clone() })
        };
        Heaps::new(self.iter().map(left).chain(to.into_iter().map(|size| (size, Natural::from(1)))))
    }
}

/// A code with the values of its heaps, as far as they were asked for. Equal when the codes are.
pub struct KnownCode {
    code: HeapCode,
    /// The code as it is written before heaps, and a hash of it: heaps of it are met by the hundred thousand.
    text: String,
    hash: u64,
    values: Mutex<HeapValues>,
}

impl KnownCode {
    /// The game of a code.
    pub fn new(code: HeapCode) -> Self {
        let values = Mutex::new(HeapValues::new(code.clone()));
        let hash = FxBuildHasher.hash_one(&code);
        let text = code.before_heaps().to_string();
        KnownCode { code, text, hash, values }
    }

    /// The code.
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    fn values(&self) -> MutexGuard<'_, HeapValues> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The position with one heap of each of these sizes, in normal form.
    pub fn heaps(self: &Arc<Self>, sizes: impl IntoIterator<Item = Natural>) -> Position {
        Position::from(HeapSum { game: Arc::clone(self), heaps: Heaps::of_sizes(sizes) }).normal_form()
    }

    /// About `most` options of a heap, each the heaps that are left, and whether they are all: evenly over the numbers of tokens that
    /// may be taken, because the ways to break a huge heap after taking k tokens repeat themselves, and those after taking
    /// k + 1 are others.
    fn some_options(&self, size: &Natural, most: u64) -> (Vec<Vec<Natural>>, bool) {
        let Some(size) = size.to_u64() else { return (self.options_of_huge(size, most), false) };
        let takes = self.code.last_digit().map_or(size, |last| last.min(size)).saturating_add(1).min(most);
        let each = (most / takes).max(1);
        let (options, all) = self.code.some_options(size, each as usize, takes);
        let naturals = |sizes: Vec<u64>| sizes.into_iter().map(Natural::from).collect();
        (options.into_iter().map(naturals).collect(), all)
    }

    /// Options of a heap larger than a word that leave small heaps and at most one huge one: those of a smaller heap that do, the
    /// difference added to what is huge. The heap is chosen so that digits that repeat are the same for both; and the
    /// conditions that a digit may put on the heaps left hold for both or for neither, as one is far larger than the others.
    fn options_of_huge(&self, size: &Natural, most: u64) -> Vec<Vec<Natural>> {
        const SMALLER: u64 = 1 << 62;
        const SMALL: u64 = 1 << 32;
        let repeats = self.code.tail().len().max(1) as u64;
        let more = (size.to_biguint() - SMALLER) / repeats * repeats;
        let smaller = Natural::from(size.to_biguint() - &more);
        let (options, _) = self.some_options(&smaller, most);
        let moved = |mut option: Vec<Natural>| {
            option.sort_unstable();
            if let Some(largest) = option.pop_if(|largest| *largest >= Natural::from(SMALL)) {
                let is_huge = largest > Natural::from(SMALLER / 2);
                let is_alone = option.last().is_none_or(|next| *next < Natural::from(SMALL));
                option.push(Natural::from(largest.to_biguint() + &more));
                return (is_huge && is_alone).then_some(option);
            }
            Some(option)
        };
        options.into_iter().filter_map(moved).collect()
    }

    /// The digit for taking so many tokens.
    fn digit(&self, taken: &BigUint) -> Digit {
        let repeats = self.code.tail().len() as u64;
        match u64::try_from(taken) {
            Ok(taken) => self.code.digit(taken),
            Err(_) if repeats == 0 => Digit::ZERO,
            Err(_) => {
                let first = self.code.digits().len() as u64 + 1;
                let beyond = u64::try_from((taken - first) % repeats).expect("a remainder is small");
                self.code.digit(first + beyond)
            }
        }
    }

    /// Whether one heap may be replaced by others, by the digit for the number of tokens that are gone.
    fn is_option(&self, size: &Natural, left: &[Natural]) -> bool {
        let total: BigUint = left.iter().map(Natural::to_biguint).sum();
        let taken = size.to_biguint();
        if total > taken {
            return false;
        }
        let digit = self.digit(&(taken - total));
        let all_equal = || left.windows(2).all(|pair| pair[0] == pair[1]);
        let shape = left.len() < 2
            || match digit.shape() {
                Shape::Any => true,
                Shape::Unequal => left.iter().enumerate().all(|(at, heap)| !left[..at].contains(heap)),
                Shape::NotAllEqual => !all_equal(),
                Shape::AllEqual => all_equal(),
            };
        shape && digit.allows(left.len() as u64) && *size >= Natural::from(digit.least())
    }
}

impl fmt::Debug for KnownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)
    }
}

impl PartialEq for KnownCode {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.code == other.code
    }
}

impl Eq for KnownCode {}

impl Hash for KnownCode {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Ord for KnownCode {
    fn cmp(&self, other: &Self) -> Ordering {
        if std::ptr::eq(self, other) { Ordering::Equal } else { self.code.cmp(&other.code) }
    }
}

impl PartialOrd for KnownCode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Heaps of one game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HeapSum {
    /// The game.
    pub game: Arc<KnownCode>,
    /// The heaps.
    pub heaps: Heaps,
}

pub(in crate::language) const KIND: KindOfGame =
    KindOfGame { name: "heaps", theory: "heaps", example: "0.77[3*7+9]", begins, read };

/// A code, or a lower-case word that is not followed by a parenthesis.
fn begins(text: &str) -> bool {
    let word = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-');
    looks_like_code(text) || (text.starts_with(|c: char| c.is_ascii_lowercase()) && !word.starts_with('('))
}

/// A heap code or a name, with heaps or alone.
pub(in crate::language) fn read(reader: &mut Reader<'_>) -> Result<Subject, ReadError> {
    let (start, rest) = (reader.cursor.at, reader.cursor.rest());
    let word_length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(rest.len());
    let word = &rest[..word_length];
    let is_word = word.starts_with(|c: char| c.is_ascii_lowercase());
    let (code, length) = HeapCode::parse_prefix(rest).map_err(|error| {
        let suggestion = nearest(word, NAMES.iter().map(|(name, _)| *name)).filter(|_| is_word);
        if let Some(name) = suggestion.filter(|name| *name != word) {
            return ReadError::new(start..start + word_length, format!("no game is named `{word}`"))
                .help(format!("did you mean `{name}`?"));
        }
        error.shifted(start)
    })?;
    reader.cursor.at += length;
    if reader.cursor.next_char() != Some('[') {
        return Ok(Subject::Code(code));
    }
    reader.cursor.at += 1;
    let mut heaps = Vec::new();
    if !reader.take(&[']']) {
        loop {
            heaps.push(heap(reader)?);
            if reader.take(&[']']) {
                break;
            }
            if !reader.take(&['+', ',']) {
                return Err(reader.cursor.expected_here("`]`, `+` or `*`"));
            }
        }
    }
    let game = Arc::new(KnownCode::new(code));
    Ok(Subject::Position(HeapSum { game, heaps: Heaps::new(heaps) }.into()))
}

/// `size` or `count*size`.
fn heap(reader: &mut Reader<'_>) -> Result<(Natural, Natural), ReadError> {
    let (first, _) = reader.natural("the size of a heap")?;
    if reader.take(&['*']) {
        let (size, _) = reader.natural("the size of a heap after `*`")?;
        return Ok((size, first));
    }
    Ok((first, Natural::from(1)))
}

impl HeapSum {
    fn with(&self, heaps: Heaps) -> Position {
        Position::from(HeapSum { game: Arc::clone(&self.game), heaps }).normal_form()
    }

    /// The heap and its game, if there is one heap, of a size that fits a word.
    pub(in crate::language) fn only_heap(&self) -> Option<(&Arc<KnownCode>, u64)> {
        match self.heaps.0.as_slice() {
            [(size, count)] if count.is_one() => size.to_u64().map(|size| (&self.game, size)),
            _ => None,
        }
    }

    /// A heap of this size alone.
    fn one(&self, size: &Natural) -> Single {
        Single::new(HeapSum { game: Arc::clone(&self.game), heaps: Heaps::of_sizes([size.clone()]) })
    }

    /// The nimber of one heap.
    fn value(&self, size: &Natural, limits: &Limits) -> Result<Ordinal, Unanswered> {
        self.game.values().nimber(size, limits)
    }
}

impl Kind for HeapSum {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn options(&self) -> Vec<Position> {
        let mut options = Vec::new();
        for (size, _) in self.heaps.iter() {
            let word = size.to_u64().expect("callers ask only for heaps whose options can be listed");
            let moves = self.game.code.options(word);
            let left = |parts: &Vec<u64>| self.heaps.replaced(size, parts.iter().map(|part| (*part).into()));
            options.extend(moves.iter().map(|parts| self.with(left(parts))));
        }
        options
    }

    fn is_over(&self) -> bool {
        let code = &self.game.code;
        let stays = |size: u64| code.for_each_option(size, |_| ControlFlow::Break(())).is_continue();
        self.heaps.iter().all(|(size, _)| match size.to_u64() {
            Some(size) => stays(size),
            None => self.game.options_of_huge(size, 1 << 10).is_empty(),
        })
    }

    fn bound_on_options(&self, _: &Limits) -> u64 {
        let options = |size: u64| self.game.code.bound_on_options(size);
        let bound = |size: &Natural| size.to_u64().map_or(u64::MAX, options);
        self.heaps.iter().fold(0, |all, (heap, _)| all.saturating_add(bound(heap)))
    }

    fn can_list(&self) -> Result<(), Unlisted> {
        let largest = self.heaps.largest();
        if largest > Natural::from(LARGEST_LISTED) {
            return Err(format!("a heap of {largest} tokens is larger than {LARGEST_LISTED}"));
        }
        Ok(())
    }

    fn is_zero(&self) -> bool {
        self.heaps.is_empty()
    }

    fn some_move(&self) -> Option<Position> {
        self.heaps.iter().find_map(|(size, _)| {
            let (options, _) = self.game.some_options(size, 1 << 10);
            options.into_iter().next().map(|left| self.with(self.heaps.replaced(size, left)))
        })
    }

    fn is_move_to(&self, to: Option<&Single>) -> bool {
        let nothing = Heaps::default();
        let to = match to.map(|to| to.of_kind::<HeapSum>()) {
            None => &nothing,
            Some(Some(HeapSum { game, heaps })) if *game == self.game => heaps,
            Some(_) => return false,
        };
        let count = |heaps: &Heaps, of: &Natural| {
            let found = heaps.iter().find(|(size, _)| size == of);
            found.map_or(BigUint::ZERO, |(_, count)| count.to_biguint())
        };
        let is_replaced = |size: &Natural| {
            // The heaps that are there and were not; too many for one move when they are many.
            let kept = self.heaps.replaced(size, []);
            let mut left = Vec::new();
            for (size, now) in to.iter() {
                let (now, before) = (now.to_biguint(), count(&kept, size));
                let Some(more) = (now >= before).then(|| now - before) else { return false };
                let Some(more) = usize::try_from(more).ok().filter(|more| *more <= 1 << 10) else {
                    return false;
                };
                left.extend(std::iter::repeat_n(size.clone(), more));
            }
            let nothing_lost = kept.iter().all(|(size, before)| count(to, size) >= before.to_biguint());
            nothing_lost && self.game.is_option(size, &left)
        };
        self.heaps.iter().any(|(size, _)| is_replaced(size))
    }

    fn components(&self) -> Option<Vec<(Single, Natural)>> {
        Some(self.heaps.iter().map(|(size, count)| (self.one(size), count.clone())).collect())
    }

    fn join(&self, other: &Single) -> Option<Single> {
        let HeapSum { game, heaps } = other.of_kind()?;
        (self.game == *game).then(|| {
            let all = Heaps::new(self.heaps.iter().chain(heaps.iter()).cloned());
            Single::new(HeapSum { game: Arc::clone(&self.game), heaps: all })
        })
    }

    fn without(&self, component: &Single) -> Option<Position> {
        let HeapSum { game, heaps } = component.of_kind()?;
        let has = |size: &Natural| self.heaps.iter().any(|(own, _)| own == size);
        let size = heaps.largest();
        (self.game == *game && has(&size)).then(|| self.with(self.heaps.replaced(&size, [])))
    }

    fn tokens(&self) -> BigUint {
        self.heaps.iter().map(|(size, count)| count.to_biguint() * size.to_biguint()).sum()
    }

    fn nim_heaps(&self) -> Option<Vec<(Ordinal, Natural)>> {
        let heap = |(size, count): &(Natural, Natural)| (Ordinal::from(size.to_biguint()), count.clone());
        self.game.code.is_nim().then(|| self.heaps.iter().map(heap).collect())
    }

    fn nimber(&self, limits: &Limits) -> Theorem<Ordinal> {
        let odd = self.heaps.iter().filter(|(_, count)| count.is_odd());
        let mut value = Ordinal::ZERO;
        for (size, _) in odd {
            match self.value(size, limits) {
                Ok(heap) => value = value.nim_sum(&heap),
                Err(why) => return Some(Err(why)),
            }
        }
        Some(Ok(value))
    }

    fn reason(&self, _: Option<Play>) -> Option<Claim> {
        let because = self.game.values().because(&self.heaps.largest());
        Some(Claim::Proved(format!("Grundy sequence of {}{because}", self.game.code)))
    }

    /// The options of one heap with a given nimber, among those that [`KnownCode::some_options`] lists; if these are not all and
    /// the values grow regularly, found by their law.
    fn moves_to(&self, nimber: &Ordinal, limits: &Limits) -> Theorem<WinningMoves> {
        Some(self.moves_of_largest_to(nimber, limits))
    }

    fn some_options(&self, most: u64) -> Option<(Vec<Position>, bool)> {
        let (options, all) = self.game.some_options(&self.heaps.largest(), most);
        Some((options.into_iter().map(|left| self.game.heaps(left)).collect(), all))
    }

    fn piece(&self) -> Option<Piece> {
        Some(Piece::Heaps(self.clone()))
    }

    fn parts(&self) -> Value {
        json!({ "code": self.game.code.to_string(), "heaps": self.heaps.iter().collect::<Vec<_>>() })
    }
}

impl HeapSum {
    fn moves_of_largest_to(&self, nimber: &Ordinal, limits: &Limits) -> Result<WinningMoves, Unanswered> {
        let size = self.heaps.largest();
        // The law of the values is then known, if there is one.
        self.value(&size, limits)?;
        let (options, all) = self.game.some_options(&size, MOST_OPTIONS);
        if !all && let Some(found) = self.game.values().moves_by_law(&size, nimber, limits)? {
            let moves = found.moves.iter().map(|parts| self.game.heaps(parts.iter().cloned()));
            return Ok(WinningMoves { moves: moves.collect(), complete: found.complete });
        }
        let mut winning = WinningMoves { moves: Vec::new(), complete: all };
        for parts in options {
            let mut value = Ordinal::ZERO;
            for part in &parts {
                value = value.nim_sum(&self.value(part, limits)?);
            }
            if value == *nimber {
                winning.moves.push(self.game.heaps(parts));
            }
        }
        Ok(winning)
    }
}

impl fmt::Display for HeapSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game.text)?;
        f.write_str("[")?;
        for (at, (size, count)) in self.heaps.iter().enumerate() {
            let plus = if at > 0 { "+" } else { "" };
            if count.is_one() {
                write!(f, "{plus}{size}")?;
            } else {
                write!(f, "{plus}{count}*{size}")?;
            }
        }
        f.write_str("]")
    }
}
