//! `impartial diagram GAME -o FILE.svg`: the picture of a game's structure.

use clap::Args;

use super::positions_diagram::{self, Positions};
use super::quotient::QuotientArguments;
use super::structure_diagram;
use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;

/// The egg-box picture of a misère quotient, or the structure diagram of an achievement or avoidance game.
#[derive(Args)]
pub struct Diagram {
    #[command(flatten)]
    quotient: QuotientArguments,
    /// For gen(…) and dng(…): every structure class, not only one of each type
    #[arg(long)]
    full: bool,
    /// For gen(…) and dng(…) of a tiny group: positions and moves instead of structure classes
    #[arg(
        long,
        value_enum,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "representative",
        conflicts_with = "full"
    )]
    positions: Option<Positions>,
}

impl Diagram {
    /// Draws the quotient or the structure.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        if let Some(game) = self.quotient.game_text().filter(|game| structure_diagram::is_meant(game)) {
            return match self.positions {
                Some(which) => positions_diagram::run(game, which, context),
                None => structure_diagram::run(game, self.full, context),
            };
        }
        if self.full || self.positions.is_some() {
            return Err(Failure::new("--full and --positions belong to gen(…) and dng(…)"));
        }
        if context.format == Format::Text {
            return Err(Failure::new("a diagram is a picture, not text")
                .help("give a file, -o picture.svg, .dot or .tex, or a form, --format svg"));
        }
        context.expect_format(
            "diagram",
            &[Format::Svg, Format::Dot, Format::Tikz, Format::Latex, Format::Json],
        )?;
        // A picture for LaTeX is one in TikZ.
        let format = if context.format == Format::Latex { Format::Tikz } else { context.format };
        self.quotient.answer(format, context)
    }
}
