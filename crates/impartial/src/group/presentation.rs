//! Groups by generators and relations.

use std::ops::Range;
use std::sync::Arc;

use super::cosets::{EnumerationError, Letter, enumerate};
use super::error::GroupError;
use super::finite::{FiniteGroup, MAX_ORDER};
use super::names::{Names, Words, split_list};
use super::permutation::{MAX_POINT, Permutation};
use super::table::{MAX_TABLE_ORDER, Table};
use super::word::{self, Word};
use crate::limits::Limits;

/// The most generators of a presentation.
const MAX_GENERATORS: usize = 100;

/// The most letters of all relators together.
const MAX_RELATOR_LETTERS: u64 = 1 << 20;

/// The longest relators that are looked at for commutators, which may be conjugated.
const LONGEST_COMMUTATOR: u64 = 64;

/// The most rows of the table of cosets.
const MAX_ROWS: usize = 2_000_000;

/// The names of the generators in `text`, separated by commas; spans of errors count from the beginning of `text`.
pub(super) fn read_generators(text: &str) -> Result<Vec<String>, GroupError> {
    let mut names: Vec<String> = Vec::new();
    if text.trim().is_empty() {
        return Ok(names);
    }
    for part in split_list(text) {
        let name = text[part.clone()].trim();
        let start = part.start + text[part.clone()].len() - text[part.clone()].trim_start().len();
        let span = start..start + name.len();
        let fits = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !fits {
            return Err(GroupError::new(span, format!("'{name}' is not a name for a generator"))
                .help("names are letters and digits, as in <a,b | a^4, b^2>"));
        }
        if names.iter().any(|known| known == name) {
            return Err(GroupError::new(span, format!("the generator {name} is listed twice")));
        }
        names.push(name.to_owned());
    }
    if names.len() > MAX_GENERATORS {
        return Err(GroupError::new(0..text.len(), format!("more than {MAX_GENERATORS} generators")));
    }
    Ok(names)
}

/// A word that stands in a relation, and its place in the text.
pub(super) type Side = (Word, Range<usize>);

/// The relations in `text`: for each the words that are equal, with their spans; a single word equals 1.
pub(super) fn read_relations(text: &str, names: &[String]) -> Result<Vec<Vec<Side>>, GroupError> {
    let mut relations = Vec::new();
    if text.trim().is_empty() {
        return Ok(relations);
    }
    for part in split_list(text) {
        let mut sides = Vec::new();
        let mut at = part.start;
        for side in text[part.clone()].split('=') {
            let start = at + side.len() - side.trim_start().len();
            let trimmed = side.trim();
            let word = word::parse(trimmed, names).map_err(|error| error.shifted(start))?;
            sides.push((word, start..start + trimmed.len()));
            at += side.len() + 1;
        }
        relations.push(sides);
    }
    Ok(relations)
}

/// A presentation ⟨generators | relations⟩, of a group that may be infinite.
///
/// ```
/// use impartial::group::PresentedGroup;
/// let limits = Default::default();
/// let trefoil = PresentedGroup::parse("<a,b | a^2 = b^3>")?;
/// assert!(trefoil.quotient(&[], 100, &limits)?.is_none()); // it maps onto the integers
/// assert_eq!(trefoil.quotient(&["a^2".into()], 100, &limits)?.map(|group| group.order()), None);
/// assert_eq!(trefoil.quotient(&["a*b^-1".into()], 100, &limits)?.map(|group| group.order()), Some(1));
/// # Ok::<(), impartial::group::GroupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PresentedGroup {
    names: Vec<String>,
    relators: Vec<Word>,
}

impl PresentedGroup {
    /// Reads `<a,b | a^2 = b^3>`.
    ///
    /// # Errors
    /// When the text is no presentation.
    pub fn parse(text: &str) -> Result<Self, GroupError> {
        let inner = text.trim().strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
        match inner {
            Some(inner) if inner.contains('|') && !inner.contains('>') => {
                read(inner).map_err(|error| error.shifted(1))
            }
            _ => Err(GroupError::new(0..text.len(), "expected a presentation <generators | relations>")),
        }
    }

