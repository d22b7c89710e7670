//! The structure diagram of `gen(G)` or `dng(G)`, simplified or with every class.

use std::fmt::Write as _;

use impartial::claim::Claim;
use impartial::generate::{Aim, Ground, Structure};
use impartial::group::{FiniteGroup, Subgroup};
use impartial::language::{Chosen, Parsed, Position};
use impartial::subset::Subset;
use impartial_picture::structure::{Arrow, StructureDiagram, Triangle};
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;
use impartial::question::{self, Refused};

/// The most classes that are drawn one by one.
const MOST_CLASSES: u128 = 600;

/// Whether a text asks for a structure diagram rather than a quotient.
pub fn is_meant(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("gen(") || text.starts_with("dng(")
}

/// Reads the game of a diagram.
pub fn read(text: &str, context: &Context) -> Result<(Parsed, Chosen), Failure> {
    let forms = [Format::Text, Format::Json, Format::Svg, Format::Dot, Format::Tikz, Format::Latex];
    context.expect_format("diagram", &forms)?;
    let parsed = question::read(text, &context.asking())?;
    match parsed.position(text).map_err(|error| Refused::reading(text, error))? {
        Position::Chosen(chosen) => {
            let chosen = chosen.clone();
            Ok((parsed, chosen))
        }
        _ => Err(Failure::new("this diagram is of one game, gen(…) or dng(…)")),
    }
}

/// Draws the diagram.
pub fn run(text: &str, full: bool, context: &Context) -> Result<Answer, Failure> {
    let (parsed, Chosen { aim, ground, set }) = read(text, context)?;
    if !set.is_empty() {
        return Err(Failure::new("a structure diagram is of a whole game; leave out the elements chosen"));
    }
    let ground = parsed.rulebook.ground(ground);
    let mut fields = Map::new();
    fields.insert("game".into(), json!(text.trim()));
    let structure = match ground.structure(&context.limits) {
        Ok(structure) => structure,
        Err(why) => return Ok(Answer::unanswered(fields, why.to_string())),
    };
    let classes = structure.digraph().class_count();
    let drawn = if full {
        if classes > MOST_CLASSES {
            return Err(Failure::new(format!("{classes} classes are too many to draw one by one"))
                .help("leave out --full for the simplified diagram"));
        }
        match structure.unfolded(&context.limits) {
            Ok(unfolded) => Drawn::full(&unfolded, aim, ground),
            Err(why) => return Ok(Answer::unanswered(fields, why.to_string())),
        }
    } else {
        Drawn::simplified(structure, aim)
    };
    let nimber = structure.nimber(aim, []);
    fields.insert("nimber".into(), json!(nimber));
    drawn.write_fields(&mut fields);
    let what = if full { "structure diagram" } else { "simplified structure diagram" };
    let title = format!("{}: {what}, nimber {nimber}", text.trim());
    let sentence = match (full, drawn.classes.iter().filter(|class| !class.is_end).count()) {
        (true, _) => {
            "One triangle for each structure class. Arrows: what one more element can do.".to_owned()
        }
        (false, drawn) => format!(
            "Same type, same fate: {classes} classes become {drawn}. The wide part of the top triangle is the answer."
        ),
    };
    let answer = match context.format {
        Format::Svg => drawn.diagram(title, sentence).to_svg(),
        Format::Dot => drawn.diagram(title, sentence).to_dot(),
        Format::Tikz | Format::Latex => drawn.diagram(title, sentence).to_tikz(),
        _ => drawn.text(&title, classes),
    };
    let claim = Claim::Proved(ground.reason());
    Ok(Answer::new(answer, fields, claim))
}

/// Classes and arrows as they are drawn.
struct Drawn {
    classes: Vec<Triangle>,
    arrows: Vec<(usize, usize)>,
    doubles: bool,
}

impl Drawn {
    fn simplified(structure: &Structure, aim: Aim) -> Self {
        let simplified = structure.simplified(aim);
        let classes = simplified
            .classes()
            .iter()
            .map(|class| Triangle {
                is_odd: class.kind.parity == 1,
                even: class.kind.even,
                odd: class.kind.odd,
                label: String::new(),
                count: (class.count > 1).then(|| class.count.to_string()),
                is_end: class.is_generating,
            })
            .collect();
        Drawn { classes, arrows: simplified.arrows().to_vec(), doubles: false }
    }

