//! Genera of heaps, one after the other, when the options of a heap are sums of smaller heaps.
//!
//! The genus of a sum is known from the summands only when all are tame; otherwise the sum is played out. Three things
//! keep that short: sums of tame heaps add like Nim, heaps equal to \*, \*2 or \*3 are split off every sum
//! ([`Genus::plus_star`], [`Genus::plus_two`]), and every other sum is examined once.

use rustc_hash::FxHashMap;

use super::genus::{Genus, Temper};
use crate::limits::{Limits, StopReason};

/// The genera of heaps 0, 1, 2, … of a heap game, as far as asked and as far as limits allow.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::GenusSequence;
/// // Kayles: take one or two adjacent pins, which may leave two rows.
/// let kayles = |n: u64| -> Vec<Vec<u64>> {
///     (1..=2).filter(|take| *take <= n).flat_map(|take| (0..=(n - take) / 2).map(move |i| vec![i, n - take - i])).collect()
/// };
/// let mut genera = GenusSequence::new();
/// genera.extend_to(7, kayles, &Limits::none()).unwrap();
/// let texts: Vec<String> = genera.genera().map(|genus| genus.to_string()).collect();
/// assert_eq!(texts, ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146", "3^31", "2^20"]);
/// assert_eq!(genera.first_wild(), Some(5));
/// ```
#[derive(Clone, Debug)]
pub struct GenusSequence {
    heaps: Vec<Heap>,
    parts: Vec<Part>,
    known_parts: FxHashMap<Vec<Position>, u32>,
    genera: Interner,
    /// Genera of sums of at least two parts that are not all tame.
    sums: FxHashMap<Vec<u32>, u32>,
}

#[derive(Clone, Debug)]
struct Heap {
    position: Position,
    genus: u32,
    temper: Temper,
}

/// A game that is not one of 0, \*, \*2, \*3.
#[derive(Clone, Debug)]
struct Part {
    options: Vec<Position>,
    genus: u32,
    temper: Temper,
}

/// A sum: at most one \*, some \*2, and other parts (increasing). As \* + \* = 0 and \* + \*2 = \*3, every sum of heaps
/// is of this form; \*2 + \*2 is not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Position {
    star: bool,
    twos: u32,
    parts: Vec<u32>,
}

impl Position {
    fn sum<'a>(summands: impl IntoIterator<Item = &'a Position>) -> Position {
        let mut sum = Position::default();
        for summand in summands {
            sum.star ^= summand.star;
            sum.twos += summand.twos;
            sum.parts.extend_from_slice(&summand.parts);
        }
        sum.parts.sort_unstable();
        sum
    }

    /// n for the position \*n with n < 4.
    fn nim_heap(&self) -> Option<u32> {
        (self.parts.is_empty() && self.twos < 2).then_some(u32::from(self.star) + 2 * self.twos)
    }
}

impl Default for GenusSequence {
    fn default() -> Self {
        Self::new()
    }
}

impl GenusSequence {
    /// The sequence that ends with heap 0.
    pub fn new() -> Self {
        let mut genera = Interner::default();
        let genus = genera.number(Genus::of_options([]));
        let empty = Heap { position: Position::default(), genus, temper: Temper::Fickle };
        GenusSequence {
            heaps: vec![empty],
            parts: Vec::new(),
            known_parts: FxHashMap::default(),
            genera,
            sums: FxHashMap::default(),
        }
    }

