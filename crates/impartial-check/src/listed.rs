//! Groups of permutations with all their elements listed: covers by subgroups, and elements that generate together.
//!
//! A set of elements is a list of marks, by the numbers that the chain of the group gives to them. Conjugation by an element of the
//! group is an automorphism: what is shown for an element holds for its conjugates.

use serde_json::Value;

use crate::Refusal;
use crate::classes::Group;
use crate::permutations::{Chain, Permutation, conjugate, is_identity, then};

/// The most images of points, over all elements.
const MOST_IMAGES: u64 = 1 << 27;

/// The most elements that are marked or looked at.
const MOST_WORK: u64 = 400_000_000;

/// Marks of elements.
pub type Marks = Vec<bool>;

fn refuted(why: impl Into<String>) -> Refusal {
    Refusal::Refuted(why.into())
}

/// A group with the images of the points under each of its elements.
pub struct Listed {
    pub group: Group,
    images: Vec<u16>,
    work: u64,
}

impl Listed {
    /// Lists the elements.
    pub fn new(group: Group) -> Result<Listed, Refusal> {
        let images = group.chain.order().saturating_mul(group.points as u64);
        if images > MOST_IMAGES {
            return Err(Refusal::Unknown("a group too large to be listed here".into()));
        }
        let mut listed = Vec::with_capacity(images as usize);
        group.chain.for_each_element(&mut |element| listed.extend_from_slice(element));
        Ok(Listed { group, images: listed, work: 0 })
    }

    pub fn size(&self) -> usize {
        self.images.len() / self.group.points
    }

    fn element(&self, number: usize) -> &[u16] {
        &self.images[number * self.group.points..(number + 1) * self.group.points]
    }

    /// No element is marked.
    pub fn nothing(&self) -> Marks {
        vec![false; self.size()]
    }

    fn spend(&mut self, work: u64) -> Result<(), Refusal> {
        self.work = self.work.saturating_add(work);
        if self.work > MOST_WORK {
            return Err(Refusal::Unknown("more subgroups than this checker looks at".into()));
        }
        Ok(())
    }

    /// Reads a list of elements.
    pub fn elements(&self, list: &Value, name: &str) -> Result<Vec<Permutation>, Refusal> {
        let list = list
            .as_array()
            .ok_or_else(|| Refusal::Malformed(format!("the field \"{name}\" must hold lists of elements")))?;
        list.iter().map(|element| self.group.element(element, name)).collect()
    }

    /// The subgroup that elements generate.
    pub fn generated(&self, elements: &[Permutation]) -> Result<Chain, Refusal> {
        let mut chain = Chain::new(self.group.points, &[])?;
        for element in elements {
            chain.extend(element, Some(self.group.chain.order()))?;
        }
        Ok(chain)
    }

    /// Whether a subgroup is the whole group.
    pub fn is_whole(&self, subgroup: &Chain) -> bool {
        subgroup.order() == self.group.chain.order()
    }

    /// Reads a proper subgroup by its generators.
    pub fn proper(&self, list: &Value, name: &str) -> Result<(Vec<Permutation>, Chain), Refusal> {
        let generators = self.elements(list, name)?;
        let chain = self.generated(&generators)?;
        if self.is_whole(&chain) {
            return Err(refuted(format!("the field \"{name}\": a subgroup is the whole group")));
        }
        Ok((generators, chain))
    }

    /// Marks the elements of a subgroup.
    pub fn mark(&mut self, subgroup: &Chain, marks: &mut Marks) -> Result<(), Refusal> {
        self.spend(subgroup.order())?;
        let chain = &self.group.chain;
        subgroup.for_each_element(&mut |element| marks[chain.rank(element)] = true);
        Ok(())
    }

    /// Marks all conjugates of what is marked.
    pub fn mark_conjugates(&mut self, marks: &mut Marks) -> Result<(), Refusal> {
        let mut waiting: Vec<usize> = (0..marks.len()).filter(|number| marks[*number]).collect();
        self.spend(marks.len() as u64)?;
        while let Some(number) = waiting.pop() {
            for generator in &self.group.generators {
                let image = self.group.chain.rank(&conjugate(self.element(number), generator));
                if !std::mem::replace(&mut marks[image], true) {
                    waiting.push(image);
                }
            }
        }
        Ok(())
    }

