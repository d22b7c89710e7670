//! Random tests: whatever bytes come in, the library reads them or refuses them with a place, and what it answers is so.
//!
//! A *target* takes bytes and fails (panics) when something that must hold does not. The fuzzer of `fuzz/` drives the targets with
//! bytes of its own making (`cargo xtask fuzz MINUTES`); an ordinary test gives them the kept corpus again. Both call the same
//! functions, which are here: [`readers`] for texts, [`stored`] for files that come back from a disk, [`differential`] for
//! answers by theory and by definition on the random games of [`games`]. [`commands`] makes whole command lines for the program.

pub mod choices;
pub mod commands;
pub mod differential;
pub mod games;
pub mod readers;
pub mod speed;
pub mod stored;

/// A target: its name, which is that of its folder in the corpus, and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: &[Target] = &[
    ("language", readers::language),
    ("codes", readers::codes),
    ("ordinals", readers::ordinals),
    ("groups", readers::groups),
    ("rings", readers::rings),
    ("tables", readers::tables),
    ("graphs", readers::graphs),
    ("closures", readers::closures),
    ("boards", readers::boards),
    ("calculator", readers::calculator),
    ("certificates", stored::certificates),
    ("checkpoints", stored::checkpoints),
    ("games", differential::games),
];
