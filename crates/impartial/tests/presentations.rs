//! The presentations, P-portions and pretending functions that Plambeck and Siegel print, recomputed.
//!
//! Each row: the code, the heap to which the quotient is computed here (at least the last one that enlarges it), the
//! presentation, the P-portion and the first values of the pretending function from heap 1 on.
#![allow(clippy::unwrap_used)]

use impartial::heap::HeapCode;
use impartial::limits::Limits;
use impartial::misere::OutcomeDiagram;
use impartial::misere::Presentation;
use impartial::misere::Rules;
use impartial::misere::{BipartiteMonoid, Element};

fn quotient(code: &str, to: u64) -> (BipartiteMonoid, Vec<Element>) {
    let code: HeapCode = code.parse().unwrap();
    let (rules, heaps) = Rules::from_heaps(to, |n| code.options(n));
    let mut diagram = OutcomeDiagram::new();
    for generator in 0..rules.len() as u32 {
        diagram.push(rules.options(generator), &Limits::none()).unwrap();
    }
    let (monoid, values) = diagram.quotient(&Limits::none()).unwrap();
    let value = |sum: &Vec<u32>| sum.iter().fold(0, |x, g| monoid.product(x, values[*g as usize]));
    let phi = heaps.iter().map(value).collect();
    (monoid, phi)
}

const FIGURES: [(&str, u64, &str, &str, &str); 12] = [
    (
        "0.15", // Figure 2
        33,
        "< a, b, c, d, e, f, g, h, i | a^2 = 1, b^4 = b^2, bc = ab^3, c^2 = b^2, b^2d = d, cd = ad, d^3 = ad^2, \
         b^2e = b^3, de = bd, be^2 = ace, ce^2 = abe, e^4 = e^2, bf = b^3, df = d, ef = ace, cf^2 = cf, f^3 = f^2, \
         b^2g = b^3, cg = ab^3, dg = bd, eg = be, fg = b^3, g^2 = bg, bh = bg, ch = ab^3, dh = bd, eh = bg, fh = b^3, \
         gh = bg, h^2 = b^2, bi = bg, ci = ab^3, di = bd, ei = be, fi = b^3, gi = bg, hi = b^2, i^2 = b^2 >",
        "a b^2 bd d^2 ae ae^2 ae^3 af af^2 ag ah ai",
        "a a 1 a a b b a b b a a 1 c c b b d b e c c f c c b g d h i ab^2 abg f",
    ),
    (
        "0.123", // Figure 15, row 0.1230
        14,
        "< a, b, c, d | a^2 = 1, b^4 = b^2, b^2c = b^3, c^2 = 1, b^2d = d, cd = bd, d^3 = ad^2 >",
        "a b^2 ac bd d^2",
        "a 1 b b a d^2 1 c d a d^2 1 c d",
    ),
    (
        "0.1232", // Figure 15
        17,
        "< a, b, c, d | a^2 = 1, b^4 = b^2, b^2c = b^3, bc^3 = bc, c^4 = c^2, bcd = b^2d, b^3d^2 = bd^2, cd^2 = bd^2, \
         b^2d^3 = d^3, d^5 = ad^4 >",
        "a b^2 ac ac^2 ac^3 bd ab^3d cd ad^2 b^2d^2 abd^3 d^4",
        "a 1 b b ab a b^2 1 c b d a b^2 1 c b d",
    ),
    (
        "0.53", // Figure 16
        23,
        "< a, b, c, d, e | a^2 = 1, b^3 = b, b^2c = c, c^2 = b^2, bd = ab, cd = ac, d^2 = b^2, be = ab, ce = ac, \
         e^2 = b^2 >",
        "a b^2 e",
        "a a b b a b^2 b b c b^2 d b b e ab^2 b b c ab^2 ade b b ab^2",
    ),
    (
        "0.71", // Figure 16
        14,
        "< a, b, c, d | a^2 = 1, b^4 = b^2, b^2c = c, c^4 = ac^3, c^3d = c^3, d^2 = 1 >",
        "a b^2 bc c^2 ac^3 ad b^3d cd bc^2d",
        "a b a 1 c 1 a d a 1 c 1 a d",
    ),
    (
        "0.72", // Figure 16
        22,
        "< a, b, c, d, e, f | a^2 = 1, b^4 = b^2, b^2c = ab^2, c^2 = b^2, b^2d = b^3, cd = ab^3, d^2 = b^2, \
         b^2e = ab^3, bce = bd, de = abd, e^2 = b^2, bf = bd, cf = ab^3, df = b^2, ef = ab^2, f^2 = b^2 >",
        "a b^2 ad be af",
        "a 1 b ab a 1 b ab c b^2 abc ab^3 c b^2 d e abd b^2 f e abd b^2",
    ),
    (
        "0.144", // Figure 16
        31,
        "< a, b, c, d, e | a^2 = 1, b^3 = b, b^2c = c, c^4 = c^2, bd = ab, cd = ac, d^2 = b^2, c^2e = c^3, \
         de = ab^2e, e^2 = c^2 >",
        "a b^2 c^2 ae abce",
        "a 1 1 a b b b b c c a ab^2 ab^2 d b b b b c^3 e ab^2 ab^2 ab^2 d b b b b c^3 e ab^2",
    ),
    (
        "0.351", // Figure 16
        19,
        "< a, b, c, d | a^2 = 1, b^3 = b, b^2c = c, c^3 = ac^2, b^2d = d, c^2d = ac^2, d^2 = b^2 >",
        "a b^2 bc c^2 d bcd",
        "a b a b b^2 c b^2 b d b d b b^2 c b^2 b d b d",
    ),
    (
        "0.152", // Figure 18
        26,
        "< a, b, c, d, e | a^2 = 1, b^3 = b, bc^2 = b, c^3 = c, bd = b, c^2d = d, d^2 = b^2, b^2e = e, c^2e = e, \
         de = e, e^3 = ce^2 >",
        "a b^2 c^2 acd abce e^2",
        "a a 1 b b b 1 a b^2 c ab b ab ab^2 b^2 a ab b b ce^2 d ab^2 b^2 e b b",
    ),
    (
        "0.77", // Figure 19
        30,
        "< a, b, c, d, e, f, g | a^2 = 1, b^3 = b, bc^2 = b, c^3 = c, bd = bc, cd = b^2, d^3 = d, be = bc, ce = b^2, \
         e^2 = de, bf = ab, cf = ab^2c, d^2f = f, f^2 = b^2, b^2g = g, c^2g = g, dg = cg, eg = cg, fg = ag, \
         g^2 = b^2 >",
        "a b^2 ac ac^2 d ad^2 e ade adf",
        "a b ab a c ab b ab^2 d b bc e ab^2 b abc ab^2 d^2e ab b ade b^2c bc abc b^2c f b g ab^2c b^2c abc",
    ),
    (
        "0.75", // Figures 7 and 14, R_8
        13,
        "< a, b, c | a^2 = 1, b^3 = b, bc = ab, c^2 = b^2 >",
        "a b^2",
        "a b a b c b c b ab^2 b ab^2 b ab^2",
    ),
    (
        "0.34", // Figures 7 and 14, S_12
        22,
        "< a, b, c | a^2 = 1, b^4 = b^2, b^2c = b^3, c^2 = 1 >",
        "a b^2 ac",
        "a 1 a b 1 a 1 ab a c a b 1 ac 1 ab a c a b 1 ac",
    ),
];