    /// Whether an element has odd order.
    pub fn is_odd(&self, number: usize) -> bool {
        cycle_lengths(self.element(number)).into_iter().all(|length| length % 2 == 1)
    }

    /// Whether an element other than 1 is marked, or a power of it that has prime order.
    pub fn is_marked(&self, number: usize, marks: &Marks) -> bool {
        if marks[number] {
            return true;
        }
        let element = self.element(number);
        let order = order(element);
        prime_divisors(order)
            .into_iter()
            .any(|prime| marks[self.group.chain.rank(&power(element, order / prime))])
    }

    /// Whether some element generates the group alone.
    pub fn is_cyclic(&self) -> bool {
        (0..self.size()).any(|number| order(self.element(number)) == self.group.chain.order())
    }

    /// Checks that subgroups of even order, none of them the whole group, and their conjugates contain every element of odd
    /// order; how many are listed.
    pub fn check_cover(&mut self, cover: &[Value]) -> Result<usize, Refusal> {
        let mut marks = self.nothing();
        for subgroup in cover {
            let (_, chain) = self.proper(subgroup, "cover")?;
            if !chain.order().is_multiple_of(2) {
                return Err(refuted("a subgroup of the cover has odd order"));
            }
            self.mark(&chain, &mut marks)?;
        }
        self.mark_conjugates(&mut marks)?;
        match (0..self.size()).find(|number| !marks[*number] && self.is_odd(*number)) {
            Some(_) => Err(refuted("an element of odd order is not covered")),
            None => Ok(cover.len()),
        }
    }

    /// Checks that an element of odd order generates the group with every involution; how many there are. One involution of those
    /// that the element conjugates into one another is looked at.
    pub fn check_uncovered(&mut self, element: &Permutation) -> Result<usize, Refusal> {
        let order = self.group.chain.order();
        if !order.is_multiple_of(2) || order == 2 {
            return Err(refuted("the order must be even and not 2"));
        }
        if cycle_lengths(element).into_iter().any(|length| length % 2 == 0) {
            return Err(refuted("the element that is not covered has even order"));
        }
        let mut done = self.nothing();
        let mut involutions = 0;
        for number in 0..self.size() {
            let involution = self.element(number).to_vec();
            if is_identity(&involution) || !is_identity(&then(&involution, &involution)) {
                continue;
            }
            involutions += 1;
            if done[number] {
                continue;
            }
            let mut image = involution.clone();
            while !std::mem::replace(&mut done[self.group.chain.rank(&image)], true) {
                image = conjugate(&image, element);
            }
            self.spend(1000)?;
            if !self.is_whole(&self.generated(&[element.clone(), involution])?) {
                return Err(refuted("the element that is not covered and an involution do not generate"));
            }
        }
        Ok(involutions)
    }
}

fn cycle_lengths(element: &[u16]) -> Vec<u64> {
    let mut seen = vec![false; element.len()];
    let mut lengths = Vec::new();
    for start in 0..element.len() {
        let (mut at, mut length) = (start, 0);
        while !std::mem::replace(&mut seen[at], true) {
            at = usize::from(element[at]);
            length += 1;
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

/// The order of an element; it is at most that of the group.
fn order(element: &[u16]) -> u64 {
    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    cycle_lengths(element).into_iter().fold(1, |lcm, length| lcm / gcd(lcm, length) * length)
}

fn prime_divisors(mut n: u64) -> Vec<u64> {
    let mut found = Vec::new();
    let mut d = 2;
    while d * d <= n {
        if n.is_multiple_of(d) {
            found.push(d);
            while n.is_multiple_of(d) {
                n /= d;
            }
        }
        d += 1;
    }
    if n > 1 {
        found.push(n);
    }
    found
}

fn power(element: &[u16], mut exponent: u64) -> Permutation {
    let mut result: Permutation = (0..element.len() as u16).collect();
    let mut square = element.to_vec();
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = then(&result, &square);
        }
        square = then(&square, &square);
        exponent /= 2;
    }
    result
}
