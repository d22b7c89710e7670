//! The proof of GEN and DNG on a large group: one subgroup of each class under permutations that keep the group, and where one
//! more element leads. Kind `subgroup-classes`.
//!
//! ```
//! use impartial::question::{Asking, NimberQuestion, Question};
//! let answer = NimberQuestion { game: "gen(S7)[(1 2)]".into() }.ask(&Asking::with_certificate())?;
//! let certificate = answer.certificate.unwrap().unwrap();
//! assert_eq!(certificate.kind(), "subgroup-classes");
//! assert!(impartial_check::check(&certificate.to_string()).is_ok());
//! # Ok::<(), impartial::question::Refused>(())
//! ```

use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use super::certificate::NoCertificate;
use super::permuted::Permuted;
use crate::generate::Structure;
use crate::group::{FiniteGroup, Permutation, StabilizerChain, Subgroup};
use crate::language::Chosen;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// The most subgroups, with all their conjugates.
const MOST_SUBGROUPS: usize = 4_000_000;

/// How many elements of a normaliser are tried as generators of it.
const TRIED: usize = 300;

/// The fields `ground`, `chosen` and `classes`.
pub(super) fn write(
    chosen: &Chosen,
    group: &FiniteGroup,
    structure: &Structure,
    limits: &Limits,
) -> Result<Value, NoCertificate> {
    let mut writer = Writer::new(group, limits)?;
    let start = Subgroup::generated(group, chosen.set.iter());
    writer.class_of(&start, limits)?;
    let mut at = 0;
    while at < writer.classes.len() {
        writer.find_options(at, structure, limits)?;
        at += 1;
    }
    let image = |element: usize| writer.permuted.element(element);
    let classes: Vec<Value> = writer
        .classes
        .iter()
        .map(|class| {
            let options: Vec<Value> =
                class.options.iter().map(|(g, to, a)| json!([image(*g), to, a.images()])).collect();
            let normalizer: Vec<&[u16]> = class.normalizer.iter().map(Permutation::images).collect();
            let generators: Vec<Value> = class.subgroup.generators().iter().map(|g| image(*g)).collect();
            json!({ "generators": generators, "normalizer": normalizer, "options": options })
        })
        .collect();
    Ok(json!({
        "kind": "subgroup-classes",
        "aim": chosen.aim.to_string(),
        "ground": writer.permuted.ground(),
        "chosen": chosen.set.iter().map(image).collect::<Vec<Value>>(),
        "classes": classes,
    }))
}

fn stopped(reason: StopReason) -> NoCertificate {
    NoCertificate::because(format!("all classes of subgroups are listed, and {reason}"))
}

/// A class of subgroups.
struct Class {
    subgroup: Subgroup,
    /// Permutations that keep the subgroup.
    normalizer: Vec<Permutation>,
    /// How each conjugate is reached: from which, under which symmetry.
    tree: Vec<(u32, u8)>,
    /// An element, the class it leads to, and what carries the subgroup to that of the class.
    options: Vec<(usize, usize, Permutation)>,
}

struct Writer<'g> {
    group: &'g FiniteGroup,
    permuted: Permuted,
    numbers: FxHashMap<Box<[u16]>, u32>,
    /// Permutations of the points that keep the group, their inverses, and what they do to each element.
    symmetries: Vec<(Permutation, Permutation, Vec<u32>)>,
    symmetry_order: u128,
    classes: Vec<Class>,
    /// The class of each subgroup, and its place among the conjugates.
    known: FxHashMap<u64, (u32, u32)>,
}

impl<'g> Writer<'g> {
    fn new(group: &'g FiniteGroup, limits: &Limits) -> Result<Self, NoCertificate> {
        let permuted = Permuted::new(group, limits)?;
        let points = permuted.points;
        let mut symmetries = permuted.generators.clone();
        let mut writer = Writer {
            group,
            permuted,
            numbers: FxHashMap::default(),
            symmetries: Vec::new(),
            symmetry_order: 1,
            classes: Vec::new(),
            known: FxHashMap::default(),
        };
        for element in 0..group.order() {
            writer.numbers.insert(writer.permuted.images(element).into(), element as u32);
        }
        symmetries.extend(group.outer_symmetries().into_iter().filter(|a| a.degree() == points));
        symmetries.truncate(usize::from(u8::MAX));
        let chain = StabilizerChain::new(points, &symmetries, None, limits).map_err(stopped)?;
        writer.symmetry_order = chain.order().unwrap_or(u128::MAX);
        for symmetry in symmetries {
            limits.poll().map_err(stopped)?;
            let back = symmetry.inverse();
            let conjugate = |element: usize| {
                let images = writer.permuted.images(element);
                let conjugate: Vec<u16> =
                    (0..points).map(|x| symmetry.images()[usize::from(images[back.image(x)])]).collect();
                writer.numbers.get(&conjugate[..]).copied()
            };
            // A permutation that does not keep the group is no symmetry.
            if let Some(table) = (0..group.order()).map(conjugate).collect::<Option<Vec<u32>>>() {
                writer.symmetries.push((symmetry, back, table));
            }
        }
        Ok(writer)
    }

