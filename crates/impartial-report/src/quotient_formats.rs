//! A quotient written for other programs: LaTeX, MathML, GAP, Sage and Macaulay2.
//!
//! The relations are the reduced Gröbner basis of the ideal of the quotient for the lexicographic order in which later
//! generators are larger. So algebra systems need not search: the order of the quotient is the number of standard
//! monomials.

use std::fmt::Write as _;

use impartial::misere::Source;
use impartial::misere::period::Period;
use impartial::misere::{BipartiteMonoid, Element};
use impartial::misere::{Presentation, Word, generator_latex, generator_name};
use impartial::misere::{cycle, subgroup_type};
use impartial::question::QuotientValue;
use impartial::question::quotient::QuotientDetail;
use impartial_picture::mathml;

use crate::latex::{fitting_columns, pages};

/// For GAP, monoids up to this order are also written as transformations of their elements.
const LARGEST_REGULAR: usize = 2048;

/// What is written: a quotient with its presentation and the values of heaps 0, 1, 2, …
pub struct Quotient<'a> {
    /// What it is the quotient of.
    pub game: String,
    /// The bipartite monoid.
    pub monoid: &'a BipartiteMonoid,
    /// Its presentation.
    pub presentation: &'a Presentation,
    /// The values of heaps (or positions) 0, 1, 2, …
    pub phi: &'a [Element],
    /// What they are values of: "heap" or "position".
    pub unit: &'static str,
    /// The number of columns of a table of values: the period, where there is one, or a part of it.
    pub columns: usize,
    /// How many of the values such a table lists.
    pub listed: usize,
}

impl<'a> Quotient<'a> {
    /// The finite quotient of an answer, if it was worked out.
    pub fn of(value: &'a QuotientValue) -> Option<Self> {
        let (elements, detail) = (value.elements.as_ref()?, value.detail.as_ref()?);
        let phi = value.phi(elements);
        let unit = if matches!(value.subject.source, Source::Heaps(_)) { "heap" } else { "position" };
        let (columns, listed) = shape_of_table(value, value.period(), phi.len());
        let (monoid, presentation) = (&elements.monoid, &detail.presentation);
        Some(Quotient { game: value.scope(), monoid, presentation, phi, unit, columns, listed })
    }
}

