//! The groups of order 1 to 511, numbered as in the SmallGroups library.
//!
//! The list was determined by Besche, Eick and O'Brien (*A millennium project: constructing small groups*, 2002) and is
//! stored here packed (see [`decoder`] and the README beside the data).

mod decoder;

use std::sync::LazyLock;

use super::chief::least_prime_factor;
use super::error::{GroupError, Library};
use super::finite::FiniteGroup;
use super::permutation::Permutation;
use super::polycyclic::PolycyclicPresentation;
use crate::limits::Limits;
use decoder::{Context, RangeDecoder};

/// The largest order of the list.
pub const MAX_SMALL_ORDER: usize = 511;

/// The packed list: a part of the program.
#[cfg(not(target_arch = "wasm32"))]
fn packed() -> &'static [u8] {
    include_bytes!("small_groups.bin")
}

/// The packed list: a page loads it when a question first needs it.
#[cfg(target_arch = "wasm32")]
fn packed() -> &'static [u8] {
    let bring = BRINGER.get().copied().unwrap_or(Vec::new);
    Box::leak(bring().into_boxed_slice())
}

/// Whoever brings the packed list, `small_groups.bin`, where it is too large to be a part of the program.
#[cfg(target_arch = "wasm32")]
pub static BRINGER: std::sync::OnceLock<fn() -> Vec<u8>> = std::sync::OnceLock::new();

/// For each order the number of groups and its block.
static DIRECTORY: LazyLock<Vec<(usize, &'static [u8])>> = LazyLock::new(|| {
    let mut rest = packed();
    let lengths: Vec<(usize, usize)> =
        (0..MAX_SMALL_ORDER).map(|_| (varint(&mut rest), varint(&mut rest))).collect();
    lengths
        .into_iter()
        .map(|(count, length)| {
            let (block, after) = rest.split_at(length.min(rest.len()));
            rest = after;
            (count, block)
        })
        .collect()
});

/// A number in base 128, least significant digit first, the top bit set on all digits but the last.
fn varint(bytes: &mut &[u8]) -> usize {
    let (mut value, mut shift) = (0, 0);
    while let Some((byte, rest)) = bytes.split_first() {
        *bytes = rest;
        value |= usize::from(byte & 127) << shift;
        shift += 7;
        if byte & 128 == 0 {
            break;
        }
    }
    value
}

/// The number of groups of an order up to isomorphism, for orders 1 to 511.
///
/// ```
/// use impartial::group::number_of_small_groups;
/// assert_eq!(number_of_small_groups(64), Some(267));
/// assert_eq!(number_of_small_groups(512), None);
/// ```
pub fn number_of_small_groups(order: usize) -> Option<usize> {
    DIRECTORY.get(order.checked_sub(1)?).map(|(count, _)| *count)
}

/// SmallGroup(order, number), numbers counted from 1.
///
/// ```
/// use impartial::group::small_group;
/// let q8 = small_group(8, 4)?;
/// assert_eq!((1..8).filter(|a| q8.element_order(*a) == 4).count(), 6);
/// # Ok::<(), impartial::group::GroupError>(())
/// ```
///
/// Cost: the groups with smaller numbers are decoded on the way, about a third of a microsecond each.
pub fn small_group(order: u64, number: u64) -> Result<FiniteGroup, GroupError> {
    let elsewhere = |message: String| GroupError {
        elsewhere: Some((Library::SmallGroups, order, number)),
        ..GroupError::whole(message).help("all groups of order up to 511 ship with the program")
    };
    if order == 0 {
        return Err(GroupError::whole("a group has at least one element"));
    }
    let small = usize::try_from(order).ok().filter(|order| *order <= MAX_SMALL_ORDER);
    let Some(small) = small else {
        return Err(elsewhere(format!("the groups of order {order} are not in the list")));
    };
    let count = number_of_small_groups(small).unwrap_or(0);
    let at = usize::try_from(number).ok().filter(|number| (1..=count).contains(number));
    let Some(at) = at else {
        let groups = if count == 1 { "is 1 group".to_owned() } else { format!("are {count} groups") };
        return Err(GroupError::whole(format!("there {groups} of order {order}"))
            .help(format!("the second number goes from 1 to {count}")));
    };
    match SmallGroups::of_order(small).nth(at - 1) {
        Some(code) => Ok(code.group()),
        None => Err(GroupError::whole("the list of small groups is damaged")),
    }
}

