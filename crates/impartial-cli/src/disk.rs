//! What games name outside their text: files from disk, and from GAP the groups that do not ship with the program.

use std::path::Path;

use impartial::algebra::FiniteAlgebra;
use impartial::group::{FiniteGroup, GroupError};
use impartial::lattice::LatticeGame;
use impartial::limits::Limits;
use impartial::question::{Files, Refused};

use crate::board::Board;
use crate::gap::parse_group;
use crate::served;
use crate::tables::read_tables;

/// The files of this machine, as far as they may be opened.
pub struct Disk;

impl Files for Disk {
    fn text(&self, name: &str) -> Result<String, String> {
        served::read_to_string(name).map_err(|error| format!("cannot read {name}: {error}"))
    }

    fn tables(&self, name: &str) -> Result<FiniteAlgebra, String> {
        read_tables(Path::new(name))
    }

    fn board(&self, name: &str) -> Result<LatticeGame, Refused> {
        Board::read(Path::new(name)).map(|board| board.game).map_err(Refused::from)
    }

    fn group(&self, text: &str, limits: &Limits) -> Result<FiniteGroup, GroupError> {
        parse_group(text, limits)
    }
}
