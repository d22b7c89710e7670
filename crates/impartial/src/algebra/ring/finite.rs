//! Finite commutative rings: elements as vectors of residues, multiplication by structure constants.

use crate::subset::Subset;

/// The largest ring that is built.
pub const LARGEST_RING: u64 = 1 << 20;

/// A finite abelian group Z/n₁ ⊕ … ⊕ Z/n_d; an element is a number in mixed radix, the first place fastest.
///
/// Sums are formed in parallel lanes of one machine word, with a spare bit each.
#[derive(Clone, Debug)]
pub struct AdditiveGroup {
    moduli: Vec<u32>,
    order: usize,
    /// For each element its residues in lanes.
    packed: Vec<u64>,
    /// The moduli in lanes, their complements to the next spare bit, and the spare bits.
    lanes: Lanes,
    /// The value of each twelve bits of a packed element.
    chunks: Vec<[u32; CHUNK]>,
}

#[derive(Clone, Debug, Default)]
struct Lanes {
    moduli: u64,
    complements: u64,
    spare: u64,
    /// The lowest bit of each lane, and its width without the spare bit.
    widths: Vec<(u32, u32)>,
    /// The widths that occur, each with the spare bits of its lanes.
    spare_by_width: Vec<(u64, u32)>,
}

const CHUNK: usize = 1 << 12;