    /// The group in which the words are 1 too; `None` when it is infinite, or not found with so many rows of a table of cosets.
    ///
    /// # Errors
    /// When a word is none, or a limit is reached.
    pub fn quotient(
        &self,
        words: &[String],
        rows: usize,
        limits: &Limits,
    ) -> Result<Option<FiniteGroup>, GroupError> {
        let relators = self.with(words)?;
        let total = relators.iter().map(word::letters).fold(0, u64::saturating_add);
        if total > MAX_RELATOR_LETTERS || free_quotient(self.names.len(), &relators).is_some() {
            return Ok(None);
        }
        let letters: Vec<Vec<Letter>> =
            relators.iter().map(to_letters).filter(|word| !word.is_empty()).collect();
        match enumerate(self.names.len(), &letters, rows, limits) {
            Ok(images) => {
                let name = format!("quotient of <{}>", self.names.join(","));
                from_right_multiplications(&name, self.names.clone(), &images, limits).map(Some)
            }
            Err(EnumerationError::Full(_)) => Ok(None),
            Err(EnumerationError::Stopped(reason)) => Err(GroupError::stopped(reason)),
        }
    }

    /// The relators and some words.
    fn with(&self, words: &[String]) -> Result<Vec<Word>, GroupError> {
        let mut relators = self.relators.clone();
        for text in words {
            relators.push(word::parse(text, &self.names)?);
        }
        Ok(relators)
    }

    /// The names of the generators.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether the group in which the words are 1 too is seen to be abelian: for any two generators their commutator is a relator, one of them is
    /// 1, or they are equal or inverse to each other.
    ///
    /// ```
    /// use impartial::group::PresentedGroup;
    /// let free = PresentedGroup::parse("<a,b | >")?;
    /// assert!(!free.is_plainly_abelian(&[])?);
    /// assert!(free.is_plainly_abelian(&["b^-1*a*b*a^-1".into()])?);
    /// # Ok::<(), impartial::group::GroupError>(())
    /// ```
    ///
    /// # Errors
    /// When a word is none.
    pub fn is_plainly_abelian(&self, words: &[String]) -> Result<bool, GroupError> {
        let short =
            |relator: &Word| (word::letters(relator) <= LONGEST_COMMUTATOR).then(|| to_letters(relator));
        let relators: Vec<Vec<Letter>> = self.with(words)?.iter().filter_map(short).collect();
        let count = self.names.len();
        let commute = |i: usize, j: usize| {
            let belongs = |letter: Letter| [i, j].contains(&(letter as usize / 2));
            relators.iter().any(|relator| match relator[..] {
                [one] => belongs(one),
                [one, other] => one / 2 != other / 2 && belongs(one) && belongs(other),
                [a, b, c, d] => a / 2 != b / 2 && belongs(a) && belongs(b) && c == a ^ 1 && d == b ^ 1,
                _ => false,
            })
        };
        Ok((0..count).all(|i| (0..i).all(|j| commute(i, j))))
    }

    /// For each relator and each of the words the sums of the exponents of the generators: the relations of the largest
    /// abelian quotient.
    ///
    /// # Errors
    /// When a word is none.
    pub fn exponent_sums(&self, words: &[String]) -> Result<Vec<Vec<i128>>, GroupError> {
        Ok(self.with(words)?.iter().map(|relator| exponent_sums(self.names.len(), relator)).collect())
    }

    /// Whether a map to permutations of at most seven points shows
    /// that a word is not 1 in the group in which the others are.
    ///
    /// # Errors
    /// When a word is none, or a limit is reached.
    pub fn is_told_from_identity(
        &self,
        element: &str,
        words: &[String],
        limits: &Limits,
    ) -> Result<bool, GroupError> {
        let relators = self.with(words)?;
        let element = word::parse(element, &self.names)?;
        let all = relators.iter().chain([&element]);
        if all.map(word::letters).fold(0, u64::saturating_add) > MAX_RELATOR_LETTERS {
            return Ok(false);
        }
        let letters: Vec<Vec<Letter>> = relators.iter().map(to_letters).collect();
        let count = self.names.len();
        Ok(super::homomorphism::tells_from_identity(count, &letters, &to_letters(&element), limits)?)
    }