    /// The genera of heaps 0, 1, 2, … found so far.
    pub fn genera(&self) -> impl ExactSizeIterator<Item = &Genus> + '_ {
        self.heaps.iter().map(|heap| &self.genera.list[heap.genus as usize])
    }

    /// The tempers of heaps 0, 1, 2, … found so far, each of the form given by the rules.
    pub fn tempers(&self) -> impl ExactSizeIterator<Item = Temper> + '_ {
        self.heaps.iter().map(|heap| heap.temper)
    }

    /// The first heap that is not tame, if one was found so far.
    pub fn first_wild(&self) -> Option<u64> {
        self.heaps.iter().position(|heap| !heap.temper.is_tame()).map(|n| n as u64)
    }

    /// The shortest period that the last part of the sequence shows, as (period, first heap), if it is seen at least
    /// three times over. An observation; nothing is proved.
    pub fn observed_period(&self) -> Option<(usize, usize)> {
        let values: Vec<u32> = self.heaps.iter().map(|heap| heap.genus).collect();
        observed_period(&values)
    }

    /// Computes the genera of all heaps up to `last`, where `options(n)` lists the options of heap n as lists of heaps.
    ///
    /// Cost: for a tame game, the number of options. For a wild game it grows like the number of partitions of n into
    /// heaps one of which is wild, unless the game never splits a heap.
    ///
    /// # Errors
    /// When `limits` stop the work; the heaps found so far stay, and the call can be repeated.
    pub fn extend_to(
        &mut self,
        last: u64,
        mut options: impl FnMut(u64) -> Vec<Vec<u64>>,
        limits: &Limits,
    ) -> Result<(), StopReason> {
        for n in self.heaps.len() as u64..=last {
            limits.poll()?;
            let lists = options(n);
            let heap_of = |m: &u64| &self.heaps[*m as usize].position;
            let mut moves: Vec<Position> =
                lists.iter().map(|list| Position::sum(list.iter().map(heap_of))).collect();
            moves.sort_unstable();
            moves.dedup();
            let options_are_tame =
                lists.iter().all(|list| list.iter().all(|m| self.heaps[*m as usize].temper.is_tame()));
            let heap = self.heap(moves, options_are_tame, limits)?;
            self.heaps.push(heap);
        }
        Ok(())
    }

    fn heap(
        &mut self,
        options: Vec<Position>,
        options_are_tame: bool,
        limits: &Limits,
    ) -> Result<Heap, StopReason> {
        if let Some(position) = small_nim_heap(&options) {
            let genus = self.position_genus(&position, limits)?;
            let temper = Temper::of(&self.genera.list[genus as usize], options_are_tame);
            return Ok(Heap { position, genus, temper });
        }
        let part = match self.known_parts.get(&options) {
            Some(part) => *part,
            None => {
                let genus = self.genus_of_options(&options, limits)?;
                let temper = Temper::of(&self.genera.list[genus as usize], options_are_tame);
                let part = self.parts.len() as u32;
                self.known_parts.insert(options.clone(), part);
                self.parts.push(Part { options, genus, temper });
                part
            }
        };
        let Part { genus, temper, .. } = self.parts[part as usize];
        Ok(Heap { position: Position { parts: vec![part], ..Position::default() }, genus, temper })
    }

    fn genus_of_options(&mut self, options: &[Position], limits: &Limits) -> Result<u32, StopReason> {
        let mut genera = Vec::with_capacity(options.len());
        for option in options {
            genera.push(self.position_genus(option, limits)?);
        }
        Ok(self.genus_beyond(&mut genera))
    }

    fn position_genus(&mut self, position: &Position, limits: &Limits) -> Result<u32, StopReason> {
        let genus = match self.known_genus(&position.parts) {
            Some(genus) => genus,
            None => self.play_out(&position.parts, limits)?,
        };
        Ok(self.beside(genus, position.star, position.twos))
    }

    /// The genus of a sum of parts when it is known: none, one, all tame, or examined before.
    fn known_genus(&mut self, parts: &[u32]) -> Option<u32> {
        match parts {
            [] => return Some(self.heaps[0].genus),
            [part] => return Some(self.parts[*part as usize].genus),
            _ => {}
        }
        let of = |part: &u32| &self.parts[*part as usize];
        if parts.iter().all(|part| of(part).temper.is_tame()) {
            let base =
                parts.iter().fold(0, |sum, part| sum ^ self.genera.list[of(part).genus as usize].base());
            let fickle = parts.iter().all(|part| of(part).temper == Temper::Fickle);
            return Some(self.genera.number(Genus::of_nim(base, fickle)));
        }
        self.sums.get(parts).copied()
    }

    /// The genus of a sum that is not known, by its options; without recursion.
    fn play_out(&mut self, parts: &[u32], limits: &Limits) -> Result<u32, StopReason> {
        let mut stack = vec![parts.to_vec()];
        let (mut option, mut genera) = (Vec::new(), Vec::new());
        while let Some(top) = stack.pop() {
            if self.sums.contains_key(&top) {
                continue;
            }
            limits.poll_positions(self.sums.len() as u64)?;
            genera.clear();
            let unknown = stack.len();
            for (at, part) in top.iter().enumerate() {
                if at > 0 && top[at - 1] == *part {
                    continue;
                }
                for place in 0..self.parts[*part as usize].options.len() {
                    let left = &self.parts[*part as usize].options[place];
                    let (star, twos) = (left.star, left.twos);
                    replace(&top, at, &left.parts, &mut option);
                    match self.known_genus(&option) {
                        Some(genus) => genera.push(self.beside(genus, star, twos)),
                        None => stack.push(option.clone()),
                    }
                }
            }
            if stack.len() == unknown {
                let genus = self.genus_beyond(&mut genera);
                self.sums.insert(top, genus);
            } else {
                // Again when its options are known.
                stack.insert(unknown, top);
            }
        }
        Ok(self.sums[parts])
    }

    /// The number of the genus beside \* (or not) and some \*2.
    fn beside(&mut self, mut genus: u32, star: bool, twos: u32) -> u32 {
        if star {
            genus = self.genera.plus_star(genus);
        }
        for _ in 0..twos {
            genus = self.genera.plus_two(genus);
        }
        genus
    }

    /// The number of the genus of a game whose options have genera with these numbers, in any order.
    fn genus_beyond(&mut self, options: &mut Vec<u32>) -> u32 {
        options.sort_unstable();
        options.dedup();
        let genus = Genus::of_options(options.iter().map(|genus| &self.genera.list[*genus as usize]));
        self.genera.number(genus)
    }
}