impl Quotient<'_> {
    fn generators(&self) -> usize {
        self.presentation.generators().len()
    }

    fn p_words(&self) -> Vec<Word> {
        self.presentation.p_words(self.monoid)
    }

    fn phi_words(&self) -> impl Iterator<Item = Word> + '_ {
        self.phi.iter().map(|&x| self.presentation.word(x))
    }

    /// The presentation, the P-portion and the table of values, in LaTeX for `amsmath`.
    pub fn latex(&self) -> String {
        let mut generated: Vec<String> = (0..self.generators()).map(generator_latex).collect();
        let mut relations = self
            .presentation
            .relations()
            .iter()
            .map(|relation| format!("{} = {}", relation.left.to_latex(), relation.right.to_latex()));
        let last_name = generated.pop().unwrap_or_default();
        generated.push(format!("{last_name} \\mid {}", relations.next().unwrap_or_default()));
        generated.extend(relations);
        let p_words: Vec<String> = self.p_words().iter().map(Word::to_latex).collect();
        let mut out = format!("% misère quotient of {}\n", one_line(&self.game));
        // Long presentations may go on to the next page.
        out.push_str("{\\allowdisplaybreaks\n\\begin{align*}\n");
        let order = self.monoid.order();
        let _ = writeln!(out, "\\mathcal{{Q}} &\\cong \\langle {}", lines(&generated));
        let _ = writeln!(out, "\\rangle; \\quad |\\mathcal{{Q}}| = {order} \\\\");
        let _ = writeln!(out, "\\mathcal{{P}} &= \\{{ {} \\}}", lines(&p_words));
        out.push_str("\\end{align*}}\n");
        let mut words: Vec<String> =
            self.phi_words().take(self.listed).skip(1).map(|word| word.to_latex()).collect();
        if self.listed < self.phi.len() {
            words.push("\\ldots".to_owned());
        }
        let columns = self.columns.min(self.listed.saturating_sub(1)).max(1);
        let columns = fitting_columns(columns, words.iter().map(String::as_str));
        let head: String = (1..=columns).map(|column| format!(" & {column}")).collect();
        let rows = words.chunks(columns).enumerate();
        let rows = rows.map(|(row, words)| format!("{}+ & {}", row * columns, words.join(" & ")));
        for line in pages(&format!("r|*{{{columns}}}{{l}}"), &head, rows) {
            let _ = writeln!(out, "{line}");
        }
        out
    }

    /// The presentation and the P-portion in MathML, a line for each.
    pub fn mathml(&self) -> String {
        let names: Vec<String> = (0..self.generators()).map(generator_name).collect();
        let relations: Vec<String> = self.presentation.relations().iter().map(ToString::to_string).collect();
        let p_words: Vec<String> = self.p_words().iter().map(ToString::to_string).collect();
        format!("{}\n{}\n", mathml::presentation(&names, &relations), mathml::set_of_words("P", &p_words))
    }

    /// Input for GAP: the monoid as a finitely presented one, with the generators made to commute.
    pub fn gap(&self) -> String {
        let product = |word: &Word| word.to_product(ascii_name, "One(F)");
        let count = self.generators();
        let names: Vec<String> = (0..count).map(ascii_name).collect();
        let mut relations = Vec::new();
        for (larger, name) in names.iter().enumerate() {
            relations.extend(
                names[..larger].iter().map(|smaller| format!("[{name}*{smaller}, {smaller}*{name}]")),
            );
        }
        for relation in self.presentation.relations() {
            relations.push(format!("[{}, {}]", product(&relation.left), product(&relation.right)));
        }
        let mut out = self.heading("#");
        let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        let arguments = if quoted.is_empty() { "0".to_owned() } else { quoted.join(", ") };
        let _ = writeln!(out, "F := FreeMonoid({arguments});;");
        for (place, name) in names.iter().enumerate() {
            let _ = writeln!(out, "{name} := F.{};;", place + 1);
        }
        let _ = writeln!(out, "relations := [\n{}\n];;", list(&relations));
        out.push_str("Q := F / relations;;\n");
        let _ =
            writeln!(out, "P := [\n{}\n];;", list(&self.p_words().iter().map(product).collect::<Vec<_>>()));
        let _ = writeln!(out, "# phi[n] is the value of {} n", self.unit);
        let _ = writeln!(
            out,
            "phi := [\n{}\n];;",
            list(&self.phi_words().skip(1).map(|word| product(&word)).collect::<Vec<_>>())
        );
        let order = self.monoid.order();
        let _ = writeln!(out, "# Size(Q) = {order}");
        if count > 0 && order <= LARGEST_REGULAR {
            out.push_str("# the same monoid, each generator as its action on the elements 1, 2, …\n");
            let actions: Vec<String> =
                self.presentation.generators().iter().map(|&g| transformation(self.monoid, g)).collect();
            let _ = writeln!(out, "T := Monoid([\n{}\n]);;\n# Size(T) = {order}", actions.join(",\n"));
        }
        out
    }

    /// Input for Sage: the binomial ideal of the quotient; its Gröbner basis is the list of relations.
    pub fn sage(&self) -> String {
        let product = |word: &Word| word.to_product(ascii_name, "R(1)");
        let mut out = self.heading("#");
        if self.generators() == 0 {
            out.push_str("R = QQ\nP = []\nphi = []\n");
            return out;
        }
        let names: Vec<String> =
            (0..self.generators()).rev().map(|g| format!("'{}'", ascii_name(g))).collect();
        let _ = writeln!(out, "R = PolynomialRing(QQ, names=[{}], order='lex')", names.join(", "));
        out.push_str("R.inject_variables(verbose=False)\n");
        let _ = writeln!(out, "I = R.ideal([\n{}\n])", list(&self.binomials(product)));
        let _ = writeln!(out, "P = [\n{}\n]", list(&self.p_words().iter().map(product).collect::<Vec<_>>()));
        let _ = writeln!(out, "# phi[n] is the value of {} n", self.unit);
        let _ = writeln!(
            out,
            "phi = [\n{}\n]",
            list(&self.phi_words().map(|word| product(&word)).collect::<Vec<_>>())
        );
        let _ = writeln!(out, "assert I.vector_space_dimension() == {}", self.monoid.order());
        out
    }

    /// Input for Macaulay2: the binomial ideal of the quotient; its Gröbner basis is the list of relations.
    pub fn macaulay2(&self) -> String {
        let product = |word: &Word| word.to_product(ascii_name, "1_R");
        let mut out = self.heading("--");
        if self.generators() == 0 {
            out.push_str("R = QQ\nP = {}\nphi = {}\n");
            return out;
        }
        let names: Vec<String> = (0..self.generators()).rev().map(ascii_name).collect();
        let _ = writeln!(out, "R = QQ[{}, MonomialOrder => Lex]", names.join(", "));
        let _ = writeln!(out, "I = ideal(\n{}\n)", list(&self.binomials(product)));
        let _ =
            writeln!(out, "P = {{\n{}\n}}", list(&self.p_words().iter().map(product).collect::<Vec<_>>()));
        let _ = writeln!(out, "-- phi#n is the value of {} n", self.unit);
        let _ = writeln!(
            out,
            "phi = {{\n{}\n}}",
            list(&self.phi_words().map(|word| product(&word)).collect::<Vec<_>>())
        );
        let _ = writeln!(out, "assert(numgens source basis(R/I) == {})", self.monoid.order());
        out
    }

    fn binomials(&self, product: impl Fn(&Word) -> String) -> Vec<String> {
        let relations = self.presentation.relations().iter();
        relations
            .map(|relation| format!("{} - {}", product(&relation.left), product(&relation.right)))
            .collect()
    }

    fn heading(&self, comment: &str) -> String {
        format!(
            "{comment} misère quotient of {}: order {}, {} elements in P\n",
            one_line(&self.game),
            self.monoid.order(),
            self.monoid.p_order()
        )
    }
}

