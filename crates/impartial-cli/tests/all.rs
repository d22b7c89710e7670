//! Every integration test of the program as one program: linked once.

#![allow(clippy::unwrap_used)]

mod atlas;
mod certificates;
mod explore;
mod generate;
mod kinds;
mod limits;
mod names_mutations;
mod nim;
mod pictures;
mod quotient;
mod quotient_mutations;
mod random_questions;
mod sequence;
mod transcripts;
mod transcripts_with_files;

/// Fails when a file of tests stands beside this one and is not run by it.
#[test]
fn no_file_is_left_out() {
    let named: Vec<&str> =
        include_str!("all.rs").lines().filter_map(|line| line.strip_prefix("mod ")).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(stem) = name.strip_suffix(".rs").filter(|stem| *stem != "all") {
            assert!(named.contains(&format!("{stem};").as_str()), "{name} is not a module of all.rs");
        }
    }
}
