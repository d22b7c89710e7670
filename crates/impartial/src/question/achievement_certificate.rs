//! The proof of GEN and DNG on a large group before the first move, by pairs that generate and subgroups that cover. Kinds
//! `achievement` and `avoidance`.
//!
//! ```
//! use impartial::question::{Asking, NimberQuestion, Question};
//! for (game, kind) in [("gen(M11)", "achievement"), ("dng(M11)", "avoidance")] {
//!     let answer = NimberQuestion { game: game.into() }.ask(&Asking::with_certificate())?;
//!     let certificate = answer.certificate.unwrap().unwrap();
//!     assert_eq!(certificate.kind(), kind);
//!     assert!(impartial_check::check(&certificate.to_string()).is_ok());
//! }
//! # Ok::<(), impartial::question::Refused>(())
//! ```

use serde_json::{Value, json};

use super::certificate::NoCertificate;
use super::permuted::Permuted;
use crate::game::Play;
use crate::generate::{Aim, Structure};
use crate::group::{ConjugacyClasses, FiniteGroup, Subgroup};
use crate::integer::is_prime;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// How many elements are tried to make a subgroup larger.
const TRIED: usize = 24;

/// The certificate; none when the reasons that these kinds know do not decide the game.
pub(super) fn write(
    aim: Aim,
    group: &FiniteGroup,
    structure: &Structure,
    limits: &Limits,
) -> Result<Option<Value>, NoCertificate> {
    let permuted = Permuted::new(group, limits)?;
    let classes = ConjugacyClasses::new(group, limits).map_err(NoCertificate::because)?;
    let orders =
        (0..classes.count()).map(|class| group.element_order(classes.representative(class))).collect();
    let writer = Writer { group, structure, permuted, classes, orders };
    let (kind, because) = match aim {
        Aim::Avoid => ("avoidance", Some(writer.avoidance())),
        Aim::Achieve => ("achievement", writer.achievement(limits).map_err(NoCertificate::because)?),
    };
    Ok(because.map(|because| {
        json!({
            "kind": kind,
            "ground": writer.permuted.ground(),
            "nimber": structure.nimber(aim, []),
            "misere": structure.outcome(aim, Play::Misere, []).to_string(),
            "because": because,
        })
    }))
}

struct Writer<'g> {
    group: &'g FiniteGroup,
    structure: &'g Structure,
    permuted: Permuted,
    classes: ConjugacyClasses,
    /// The order of the elements of each class.
    orders: Vec<usize>,
}