/// Idempotents, classes of mutual divisibility, subgroups, and index and period of the generators, as lines of text.
pub fn structure_text(monoid: &BipartiteMonoid, detail: &QuotientDetail) -> String {
    let QuotientDetail { presentation, structure, .. } = detail;
    let mut out = String::new();
    let cycles: Vec<String> = presentation
        .generators()
        .iter()
        .map(|&x| {
            let cycle = cycle(monoid, x);
            format!("{} {}+{}", detail.word(x), cycle.index, cycle.period)
        })
        .collect();
    let _ = writeln!(out, "index + period: {}", cycles.join(", "));
    let groups: Vec<String> = structure
        .subgroups()
        .map(|(identity, group)| {
            format!("{}: {}", detail.word(identity), group_name(&subgroup_type(monoid, group)))
        })
        .collect();
    let _ = writeln!(out, "idempotents and their groups: {}", groups.join(", "));
    let covers = structure.covers(monoid);
    let _ = writeln!(out, "classes of mutual divisibility, and those next below:");
    for (class, elements) in structure.classes().iter().enumerate() {
        let mut words: Vec<(Word, bool)> =
            elements.iter().map(|&x| (presentation.word(x), monoid.is_p(x))).collect();
        words.sort_unstable();
        let shown: Vec<String> =
            words.iter().map(|(word, is_p)| format!("{word}{}", if *is_p { "*" } else { "" })).collect();
        let below: Vec<String> = covers
            .iter()
            .filter(|(upper, _)| *upper == class)
            .map(|(_, lower)| (lower + 1).to_string())
            .collect();
        let arrow = if below.is_empty() { String::new() } else { format!("  > {}", below.join(", ")) };
        let _ = writeln!(out, "  {}: {}{arrow}", class + 1, shown.join(" "));
    }
    out.push_str("  (* in P)\n");
    out
}

/// Values of more heaps than this are not listed.
const LISTED: usize = 2000;

