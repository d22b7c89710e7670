//! `impartial diagram GAME -o FILE.svg`: the picture of a game's structure.

use clap::Args;

use super::quotient::Quotient;
use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;

/// The egg-box picture of a misère quotient: divisibility classes, groups, idempotents, P-elements ringed.
#[derive(Args)]
pub struct Diagram {
    #[command(flatten)]
    quotient: Quotient,
}

impl Diagram {
    /// Draws the quotient.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
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
