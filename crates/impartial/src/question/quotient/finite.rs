//! A finite quotient in full: its elements, its presentation, its structure, and what they tell of normal play.

use serde_json::{Map, Value, json};

use crate::limits::{Limits, StopReason};
use crate::misere::kernel::{faithful_nimbers, is_regular, kernel_nimbers, subgroups_without_p};
use crate::misere::known::{self, tame_rank};
use crate::misere::presentation::{Presentation, generator_name};
use crate::misere::structure::{MonoidStructure, cycle, subgroup_type};
use crate::misere::{BipartiteMonoid, Element};

/// The quotient element by element, and the values of the positions.
#[derive(Clone, Debug)]
pub struct QuotientElements {
    /// The bipartite monoid.
    pub monoid: BipartiteMonoid,
    /// The value of each position from 0 on.
    pub phi: Vec<Element>,
    /// For each code the values of its heaps, continued by the period as far as asked.
    pub heaps: Vec<Vec<Element>>,
}

/// What is worked out from the elements.
#[derive(Clone, Debug)]
pub struct QuotientDetail {
    /// Generators and relations.
    pub presentation: Presentation,
    /// Classes of mutual divisibility, idempotents and kernel.
    pub structure: MonoidStructure,
    /// The nim-value of each element in normal play, when the normal kernel hypothesis holds.
    pub nimbers: Option<Vec<Option<u32>>>,
    /// The n of T_n, if it is tame.
    pub tame_rank: Option<u32>,
    /// Whether the kernel holds exactly one element of P [PS, Definition 8.3].
    pub is_regular: bool,
    /// Whether positions of equal value have equal nim-values [PS, Definition 8.4].
    pub is_faithful: bool,
    /// Whether the identity of the kernel is in P.
    pub is_identity_in_p: bool,
    /// The nim-values of the elements of the kernel that are in P, increasing, when the normal kernel hypothesis holds.
    pub kernel_p_nimbers: Option<Vec<u32>>,
    /// The identities of the maximal subgroups that do not meet P; whether there can be any is a question of
    /// [PS, Section 8].
    pub subgroups_without_p: Vec<Element>,
    /// The name of the quotient, if it has one.
    pub name: Option<String>,
}

impl QuotientElements {
    /// The value of a sum of generators of a list, generator g being position g + 1; `None` when one of them is not in this quotient.
    pub fn value(&self, sum: &[u32]) -> Option<Element> {
        let value = |g: u32| self.phi.get(g as usize + 1).copied();
        sum.iter().try_fold(0, |x, g| Some(self.monoid.product(x, value(*g)?)))
    }
}

impl QuotientDetail {
    /// Works it out; `nimbers` are the nim-values of the positions.
    pub(super) fn new(
        elements: &QuotientElements,
        nimbers: &[u32],
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let QuotientElements { monoid, phi, .. } = elements;
        let presentation = Presentation::within(monoid, phi, limits)?;
        let structure = MonoidStructure::new(monoid);
        limits.poll()?;
        let games: Vec<(Element, u32)> = phi.iter().copied().zip(nimbers.iter().copied()).collect();
        let nimbers = kernel_nimbers(monoid, &structure, &games);
        limits.poll()?;
        let is_faithful = faithful_nimbers(monoid, &games).is_some();
        let name = known::name(monoid, limits)?;
        let kernel_p_nimbers = nimbers.as_ref().map(|nimbers| {
            let in_p = structure.kernel().iter().filter(|x| monoid.is_p(**x));
            let mut found: Vec<u32> = in_p.filter_map(|x| nimbers[*x as usize]).collect();
            found.sort_unstable();
            found
        });
        Ok(QuotientDetail {
            tame_rank: tame_rank(monoid),
            is_regular: is_regular(monoid, &structure),
            is_identity_in_p: monoid.is_p(structure.kernel_identity()),
            subgroups_without_p: subgroups_without_p(monoid, &structure),
            presentation,
            structure,
            nimbers,
            is_faithful,
            kernel_p_nimbers,
            name,
        })
    }

    /// The least word of an element.
    pub fn word(&self, x: Element) -> String {
        self.presentation.word(x).to_string()
    }

    /// The least words of some elements.
    pub fn words(&self, elements: impl IntoIterator<Item = Element>) -> Vec<String> {
        elements.into_iter().map(|x| self.word(x)).collect()
    }

    /// The names of the generators.
    pub fn generator_names(&self) -> Vec<String> {
        (0..self.presentation.generators().len()).map(generator_name).collect()
    }

    /// The fields of the JSON object that need the presentation; `phi` are the values of heaps or positions.
    pub(super) fn fields(
        &self,
        monoid: &BipartiteMonoid,
        phi: &[Element],
        explain: bool,
    ) -> Map<String, Value> {
        let texts = |items: &[crate::misere::presentation::Word]| -> Vec<String> {
            items.iter().map(ToString::to_string).collect()
        };
        let relations: Vec<String> = self.presentation.relations().iter().map(ToString::to_string).collect();
        let (structure, without) = (&self.structure, &self.subgroups_without_p);
        let kernel = json!({
            "order": structure.kernel().len(),
            "identity": self.word(structure.kernel_identity()),
            "identity_in_p": self.is_identity_in_p,
            "p_nimbers": self.kernel_p_nimbers,
        });
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| fields.insert(name.into(), value);
        put("tame", json!(self.tame_rank.is_some()));
        put("generators", json!(self.generator_names()));
        put("relations", json!(relations));
        put("p_words", json!(texts(&self.presentation.p_words(monoid))));
        put("phi", json!(self.words(phi.iter().copied())));
        put("isomorphic_to", json!(self.name));
        put("kernel", kernel);
        put("subgroups_without_p", json!(self.words(without.iter().copied())));
        put("normal_kernel_hypothesis", json!(self.nimbers.is_some()));
        put("regular", json!(self.is_regular));
        put("faithful", json!(self.is_faithful));
        if explain {
            put("structure", self.structure_json(monoid));
        }
        fields
    }

    /// The names of the fields that are there whether the presentation is known or not.
    pub(super) const FIELDS: [&str; 11] = [
        "tame",
        "generators",
        "relations",
        "p_words",
        "phi",
        "isomorphic_to",
        "kernel",
        "subgroups_without_p",
        "normal_kernel_hypothesis",
        "regular",
        "faithful",
    ];

    /// Idempotents, classes, and index and period of the generators, for programs.
    fn structure_json(&self, monoid: &BipartiteMonoid) -> Value {
        let class = |class: &Vec<Element>| {
            let is_group = class.iter().any(|&x| monoid.product(x, x) == x);
            let group = is_group.then(|| subgroup_type(monoid, class));
            json!({ "elements": self.words(class.iter().copied()), "group": group })
        };
        let cycle = |&x: &Element| {
            let cycle = cycle(monoid, x);
            json!({ "generator": self.word(x), "index": cycle.index, "period": cycle.period })
        };
        json!({
            "idempotents": self.words(self.structure.idempotents()),
            "classes": self.structure.classes().iter().map(class).collect::<Vec<_>>(),
            "covers": self.structure.covers(monoid),
            "cycles": self.presentation.generators().iter().map(cycle).collect::<Vec<_>>(),
        })
    }
}
