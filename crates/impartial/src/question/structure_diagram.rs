//! The structure diagram of `gen(G)` or `dng(G)`, simplified or with every class.

use serde::{Serialize, Serializer};

use super::files::read_position;
use super::{Answer, Asking, Certificate, Claim, Question, Refused, structure_certificate};
use crate::generate::{Aim, Ground, Structure, Type};
use crate::group::{FiniteGroup, Subgroup};
use crate::language::{Chosen, LargeChosen};
use crate::subset::Subset;

/// The structure diagram of an achievement or avoidance game [ES, Section 3].
///
/// ```
/// use impartial::question::{Asking, Question, StructureDiagramQuestion};
/// let question = StructureDiagramQuestion { game: "gen(Z4)".into(), full: false };
/// let answer = question.ask(&Asking::with_certificate())?;
/// let diagram = answer.value.diagram.unwrap();
/// // [ES, Fig 6.1]
/// assert_eq!(diagram.nimber, 1);
/// assert_eq!(diagram.classes[0].kind.to_string(), "(0,1,2)");
/// assert_eq!(diagram.arrows, [(0, 1)]);
/// let certificate = answer.certificate.unwrap().unwrap();
/// assert_eq!(certificate.kind(), "structure");
/// assert!(impartial_check::check(&certificate.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructureDiagramQuestion {
    /// The game, `gen(…)` or `dng(…)`.
    pub game: String,
    /// Every structure class, not only one of each type.
    pub full: bool,
}

/// A structure diagram, if it was found.
#[derive(Clone, Debug, Serialize)]
pub struct StructureDiagramValue {
    /// The game, as it was written.
    pub game: String,
    /// The diagram.
    #[serde(flatten)]
    pub diagram: Option<StructureDiagram>,
}

/// Structure classes and what one more element can do.
#[derive(Clone, Debug, Serialize)]
pub struct StructureDiagram {
    /// The nimber of the game.
    pub nimber: u32,
    /// The classes; that of the empty set comes first.
    pub classes: Vec<DiagramClass>,
    /// From class to class.
    pub arrows: Vec<(usize, usize)>,
    /// The types that occur.
    #[serde(serialize_with = "triples")]
    pub types: Vec<Type>,
    /// How many structure classes there are, drawn or not.
    #[serde(skip)]
    pub class_count: u128,
}

