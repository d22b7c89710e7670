//! `impartial abelian 11,14`: the nimbers of abelian p-groups by their exponents.

use clap::Args;
use impartial::question::AbelianQuestion;
use impartial_report::{self as report, Report};

use crate::context::Context;
use crate::failure::Failure;

/// The nimbers of all groups Z/p^n1 + Z/p^n2 + … with exponents up to the bounds given. The prime does not matter.
#[derive(Args)]
pub struct AbelianArguments {
    /// The largest exponents, increasing: 11,14 is Figure 1 of Brandenburg's paper
    bounds: String,
    /// With three bounds: the groups for which the formula of Brandenburg, Remark 3.18, is wrong
    #[arg(long)]
    exceptions: bool,
    /// In a picture: frame the options of the group with these exponents: 6,8
    #[arg(long, value_name = "N,M")]
    select: Option<String>,
}

impl AbelianArguments {
    /// Computes the table.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        let question = AbelianQuestion { bounds: self.bounds, exceptions: self.exceptions };
        Ok(report::abelian(&question, self.select.as_deref(), &context.manner())?)
    }
}