    /// Whether a word is 1 because it cancels, or is a conjugate of a relator or of one of the words, or of their inverses.
    pub fn is_plainly_identity(&self, element: &str, words: &[String]) -> bool {
        let (Ok(relators), Ok(element)) = (self.with(words), word::parse(element, &self.names)) else {
            return false;
        };
        let is_short = |word: &&Word| word::letters(word) <= LONGEST_COMMUTATOR;
        let Some(element) = Some(&element).filter(is_short).map(to_letters) else { return false };
        let doubled = [element.clone(), element.clone()].concat();
        element.is_empty()
            || relators.iter().filter(is_short).any(|relator| {
                [to_letters(relator), to_letters(&word::inverse(relator))].iter().any(|relator| {
                    relator.len() == element.len()
                        && doubled.windows(relator.len()).any(|part| part == &relator[..])
                })
            })
    }

    /// Whether the group in which the words are 1 too maps onto the integers, and so is infinite.
    ///
    /// # Errors
    /// When a word is none.
    pub fn maps_onto_integers(&self, words: &[String]) -> Result<bool, GroupError> {
        Ok(free_quotient(self.names.len(), &self.with(words)?).is_some())
    }

    /// The word with these exponents of the generators, one after the other.
    pub fn word_of_exponents(&self, exponents: &[i64]) -> String {
        let syllables: Word = exponents.iter().copied().enumerate().filter(|(_, e)| *e != 0).collect();
        word::show(&syllables, &self.names)
    }

    /// A word as it is written.
    ///
    /// # Errors
    /// When it is none.
    pub fn read_word(&self, text: &str) -> Result<String, GroupError> {
        Ok(word::show(&word::parse(text.trim(), &self.names)?, &self.names))
    }

    /// The reduced words with at most so many letters, short ones first.
    pub fn short_words(&self, length: usize) -> Vec<String> {
        let letters: Vec<(usize, i64)> =
            (0..self.names.len()).flat_map(|generator| [(generator, 1), (generator, -1)]).collect();
        let mut words: Vec<Vec<(usize, i64)>> = vec![Vec::new()];
        let mut first = 0;
        for _ in 0..length {
            let end = words.len();
            for at in first..end {
                for &(generator, sign) in &letters {
                    if words[at].last() != Some(&(generator, -sign)) {
                        let mut longer = words[at].clone();
                        longer.push((generator, sign));
                        words.push(longer);
                    }
                }
            }
            first = end;
        }
        let shown = |word: &Vec<(usize, i64)>| word::show(&word::concatenate(Word::new(), word), &self.names);
        words.iter().skip(1).map(shown).collect()
    }
}

/// What stands between the brackets of a presentation.
fn read(text: &str) -> Result<PresentedGroup, GroupError> {
    let (generators, relations) = text.split_once('|').unwrap_or((text, ""));
    let names = read_generators(generators)?;
    let offset = generators.len() + 1;
    let relations = read_relations(relations, &names).map_err(|error| error.shifted(offset))?;
    let mut relators = Vec::new();
    for sides in &relations {
        match sides.as_slice() {
            [(only, _)] => relators.push(only.clone()),
            [(first, _), others @ ..] => {
                relators.extend(
                    others.iter().map(|(word, _)| word::concatenate(first.clone(), &word::inverse(word))),
                );
            }
            [] => {}
        }
    }
    Ok(PresentedGroup { names, relators })
}

/// The group ⟨generators | relations⟩; `text` is what stands between the brackets.
pub(super) fn group(name: &str, text: &str, limits: &Limits) -> Result<FiniteGroup, GroupError> {
    let PresentedGroup { names, relators } = read(text)?;
    let total = relators.iter().map(word::letters).fold(0, u64::saturating_add);
    let whole = 0..text.len();
    if total > MAX_RELATOR_LETTERS {
        return Err(GroupError::new(
            whole,
            format!("the relators have more than {MAX_RELATOR_LETTERS} letters"),
        ));
    }
    if let Some(onto) = free_quotient(names.len(), &relators) {
        let images: Vec<String> =
            names.iter().zip(&onto).map(|(name, image)| format!("{name} to {image}")).collect();
        let message = format!("this group is infinite: it maps onto the integers, {}", images.join(", "));
        return Err(GroupError::new(whole, message).help("the groups here are finite; add relations"));
    }
    let letters: Vec<Vec<Letter>> = relators.iter().map(to_letters).filter(|word| !word.is_empty()).collect();
    let images = enumerate(names.len(), &letters, MAX_ROWS, limits).map_err(|error| match error {
        EnumerationError::Full(alive) => GroupError::new(
            0..text.len(),
            format!("coset enumeration stopped with {alive} cosets: the group is infinite or too large"),
        )
        .help("more relations, even redundant ones, often help"),
        EnumerationError::Stopped(reason) => GroupError::stopped(reason).at(0..text.len()),
    })?;
    from_right_multiplications(name, names, &images, limits).map_err(|error| error.at(0..text.len()))
}

