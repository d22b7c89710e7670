//! The project's own chores: `cargo xtask test`, `cargo xtask bench`.
fn main() {}
