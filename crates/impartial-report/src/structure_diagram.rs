//! The structure diagram of `gen(G)` or `dng(G)`, simplified or with every class: drawn, or as a list.

use std::fmt::Write as _;

use impartial::question::{Question as _, Refused, StructureDiagram, StructureDiagramQuestion};
use impartial_picture::structure::{self as picture, Arrow, Triangle};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// The forms of diagrams of these games.
pub(crate) const FORMS: [Format; 6] =
    [Format::Text, Format::Json, Format::Svg, Format::Dot, Format::Tikz, Format::Latex];

/// Whether a text asks for a structure diagram rather than a quotient.
pub(crate) fn is_structure(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("gen(") || text.starts_with("dng(")
}

/// Draws the diagram.
pub(crate) fn structure_diagram(game: &str, full: bool, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("diagram", &FORMS)?;
    let answer = StructureDiagramQuestion { game: game.to_owned(), full }.ask(&manner.asking)?;
    let text = match &answer.value.diagram {
        Some(diagram) => {
            let what = if full { "structure diagram" } else { "simplified structure diagram" };
            let title = format!("{}: {what}, nimber {}", answer.value.game, diagram.nimber);
            match manner.format {
                Format::Svg => draw(diagram, full, title).to_svg(),
                Format::Dot => draw(diagram, full, title).to_dot(),
                Format::Tikz | Format::Latex => draw(diagram, full, title).to_tikz(),
                _ => list(diagram, &title),
            }
        }
        None => String::new(),
    };
    Report::rendered(Body::Text(text), answer)
}

fn draw(diagram: &StructureDiagram, full: bool, title: String) -> picture::StructureDiagram {
    let sentence = if full {
        let is_folded = diagram.classes.iter().any(|class| class.count > 1);
        let which = if is_folded { "class of conjugate structure classes" } else { "structure class" };
        format!("One triangle for each {which}. Arrows: what one more element can do.")
    } else {
        format!(
            "Same type, same fate: {} classes become {}. The wide part of the top triangle is the answer.",
            diagram.class_count,
            diagram.classes.iter().filter(|class| !class.is_end).count()
        )
    };
    let triangles = diagram.classes.iter().map(|class| Triangle {
        is_odd: class.kind.parity == 1,
        even: class.kind.even,
        odd: class.kind.odd,
        label: class.label.clone(),
        count: (class.count > 1).then(|| class.count.to_string()),
        is_end: class.is_end,
    });
    let is_end = |class: usize| diagram.classes[class].is_end;
    let arrows = if full {
        picture::StructureDiagram::with_double_heads(&diagram.arrows, is_end)
    } else {
        let arrow =
            |&(from, to): &(usize, usize)| Arrow { from, to, is_double: false, is_dotted: is_end(to) };
        diagram.arrows.iter().map(arrow).collect()
    };
    picture::StructureDiagram { title, sentence, is_faded: full, triangles: triangles.collect(), arrows }
}

/// One line a class: its number, its type, how many classes it stands for, and where it leads.
fn list(diagram: &StructureDiagram, title: &str) -> String {
    let StructureDiagram { classes, arrows, class_count, .. } = diagram;
    let mut out = format!("{title}\n{class_count} structure classes, {} drawn\n", classes.len());
    for (number, class) in classes.iter().enumerate() {
        if class.is_end {
            let _ = writeln!(out, "  end  the generating sets");
            continue;
        }
        let _ = write!(out, "  {number:>3}  {}", class.kind);
        if class.count > 1 {
            let _ = write!(out, "  x{}", class.count);
        }
        if !class.label.is_empty() {
            let _ = write!(out, "  {}", class.label);
        }
        let options: Vec<String> = arrows
            .iter()
            .filter(|(from, _)| *from == number)
            .map(|(_, to)| if classes[*to].is_end { "end".to_owned() } else { to.to_string() })
            .collect();
        let arrow = if options.is_empty() { "" } else { " -> " };
        let _ = writeln!(out, "{arrow}{}", options.join(" "));
    }
    out
}
