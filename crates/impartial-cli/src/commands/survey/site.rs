//! `impartial survey site`: an atlas as a static site.

use std::path::PathBuf;

use clap::Args;
use impartial_report::{Format, Report};
use impartial_survey::{open, pages};
use serde_json::json;

use super::report_of;
use crate::context::Context;
use crate::failure::Failure;

/// An atlas as a static site.
#[derive(Args)]
pub struct Site {
    /// The store: a file, or postgres://user@host/database
    #[arg(long, value_name = "STORE")]
    store: String,
    /// The folder for the pages
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
}

impl Site {
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey site", &[Format::Text, Format::Json])?;
        let mut store = open(&self.store, false)?;
        let addresses = pages::addresses(store.as_mut())?;
        let (mut pages, mut bytes) = (0_u64, 0_u64);
        let mut stopped = None;
        for address in addresses {
            if let Err(reason) = context.limits.poll() {
                stopped = Some(reason.to_string());
                break;
            }
            let Some(page) = pages::page_of(store.as_mut(), &address)? else { continue };
            let path = self.into.join(&address);
            let failed =
                |error: std::io::Error| Failure::new(format!("cannot write {}: {error}", path.display()));
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(failed)?;
            }
            std::fs::write(&path, &page.content).map_err(failed)?;
            pages += 1;
            bytes += page.content.len() as u64;
        }
        let text = format!("{pages} files, {bytes} bytes\n");
        Ok(report_of(text, json!({ "files": pages, "bytes": bytes }), stopped))
    }
}