/// The sum with the part at one place replaced by others, all increasing.
fn replace(sum: &[u32], at: usize, by: &[u32], result: &mut Vec<u32>) {
    result.clear();
    let mut by = by.iter().copied().peekable();
    for part in sum[..at].iter().chain(&sum[at + 1..]) {
        while let Some(smaller) = by.next_if(|new| new < part) {
            result.push(smaller);
        }
        result.push(*part);
    }
    result.extend(by);
}

/// The shortest period that the end of a sequence shows at least three times over and in a third of its entries, as (period,
/// first index). An observation; nothing is proved.
///
/// Cost: linear for most periods, as a comparison from the end stops at the first difference.
pub fn observed_period<T: PartialEq>(values: &[T]) -> Option<(usize, usize)> {
    let length = values.len();
    (1..=length / 3).find_map(|period| {
        let differs = (period..length).rev().find(|&n| values[n] != values[n - period]);
        let first = differs.map_or(0, |n| n - period + 1);
        (length - first >= (3 * period).max(length / 3)).then_some((period, first))
    })
}

/// The tame beginning of a heap game: the genera of heaps 0, 1, … as long as every heap is tame, up to `last`.
///
/// While all heaps are tame, a heap is its nim-value g and whether it is fickle: the misère nim-value of a sum is g xor 1 if
/// all parts are fickle, and g otherwise. So a heap costs two marks for each option, and the sequence can be followed as far
/// as in normal play. `visit(n, mark)` calls `mark` with each option of heap n, a list of heaps.
///
/// Returns the genera found; they are fewer than `last` + 1 exactly when the next heap is not tame.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::tame_beginning;
/// let nim = |n: u64, mark: &mut dyn FnMut(&[u64])| (0..n).for_each(|m| mark(&[m]));
/// let genera = tame_beginning(100, nim, &Limits::none()).unwrap();
/// assert_eq!(genera.len(), 101);
/// assert_eq!(genera[100].to_string(), "100^(100 102)");
/// ```
///
/// # Errors
/// When `limits` stop the work.
pub fn tame_beginning(
    last: u64,
    mut visit: impl FnMut(u64, &mut dyn FnMut(&[u64])),
    limits: &Limits,
) -> Result<Vec<Genus>, StopReason> {
    let mut heaps: Vec<(u32, bool)> = vec![(0, true)];
    // The heap at which a nim-value was last seen among the options, in normal and in misère play.
    let (mut normal, mut misere) = (vec![0_u64; 64], vec![0_u64; 64]);
    for n in 1..=last {
        limits.poll()?;
        let mut mark = |parts: &[u64]| {
            let (mut g, mut fickle) = (0, true);
            for &part in parts {
                let (value, is_fickle) = heaps[part as usize];
                g ^= value;
                fickle &= is_fickle;
            }
            let needed = (g as usize + 2).next_power_of_two();
            if normal.len() < needed {
                normal.resize(needed, 0);
                misere.resize(needed, 0);
            }
            normal[g as usize] = n;
            misere[(g ^ u32::from(fickle)) as usize] = n;
        };
        visit(n, &mut mark);
        let least = |seen: &[u64]| seen.iter().position(|&heap| heap != n).unwrap_or(seen.len()) as u32;
        let (g, h) = (least(&normal), least(&misere));
        heaps.push(match (g, h) {
            // No option at all: the empty position.
            (0, 0) if normal.iter().all(|&heap| heap != n) => (0, true),
            (0, 1) | (1, 0) => (g, true),
            (g, h) if g == h => (g, false),
            _ => break,
        });
    }
    Ok(heaps.into_iter().map(|(g, fickle)| Genus::of_nim(g, fickle)).collect())
}

