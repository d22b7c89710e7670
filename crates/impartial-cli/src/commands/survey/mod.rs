//! `impartial survey FAMILY`: the chart of a family at once; `survey plan`, `run`, `status`, `query` … : an atlas in a store.

mod atlas;
mod chart;
mod day5;
mod progress;
mod shards;
mod site;

use clap::{Args, Subcommand};
use impartial_report::{Body, Report};
use serde_json::Value;

use crate::context::Context;
use crate::failure::Failure;

/// The state of every code of a family, or an atlas of families in a store.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct SurveyArguments {
    #[command(subcommand)]
    atlas: Option<AtlasCommand>,
    #[command(flatten)]
    chart: chart::ChartArguments,
}

/// What is done with an atlas.
#[derive(Subcommand)]
enum AtlasCommand {
    /// Put the units of a family into a store
    Plan(atlas::Plan),
    /// Work through the units that are not done; stops and goes on at any moment
    Run(atlas::Run),
    /// How far the families are
    Status(atlas::Status),
    /// Rows by status, order, period, kernel or hypothesis, the smallest first
    Query(Box<atlas::QueryArguments>),
    /// All rows of a family, in its order, as JSON lines or CSV
    Export(atlas::Export),
    /// The proof of a row, by its hash
    Proof(atlas::Proof),
    /// One part of a family, as JSON lines, on a machine that shares nothing with the others
    Shard(shards::ShardArguments),
    /// Put the lines of shards into a store
    Merge(shards::Merge),
    /// The batch script that works through the shards on a cluster with Slurm
    Slurm(shards::Slurm),
    /// The atlas as a static site: a page for each family and each object, with its certificate
    Site(site::Site),
    /// The misère games born by day 5, 4171780 of them, by their sets of followers
    Day5(day5::Day5Arguments),
}

impl SurveyArguments {
    /// Does what is asked.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        match self.atlas {
            None => self.chart.run(context),
            Some(AtlasCommand::Plan(plan)) => plan.run(context),
            Some(AtlasCommand::Run(run)) => run.run(context),
            Some(AtlasCommand::Status(status)) => status.run(context),
            Some(AtlasCommand::Query(query)) => query.run(context),
            Some(AtlasCommand::Export(export)) => export.run(context),
            Some(AtlasCommand::Proof(proof)) => proof.run(context),
            Some(AtlasCommand::Shard(shard)) => shard.run(context),
            Some(AtlasCommand::Merge(merge)) => merge.run(context),
            Some(AtlasCommand::Slurm(slurm)) => slurm.run(context),
            Some(AtlasCommand::Site(site)) => site.run(context),
            Some(AtlasCommand::Day5(day5)) => day5.run(context),
        }
    }
}

/// How far each unit goes.
#[derive(Args)]
struct BoundsArguments {
    /// The last heap of the search for a normal period
    #[arg(long, value_name = "N", default_value = "20000")]
    to: u64,
    /// The work for one unit, in steps: 100000 are some seconds at most
    #[arg(long, value_name = "STEPS", default_value = "100000")]
    work: u64,
}

impl BoundsArguments {
    fn read(&self) -> impartial_survey::Bounds {
        impartial_survey::Bounds { to: self.to.max(1), work: self.work }
    }
}

/// A report that claims nothing of its own: rows bring their claims with them.
fn report_of(text: String, fields: Value, stopped: Option<String>) -> Report {
    let mut report = Report::silent(Body::Text(text));
    if let Value::Object(fields) = fields {
        report.fields = fields;
    }
    report.stopped = stopped;
    report
}
