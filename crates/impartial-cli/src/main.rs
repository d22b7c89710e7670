//! The program `impartial`: questions about impartial games, answered exactly.

// Doc comments of arguments are help texts, where kayles[5] is a game and not a link.
#![allow(rustdoc::broken_intra_doc_links)]

mod answer;
mod choice;
mod commands;
mod context;
mod deadline;
mod disk;
mod drawn;
mod failure;
mod front;
mod gap;
mod memory;
mod served;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;
use crate::context::{Common, Context};

/// Questions about impartial games, in normal and misère play, answered exactly.
#[derive(Parser)]
#[command(name = "impartial", version, about, disable_help_subcommand = true)]
#[command(after_help = "Ask `impartial` alone for a page of examples.")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    common: Common,
}

fn main() -> ExitCode {
    let mut cli = Cli::parse();
    cli.common.begin_service();
    let Some(command) = cli.command else {
        return front::print();
    };
    let mut context = match Context::new(cli.common) {
        Ok(context) => context,
        Err(failure) => return failure.report(),
    };
    context.draw_for(&command);
    let result = command.run(&context);
    context::wipe_progress();
    match result {
        Ok(report) => answer::emit(report, &context),
        Err(failure) => match context.drawn {
            Some(drawn) => drawn.explain(failure).report(),
            None => failure.report(),
        },
    }
}
