//! Boards that are there from the start, so that a lattice game can be tried without a file of one's own.

/// Name, what it shows, content.
pub const BOARDS: &[(&str, &str, &str)] = &[
    ("fink.toml", "no rational strategy", include_str!("../boards/fink.toml")),
    ("two-sectors.toml", "two wallpapers", include_str!("../boards/two-sectors.toml")),
    ("coin-slide.toml", "an infinite quotient", include_str!("../boards/coin-slide.toml")),
];
