//! The structure diagram of `gen(G)` or `dng(G)`, simplified or with every class.

use serde::{Serialize, Serializer};

use super::files::read_position;
use super::{Answer, Asking, Certificate, Claim, Question, Refused, structure_certificate};
use crate::generate::{Aim, Ground, Structure, Type};
use crate::group::{self, Subgroup};
use crate::language::{Chosen, LargeChosen};
use crate::limits::{Limits, StopReason};
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

/// The most classes that are drawn one by one; of more, conjugate ones are drawn as one.
const READABLE: u128 = 60;

/// The longest name of a group beside a class.
const LONGEST_LABEL: usize = 20;

/// The most classes that are drawn.
const MOST_CLASSES: usize = 600;

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
            let by_class = if class_count > READABLE {
                let drawn = structure.digraph().classes().len();
                if drawn > MOST_CLASSES {
                    return Err(Refused::new(format!(
                        "{drawn} classes, no two conjugate, are too many to draw"
                    ))
                    .help("leave out --full for the simplified diagram"));
                }
                full(structure, chosen.aim, ground, &asking.limits)
            } else {
                structure
                    .unfolded(&asking.limits)
                    .and_then(|unfolded| full(&unfolded, chosen.aim, ground, &asking.limits))
            };
            match by_class {
                Ok(classes) => classes,
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

/// A class of the digraph each: one closed set, or all its conjugates.
fn full(structure: &Structure, aim: Aim, ground: &Ground, limits: &Limits) -> Result<Classes, StopReason> {
    let (digraph, types) = (structure.digraph(), structure.types(aim));
    let end = digraph.classes().len();
    let mut classes = Vec::with_capacity(end + 1);
    let mut arrows = Vec::new();
    for (class, facts) in (0..).zip(digraph.classes()) {
        let label = match structure.closed_set(class) {
            Some(set) => describe(ground, &set, limits)?,
            None => String::new(),
        };
        classes.push(DiagramClass { kind: types.of(class), count: facts.count, is_end: false, label });
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
    Ok((classes, arrows))
}

/// A few letters for a closed set: a group by its structure where that is short, a set by its elements.
fn describe(ground: &Ground, set: &Subset, limits: &Limits) -> Result<String, StopReason> {
    let Some(group) = ground.group() else {
        let names = ground.show(set);
        let is_short = names.chars().count() <= 12;
        return Ok(if is_short { format!("{{{names}}}") } else { format!("{} elements", set.count()) });
    };
    let subgroup = group.subgroup_as_group(&Subgroup::from_set(group, set));
    let structure = match subgroup {
        Some(subgroup) => group::describe(&subgroup, limits)?,
        None => None,
    };
    let is_short = |name: &String| name.len() <= LONGEST_LABEL && !name.starts_with("SmallGroup");
    Ok(structure
        .filter(is_short)
        .map_or_else(|| format!("order {}", set.count()), |name| name.replace(" x ", "x")))
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

    /// Large diagrams by classes of conjugate subgroups: each class counted, subgroups by their names.
    #[test]
    fn conjugate_classes_are_drawn_as_one() {
        for (game, names) in [
            ("gen(S5)", ["A5", "S4", "D6", "AGL(1,5)", "D5", "S3", "A4"].as_slice()),
            ("dng(S6)", &["A6", "S5", "1"]),
        ] {
            let drawn = diagram(game, true);
            assert!(drawn.classes.len() < 80, "{game}: {}", drawn.classes.len());
            let all: u128 = drawn.classes.iter().filter(|class| !class.is_end).map(|class| class.count).sum();
            assert_eq!(all, drawn.class_count, "{game}");
            let labels: Vec<&str> = drawn.classes.iter().map(|class| class.label.as_str()).collect();
            assert!(names.iter().all(|name| labels.contains(name)), "{game}: {labels:?}");
        }
        let labels: Vec<String> =
            diagram("dng(S4)", true).classes.into_iter().map(|class| class.label).collect();
        assert!(["A4", "D4", "S3"].iter().all(|name| labels.iter().any(|label| label == name)), "{labels:?}");
    }

    #[test]
    fn other_games_have_no_such_diagram() {
        for game in ["*3", "gen(Z4)[1]", "gen(S8"] {
            let question = StructureDiagramQuestion { game: game.into(), full: false };
            assert!(question.ask(&Asking::new()).is_err(), "{game}");
        }
    }
}