fn to_letters(relator: &Word) -> Vec<Letter> {
    let mut letters = Vec::new();
    for &(generator, exponent) in relator {
        let letter = 2 * generator as Letter + Letter::from(exponent < 0);
        letters.extend(std::iter::repeat_n(letter, exponent.unsigned_abs() as usize));
    }
    // A relator may begin anywhere: cancel what its ends have in common.
    while letters.len() > 1 && letters[0] == letters[letters.len() - 1] ^ 1 {
        letters.pop();
        letters.remove(0);
    }
    letters
}

fn exponent_sums(generators: usize, relator: &Word) -> Vec<i128> {
    let mut row = vec![0i128; generators];
    for &(generator, exponent) in relator {
        row[generator] += i128::from(exponent);
    }
    row
}

/// A map of the generators to integers, not all 0, that respects the relators, if there is one: then the group is
/// infinite.
fn free_quotient(generators: usize, relators: &[Word]) -> Option<Vec<i128>> {
    let mut rows: Vec<Vec<i128>> =
        relators.iter().map(|relator| exponent_sums(generators, relator)).collect();
    // Elimination over the integers; an overflow means that nothing is claimed.
    let mut pivots: Vec<(usize, Vec<i128>)> = Vec::new();
    for row in &mut rows {
        for (column, pivot) in &pivots {
            let (a, b) = (pivot[*column], row[*column]);
            for (entry, other) in row.iter_mut().zip(pivot) {
                *entry = entry.checked_mul(a)?.checked_sub(other.checked_mul(b)?)?;
            }
        }
        reduce_row(row);
        if let Some(column) = row.iter().position(|entry| *entry != 0) {
            for (_, pivot) in &mut pivots {
                let (a, b) = (row[column], pivot[column]);
                for (entry, other) in pivot.iter_mut().zip(row.iter()) {
                    *entry = entry.checked_mul(a)?.checked_sub(other.checked_mul(b)?)?;
                }
                reduce_row(pivot);
            }
            pivots.push((column, row.clone()));
        }
    }
    let free = (0..generators).find(|at| pivots.iter().all(|(column, _)| column != at))?;
    // Solve with the free unknown equal to the product of the pivots.
    let mut solution = vec![0i128; generators];
    let scale = pivots
        .iter()
        .try_fold(1i128, |scale, (column, pivot)| scale.checked_mul(pivot[*column]).map(i128::abs))?;
    solution[free] = scale;
    for (column, pivot) in &pivots {
        solution[*column] = -(pivot[free].checked_mul(scale)?) / pivot[*column];
    }
    reduce_row(&mut solution);
    Some(solution)
}