/// The position when the game with these options equals 0, \*, \*2 or \*3 by the rule of reversible moves, as far as its
/// options are themselves such nim-heaps: \*n is the result when the options include \*0 … \*(n-1), not \*n, and, for n = 0,
/// a P-position. (Every larger nim-heap has \*n as an option.)
fn small_nim_heap(options: &[Position]) -> Option<Position> {
    let mut seen = [false; 4];
    for option in options {
        seen[option.nim_heap()? as usize] = true;
    }
    let n = seen.iter().position(|seen| !seen)?;
    // Of the nim-heaps, * alone is a P-position.
    if n == 0 && !options.is_empty() && !seen[1] {
        return None;
    }
    Some(Position { star: n & 1 == 1, twos: n as u32 >> 1, parts: Vec::new() })
}

/// Genera by number, so that sums and sets of genera are small.
#[derive(Clone, Debug, Default)]
struct Interner {
    list: Vec<Genus>,
    numbers: FxHashMap<Genus, u32>,
    plus_star: FxHashMap<u32, u32>,
    plus_two: FxHashMap<u32, u32>,
}

impl Interner {
    fn number(&mut self, genus: Genus) -> u32 {
        let next = self.list.len() as u32;
        *self.numbers.entry(genus).or_insert_with_key(|genus| {
            self.list.push(genus.clone());
            next
        })
    }

    fn plus_star(&mut self, genus: u32) -> u32 {
        if let Some(sum) = self.plus_star.get(&genus) {
            return *sum;
        }
        let sum = self.number(self.list[genus as usize].plus_star());
        self.plus_star.insert(genus, sum);
        sum
    }

