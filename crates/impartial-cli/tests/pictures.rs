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

/// The egg-box of Kayles [PS, Fig 19]: eight classes, forty elements, nine of them in P, and the kernel is normal play.
#[test]
fn the_egg_box_of_kayles() {
    let svg = picture(&["diagram", "kayles"]);
    assert_eq!((count(&svg, "data-class="), count(&svg, "data-element=")), (8, 40));
    // An inner and an outer ring each, and for the legend.
    assert_eq!(count(&svg, "stroke-p\""), 2 * (9 + 1));
    let kernel = svg.split("data-class=\"7\"").nth(1).expect("the last class");
    for value in 0..16 {
        assert_eq!(count(kernel, &format!(" data-value=\"{value}\"")), 1, "nim-value {value}");
    }
    assert!(kernel.contains("data-element=\"b^2\" data-value=\"0\""));
    // Of an infinite quotient the last finite one is drawn.
    assert!(picture(&["diagram", "0.3122", "--to", "7"]).contains(" to heap "));
    // Beyond sixty elements the classes are counted.
    let counted = picture(&["diagram", "0.26", "--to", "28"]);
    assert!(counted.contains("the 41 classes"));
    assert_eq!((count(&counted, "data-class="), count(&counted, "data-element=")), (41, 0));
    // Beyond sixty classes there are the idempotents.
    assert!(picture(&["diagram", "*(2_+31)(2_+2)2_+3"]).contains("the 10 idempotents"));
}

/// DNG(Z6 x Z3) [ES, Fig 4.1]: eleven classes, four after folding.
#[test]
fn structure_diagrams() {
    let full = picture(&["diagram", "dng(Z6 x Z3)", "--full"]);
    assert_eq!(count(&full, "data-class="), 11);
    let folded = picture(&["diagram", "dng(Z6 x Z3)"]);
    assert_eq!(count(&folded, "data-class="), 4);
    assert!(folded.contains("11 classes become 4") && folded.contains("×5"));
}

#[test]
fn nim_tables() {
    let small = picture(&["nim", "--table", "16", "--select", "5,6"]);
    assert_eq!(count(&small, "data-row="), 256);
    assert!(small.contains("5 times 6 is 8"));
    // The fields of 2, 4 and 16, and the selection.
    assert_eq!(count(&small, "stroke-ink\""), 4);
    let sorted = picture(&["nim", "--table", "256", "--by", "logarithm"]);
    // The diagonals of the field of 16, those of the field of 4 taken out, and those of 1 from these.
    assert_eq!(count(&sorted, "v1h-1z"), 255 * 255 / 17);
    assert!(picture(&["nim", "--table", "256"]).len() < 4 << 20);
}

/// The options of (6, 8) are three columns of seven cells, and 5 is not among them [AG, Fig 1].
#[test]
fn the_table_of_abelian_groups() {
    let svg = picture(&["abelian", "11,14", "--select", "6,8"]);
    assert_eq!(count(&svg, "data-row="), (0..=11).map(|n| 15 - n).sum::<usize>());
    assert!(svg.contains("the least number missing is 5"));
    assert_eq!(count(&svg, "stroke-ink\""), 2);
}

#[test]
fn coins_points_and_boards() {
    let golay = picture(&["lexicode", "--length", "24", "--distance", "8"]);
    assert_eq!(count(&golay, "data-column="), 12 * 24);
    assert_eq!(count(&golay, "class=\"coin fill-kind-3"), 12);
    let parity = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lattice.in/parity.toml");
    let board = picture(&["strategy", parity, "--box", "0..9,0..9"]);
    let table = picture(&["table", parity, "--box", "0..9,0..9"]);
    assert_eq!(count(&board, "data-x="), count(&table, "data-x="));
    assert!(count(&board, "data-x=") > 0);
    let points = picture(&["sequence", "0.77", "--to", "20000"]);
    assert!(points.len() < 200_000 && points.contains("period 12 from heap 71"));
}

/// The pictures of the manual are what its commands give, byte for byte.
#[test]
fn the_pictures_of_the_manual() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let manual = std::fs::read_to_string(format!("{docs}/pictures.md")).expect("the manual");
    let mut compared = 0;
    for line in manual.lines() {
        let Some(command) = line.strip_prefix("    impartial ") else { continue };
        let (command, file) = command.split_once(" -o ").expect("a file for the picture");
        // What stands between quotes is one word.
        let words = command.split('\'').enumerate().flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().collect::<Vec<_>>(),
            _ => vec![part],
        });
        let output = Command::new(env!("CARGO_BIN_EXE_impartial"))
            .args(words)
            .args(["--format", "svg"])
            .current_dir(docs)
            .output()
            .expect("the program starts");
        let kept = std::fs::read(format!("{docs}/pictures/{file}")).expect("the picture");
        assert!(output.stdout == kept, "docs/pictures/{file} is not what `impartial {command}` draws");
        compared += 1;
    }
    assert_eq!(compared, 10);
}

/// Every question with a picture draws it in pixels and on a page too; the ending of the file says which.
#[test]
fn pictures_are_drawn_in_pixels_and_on_pages() {
    let folder = std::env::temp_dir().join(format!("impartial-drawn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let questions: [&[&str]; 7] = [
        &["diagram", "0.75"],
        &["diagram", "dng(Z6 x Z3)", "--full"],
        &["quotient", "kayles"],
        &["sequence", "kayles", "--to", "96"],
        &["abelian", "5,6"],
        &["lexicode", "--length", "8", "--distance", "4"],
        &["nim", "--table", "16"],
    ];
    for arguments in questions {
        for (name, start) in [("x.png", &b"\x89PNG\r\n\x1a\n"[..]), ("x.pdf", &b"%PDF-"[..])] {
            let file = folder.join(name);
            let output = Command::new(env!("CARGO_BIN_EXE_impartial"))
                .args(arguments)
                .arg("-o")
                .arg(&file)
                .output()
                .expect("the program starts");
            assert!(output.status.success() && output.stdout.is_empty(), "{arguments:?}: {output:?}");
            let drawn = std::fs::read(&file).expect("the picture");
            assert!(drawn.starts_with(start) && drawn.len() > 1000, "{arguments:?} {name}");
        }
    }
    let refused = Command::new(env!("CARGO_BIN_EXE_impartial"))
        .args(["outcome", "kayles[5]", "-o"])
        .arg(folder.join("x.pdf"))
        .output()
        .expect("the program starts");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("`outcome` has no form pdf"));
    std::fs::remove_dir_all(&folder).expect("removed");
}
