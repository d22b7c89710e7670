//! The drawings of `impartial`: deterministic SVG, DOT and TikZ text, one palette and one look for the program, the
//! page and notebooks. No mathematics: callers say what to draw.

mod arrows;
pub mod automaton;
pub mod coins;
pub mod egg_box;
mod formula;
pub mod grid;
pub mod layered;
mod legend;
pub mod mathml;
pub mod matrix;
mod numbers;
pub mod palette;
pub mod plot;
pub mod positions;
pub mod shape;
pub mod slices;
pub mod strip;
pub mod structure;
pub mod svg;
mod tile;