/// Divides a row by the greatest common divisor of its entries.
fn reduce_row(row: &mut [i128]) {
    let divisor = row.iter().fold(0i128, |divisor, entry| {
        let (mut a, mut b) = (divisor, entry.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    if divisor > 1 {
        for entry in row {
            *entry /= divisor;
        }
    }
}

/// The group whose right multiplications by the generators are given.
fn from_right_multiplications(
    name: &str,
    names: Vec<String>,
    images: &[Vec<u32>],
    limits: &Limits,
) -> Result<FiniteGroup, GroupError> {
    let order = images.first().map_or(1, Vec::len);
    if order > MAX_ORDER {
        return Err(super::finite::too_large(Some(order as u128)));
    }
    if order <= MAX_TABLE_ORDER {
        let steps: Vec<Vec<u16>> =
            images.iter().map(|step| step.iter().map(|image| *image as u16).collect()).collect();
        let generators = images.iter().map(|step| step[0] as usize).collect();
        let table = Table::from_right_multiplications(order, &steps);
        let group = FiniteGroup::from_table(name, table, generators, Names::Residues(order));
        return Ok(in_words(group, names));
    }
    let generators = small_faithful_action(order, images, limits)?;
    let group = FiniteGroup::from_permutations(name, &generators, limits)?;
    Ok(in_words(group, names))
}

/// The same group with its elements named by least words in its generators.
fn in_words(group: FiniteGroup, names: Vec<String>) -> FiniteGroup {
    let mut letters: Vec<(usize, i8)> = Vec::new();
    for (at, &generator) in group.generators().iter().enumerate() {
        letters.push((generator, at as i8 + 1));
        letters.push((group.inverse(generator), -(at as i8) - 1));
    }
    let mut parents = vec![(u32::MAX, 0i8); group.order()];
    parents[0] = (0, 0);
    let mut queue = vec![0usize];
    let mut at = 0;
    while at < queue.len() {
        for &(step, letter) in &letters {
            let next = group.product(queue[at], step);
            if parents[next].0 == u32::MAX {
                parents[next] = (queue[at] as u32, letter);
                queue.push(next);
            }
        }
        at += 1;
    }
    group.with_names(Names::Words(Arc::new(Words { generators: names, parents })))
}

/// Permutations on the right cosets of a subgroup, faithful and of small degree: the subgroups tried are generated by
/// some of the generators.
fn small_faithful_action(
    order: usize,
    images: &[Vec<u32>],
    limits: &Limits,
) -> Result<Vec<Permutation>, GroupError> {
    let count = images.len().min(6);
    // Left multiplications commute with the right ones; their orbits are right cosets.
    let left: Vec<Vec<u32>> =
        images[..count].iter().map(|step| left_multiplication(step[0], images)).collect();
    let mut actions: Vec<(usize, Vec<u32>)> = (1..(1u32 << count) - 1)
        .map(|mask| {
            let chosen: Vec<&Vec<u32>> =
                (0..count).filter(|at| mask >> at & 1 == 1).map(|at| &left[at]).collect();
            orbits(order, &chosen)
        })
        .filter(|(degree, _)| *degree <= MAX_POINT)
        .collect();
    actions.sort_by_key(|(degree, _)| *degree);
    for (degree, orbit_of) in actions {
        let action = |step: &Vec<u32>| {
            let mut points = vec![0u16; degree];
            for (element, image) in step.iter().enumerate() {
                points[orbit_of[element] as usize] = orbit_of[*image as usize] as u16;
            }
            Permutation::from_images_unchecked(points)
        };
        let generators: Vec<Permutation> = images.iter().map(action).collect();
        let chain = super::chain::StabilizerChain::new(degree, &generators, Some(order as u128), limits)?;
        if chain.order() == Some(order as u128) {
            return Ok(generators);
        }
    }
    Err(GroupError::whole(format!(
        "this presentation has order {order}; no permutations of at most {MAX_POINT} points were found for it"
    ))
    .help("permutations that generate the group would do"))
}

/// The images of all elements under left multiplication by one of them.
fn left_multiplication(by: u32, images: &[Vec<u32>]) -> Vec<u32> {
    let mut result = vec![u32::MAX; images[0].len()];
    result[0] = by;
    let mut queue = vec![0usize];
    while let Some(at) = queue.pop() {
        for step in images {
            let next = step[at] as usize;
            if result[next] == u32::MAX {
                result[next] = step[result[at] as usize];
                queue.push(next);
            }
        }
    }
    result
}

/// The number of orbits of some permutations, and the orbit of each point.
fn orbits(points: usize, permutations: &[&Vec<u32>]) -> (usize, Vec<u32>) {
    let mut orbit_of = vec![u32::MAX; points];
    let mut count = 0;
    for start in 0..points {
        if orbit_of[start] != u32::MAX {
            continue;
        }
        orbit_of[start] = count;
        let mut queue = vec![start];
        while let Some(at) = queue.pop() {
            for permutation in permutations {
                let next = permutation[at] as usize;
                if orbit_of[next] == u32::MAX {
                    orbit_of[next] = count;
                    queue.push(next);
                }
            }
        }
        count += 1;
    }
    (count as usize, orbit_of)
}