    /// The class of a subgroup and its place there; a class that is new is added with all its conjugates.
    fn class_of(&mut self, subgroup: &Subgroup, limits: &Limits) -> Result<(u32, u32), NoCertificate> {
        let elements: Vec<u32> = subgroup.elements().iter().map(|element| *element as u32).collect();
        if let Some(known) = self.known.get(&fingerprint(&elements)) {
            return Ok(*known);
        }
        let class = self.classes.len() as u32;
        self.known.insert(fingerprint(&elements), (class, 0));
        let mut members = vec![elements];
        let mut tree = vec![(0, 0)];
        // What carries one conjugate to another that was known: the makings of elements of the normaliser.
        let mut returns = Vec::new();
        let mut at = 0;
        while at < members.len() {
            limits.poll().map_err(stopped)?;
            for (by, (_, _, table)) in self.symmetries.iter().enumerate() {
                let image: Vec<u32> = members[at].iter().map(|x| table[*x as usize]).collect();
                let print = fingerprint(&image);
                if let Some((_, place)) = self.known.get(&print) {
                    returns.push((at as u32, by as u8, *place));
                    continue;
                }
                self.known.insert(print, (class, members.len() as u32));
                tree.push((at as u32, by as u8));
                members.push(image);
                if self.known.len() > MOST_SUBGROUPS {
                    return Err(NoCertificate::because(format!(
                        "there are more than {MOST_SUBGROUPS} subgroups"
                    )));
                }
            }
            at += 1;
        }
        let count = members.len();
        let mut found =
            Class { subgroup: subgroup.clone(), normalizer: Vec::new(), tree, options: Vec::new() };
        found.normalizer = self.normalizer(&found, count, &returns, limits).map_err(stopped)?;
        self.classes.push(found);
        Ok((class, 0))
    }

    /// Elements that generate the normaliser of a subgroup, or much of it.
    fn normalizer(
        &self,
        class: &Class,
        conjugates: usize,
        returns: &[(u32, u8, u32)],
        limits: &Limits,
    ) -> Result<Vec<Permutation>, StopReason> {
        let wanted = self.symmetry_order / conjugates as u128;
        let mut found: Vec<Permutation> = Vec::new();
        let mut order = 1;
        // Spread over the whole list: neighbours tell the same.
        let step = (returns.len() / TRIED).max(1);
        for (from, by, to) in returns.iter().step_by(step) {
            if order >= wanted {
                break;
            }
            let there = self.path(class, *from).then(&self.symmetries[usize::from(*by)].0);
            found.push(there.then(&self.path(class, *to).inverse()));
            let larger = StabilizerChain::new(self.permuted.points, &found, Some(wanted), limits)?.order();
            match larger.filter(|larger| *larger > order) {
                Some(larger) => order = larger,
                None => {
                    found.pop();
                }
            }
        }
        Ok(found)
    }

    /// What carries the subgroup of a class to one of its conjugates.
    fn path(&self, class: &Class, place: u32) -> Permutation {
        let mut path = Permutation::identity(self.permuted.points);
        let mut at = place;
        while at != 0 {
            let (before, by) = class.tree[at as usize];
            path = self.symmetries[usize::from(by)].0.then(&path);
            at = before;
        }
        path
    }

    /// Finds where one more element leads from a subgroup, as far as that is not everything.
    fn find_options(
        &mut self,
        class: usize,
        structure: &Structure,
        limits: &Limits,
    ) -> Result<(), NoCertificate> {
        let own = self.classes[class].subgroup.clone();
        let normalizer: Vec<(Permutation, Permutation)> =
            self.classes[class].normalizer.iter().map(|n| (n.clone(), n.inverse())).collect();
        let kinds = structure.kinds();
        let within = kinds.signature_of(own.generators().iter().copied());
        let is_proper = |kind: u32| within.iter().zip(kinds.signature(kind)).any(|(a, b)| a & b != 0);
        let proper_kinds: Vec<bool> = (0..kinds.len() as u32).map(is_proper).collect();
        let mut seen = own.set().clone();
        for g in 0..self.group.order() {
            if seen.contains(g) || !proper_kinds[kinds.kind(g) as usize] {
                continue;
            }
            limits.poll().map_err(stopped)?;
            let mut larger = own.clone();
            larger.extend(self.group, g);
            let (to, place) = self.class_of(&larger, limits)?;
            let back = self.path(&self.classes[to as usize], place).inverse();
            self.classes[class].options.push((g, to as usize, back));
            self.mark(&own, &normalizer, g, &mut seen);
        }
        Ok(())
    }

    /// Marks the elements that the checker's steps carry an element to.
    fn mark(&self, own: &Subgroup, normalizer: &[(Permutation, Permutation)], g: usize, seen: &mut Subset) {
        let mut waiting = vec![g];
        seen.insert(g);
        while let Some(x) = waiting.pop() {
            let mut visit = |y: usize| {
                if seen.insert(y) {
                    waiting.push(y);
                }
            };
            for h in own.generators() {
                visit(self.group.product(x, *h));
                visit(self.group.product(*h, x));
            }
            visit(self.group.inverse(x));
            for (n, back) in normalizer {
                let images = self.permuted.images(x);
                let conjugate: Vec<u16> = (0..self.permuted.points)
                    .map(|point| n.images()[usize::from(images[back.image(point)])])
                    .collect();
                if let Some(y) = self.numbers.get(&conjugate[..]) {
                    visit(*y as usize);
                }
            }
        }
    }
}

/// A number that depends on the elements alone, not on their order. Two subgroups with the same number would make a certificate
/// that the checker refuses.
fn fingerprint(elements: &[u32]) -> u64 {
    let mixed = |element: &u32| {
        let mut x = (u64::from(*element) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    };
    elements.iter().map(mixed).fold(0, u64::wrapping_add)
}
