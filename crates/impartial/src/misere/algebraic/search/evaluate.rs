//! Products in a guessed monoid, remembered.

use rustc_hash::FxHashMap;

use crate::misere::algebraic::monoid::{Element, PresburgerMonoid};
use crate::misere::algebraic::pretending::PretendingFunction;

/// The number of an element that was met.
pub type Id = u32;

/// Elements by number, with products by the values of heaps, and P.
pub struct Evaluator<'g> {
    /// The monoid.
    pub monoid: &'g PresburgerMonoid,
    /// The values of heaps.
    pub phi: &'g PretendingFunction,
    ids: FxHashMap<Element, Id>,
    elements: Vec<Element>,
    p: Vec<bool>,
    /// For each element, its products with the values of heaps; `Id::MAX` where not known.
    with_heaps: Vec<Vec<Id>>,
}

impl<'g> Evaluator<'g> {
    /// Nothing met yet.
    pub fn new(monoid: &'g PresburgerMonoid, phi: &'g PretendingFunction) -> Self {
        let (ids, elements) = (FxHashMap::default(), Vec::new());
        Evaluator { monoid, phi, ids, elements, p: Vec::new(), with_heaps: Vec::new() }
    }

    /// How many elements were met.
    pub fn count(&self) -> Id {
        self.elements.len() as Id
    }

    /// The number of an element.
    pub fn id(&mut self, x: &Element) -> Id {
        if let Some(id) = self.ids.get(x) {
            return *id;
        }
        let id = self.elements.len() as Id;
        self.ids.insert(x.clone(), id);
        self.elements.push(x.clone());
        self.p.push(self.monoid.is_p(x).unwrap_or(false));
        self.with_heaps.push(Vec::new());
        id
    }

    /// The element with a number.
    pub fn element(&self, id: Id) -> &Element {
        &self.elements[id as usize]
    }

    /// Whether an element is in P.
    pub fn is_p(&self, id: Id) -> bool {
        self.p[id as usize]
    }

    /// An element times the value of a heap; `None` on overflow.
    pub fn times_heap(&mut self, id: Id, heap: u64) -> Option<Id> {
        let at = heap as usize;
        if let Some(known) = self.with_heaps[id as usize].get(at).filter(|known| **known != Id::MAX) {
            return Some(*known);
        }
        let product = self.monoid.product(&self.elements[id as usize], &self.phi.value(heap)?)?;
        let product = self.id(&product);
        let row = &mut self.with_heaps[id as usize];
        if row.len() <= at {
            row.resize(at + 1, Id::MAX);
        }
        row[at] = product;
        Some(product)
    }

    /// The product of two elements; `None` on overflow.
    pub fn product(&mut self, x: Id, y: Id) -> Option<Id> {
        let product = self.monoid.product(&self.elements[x as usize], &self.elements[y as usize])?;
        Some(self.id(&product))
    }

    /// Whether a context times a sum of heaps is in P; `None` on overflow.
    pub fn is_p_with(&mut self, context: Id, heaps: &[u64]) -> Option<bool> {
        let mut x = context;
        for heap in heaps {
            x = self.times_heap(x, *heap)?;
        }
        Some(self.is_p(x))
    }
}

/// All elements of a label with parameters up to `size`, without a.
pub fn members(monoid: &PresburgerMonoid, label: usize, size: i64) -> Vec<Element> {
    let mut points: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..monoid.dimension(label) {
        points = points
            .into_iter()
            .flat_map(|point: Vec<i64>| (0..=size).map(move |v| [point.as_slice(), &[v]].concat()))
            .collect();
    }
    points
        .into_iter()
        .map(|parameters| Element { flip: false, label, parameters })
        .filter(|element| monoid.contains(element) == Some(true))
        .collect()
}
