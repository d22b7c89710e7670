//! Nilpotent groups: the structure digraph from the ranks alone.
//!
//! The quotient of a nilpotent group by its Frattini subgroup is a direct product of vector spaces over different prime
//! fields, and the closed sets are the products of subspaces. One more element raises the dimension in any choice of the
//! factors that are not full, by one in each. So a class is known by its dimensions: C2^8 has 417 198 classes and 8
//! kinds of them.

use super::digraph::{ClassId, Locator, Place, StructureClass, StructureDigraph};

/// One factor: a vector space over a prime field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimePart {
    /// The prime p.
    pub prime: usize,
    /// The dimension of the p-part of the group modulo its Frattini subgroup.
    pub rank: usize,
}

impl PrimePart {
    /// The number of maximal subgroups of index p: hyperplanes.
    pub fn hyperplanes(&self) -> usize {
        hyperplanes(self.prime, self.rank)
    }
}

fn hyperplanes(prime: usize, dimension: usize) -> usize {
    (0..dimension).map(|exponent| prime.pow(exponent as u32)).sum()
}

/// How the dimensions of a closed set are read off its signature: the members of index p that contain a subspace of
/// codimension c number (p^c - 1)/(p - 1).
#[derive(Clone, Debug)]
pub(super) struct Dimensions {
    parts: Vec<PrimePart>,
    /// For each part, the members of that index.
    masks: Vec<Vec<u64>>,
}

impl Dimensions {
    pub(super) fn place(&self, signature: &[u64]) -> Place {
        let (mut number, mut is_full) = (0, true);
        for (part, mask) in self.parts.iter().zip(&self.masks).rev() {
            let containing: u32 =
                signature.iter().zip(mask).map(|(word, mask)| (word & mask).count_ones()).sum();
            let codimension = (0..=part.rank)
                .find(|codimension| hyperplanes(part.prime, *codimension) == containing as usize)
                .expect("the members of index p that contain a closed set are hyperplanes on a subspace");
            is_full &= codimension == 0;
            number = number * (part.rank + 1) + (part.rank - codimension);
        }
        if is_full { Place::Generating } else { Place::Class(number as ClassId) }
    }
}

impl StructureDigraph {
    /// The digraph of a nilpotent group with the given ranks, one class for each choice of dimensions.
    ///
    /// `frattini` is the order of the Frattini subgroup; `masks` gives for each part the signature of the members of
    /// index p. The classes are counted by Gaussian binomials.
    ///
    /// ```
    /// use impartial::generate::PrimePart;
    /// use impartial::generate::{Aim, StructureDigraph, Types};
    /// // Z2^3 [ES, Cor 8.16]: 15 proper subgroups, three kinds of them.
    /// let masks = vec![vec![0b111_1111]];
    /// let digraph = StructureDigraph::nilpotent(&[PrimePart { prime: 2, rank: 3 }], 1, masks);
    /// assert_eq!((digraph.classes().len(), digraph.class_count()), (3, 15));
    /// assert_eq!(Types::new(&digraph, Aim::Achieve).nimber_of_the_game(), 0);
    /// ```
    pub fn nilpotent(parts: &[PrimePart], frattini: usize, masks: Vec<Vec<u64>>) -> Self {
        let total: usize = parts.iter().map(|part| part.rank + 1).product();
        // Dimensions in mixed radix, the first part least significant; the last number is the whole group.
        let dimensions = |number: usize| {
            let mut rest = number;
            parts.iter().map(move |part| {
                let dimension = rest % (part.rank + 1);
                rest /= part.rank + 1;
                dimension
            })
        };
        let mut classes = Vec::with_capacity(total - 1);
        let mut starts = vec![0];
        let mut options: Vec<ClassId> = Vec::new();
        for number in 0..total - 1 {
            let (mut size, mut count) = (frattini, 1u128);
            // The numbers to add for a dimension more in each part that is not full.
            let mut steps = Vec::new();
            let mut stride = 1;
            for (part, dimension) in parts.iter().zip(dimensions(number)) {
                size *= part.prime.pow(dimension as u32);
                count *= gaussian_binomial(part.prime, part.rank, dimension);
                if dimension < part.rank {
                    steps.push(stride);
                }
                stride *= part.rank + 1;
            }
            let mut is_semi_terminal = false;
            for choice in 1..1usize << steps.len() {
                let chosen = steps.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
                let option = number + chosen.map(|(_, step)| step).sum::<usize>();
                if option == total - 1 {
                    is_semi_terminal = true;
                } else {
                    options.push(option as ClassId);
                }
            }
            classes.push(StructureClass { size, count, is_semi_terminal });
            starts.push(options.len());
        }
        let locator = Locator::Counted(Dimensions { parts: parts.to_vec(), masks });
        StructureDigraph::from_parts(classes, starts, options, locator)
    }
}

/// The number of subspaces of dimension k of a vector space of dimension n over the field with p elements.
fn gaussian_binomial(p: usize, n: usize, k: usize) -> u128 {
    // By Pascal's rule for subspaces, [n, k] = [n-1, k-1] + p^k [n-1, k], which never divides and never exceeds.
    let mut row = vec![1u128];
    for length in 1..=n {
        let below = |row: &[u128], k: usize| row.get(k).copied().unwrap_or(0);
        row = (0..=length)
            .map(|k| {
                let left = k.checked_sub(1).map_or(0, |k| below(&row, k));
                left.saturating_add((p as u128).saturating_pow(k as u32).saturating_mul(below(&row, k)))
            })
            .collect();
    }
    row[k]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subspaces_are_counted() {
        let row = |p, n| (0..=n).map(|k| gaussian_binomial(p, n, k)).collect::<Vec<_>>();
        assert_eq!(row(2, 4), [1, 15, 35, 15, 1]);
        assert_eq!(row(3, 3), [1, 13, 13, 1]);
        assert_eq!(row(2, 8).iter().sum::<u128>() - 1, 417_198);
        assert_eq!(gaussian_binomial(5, 0, 0), 1);
    }
}
