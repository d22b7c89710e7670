//! Elements of an infinite quotient as arrays, each array with one number.
//!
//! A sum of x copies of the growing types and of others, c, is known by what it does to all sums, and that is the array
//! y ↦ c(S(x + y)), where S is the array of slices and c adds the others to the argument of a slice. Let S_q be the array that the
//! automaton reads from state q on. By the last digits b of y = 2y' + b, the array of (c, q, x) falls into the arrays of (c, q', x'),
//! where x + b = 2x' + d and q' comes after q by the digits d. Arrays are equal exactly if these parts are, and x' is smaller than x until
//! all its entries are 0 or 1: the arrays with such x refer to each other only, and get their numbers by Moore's refinement.

use std::collections::HashMap;

use crate::Refusal;
use crate::functions::Function;
use crate::lattice::certificate::Automaton;
use crate::lattice::machine::{Alphabet, Budget};
use crate::lattice::{malformed, too_large};

/// The most growing types that are read together.
pub(super) const MOST_AXES: usize = 4;
/// The most arrays with entries 0 and 1, times the ways to go on.
const MOST_NEAR: usize = 1 << 26;

/// A number for each growing type that is a letter; zero for the places that are not used.
pub(super) type Numbers = [u16; MOST_AXES];

/// The numbers whose entries are the bits of a letter.
pub(super) fn of_letter(letter: usize) -> Numbers {
    std::array::from_fn(|axis| (letter >> axis & 1) as u16)
}

