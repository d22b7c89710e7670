//! `impartial explore`: the page, served to this machine only.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use impartial_explorer::Settings;
use impartial_report::{Body, Format, Report};

use crate::context::{Context, parse_duration};
use crate::failure::Failure;

/// All of it in the browser.
#[derive(Args)]
pub struct Explore {
    /// The port on this machine; 0 takes any [default: 8137, or the next that is free]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// A folder whose files the page may name, as in lattice(board.toml)
    #[arg(long, value_name = "DIR")]
    files: Option<PathBuf>,
    /// Serve the page from this folder instead of from the program: for work on the page
    #[arg(long, value_name = "DIR", hide = true)]
    assets: Option<PathBuf>,
    /// Write the page without a server into this folder instead, for `cargo xtask site`
    #[arg(long, value_name = "DIR", hide = true)]
    write: Option<PathBuf>,
    /// End a question that nobody has listened to for this time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration, hide = true)]
    patience: Duration,
}

impl Explore {
    /// Serves until it is interrupted.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("explore", &[Format::Text])?;
        if let Some(folder) = &self.write {
            impartial_explorer::write_page(folder)
                .map_err(|error| Failure::new(format!("cannot write {}: {error}", folder.display())))?;
            return Ok(Report::silent(Body::Text(String::new())));
        }
        let program = std::env::current_exe()
            .map_err(|error| Failure::new(format!("cannot find this program: {error}")))?;
        let settings = Settings {
            port: self.port,
            files: self.files,
            assets: self.assets,
            patience: self.patience,
            program,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let announce = |address: &str| {
            // Without a reader the address cannot be told, and the page is of no use; the next request shows it.
            let mut out = std::io::stdout().lock();
            let _ = writeln!(out, "{address}").and_then(|()| out.flush());
        };
        let limits = context.limits.clone();
        impartial_explorer::serve(settings, announce, move || limits.poll().is_err())
            .map_err(|error| Failure::new(format!("cannot serve: {error}")))?;
        Ok(Report::silent(Body::Text(String::new())))
    }
}