    fn plus_two(&mut self, genus: u32) -> u32 {
        if let Some(sum) = self.plus_two.get(&genus) {
            return *sum;
        }
        let sum = self.number(self.list[genus as usize].plus_two());
        self.plus_two.insert(genus, sum);
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::forest::{Forest, Tree};
    use crate::heap::HeapCode;
    use crate::misere::genus::Genera;

    fn sequence(code: &str, last: u64) -> GenusSequence {
        let code: HeapCode = code.parse().unwrap();
        let mut genera = GenusSequence::new();
        genera.extend_to(last, |n| code.options(n), &Limits::none()).unwrap();
        genera
    }

    /// Heap by heap as game trees, sums by their definition.
    fn by_definition(code: &str, last: u64) -> Vec<Genus> {
        let code: HeapCode = code.parse().unwrap();
        let mut forest = Forest::new();
        let mut genera = Genera::default();
        let mut heaps = vec![Tree::ZERO];
        for n in 1..=last {
            let mut options = Vec::new();
            for list in code.options(n) {
                let mut sum = Tree::ZERO;
                for m in list {
                    sum = forest.sum(sum, heaps[m as usize], &Limits::none()).unwrap();
                }
                options.push(sum);
            }
            heaps.push(forest.set(options));
        }
        heaps.iter().map(|&heap| genera.genus(&forest, heap).clone()).collect()
    }

    #[test]
    fn against_game_trees() {
        for (code, last) in [
            ("0.77", 13),
            ("0.75", 13),
            ("0.312", 16),
            ("0.15", 17),
            ("0.07", 17),
            ("4.7", 11),
            ("0.26", 14),
            ("0.8F", 10),
        ] {
            let fast: Vec<Genus> = sequence(code, last).genera().cloned().collect();
            assert_eq!(fast, by_definition(code, last), "{code}");
        }
    }

    #[test]
    fn first_wild_heaps() {
        let texts =
            |code: &str, last| sequence(code, last).genera().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(texts("0.312", 4)[4], "2^1420");
        assert_eq!(sequence("0.312", 40).first_wild(), Some(4));
        assert_eq!(sequence("0.77", 10).first_wild(), Some(5));
        // Tame games, far: 0.23, 0.31 (Stalking), 0.52, 0.56 (Lemon Drops) [PS, Sections 3.2 and 3.4].
        for code in ["0.23", "0.31", "0.52", "0.56"] {
            assert_eq!(sequence(code, 600).first_wild(), None, "{code}");
        }
    }

    /// Kayles, as far as the pattern of Winning Ways, chapter 13, is remembered; the values are recomputed above from
    /// game trees up to heap 13.
    #[test]
    fn kayles() {
        let texts: Vec<String> = sequence("0.77", 28).genera().map(ToString::to_string).collect();
        assert_eq!(texts[5], "4^146");
        assert_eq!(texts[25..], ["1^731", "2^20", "8^(8 10)", "5^75"]);
    }

    #[test]
    fn normal_play_is_in_the_base() {
        let code: HeapCode = "0.15".parse().unwrap();
        let values = crate::heap::naive_values(&code, 30);
        let bases: Vec<u32> = sequence("0.15", 30).genera().map(Genus::base).collect();
        assert_eq!(bases, values.iter().collect::<Vec<u32>>());
    }

    /// Fails when the fast tame test stops at another heap than the full computation, or gives another genus before it.
    #[test]
    fn the_tame_beginning_of_all_two_digit_codes() {
        for code in 0..64 {
            let code: HeapCode = format!("0.{code:02o}").parse().unwrap();
            let visit =
                |n: u64, mark: &mut dyn FnMut(&[u64])| code.options(n).iter().for_each(|option| mark(option));
            let fast = tame_beginning(40, visit, &Limits::none()).unwrap();
            let mut slow = GenusSequence::new();
            slow.extend_to(fast.len().min(40) as u64, |n| code.options(n), &Limits::none()).unwrap();
            assert_eq!(slow.first_wild(), (fast.len() <= 40).then_some(fast.len() as u64), "{code}");
            assert!(fast.iter().zip(slow.genera()).all(|(a, b)| a == b), "{code}");
        }
    }

    #[test]
    fn periods_seen_and_limits() {
        let quaternary = sequence("0.123", 400);
        assert!(quaternary.first_wild().is_some());
        assert_eq!(quaternary.observed_period(), Some((5, 5)));
        let code: HeapCode = "0.77".parse().unwrap();
        let mut kayles = GenusSequence::new();
        let stopped = kayles.extend_to(90, |n| code.options(n), &Limits::none().with_positions(1000));
        assert_eq!(stopped, Err(StopReason::positions(1000)));
        let found = kayles.genera().len() as u64;
        assert!(found > 12);
        kayles.extend_to(found + 2, |n| code.options(n), &Limits::none()).unwrap();
        assert_eq!(
            kayles.genera().cloned().collect::<Vec<_>>(),
            sequence("0.77", found + 2).genera().cloned().collect::<Vec<_>>()
        );
    }
}
