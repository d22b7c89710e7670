//! `impartial explore`: the page, served to this machine only.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use impartial_explorer::{Atlas, Settings};
use impartial_report::{Body, Format, Report};
use impartial_survey::{open, pages::page_of};

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
    /// Serve the pages of an atlas, too: a store of `impartial survey`
    #[arg(long, value_name = "STORE")]
    atlas: Option<String>,
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

/// The pages of a store.
fn atlas(store: &str) -> Result<Atlas, Failure> {
    let store = Mutex::new(open(store, false)?);
    Ok(Atlas(Arc::new(move |address| {
        let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
        let page = page_of(store.as_mut(), address).ok().flatten();
        page.map(|page| (page.kind, page.content))
    })))
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
        let atlas = self.atlas.as_deref().map(atlas).transpose()?;
        let has_atlas = atlas.is_some();
        let settings = Settings {
            atlas,
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
            if let Some((server, _)) = address.split_once('#').filter(|_| has_atlas) {
                let _ = writeln!(out, "{server}atlas/").and_then(|()| out.flush());
            }
        };
        let limits = context.limits.clone();
        impartial_explorer::serve(settings, announce, move || limits.poll().is_err())
            .map_err(|error| Failure::new(format!("cannot serve: {error}")))?;
        Ok(Report::silent(Body::Text(String::new())))
    }
}