/// The groups of one order, in the order of their numbers; empty for orders past 511.
pub struct SmallGroups {
    order: usize,
    number: usize,
    count: usize,
    decoder: RangeDecoder<'static>,
    model: Model,
}

/// One group of the list, packed small: cheap to keep and to send to another thread.
#[derive(Clone, Debug)]
pub struct SmallGroup {
    order: usize,
    number: usize,
    relations: Relations,
}

#[derive(Clone, Debug)]
enum Relations {
    Polycyclic(PolycyclicPresentation),
    Permutations(Vec<Permutation>),
}

impl SmallGroups {
    /// The groups of an order.
    pub fn of_order(order: usize) -> Self {
        let (count, block) =
            order.checked_sub(1).and_then(|at| DIRECTORY.get(at)).copied().unwrap_or((0, &[]));
        SmallGroups {
            order,
            number: 0,
            count,
            decoder: RangeDecoder::new(block),
            model: Model::new(order.max(1)),
        }
    }
}

impl Iterator for SmallGroups {
    type Item = SmallGroup;

    fn next(&mut self) -> Option<SmallGroup> {
        if self.number == self.count {
            return None;
        }
        self.number += 1;
        let relations = self.model.group(&mut self.decoder);
        Some(SmallGroup { order: self.order, number: self.number, relations })
    }
}

impl SmallGroup {
    /// The order.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The number among the groups of this order, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// A group that another program tells in a line: `pc p₁ … p_l ; v₁ v₂ …` with the relative orders, the numbers of the powers
    /// g_i^{p_i} for i < l, then of the commutators [g_j, g_i] for i = 1, j = 2, …; or `permutations ; 2 1 3 ; …` with images.
    ///
    /// ```
    /// use impartial::group::SmallGroup;
    /// let d4 = SmallGroup::from_line(8, 3, "pc 2 2 2 ; 0 0 1 0 0").unwrap();
    /// assert_eq!(d4.checked_group().unwrap().order(), 8);
    /// assert!(SmallGroup::from_line(8, 3, "pc 2 2 ; 0 0").is_none());
    /// ```
    pub fn from_line(order: usize, number: usize, line: &str) -> Option<SmallGroup> {
        let mut parts = line.split(';');
        let mut head = parts.next()?.split_whitespace();
        let numbers =
            |text: &str| text.split_whitespace().map(|n| n.parse().ok()).collect::<Option<Vec<usize>>>();
        let relations = match head.next()? {
            "pc" => {
                let relative_orders: Vec<usize> = head.map(|n| n.parse().ok()).collect::<Option<_>>()?;
                let length = relative_orders.len();
                let product = relative_orders.iter().try_fold(1usize, |product, p| product.checked_mul(*p));
                let values = numbers(parts.next()?)?;
                let expected = (length * (length + 1) / 2).saturating_sub(1);
                if product != Some(order) || values.len() != expected || parts.next().is_some() {
                    return None;
                }
                Relations::Polycyclic(presentation(&relative_orders, &values))
            }
            "permutations" => {
                let read = |part: &str| {
                    let images =
                        numbers(part)?.into_iter().map(|n| n.checked_sub(1)).collect::<Option<Vec<_>>>()?;
                    Permutation::from_images(&images)
                };
                Relations::Permutations(parts.map(read).collect::<Option<Vec<_>>>()?)
            }
            _ => return None,
        };
        Some(SmallGroup { order, number, relations })
    }

    /// The group, if what was told is a group of this order.
    pub fn checked_group(&self) -> Option<FiniteGroup> {
        let name = format!("SmallGroup({},{})", self.order, self.number);
        match &self.relations {
            Relations::Polycyclic(presentation) => presentation.consistent_group(name),
            Relations::Permutations(generators) => {
                let group = FiniteGroup::from_permutations(name, generators, &Limits::none()).ok()?;
                (group.order() == self.order).then_some(group)
            }
        }
    }