    fn full(structure: &Structure, aim: Aim, ground: &Ground) -> Self {
        let (digraph, types) = (structure.digraph(), structure.types(aim));
        let end = digraph.classes().len();
        let mut classes = Vec::with_capacity(end + 1);
        let mut arrows = Vec::new();
        for (class, facts) in (0..).zip(digraph.classes()) {
            let kind = types.of(class);
            let label = structure.closed_set(class).map_or_else(String::new, |set| describe(ground, &set));
            classes.push(Triangle {
                is_odd: kind.parity == 1,
                even: kind.even,
                odd: kind.odd,
                label,
                count: None,
                is_end: false,
            });
            arrows.extend(digraph.options(class).iter().map(|option| (class as usize, *option as usize)));
            if aim == Aim::Achieve && facts.is_semi_terminal {
                arrows.push((class as usize, end));
            }
        }
        if aim == Aim::Achieve {
            let is_odd = structure.family().ground() % 2 == 1;
            classes.push(Triangle {
                is_odd,
                even: 0,
                odd: 0,
                label: String::new(),
                count: None,
                is_end: true,
            });
        }
        Drawn { classes, arrows, doubles: true }
    }

    fn diagram(self, title: String, sentence: String) -> StructureDiagram {
        let is_end = |class: usize| self.classes[class].is_end;
        let arrows = if self.doubles {
            StructureDiagram::with_double_heads(&self.arrows, is_end)
        } else {
            let arrow =
                |&(from, to): &(usize, usize)| Arrow { from, to, is_double: false, is_dotted: is_end(to) };
            self.arrows.iter().map(arrow).collect()
        };
        StructureDiagram { title, sentence, is_faded: self.doubles, triangles: self.classes, arrows }
    }

    fn type_of(class: &Triangle) -> (u8, u32, u32) {
        (u8::from(class.is_odd), class.even, class.odd)
    }

    fn write_fields(&self, fields: &mut Map<String, Value>) {
        let classes: Vec<Value> = self
            .classes
            .iter()
            .map(|class| {
                let (parity, even, odd) = Self::type_of(class);
                let count: u64 = class.count.as_ref().map_or(1, |count| count.parse().unwrap_or(u64::MAX));
                let mut object = json!({ "type": [parity, even, odd], "count": count, "end": class.is_end });
                if !class.label.is_empty() {
                    object["label"] = json!(class.label);
                }
                object
            })
            .collect();
        let mut types: Vec<(u8, u32, u32)> =
            self.classes.iter().filter(|class| !class.is_end).map(Self::type_of).collect();
        types.sort_unstable();
        types.dedup();
        fields.insert("classes".into(), json!(classes));
        fields.insert("arrows".into(), json!(self.arrows));
        fields.insert("types".into(), json!(types));
    }

    /// One line a class: its number, its type, how many classes it stands for, and where it leads.
    fn text(&self, title: &str, classes: u128) -> String {
        let mut out = format!("{title}\n{classes} structure classes, {} drawn\n", self.classes.len());
        for (number, class) in self.classes.iter().enumerate() {
            let options: Vec<String> = self
                .arrows
                .iter()
                .filter(|(from, _)| *from == number)
                .map(|(_, to)| if self.classes[*to].is_end { "end".to_owned() } else { to.to_string() })
                .collect();
            let arrow = if options.is_empty() { "" } else { " -> " };
            let (parity, even, odd) = Self::type_of(class);
            let times = class.count.as_ref().map_or_else(String::new, |count| format!("  x{count}"));
            let label = if class.label.is_empty() { String::new() } else { format!("  {}", class.label) };
            let _ = if class.is_end {
                writeln!(out, "  end  the generating sets")
            } else {
                writeln!(
                    out,
                    "  {number:>3}  ({parity},{even},{odd}){times}{label}{arrow}{}",
                    options.join(" ")
                )
            };
        }
        out
    }
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
