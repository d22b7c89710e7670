//! The program's transcripts: those of the README and the manual, and those that only the tests need.
//!
//! Breaks when the program prints anything else than the documents show. `TRYCMD=overwrite cargo test` writes the
//! new output into them; read the change before it is committed.

#[test]
fn the_program_prints_what_the_documents_show() {
    trycmd::TestCases::new()
        .case("tests/transcripts/*.trycmd")
        .case("../../README.md")
        .case("../../docs/*.md")
        .default_bin_path(env!("CARGO_BIN_EXE_impartial"));
}