/// The number of columns of a table of `len` values, and how many of these it lists.
pub fn shape_of_table(value: &QuotientValue, period: Option<Period>, len: usize) -> (usize, usize) {
    // Rows of the period, or of a part of it that fits.
    let fits = |period: Period| (4..=14).rev().find(|columns| period.length.is_multiple_of(*columns));
    let columns = period.and_then(fits).unwrap_or(10) as usize;
    // Unasked, two periods are enough to see it.
    let end = match (period, value.asked) {
        (Some(Period { length: period, first }), None) => (first + 2 * period) as usize,
        _ => LISTED,
    };
    (columns, end.min(LISTED).min(len))
}

/// A name that every system reads: a to z, then x27, x28, …
pub(crate) fn ascii_name(generator: usize) -> String {
    if generator < 26 {
        char::from(b'a' + generator as u8).to_string()
    } else {
        format!("x{}", generator + 1)
    }
}

/// Multiplication by an element, as a transformation of GAP: elements are numbered from 1.
fn transformation(monoid: &BipartiteMonoid, x: Element) -> String {
    let images: Vec<String> = monoid.row(x).into_iter().map(|y| (y + 1).to_string()).collect();
    let lines: Vec<String> = images.chunks(24).map(|line| line.join(",")).collect();
    format!("  Transformation([{}])", lines.join(",\n    "))
}

/// `Z2^3 x Z4` for [2, 2, 2, 4]; `1` for the trivial group.
pub fn group_name(factors: &[u32]) -> String {
    let mut parts = Vec::new();
    for factors in factors.chunk_by(|a, b| a == b) {
        let power = if factors.len() > 1 { format!("^{}", factors.len()) } else { String::new() };
        parts.push(format!("Z{}{power}", factors[0]));
    }
    if parts.is_empty() { "1".to_owned() } else { parts.join(" x ") }
}

/// A text from outside on one line, so that it cannot leave its comment.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Items with commas, a few to a line.
pub(crate) fn list(items: &[String]) -> String {
    items.chunks(8).map(|line| format!("  {}", line.join(", "))).collect::<Vec<_>>().join(",\n")
}

/// Items with commas in an aligned LaTeX display, as many to a line as a page is wide.
pub(crate) fn lines(items: &[String]) -> String {
    /// In letters: those of a line of an article, without what stands before the sign of alignment.
    const LINE: usize = 56;
    let (mut out, mut used) = (String::new(), 0);
    for (place, item) in items.iter().enumerate() {
        let width = printed_letters(item);
        if place > 0 && used + width > LINE {
            out.push_str(", \\\\\n&\\quad ");
            used = 0;
        } else if place > 0 {
            out.push_str(", ");
        }
        out.push_str(item);
        used += width + 2;
    }
    out
}

/// About how many letters wide a formula is on paper: a command is one, a relation sign has space on both sides.
fn printed_letters(latex: &str) -> usize {
    let (mut letters, mut in_command) = (0, false);
    for c in latex.chars() {
        if in_command && c.is_ascii_alphabetic() {
            continue;
        }
        in_command = c == '\\';
        letters += match c {
            '{' | '}' | '^' | '_' | ' ' => 0,
            '=' => 3,
            _ => 1,
        };
    }
    letters
}

#[cfg(test)]
mod tests {
    use impartial::question::{Asking, Question as _, QuotientQuestion};

    use super::*;

    fn value(code: &str, to: u64) -> QuotientValue {
        let question = QuotientQuestion { to: Some(to), ..QuotientQuestion::of(code) };
        question.ask(&Asking::new()).unwrap().value
    }

    fn with_quotient(code: &str, to: u64, check: impl FnOnce(&Quotient)) {
        check(&Quotient { columns: 4, game: "test".to_owned(), ..Quotient::of(&value(code, to)).unwrap() });
    }

    /// Fails when a line of LaTeX is too wide for a page, or a page is left half empty.
    #[test]
    fn latex_fits_the_page() {
        with_quotient("0.07", 31, |quotient| {
            let latex = quotient.latex();
            let display = &latex[..latex.find("\\end{align*}").unwrap()];
            let widths: Vec<usize> =
                display.lines().filter(|line| line.contains("\\quad ")).map(printed_letters).collect();
            assert!(widths.len() > 20 && widths.iter().all(|width| *width < 66), "{widths:?}");
            assert!(widths.iter().sum::<usize>() > 40 * widths.len(), "{widths:?}");
        });
        assert_eq!(printed_letters(r"a b^{12} \alpha = \varepsilon"), 9);
    }