impl Writer<'_> {
    fn members(&self) -> &[Subset] {
        self.structure.family().members()
    }

    fn representatives(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.classes.count()).map(|class| (class, self.classes.representative(class)))
    }

    /// A subgroup by a few generators.
    fn generators(&self, set: &Subset) -> Value {
        self.permuted.elements(Subgroup::from_set(self.group, set).generators().iter().copied())
    }

    fn avoidance(&self) -> Value {
        if self.group.order() % 2 == 1 || self.group.order() == 2 {
            return json!({ "odd": true });
        }
        match self.even_cover() {
            Ok(cover) => json!({ "cover": cover }),
            Err(uncovered) => json!({ "uncovered": self.permuted.element(uncovered) }),
        }
    }

    /// Maximal subgroups of even order that contain a conjugate of every element of odd order; otherwise an element without one.
    fn even_cover(&self) -> Result<Vec<Value>, usize> {
        let mut is_done = vec![false; self.classes.count()];
        let mut cover = Vec::new();
        let even: Vec<&Subset> = self.members().iter().filter(|member| member.count() % 2 == 0).collect();
        for (class, element) in self.representatives() {
            if is_done[class] || self.orders[class].is_multiple_of(2) {
                continue;
            }
            let holding = even.iter().filter(|member| member.contains(element));
            let largest = holding.max_by_key(|member| member.count()).ok_or(element)?;
            largest.iter().for_each(|element| is_done[self.classes.class_of(element)] = true);
            cover.push(self.generators(largest));
        }
        Ok(cover)
    }

    fn achievement(&self, limits: &Limits) -> Result<Option<Value>, StopReason> {
        let nimber = self.structure.nimber(Aim::Achieve, []);
        if self.group.order() % 2 == 1 {
            return match nimber {
                2 => Ok(self.generating_pair()),
                1 => Ok(self.rough(&|_| true, false, limits)?.map(|rough| json!({ "rough": rough }))),
                _ => Ok(None),
            };
        }
        let mut because = self.avoidance();
        match nimber {
            0 => {
                // An element with a partner needs no subgroup.
                let mut pairs = Vec::new();
                let mut has_partner = vec![false; self.classes.count()];
                for (class, element) in
                    self.representatives().filter(|(class, _)| self.orders[*class] % 2 == 1)
                {
                    limits.poll()?;
                    if let Some(partner) = self.partner(element) {
                        has_partner[class] = true;
                        pairs.push(self.permuted.elements([element, partner]));
                    }
                }
                let is_needed = |class: usize| self.orders[class] % 2 == 1 && !has_partner[class];
                let Some(rough) = self.rough(&is_needed, true, limits)? else { return Ok(None) };
                because["pairs"] = json!(pairs);
                because["rough"] = json!(rough);
            }
            1 | 4 => {
                let mut pairs = Vec::new();
                let of_prime_order = |class: &usize| is_prime(self.orders[*class] as u64);
                for (_, element) in self.representatives().filter(|(class, _)| of_prime_order(class)) {
                    limits.poll()?;
                    let Some(partner) = self.partner(element) else { return Ok(None) };
                    pairs.push(self.permuted.elements([element, partner]));
                }
                because["pairs"] = json!(pairs);
                if because.get("uncovered").is_some() {
                    let Some((uncovered, between)) = self.between() else { return Ok(None) };
                    because["uncovered"] = self.permuted.element(uncovered);
                    because["between"] = self.permuted.elements(between);
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(because))
    }

    /// An element that generates the group together with this one.
    fn partner(&self, element: usize) -> Option<usize> {
        self.structure.generating_elements(&self.set([element])).first()
    }

    fn set(&self, elements: impl IntoIterator<Item = usize>) -> Subset {
        Subset::from_elements(self.group.order(), elements)
    }

    fn generating_pair(&self) -> Option<Value> {
        if let Some(alone) = self.structure.generating_elements(&self.set([])).first() {
            return Some(json!({ "pair": self.permuted.elements([0, alone]) }));
        }
        let pair = self.representatives().find_map(|(_, x)| Some([x, self.partner(x)?]));
        pair.map(|pair| json!({ "pair": self.permuted.elements(pair) }))
    }

    /// Whether no single element makes a set generate.
    fn is_rough(&self, set: &Subset) -> bool {
        !self.structure.generates(set) && self.structure.generating_elements(set).is_empty()
    }

    /// Subgroups with covers that contain a conjugate of every element of the classes needed; none when there are no such.
    fn rough(
        &self,
        is_needed: &dyn Fn(usize) -> bool,
        must_be_even: bool,
        limits: &Limits,
    ) -> Result<Option<Vec<Value>>, StopReason> {
        let mut is_done = vec![false; self.classes.count()];
        let mut found = Vec::new();
        let involutions: Vec<usize> =
            self.representatives().filter(|(class, _)| self.orders[*class] == 2).map(|(_, x)| x).collect();
        for (class, element) in self.representatives() {
            if is_done[class] || !is_needed(class) {
                continue;
            }
            limits.poll()?;
            let mut chosen = vec![element];
            if must_be_even {
                let with = |t: &usize| self.is_rough(&self.set([element, *t]));
                let mut conjugates = self.group.generators().iter().flat_map(|g| {
                    involutions.iter().map(|t| self.group.conjugate(*t, *g)).collect::<Vec<_>>()
                });
                let involution = involutions.iter().copied().find(with).or_else(|| conjugates.find(with));
                let Some(involution) = involution else { return Ok(None) };
                chosen.push(involution);
            } else if !self.is_rough(&self.set([element])) {
                return Ok(None);
            }
            for more in self.group.generators().iter().take(TRIED) {
                let larger = self.set(chosen.iter().copied().chain([*more]));
                if self.is_rough(&larger) {
                    chosen.push(*more);
                }
            }
            let subgroup = Subgroup::generated(self.group, chosen);
            subgroup.elements().iter().for_each(|x| is_done[self.classes.class_of(*x)] = true);
            let generators = self.permuted.elements(subgroup.generators().iter().copied());
            found.push(json!({ "generators": generators, "cover": self.cover_above(&subgroup) }));
        }
        Ok(Some(found))
    }

    /// Maximal subgroups that contain a subgroup and together are the whole group: a greedy choice of few.
    fn cover_above(&self, subgroup: &Subgroup) -> Vec<Value> {
        let holds = |member: &&Subset| subgroup.generators().iter().all(|g| member.contains(*g));
        let above: Vec<&Subset> = self.members().iter().filter(holds).collect();
        let mut missing = Subset::full(self.group.order());
        let mut cover = Vec::new();
        while !missing.is_empty() {
            let gain = |member: &Subset| member.intersection(&missing).count();
            let Some(best) = above.iter().max_by_key(|member| gain(member)).filter(|best| gain(best) > 0)
            else {
                break;
            };
            missing.subtract(best);
            cover.push(self.generators(best));
        }
        cover
    }

    /// An uncovered element a, and elements x and t with ⟨x, a⟩ and ⟨x, t⟩ proper, t an involution, x ≠ 1 of odd order.
    fn between(&self) -> Option<(usize, [usize; 2])> {
        let even = |member: &&Subset| member.count().is_multiple_of(2);
        let mut covered = Subset::empty(self.group.order());
        self.members().iter().filter(even).for_each(|member| covered.union_with(member));
        let is_uncovered = |x: &usize| !covered.contains(*x) && self.group.element_order(*x) % 2 == 1;
        for (class, x) in self.representatives().filter(|(class, _)| self.orders[*class] % 2 == 1) {
            if self.orders[class] == 1 || !covered.contains(x) {
                continue;
            }
            let odd = self.members().iter().filter(|member| member.count() % 2 == 1 && member.contains(x));
            let Some(uncovered) = odd.flat_map(Subset::iter).find(is_uncovered) else { continue };
            let above = self.members().iter().filter(even).find(|member| member.contains(x))?;
            let involution = above.iter().find(|t| self.group.element_order(*t) == 2)?;
            return Some((uncovered, [x, involution]));
        }
        None
    }
}
