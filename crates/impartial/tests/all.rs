//! Every integration test of the crate as one program: linked once, and spread over all processors from the first test to the last.
#![allow(clippy::unwrap_used)]

mod algebra_abelian;
mod algebra_groups;
mod algebra_language;
mod algebra_rings;
mod algebra_tables;
mod algebraic;
mod by_subsets;
mod chart;
mod generate_families;
mod generate_groups;
mod generate_small;
mod groups;
mod heap_arithmetic;
mod heap_kernels;
mod heap_survey;
mod import_order;
mod kinds;
mod language;
mod lattice_proofs;
mod lattice_sums;
mod lenstra_exercises;
mod misere_quotients;
mod misere_recursion;
mod presentations;
mod sixty;
mod small_groups;
mod surface;
mod ultimate_nim;

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