    /// The group, for one of the list.
    ///
    /// Cost: n² copied entries.
    pub fn group(&self) -> FiniteGroup {
        let name = format!("SmallGroup({},{})", self.order, self.number);
        match &self.relations {
            Relations::Polycyclic(presentation) => presentation.group(name, Vec::new()),
            Relations::Permutations(generators) => {
                FiniteGroup::from_permutations(name, generators, &Limits::none())
                    .expect("the groups of the list are small")
            }
        }
    }
}

/// What the decoder has learnt about the groups of an order, and the group before.
struct Model {
    order: usize,
    value_bits: u32,
    relative_orders: Vec<usize>,
    values: Vec<usize>,
    permutations: [Context; 1],
    same_orders: [Context; 1],
    prime: Vec<Context>,
    /// For each relation: changes before it in this group (0, 1, more) and whether it was trivial before.
    same_value: Vec<Context>,
    trivial: Vec<Context>,
    value: Vec<Context>,
    byte: Vec<Context>,
}

/// Bits of a relative order.
const PRIME_BITS: u32 = 9;

impl Model {
    fn new(order: usize) -> Self {
        let mut primes = Vec::new();
        let mut rest = order;
        while rest > 1 {
            primes.push(least_prime_factor(rest));
            rest /= primes[primes.len() - 1];
        }
        let length = primes.len();
        let relations = (length * (length + 1) / 2).saturating_sub(1);
        let value_bits = usize::BITS - (order - 1).leading_zeros();
        let contexts = |count: usize| vec![Context::NEW; count];
        Model {
            order,
            value_bits,
            relative_orders: primes,
            values: vec![0; relations],
            permutations: [Context::NEW],
            same_orders: [Context::NEW],
            prime: contexts(length << PRIME_BITS),
            same_value: contexts(relations * 6),
            trivial: contexts(relations),
            value: contexts(relations << value_bits),
            byte: contexts(256),
        }
    }

    fn group(&mut self, decoder: &mut RangeDecoder<'_>) -> Relations {
        if decoder.bit(&mut self.permutations[0]) {
            return self.permutation_group(decoder);
        }
        if !decoder.bit(&mut self.same_orders[0]) {
            for (at, prime) in self.relative_orders.iter_mut().enumerate() {
                let contexts = &mut self.prime[at << PRIME_BITS..(at + 1) << PRIME_BITS];
                *prime = decoder.number(PRIME_BITS, contexts);
            }
            self.values.fill(0);
        }
        let mut changes = 0usize;
        for (at, value) in self.values.iter_mut().enumerate() {
            let context = at * 6 + changes.min(2) * 2 + usize::from(*value == 0);
            if decoder.bit(&mut self.same_value[context]) {
                continue;
            }
            changes += 1;
            if *value != 0 && decoder.bit(&mut self.trivial[at]) {
                *value = 0;
            } else {
                let contexts = &mut self.value[at << self.value_bits..(at + 1) << self.value_bits];
                *value = decoder.number(self.value_bits, contexts);
            }
        }
        debug_assert_eq!(self.relative_orders.iter().product::<usize>(), self.order, "the order");
        Relations::Polycyclic(presentation(&self.relative_orders, &self.values))
    }

    fn permutation_group(&mut self, decoder: &mut RangeDecoder<'_>) -> Relations {
        let (count, degree) = (decoder.number(8, &mut self.byte), decoder.number(8, &mut self.byte));
        let mut generator = || {
            let images = (0..degree).map(|_| decoder.number(8, &mut self.byte) as u16).collect();
            Permutation::from_images_unchecked(images)
        };
        Relations::Permutations((0..count).map(|_| generator()).collect())
    }
}

/// The values are those of the powers g_i^{p_i} for i < l, then of [g_j, g_i] for i = 1, j = 2, …, l, then i = 2, ….
fn presentation(relative_orders: &[usize], values: &[usize]) -> PolycyclicPresentation {
    let length = relative_orders.len();
    let mut values = values.iter().copied();
    let mut powers: Vec<usize> = values.by_ref().take(length.saturating_sub(1)).collect();
    powers.resize(length, 0);
    let commutators = (1..=length).map(|i| values.by_ref().take(length - i).collect()).collect();
    PolycyclicPresentation { relative_orders: relative_orders.to_vec(), powers, commutators }
}