/// A class of the diagram.
#[derive(Clone, Debug, Serialize)]
pub struct DiagramClass {
    /// Its type: the parity, and the nimbers of the positions with an even and an odd number of elements.
    #[serde(rename = "type", serialize_with = "triple")]
    pub kind: Type,
    /// How many structure classes it stands for.
    #[serde(serialize_with = "counted")]
    pub count: u128,
    /// Whether it is the class of the generating sets.
    #[serde(rename = "end")]
    pub is_end: bool,
    /// A few letters for its closed set; empty where the diagram is simplified.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// The most classes that are listed one by one.
const MOST_CLASSES: u128 = 600;

impl Question for StructureDiagramQuestion {
    type Value = StructureDiagramValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<StructureDiagramValue>, Refused> {
        let chosen = read_chosen(&self.game, asking)?;
        if !chosen.set.is_empty() {
            return Err(Refused::new(
                "a structure diagram is of a whole game; leave out the elements chosen",
            ));
        }
        let ground = &*chosen.ground;
        let value = StructureDiagramValue { game: self.game.trim().to_owned(), diagram: None };
        let structure = match ground.structure(&asking.limits) {
            Ok(structure) => structure,
            Err(why) => return Ok(Answer::stopped(value, why)),
        };
        let class_count = structure.digraph().class_count();
        let (classes, arrows) = if self.full {
            if class_count > MOST_CLASSES {
                return Err(Refused::new(format!("{class_count} classes are too many to draw one by one"))
                    .help("leave out --full for the simplified diagram"));
            }
            match structure.unfolded(&asking.limits) {
                Ok(unfolded) => full(&unfolded, chosen.aim, ground),
                Err(why) => return Ok(Answer::stopped(value, why)),
            }
        } else {
            simplified(structure, chosen.aim)
        };
        let mut types: Vec<Type> =
            classes.iter().filter(|class| !class.is_end).map(|class| class.kind).collect();
        types.sort_unstable();
        types.dedup();
        let nimber = structure.nimber(chosen.aim, []);
        let diagram = Some(StructureDiagram { nimber, classes, arrows, types, class_count });
        let claim = Claim::Proved(ground.reason());
        let certificate = asking.certify(|| {
            structure_certificate::write(&chosen, &asking.limits).map(|proof| Certificate::of(&proof))
        });
        let value = StructureDiagramValue { diagram, ..value };
        let answer = Answer::new(value, "nimber", claim.clone()).with("structure classes", claim);
        Ok(Answer { certificate, ..answer })
    }
}

/// Reads a game `gen(…)` or `dng(…)`, with its elements if some are chosen.
pub(super) fn read_chosen(text: &str, asking: &Asking<'_>) -> Result<Chosen, Refused> {
    let (_, position) = read_position(text, asking)?;
    if let Some(large) = position.of_kind::<LargeChosen>() {
        return large.listed(&asking.limits).map_err(|why| Refused::new(why.to_string()));
    }
    let chosen = position.of_kind::<Chosen>().cloned();
    chosen.ok_or_else(|| Refused::new("this diagram is of one game, gen(…) or dng(…)"))
}

type Classes = (Vec<DiagramClass>, Vec<(usize, usize)>);

fn simplified(structure: &Structure, aim: Aim) -> Classes {
    let simplified = structure.simplified(aim);
    let class = simplified.classes().iter().map(|class| DiagramClass {
        kind: class.kind,
        count: class.count,
        is_end: class.is_generating,
        label: String::new(),
    });
    (class.collect(), simplified.arrows().to_vec())
}

fn full(structure: &Structure, aim: Aim, ground: &Ground) -> Classes {
    let (digraph, types) = (structure.digraph(), structure.types(aim));
    let end = digraph.classes().len();
    let mut classes = Vec::with_capacity(end + 1);
    let mut arrows = Vec::new();
    for (class, facts) in (0..).zip(digraph.classes()) {
        let label = structure.closed_set(class).map_or_else(String::new, |set| describe(ground, &set));
        classes.push(DiagramClass { kind: types.of(class), count: 1, is_end: false, label });
        arrows.extend(digraph.options(class).iter().map(|option| (class as usize, *option as usize)));
        if aim == Aim::Achieve && facts.is_semi_terminal {
            arrows.push((class as usize, end));
        }
    }
    if aim == Aim::Achieve {
        let parity = u8::from(!structure.family().ground().is_multiple_of(2));
        let kind = Type { parity, even: 0, odd: 0 };
        classes.push(DiagramClass { kind, count: 1, is_end: true, label: String::new() });
    }
    (classes, arrows)
}

/// A few letters for a closed set: an abelian group by its invariants, another by its order, a set by its elements.
fn describe(ground: &Ground, set: &Subset) -> String {
    match ground.group() {
        Some(group) => describe_subgroup(group, set),
        None => {
            let names = ground.show(set);
            if names.chars().count() <= 12 {
                format!("{{{names}}}")
            } else {
                format!("{} elements", set.count())
            }
        }
    }
}

fn describe_subgroup(group: &FiniteGroup, set: &Subset) -> String {
    let subgroup = Subgroup::from_set(group, set);
    match group.subgroup_as_group(&subgroup).and_then(|subgroup| subgroup.abelian_invariants()) {
        Some(factors) if factors.is_empty() => "1".to_owned(),
        Some(factors) => factors.iter().map(|factor| format!("Z{factor}")).collect::<Vec<_>>().join("x"),
        None => format!("order {}", set.count()),
    }
}

fn triple<S: Serializer>(kind: &Type, serializer: S) -> Result<S::Ok, S::Error> {
    (kind.parity, kind.even, kind.odd).serialize(serializer)
}

fn triples<S: Serializer>(types: &[Type], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(types.iter().map(|kind| (kind.parity, kind.even, kind.odd)))
}

/// JSON numbers end at 64 bits.
fn counted<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::try_from(*count).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(game: &str, full: bool) -> StructureDiagram {
        let question = StructureDiagramQuestion { game: game.into(), full };
        question.ask(&Asking::new()).unwrap().value.diagram.unwrap()
    }

    /// By definition: the type of a class follows from those of its options; and the simplified diagram counts all classes.
    #[test]
    fn both_diagrams_tell_the_same() {
        for game in ["gen(S4)", "dng(S4)", "gen(Z6 x Z3)", "dng(D6)", "gen(A5)", "dng(Z8)"] {
            let (full, small) = (diagram(game, true), diagram(game, false));
            for (at, class) in full.classes.iter().enumerate().filter(|(_, class)| !class.is_end) {
                let options = full.arrows.iter().filter(|(from, _)| *from == at);
                let options: Vec<Type> = options.map(|(_, to)| full.classes[*to].kind).collect();
                assert_eq!(class.kind, Type::of_options(class.kind.parity, &options), "{game}, class {at}");
            }
            let drawn: u128 =
                small.classes.iter().filter(|class| !class.is_end).map(|class| class.count).sum();
            assert_eq!(drawn, full.class_count, "{game}");
            assert_eq!((full.nimber, full.types), (small.nimber, small.types), "{game}");
        }
    }

    #[test]
    fn other_games_have_no_such_diagram() {
        for game in ["*3", "gen(Z4)[1]", "gen(S8"] {
            let question = StructureDiagramQuestion { game: game.into(), full: false };
            assert!(question.ask(&Asking::new()).is_err(), "{game}");
        }
    }
}
