//! Pictures from outside: what they show, and that a page with a strict policy may show them.

use std::process::Command;

/// The picture that a question gives. Breaks when the text is not well formed, when it is not the same every time, or when
/// it holds anything that a page may not contain.
fn picture(arguments: &[&str]) -> String {
    let ask = || {
        let output = Command::new(env!("CARGO_BIN_EXE_impartial"))
            .args(arguments)
            .args(["--format", "svg"])
            .output()
            .expect("the program starts");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let svg = ask();
    assert_eq!(svg, ask(), "the same every time");
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("role=\"img\"") && svg.contains("<title>") && svg.contains("<desc>"));
    for forbidden in [" style=\"", "<script", "foreignObject", "href", "url(", " id=\"", "NaN", "inf\""] {
        assert!(!svg.contains(forbidden), "{forbidden}");
    }
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let name: String =
            tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        let end = tag.find('>').expect("a tag is closed");
        match (tag.starts_with('/'), tag[..end].ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name)),
            (false, false) => open.push(name),
            (false, true) => {}
        }
    }
    assert_eq!(open, [""; 0]);
    svg
}

/// How often something occurs.
fn count(svg: &str, what: &str) -> usize {
    svg.matches(what).count()
}

/// Misère Kayles, heaps 1 to 96 in rows of 12: five heaps in P, twenty that break the pattern, and the colours of normal
/// play; normal Kayles: thirteen that break the pattern.
#[test]
fn the_strips_of_kayles() {
    let strip = picture(&["quotient", "kayles", "--picture", "strip"]);
    assert_eq!(count(&strip, "data-heap="), 96);
    assert!(strip.contains("data-heap=\"9\" data-value=\"4\" data-element=\"d\""));
    assert!(strip.contains("Ringed: the 20 cells that break the pattern."), "{strip}");
    // Two orange rings for each P, and for the legend.
    assert_eq!(count(&strip, "stroke-p\""), 2 * (5 + 1));
    let both = picture(&["diagram", "kayles", "--picture", "strips"]);
    assert_eq!(count(&both, "data-heap="), 2 * 96);
    assert!(both.contains("Ringed: the 13 cells"));
    assert_eq!(count(&picture(&["sequence", "kayles", "--fold", "11", "--to", "30"]), "data-heap="), 30);
}