/// The sum of two vectors of numbers.
pub(super) fn plus(a: Numbers, b: Numbers) -> Numbers {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

/// The last digits of some numbers, as a letter.
fn digits(x: Numbers) -> usize {
    x.iter().enumerate().fold(0, |letter, (axis, entry)| letter | usize::from(entry & 1) << axis)
}

/// All arrays met, numbered.
pub(super) struct Arrays {
    /// How many letters there are: a digit for each axis.
    letters: usize,
    /// The states after each state; the last is the state before all digits.
    next: Vec<u32>,
    start: u32,
    /// For each context, the numbers of the arrays of a state and a letter.
    near: Vec<u32>,
    pairs: Pairs,
    by_parts: HashMap<u32, u32>,
    far: HashMap<(u32, u32, Numbers), u32>,
    count: u32,
}

impl Arrays {
    /// The arrays over some of the axes that the automaton reads, with zeros on the others. `images` holds for each context what
    /// it makes of each slice.
    pub(super) fn new(
        automaton: &Automaton,
        axes: &[usize],
        images: &[Vec<Function>],
        budget: &mut Budget,
    ) -> Result<Self, Refusal> {
        if axes.len() > MOST_AXES {
            return Err(too_large("more than 4 growing types are letters of the presentation"));
        }
        if axes.iter().any(|axis| automaton.radices[*axis] != 2) {
            return Err(malformed("\"complete\" needs binary digits of the growing types"));
        }
        let letters = 1 << axes.len();
        let (next, output) = restricted(automaton, axes, budget)?;
        let start = output.len() as u32;
        let states = output.len() + 1;
        if (images.len() * states).saturating_mul(letters * letters) > MOST_NEAR {
            return Err(too_large("the elements of the quotient need more memory than this checker uses"));
        }
        let mut arrays = Arrays {
            letters,
            next,
            start,
            near: Vec::new(),
            pairs: Pairs::default(),
            by_parts: HashMap::new(),
            far: HashMap::new(),
            count: 0,
        };
        let value = |image: &Vec<Function>, at: usize| image[output[arrays.next[at] as usize] as usize];
        let values = images.iter().flat_map(|image| (0..states * letters).map(move |at| value(image, at)));
        let values: Vec<Function> = values.collect();
        let mut successors = Vec::with_capacity(states * letters * letters);
        for state in 0..states as u32 {
            for x in 0..letters {
                for b in 0..letters {
                    let (after, rest) = arrays.step(state, plus(of_letter(x), of_letter(b)));
                    successors.push(after * letters as u32 + digits(rest) as u32);
                }
            }
        }
        arrays.near = refined(values, &successors, letters, budget)?;
        arrays.count = arrays.near.iter().max().map_or(0, |most| most + 1);
        for block in arrays.near.chunks(states * letters) {
            for (class, successors) in block.iter().zip(successors.chunks(letters)) {
                let parts = arrays.pairs.fold(successors.iter().map(|at| block[*at as usize]));
                arrays.by_parts.insert(parts, *class);
            }
        }
        Ok(arrays)
    }

    /// How many letters there are: a digit, 0 or 1, for each axis.
    pub(super) fn letters(&self) -> usize {
        self.letters
    }

    /// The state before all digits.
    pub(super) fn start(&self) -> u32 {
        self.start
    }

    /// The state after the last digits of some numbers, and what is left of these.
    pub(super) fn step(&self, state: u32, x: Numbers) -> (u32, Numbers) {
        (self.next[state as usize * self.letters + digits(x)], x.map(|entry| entry / 2))
    }

    /// The number of the array y ↦ c(S_state(x + y)).
    pub(super) fn number(
        &mut self,
        context: u32,
        state: u32,
        x: Numbers,
        budget: &mut Budget,
    ) -> Result<u32, Refusal> {
        if x.iter().all(|entry| *entry <= 1) {
            let states = self.start as usize + 1;
            return Ok(self.near[(context as usize * states + state as usize) * self.letters + digits(x)]);
        }
        if let Some(known) = self.far.get(&(context, state, x)) {
            return Ok(*known);
        }
        let mut parts = Vec::with_capacity(self.letters);
        for letter in 0..self.letters {
            let (state, rest) = self.step(state, plus(x, of_letter(letter)));
            parts.push(self.number(context, state, rest, budget)?);
        }
        budget.keep(8 + self.letters)?;
        let parts = self.pairs.fold(parts.into_iter());
        let number = *self.by_parts.entry(parts).or_insert(self.count);
        self.count = self.count.max(number + 1);
        self.far.insert((context, state, x), number);
        Ok(number)
    }
}

/// The automaton on some axes, zero on the others, with as few states as there are arrays: the states after each state, and
/// after those of the state before all digits; and the output of each state.
fn restricted(
    automaton: &Automaton,
    axes: &[usize],
    budget: &mut Budget,
) -> Result<(Vec<u32>, Vec<u32>), Refusal> {
    let letters = 1 << axes.len();
    let all = automaton.radices.len();
    let digit = |letter: usize, axis: usize| {
        axes.iter().position(|kept| *kept == axis).map_or(0, |place| (letter >> place & 1) as i64)
    };
    let first = |letter| Alphabet::first_letter(&automaton.radices, (0..all).map(|axis| digit(letter, axis)));
    let later = |letter| Alphabet::later_letter((0..all).map(|axis| digit(letter, axis)));
    budget.keep(automaton.next.len() * letters)?;
    let successors: Vec<u32> =
        automaton.next.iter().flat_map(|next| (0..letters).map(|letter| next[later(letter)])).collect();
    let classes = refined(automaton.output.clone(), &successors, letters, budget)?;
    let count = classes.iter().max().map_or(0, |most| *most as usize + 1);
    let (mut next, mut output) = (vec![0; count * letters], vec![0; count]);
    for (state, class) in classes.iter().enumerate() {
        output[*class as usize] = automaton.output[state];
        for letter in 0..letters {
            next[*class as usize * letters + letter] = classes[successors[state * letters + letter] as usize];
        }
    }
    next.extend((0..letters).map(|letter| classes[automaton.first[first(letter)] as usize]));
    Ok((next, output))
}

/// Moore's refinement: the coarsest classes such that members of one have the same value, and successors in the same classes.
///
/// The values come in blocks that all have the same successors, given by their places in the block.
fn refined(
    values: Vec<u32>,
    successors: &[u32],
    degree: usize,
    budget: &mut Budget,
) -> Result<Vec<u32>, Refusal> {
    let block = successors.len() / degree;
    let mut classes = values;
    let mut count = 0;
    loop {
        budget.work(classes.len() * (degree + 1))?;
        let mut pairs = Pairs::default();
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let mut next = Vec::with_capacity(classes.len());
        for of_block in classes.chunks(block) {
            for (class, successors) in of_block.iter().zip(successors.chunks(degree)) {
                let parts = successors.iter().map(|at| of_block[*at as usize]);
                let key = pairs.fold(std::iter::once(*class).chain(parts));
                let fresh = numbers.len() as u32;
                next.push(*numbers.entry(key).or_insert(fresh));
            }
        }
        classes = next;
        if numbers.len() == count {
            return Ok(classes);
        }
        count = numbers.len();
    }
}

/// Numbers for pairs of numbers, and so for lists.
#[derive(Default)]
struct Pairs(HashMap<(u32, u32), u32>);

impl Pairs {
    /// The number of a list that is not empty, among lists of its length.
    fn fold(&mut self, list: impl Iterator<Item = u32>) -> u32 {
        list.reduce(|first, second| {
            let fresh = self.0.len() as u32;
            *self.0.entry((first, second)).or_insert(fresh)
        })
        .unwrap_or(0)
    }
}