    #[test]
    fn the_smallest_wild_quotient_in_every_form() {
        with_quotient("0.75", 8, |quotient| {
            let gap = quotient.gap();
            assert!(gap.contains("F := FreeMonoid(\"a\", \"b\", \"c\");;"), "{gap}");
            assert!(gap.contains(
                "[b*a, a*b], [c*a, a*c], [c*b, b*c], [a^2, One(F)], [b^3, b], [b*c, a*b], [c^2, b^2]"
            ));
            assert!(gap.contains("P := [\n  a, b^2\n];;") && gap.contains("# Size(Q) = 8\n"));
            // Elements in the order 1, a, b, c, ab, ac, b^2, ab^2.
            assert!(gap.contains("T := Monoid([\n  Transformation([2,1,5,6,3,4,8,7]),"), "{gap}");
            let sage = quotient.sage();
            assert!(sage.contains("R = PolynomialRing(QQ, names=['c', 'b', 'a'], order='lex')"), "{sage}");
            assert!(sage.contains("a^2 - R(1), b^3 - b, b*c - a*b, c^2 - b^2"));
            let m2 = quotient.macaulay2();
            assert!(
                m2.contains("R = QQ[c, b, a, MonomialOrder => Lex]")
                    && m2.contains("phi = {\n  1_R, a, b, a, b, c"),
                "{m2}"
            );
            let latex = quotient.latex();
            assert!(
                latex.contains(r"\langle a, b, c \mid a^{2} = 1, b^{3} = b, b c = a b, c^{2} = b^{2}"),
                "{latex}"
            );
            assert!(latex.contains("0+ & a & b & a & b \\\\\n4+ & c & b & c & b \\\\"), "{latex}");
        });
    }

    /// GAP, where it is installed, reads the text and finds the order, also when a generator is called f.
    #[test]
    fn gap_finds_the_same_order() {
        use std::io::Write as _;
        use std::process::{Command, Stdio};
        with_quotient("0.77", 200, |quotient| {
            let text = quotient.gap();
            assert!(text.contains("f := F.6;;") && !text.contains("f.6"), "{text}");
            let mut gap = Command::new("gap");
            let gap = gap.args(["-q", "-r", "-A"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
            let Ok(mut gap) = gap else { return };
            let input = format!(
                "{text}Print(\"order \", Size(Q), \" \", Size(T), \" P \", Size(Set(P)), \"\\n\");\nQUIT;\n"
            );
            gap.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
            let output = String::from_utf8_lossy(&gap.wait_with_output().unwrap().stdout).into_owned();
            assert!(output.contains("order 40 40 P 9"), "{output}");
        });
    }

    #[test]
    fn the_structure_of_the_smallest_wild_quotient() {
        let value = value("0.75", 8);
        let (elements, detail) = (value.elements.as_ref().unwrap(), value.detail.as_ref().unwrap());
        let text = structure_text(&elements.monoid, detail);
        assert!(text.contains("index + period: a 0+2, b 1+2, c 2+2"), "{text}");
        assert!(text.contains("idempotents and their groups: 1: Z2, b^2: Z2^2"), "{text}");
        assert!(text.contains("  1: 1 a*  > 2\n") && text.contains("b ab b^2* ab^2\n"), "{text}");
    }

    #[test]
    fn a_game_without_moves() {
        with_quotient("0.0", 3, |quotient| {
            for text in [quotient.gap(), quotient.sage(), quotient.macaulay2(), quotient.latex()] {
                assert!(text.contains("misère quotient of test"));
            }
        });
    }

    #[test]
    fn names_and_groups() {
        assert_eq!([0, 25, 26].map(ascii_name), ["a", "z", "x27"]);
        assert_eq!(group_name(&[]), "1");
        assert_eq!(group_name(&[2, 2, 3]), "Z2^2 x Z3");
        assert_eq!(one_line("a\nb"), "a b");
    }
}
