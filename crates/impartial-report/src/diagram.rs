//! The picture of a game's structure: the egg-box of a misère quotient, or the diagram of an achievement or avoidance game.

use impartial::misere::SavedQuotient;
use impartial::question::{QuotientOf, Refused};

use crate::format::Format;
use crate::manner::Manner;
use crate::positions_diagram::{Positions, positions_diagram};
use crate::quotient::{KeepQuotient, QuotientReport};
use crate::report::Report;
use crate::structure_diagram::{is_structure, structure_diagram};

/// What is drawn.
pub struct DiagramReport {
    /// The quotient, or the game on a group.
    pub quotient: QuotientReport,
    /// Of a game on a group: every structure class, not only one of each type.
    pub full: bool,
    /// Of a game on a tiny group: positions and moves instead of structure classes.
    pub positions: Option<Positions>,
}

impl DiagramReport {
    /// Draws the quotient or the structure.
    ///
    /// # Errors
    /// When the game is not understood, or the form is none of the question.
    pub fn report(self, manner: &Manner<'_>) -> Result<Report, Refused> {
        self.report_from(manner, None, &mut |_, _| Ok(()))
    }

    /// The same from a search for a quotient that was saved; `keep` hears of each step.
    ///
    /// # Errors
    /// As [`report`](Self::report), and when `keep` fails.
    pub fn report_from(
        self,
        manner: &Manner<'_>,
        saved: Option<SavedQuotient>,
        keep: &mut KeepQuotient<'_>,
    ) -> Result<Report, Refused> {
        if let QuotientOf::Game(game) = &self.quotient.question.of
            && is_structure(game)
        {
            return match self.positions {
                Some(which) => positions_diagram(game, which, manner),
                None => structure_diagram(game, self.full, manner),
            };
        }
        if self.full || self.positions.is_some() {
            return Err(Refused::new("--full and --positions belong to gen(…) and dng(…)"));
        }
        if manner.format == Format::Text {
            return Err(Refused::new("a diagram is a picture, not text")
                .help("give a file, -o picture.svg, .dot or .tex, or a form, --format svg"));
        }
        manner.expect_format(
            "diagram",
            &[Format::Svg, Format::Dot, Format::Tikz, Format::Latex, Format::Json],
        )?;
        // A picture for LaTeX is one in TikZ.
        let format = if manner.format == Format::Latex { Format::Tikz } else { manner.format };
        self.quotient.in_format(format, manner, saved, keep)
    }
}