impl AdditiveGroup {
    /// The group with these moduli, each at least 2; their product is at most [`LARGEST_RING`].
    pub fn new(moduli: Vec<u32>) -> Self {
        let order: usize = moduli.iter().map(|n| *n as usize).product();
        assert!(order as u64 <= LARGEST_RING, "a small group");
        let mut lanes = Lanes::default();
        let mut at = 0;
        for n in &moduli {
            let bits = 32 - (n - 1).leading_zeros().min(31);
            lanes.moduli |= u64::from(*n) << at;
            lanes.complements |= ((1_u64 << bits) - u64::from(*n)) << at;
            lanes.spare |= 1 << (at + bits);
            lanes.widths.push((at, bits));
            at += bits + 1;
        }
        for (start, bits) in &lanes.widths {
            let spare = 1 << (start + bits);
            match lanes.spare_by_width.iter_mut().find(|(_, width)| width == bits) {
                Some((spares, _)) => *spares |= spare,
                None => lanes.spare_by_width.push((spare, *bits)),
            }
        }
        let mut packed = vec![0_u64; order];
        let mut chunks = vec![[0_u32; CHUNK]; at.div_ceil(12) as usize];
        let mut weight = 1_usize;
        for (n, (start, bits)) in moduli.iter().zip(&lanes.widths) {
            for (element, lanes) in packed.iter_mut().enumerate() {
                *lanes |= ((element / weight % *n as usize) as u64) << start;
            }
            for bit in *start..start + bits {
                let value = (weight as u32) << (bit - start);
                for (pattern, sum) in chunks[bit as usize / 12].iter_mut().enumerate() {
                    if pattern >> (bit % 12) & 1 == 1 {
                        *sum = sum.wrapping_add(value);
                    }
                }
            }
            weight *= *n as usize;
        }
        AdditiveGroup { moduli, order, packed, lanes, chunks }
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The moduli.
    pub fn moduli(&self) -> &[u32] {
        &self.moduli
    }

    /// The sum.
    #[inline]
    pub fn sum(&self, a: usize, b: usize) -> usize {
        self.number(self.sum_of_lanes(self.packed[a], self.packed[b]))
    }

    /// An element in lanes.
    #[inline]
    pub(super) fn in_lanes(&self, element: usize) -> u64 {
        self.packed[element]
    }

    /// The sum of elements in lanes.
    #[inline]
    pub(super) fn sum_of_lanes(&self, a: u64, b: u64) -> u64 {
        let total = a + b;
        // A lane that reaches its modulus shows it in the spare bit once its complement is added.
        let over = (total + self.lanes.complements) & self.lanes.spare;
        let mask = self.lanes.spare_by_width.iter().fold(0, |mask, (spare, bits)| {
            let over = over & spare;
            mask | (over << 1).wrapping_sub(over >> bits)
        });
        total - (self.lanes.moduli & mask)
    }

    /// The residue of an element in lanes at a place.
    #[inline]
    pub(super) fn residue(&self, packed: u64, place: usize) -> u32 {
        let (start, bits) = self.lanes.widths[place];
        (packed >> start) as u32 & ((1 << bits) - 1)
    }

    /// The number of an element in lanes.
    #[inline]
    pub(super) fn number(&self, packed: u64) -> usize {
        let parts = self.chunks.iter().enumerate();
        parts.map(|(at, values)| values[(packed >> (12 * at)) as usize % CHUNK] as usize).sum()
    }

    /// The multiple kx of an element in lanes.
    #[inline]
    pub(super) fn multiple_of_lanes(&self, mut k: u32, x: u64) -> u64 {
        let (mut total, mut double) = (0, x);
        while k > 0 {
            if k % 2 == 1 {
                total = self.sum_of_lanes(total, double);
            }
            k /= 2;
            if k > 0 {
                double = self.sum_of_lanes(double, double);
            }
        }
        total
    }

    /// The multiple kx.
    pub fn multiple(&self, k: u32, x: usize) -> usize {
        self.number(self.multiple_of_lanes(k, self.packed[x]))
    }

    /// The residues of an element.
    pub fn residues(&self, element: usize) -> Vec<u32> {
        let mut rest = element;
        let residue = |n: &u32| {
            let residue = rest % *n as usize;
            rest /= *n as usize;
            residue as u32
        };
        self.moduli.iter().map(residue).collect()
    }

    /// The element with some residues.
    pub fn element(&self, residues: &[u32]) -> usize {
        let places = residues.iter().zip(&self.moduli).rev();
        places.fold(0, |number, (residue, n)| number * *n as usize + (*residue % *n) as usize)
    }

    /// The k-th generator.
    pub fn generator(&self, k: usize) -> usize {
        self.moduli[..k].iter().map(|n| *n as usize).product()
    }

    /// Makes a subgroup contain an element: `set` and `elements` are the subgroup, in the order in which it was built.
    pub fn extend(&self, set: &mut Subset, elements: &mut Vec<u32>, more: usize) {
        let size = elements.len();
        let mut shift = more;
        while !set.contains(shift) {
            for at in 0..size {
                let sum = self.sum(elements[at] as usize, shift);
                set.insert(sum);
                elements.push(sum as u32);
            }
            shift = self.sum(shift, more);
        }
    }
}

/// A finite commutative ring with 1.
///
/// Invariant: the additive generators multiply associatively and commutatively, and `one` is neutral; see
/// [`check_laws`](FiniteRing::check_laws).
#[derive(Clone, Debug)]
pub struct FiniteRing {
    additive: AdditiveGroup,
    /// For each additive generator the multiplication by it.
    times: Vec<Vec<u32>>,
    one: usize,
}

impl FiniteRing {
    /// The ring with an additive group, the products of its generators (residues) and its 1.
    pub fn new(moduli: Vec<u32>, product: impl Fn(usize, usize) -> Vec<u32>, one: &[u32]) -> Self {
        let additive = AdditiveGroup::new(moduli);
        let dimension = additive.moduli.len();
        let mut times = Vec::with_capacity(dimension);
        for i in 0..dimension {
            let mut table = vec![0_u32; additive.order];
            let mut known = 1;
            for j in 0..dimension {
                let step = additive.element(&product(i, j));
                // Elements below `known` have 0 in this place; each further copy adds the product of the generators.
                for at in known..known * additive.moduli[j] as usize {
                    table[at] = additive.sum(table[at - known] as usize, step) as u32;
                }
                known *= additive.moduli[j] as usize;
            }
            times.push(table);
        }
        let one = additive.element(one);
        FiniteRing { additive, times, one }
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.additive.order
    }

    /// The additive group.
    pub fn additive(&self) -> &AdditiveGroup {
        &self.additive
    }