#[test]
fn presentations_in_the_papers_own_form() {
    for (code, to, presentation, p_portion, phi) in FIGURES {
        let (monoid, values) = quotient(code, to);
        let found = Presentation::new(&monoid, &values);
        assert_eq!(found.to_string(), presentation, "{code}");
        let words: Vec<String> = found.p_words(&monoid).iter().map(ToString::to_string).collect();
        assert_eq!(words.join(" "), p_portion, "{code}");
        let words: Vec<String> = values[1..].iter().map(|&x| found.word(x).to_string()).collect();
        assert_eq!(words.join(" "), phi, "{code}");
    }
}

/// Figure 14 gives 0.712 the quotient R_14 with P = {a, b^2, bc, c^2} and the values a b a 1 c …; then H_2 + H_5 would have
/// the value bc and be a P-position. But H_5 has the option H_2, and H_2 + H_2 is a P-position.
#[test]
fn erratum_figure_14_row_0712() {
    let (monoid, values) = quotient("0.712", 14);
    let found = Presentation::new(&monoid, &values);
    assert_eq!(found.to_string(), "< a, b, c | a^2 = 1, b^3 = b, b^2c = c, c^3 = ac^2 >");
    let words: Vec<String> = found.p_words(&monoid).iter().map(ToString::to_string).collect();
    assert_eq!(words.join(" "), "a b^2 abc c^2");
    assert!(!monoid.is_p(monoid.product(values[2], values[5])));
    assert!(monoid.is_p(monoid.product(values[2], values[2])));
}
