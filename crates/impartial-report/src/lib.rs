//! Answers about impartial games as text, JSON, LaTeX, MathML, CSV and pictures, and questions asked from data.
//!
//! The library answers with values; here they are written down, the same for the program, the page and whoever asks with
//! data. No arguments, no process, no clock and no file: what comes from outside comes through [`Outside`].
//!
//! Read [`format`](Format) (the forms), [`manner`](Manner) (how a question is asked), [`report`](Report) (an answer in its
//! form); then the question you came for, one file each. [`Asked`] is a question as data, [`read_text`] tells what a text names.

mod abelian;
mod algebraic;
mod asked;
mod boards;
mod canonical;
#[cfg(not(target_arch = "wasm32"))]
mod check;
mod coin_sequence;
mod coins;
mod diagram;
mod format;
mod group;
mod groups;
mod heap;
mod latex;
mod lattice;
mod lexicode;
mod manner;
mod moves;
mod nim;
mod nim_table;
mod nimber;
mod outcome;
mod parts;
mod pictures;
mod positions_diagram;
mod quotient;
mod quotient_formats;
mod reading;
mod report;
mod same;
mod sequence;
mod strategy;
mod strips;
mod structure_diagram;
mod survey;
mod table;
mod words;

pub use abelian::abelian;
pub use algebraic::algebraic;
pub use asked::Asked;
pub use boards::BOARDS;
pub use canonical::{born_by, canonical};
#[cfg(not(target_arch = "wasm32"))]
pub use check::{check, checked};
pub use coin_sequence::coin_sequence;
pub use coins::coins;
pub use diagram::DiagramReport;
pub use format::{Choice, Format};
pub use group::group;
pub use groups::{GroupsColumn, GroupsProperty, groups};
pub use heap::{parse_heap, parse_heap_to};
pub use lattice::lattice;
pub use lexicode::lexicode;
pub use manner::{Manner, Nothing, Outside};
pub use moves::moves;
pub use nim::nim;
pub use nim_table::{Order, nim_table};
pub use nimber::nimber;
pub use outcome::outcome;
pub use parts::parts;
pub use pictures::Wanted;
pub use positions_diagram::Positions;
pub use quotient::{KeepQuotient, QuotientPicture, QuotientReport};
pub use reading::{offers, read_text, unread_text};
pub use report::{Body, Report, Writer};
pub use same::same;
pub use sequence::{SequencePicture, SequenceReport};
pub use strategy::StrategyReport;
pub use strips::parse_fold;
pub use survey::{check_survey, survey};
pub use table::{TableReport, TableShown};
pub use words::play_name;
