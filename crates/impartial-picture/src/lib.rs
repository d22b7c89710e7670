//! The drawings of `impartial`: deterministic SVG, DOT and TikZ text, one palette and one look for the program, the
//! page and notebooks. No mathematics: callers say what to draw.

pub mod egg_box;
pub mod grid;
pub mod layered;
pub mod plot;
pub mod structure;
pub mod svg;