    /// The element 1.
    pub fn one(&self) -> usize {
        self.one
    }

    /// The multiplications by the additive generators.
    pub fn times(&self) -> &[Vec<u32>] {
        &self.times
    }

    /// The sum.
    pub fn sum(&self, a: usize, b: usize) -> usize {
        self.additive.sum(a, b)
    }

    /// The product.
    pub fn product(&self, a: usize, b: usize) -> usize {
        let additive = &self.additive;
        let factor = additive.in_lanes(a);
        let mut total = 0;
        for (place, table) in self.times.iter().enumerate() {
            let multiple = additive
                .multiple_of_lanes(additive.residue(factor, place), additive.packed[table[b] as usize]);
            total = additive.sum_of_lanes(total, multiple);
        }
        additive.number(total)
    }

    /// Adds the multiples of an element to an ideal, given as for [`AdditiveGroup::extend`].
    pub fn extend(&self, set: &mut Subset, elements: &mut Vec<u32>, more: usize) {
        for table in &self.times {
            self.additive.extend(set, elements, table[more] as usize);
        }
    }

    /// The ideal that some elements generate.
    pub fn ideal(&self, generators: impl IntoIterator<Item = usize>) -> Subset {
        let mut set = Subset::singleton(self.order(), 0);
        let mut elements = vec![0];
        generators.into_iter().for_each(|generator| self.extend(&mut set, &mut elements, generator));
        set
    }

    /// For each element but 0, in order: the element itself, the place of its first residue that is not 0, and the element with one less there.
    fn steps(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let places: Vec<(usize, usize)> = (0..self.times.len())
            .map(|place| (self.additive.generator(place), self.additive.moduli[place] as usize))
            .collect();
        (1..self.order()).map(move |x| {
            let place = places.iter().position(|(weight, n)| !x.is_multiple_of(weight * n));
            let place = place.expect("an element that is not 0 has a residue that is not");
            (x, place, x - places[place].0)
        })
    }

    /// The squares of all elements: (y + g)² = y² + 2yg + g² for a generator g.
    ///
    /// Cost: three sums for each element.
    fn squares(&self) -> Vec<u32> {
        let lanes = |x: u32| self.additive.in_lanes(x as usize);
        let generators = self.times.iter().enumerate();
        let of_generators: Vec<u64> =
            generators.map(|(place, table)| lanes(table[self.additive.generator(place)])).collect();
        let mut squares = vec![0_u32; self.order()];
        for (x, place, y) in self.steps() {
            let mixed = lanes(self.times[place][y]);
            let sum = self.additive.sum_of_lanes(lanes(squares[y]), of_generators[place]);
            let twice = self.additive.sum_of_lanes(mixed, mixed);
            squares[x] = self.additive.number(self.additive.sum_of_lanes(sum, twice)) as u32;
        }
        squares
    }

    /// The multiples of an element by all elements.
    ///
    /// Cost: a sum for each element.
    fn multiples(&self, a: usize) -> Vec<u32> {
        let steps: Vec<u64> =
            self.times.iter().map(|table| self.additive.in_lanes(table[a] as usize)).collect();
        let mut multiples = vec![0_u32; self.order()];
        for (x, place, y) in self.steps() {
            let before = self.additive.in_lanes(multiples[y] as usize);
            multiples[x] = self.additive.number(self.additive.sum_of_lanes(before, steps[place])) as u32;
        }
        multiples
    }

    /// The idempotents e = e² that are no sum of two others with product 0: one for each local factor.
    pub fn primitive_idempotents(&self) -> Vec<usize> {
        let squares = self.squares();
        let idempotents: Vec<usize> = (1..self.order()).filter(|e| squares[*e] as usize == *e).collect();
        let is_primitive = |e: &usize| idempotents.iter().all(|f| f == e || self.product(*e, *f) != *f);
        idempotents.iter().copied().filter(is_primitive).collect()
    }

