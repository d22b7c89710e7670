//! The explorer: one page, served to this machine only, that asks the questions of the program and shows its answers.
//!
//! The page asks what the command line asks and gets the same JSON: each question is a child process of the same program
//! with its own limits, so whatever happens to it happens to it alone. Only the reading of the text in the box is done here,
//! because that must be quick. What may be asked, and how answers are written, is in `impartial-report`; the same page
//! without a server asks that layer in WebAssembly.
//!
//! Read [`jobs`] (questions under way), [`run`] (the children), [`parse`] (the box), [`guard`] (who may ask), [`server`] (routes
//! and connections), [`assets`] (the page itself).

mod assets;
mod guard;
mod jobs;
mod parse;
mod run;
mod server;
mod site;
mod upload;

pub use site::write_page;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Pages of an atlas by their addresses: the media type and the content, if there is such a page.
pub type AtlasPage = Option<(&'static str, String)>;

/// Brings the pages of an atlas.
#[derive(Clone)]
pub struct Atlas(pub Arc<dyn Fn(&str) -> AtlasPage + Send + Sync>);

impl std::fmt::Debug for Atlas {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Atlas")
    }
}

/// How the explorer is to run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port on loopback; 0 takes any, none takes 8137 or the next that is free.
    pub port: Option<u16>,
    /// A folder whose files the page may name.
    pub files: Option<PathBuf>,
    /// A folder to serve the page from instead of the files inside the program.
    pub assets: Option<PathBuf>,
    /// How long a question that nobody listens to goes on.
    pub patience: Duration,
    /// The program whose questions are asked.
    pub program: PathBuf,
    /// The atlas whose pages are served at `/atlas/`.
    pub atlas: Option<Atlas>,
    /// The version shown.
    pub version: String,
}

/// Serves the page on loopback until `is_over`; `announce` is given the address to open, with its token, when the page can
/// be loaded.
///
/// # Errors
/// When no port can be had, or the system refuses to start.
pub fn serve(
    settings: Settings,
    announce: impl FnOnce(&str),
    is_over: impl Fn() -> bool + Send + 'static,
) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(server::serve(settings, announce, is_over));
    // Nothing is waited for: what is still running ends with its standard input.
    runtime.shutdown_background();
    result
}