    /// For each element the maximal ideals that contain it, as bits: there is one for each primitive idempotent e, of the
    /// elements x with ex nilpotent.
    pub fn maximal_ideals(&self, idempotents: &[usize]) -> Vec<u32> {
        let squares = self.squares();
        // A chain of ideals has fewer than 32 steps, so nilpotent elements have 32nd power 0.
        let power = |x: usize| (0..5).fold(x, |power, _| squares[power] as usize);
        let mut ideals = vec![0_u32; self.order()];
        for (at, e) in idempotents.iter().enumerate() {
            let multiples = self.multiples(*e);
            for (x, bits) in ideals.iter_mut().enumerate() {
                *bits |= u32::from(multiples[power(x)] == 0) << at;
            }
        }
        ideals
    }

    /// The laws of a commutative ring on the additive generators.
    ///
    /// # Errors
    /// The law that fails.
    pub fn check_laws(&self) -> Result<(), String> {
        let generators: Vec<usize> = (0..self.times.len()).map(|k| self.additive.generator(k)).collect();
        for (table, (i, n)) in self.times.iter().zip(generators.iter().zip(&self.additive.moduli)) {
            let multiple = |x: usize, k: u32| self.additive.multiple(k, x);
            for (j, m) in generators.iter().zip(&self.additive.moduli) {
                if multiple(table[*j] as usize, *n) != 0 || multiple(table[*j] as usize, *m) != 0 {
                    return Err("a product does not respect the orders of its factors".into());
                }
                if self.product(*i, *j) != self.product(*j, *i) {
                    return Err("multiplication is not commutative".into());
                }
                for k in &generators {
                    if self.product(self.product(*i, *j), *k) != self.product(*i, self.product(*j, *k)) {
                        return Err("multiplication is not associative".into());
                    }
                }
            }
            if self.product(self.one, *i) != *i {
                return Err("1 is not neutral".into());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares and multiples that are built up, beside products.
    #[test]
    fn tables_of_squares_and_multiples() {
        // Z/4[x]/(x²) × Z/9: generators 1, x and 1.
        let product = |i: usize, j: usize| match (i, j) {
            (0, 0) => vec![1, 0, 0],
            (0, 1) | (1, 0) => vec![0, 1, 0],
            (2, 2) => vec![0, 0, 1],
            _ => vec![0, 0, 0],
        };
        let ring = FiniteRing::new(vec![4, 4, 9], product, &[1, 0, 1]);
        assert_eq!(ring.check_laws(), Ok(()));
        for (x, square) in ring.squares().into_iter().enumerate() {
            assert_eq!(square as usize, ring.product(x, x), "{x}");
            let multiples = ring.multiples(x);
            assert!((0..ring.order()).all(|y| multiples[y] as usize == ring.product(x, y)), "{x}");
        }
        assert_eq!(ring.primitive_idempotents().len(), 2);
    }

    #[test]
    fn sums_by_residues() {
        for moduli in [
            vec![],
            vec![7],
            vec![2, 4, 3],
            vec![2; 10],
            vec![255, 256],
            vec![65536],
            vec![3; 10],
            vec![9, 5, 16],
        ] {
            let group = AdditiveGroup::new(moduli.clone());
            for a in (0..group.order()).step_by(1 + group.order() / 150) {
                for b in (0..group.order()).step_by(1 + group.order() / 140) {
                    let (x, y) = (group.residues(a), group.residues(b));
                    let sum: Vec<u32> =
                        x.iter().zip(&y).zip(&moduli).map(|((x, y), n)| (x + y) % n).collect();
                    assert_eq!(group.sum(a, b), group.element(&sum), "{moduli:?} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn integers_modulo_n() {
        let ring = FiniteRing::new(vec![12], |_, _| vec![1], &[1]);
        ring.check_laws().unwrap();
        for a in 0..12 {
            for b in 0..12 {
                assert_eq!((ring.sum(a, b), ring.product(a, b)), ((a + b) % 12, a * b % 12));
            }
        }
        assert_eq!(ring.ideal([8]).iter().collect::<Vec<_>>(), [0, 4, 8]);
        assert_eq!(ring.primitive_idempotents(), [4, 9]);
    }
}
