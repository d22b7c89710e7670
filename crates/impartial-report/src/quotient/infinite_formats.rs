//! The presentation of an infinite quotient for other programs: LaTeX, MathML, GAP, Sage and Macaulay2.
//!
//! Words are ordered by length first, and the relations are the reduced Gröbner basis for that order. The dimension of the
//! quotient ring is the largest number of free exponents of a family of words.

use std::fmt::Write as _;

use impartial::misere::infinite::presentation::{InfinitePresentation, Orthant};
use impartial::misere::{Word, generator_latex, generator_name};
use impartial::question::quotient::InfiniteValue;
use impartial_picture::mathml;

use crate::format::Format;
use crate::quotient_formats::{ascii_name, lines, list, one_line};

/// An infinite quotient with its presentation.
pub struct Infinite<'a> {
    value: &'a InfiniteValue,
    presentation: &'a InfinitePresentation,
}

impl<'a> Infinite<'a> {
    /// The quotient, if its presentation is known.
    pub fn of(value: &'a InfiniteValue) -> Option<Self> {
        Some(Infinite { value, presentation: value.presentation.as_ref()? })
    }

    /// The text in one of the forms that are no picture; `None` for others.
    pub fn written(&self, format: Format) -> Option<String> {
        Some(match format {
            Format::Latex => self.latex(),
            Format::Mathml => self.mathml(),
            Format::Gap => self.gap(),
            Format::Sage => self.sage(),
            Format::M2 => self.macaulay2(),
            _ => return None,
        })
    }

    fn generators(&self) -> usize {
        self.presentation.generators.len()
    }

    /// The largest number of free exponents.
    fn dimension(&self) -> usize {
        self.presentation.orthants.iter().map(|orthant| orthant.free.len()).max().unwrap_or(0)
    }

    /// Single words in P.
    fn p_words(&self) -> Vec<&Word> {
        let single = self.presentation.orthants.iter().filter(|orthant| orthant.free.is_empty());
        single.filter(|orthant| orthant.p_text().is_some()).map(|orthant| &orthant.word).collect()
    }

    /// Families with words in P, and which of them are.
    fn families(&self) -> Vec<String> {
        let families = self.presentation.orthants.iter().filter(|orthant| !orthant.free.is_empty());
        families.filter_map(Orthant::p_text).collect()
    }

    /// The word of every position that has moves, with the name of the position.
    fn values(&self) -> Vec<(String, &Word)> {
        let generators = self.value.game.generators().zip(0..);
        let named = |(generator, position): (Option<u32>, u64)| {
            Some((self.value.name(position), &self.presentation.values[generator? as usize]))
        };
        generators.filter_map(named).collect()
    }

    fn heading(&self, comment: &str) -> String {
        let mut out = format!("{comment} misère quotient of {}: infinite\n", one_line(&self.value.scope()));
        let _ =
            writeln!(out, "{comment} relations: the reduced Gröbner basis, words ordered by length first");
        out
    }

    /// What cannot be listed, as comments.
    fn families_comment(&self, comment: &str) -> String {
        let mut out = format!("{comment} and in P, for n >= 0:\n");
        for family in self.families() {
            let _ = writeln!(out, "{comment}   {family}");
        }
        out
    }

    fn latex(&self) -> String {
        let mut generated: Vec<String> = (0..self.generators()).map(generator_latex).collect();
        let mut relations = (self.presentation.relations.iter())
            .map(|relation| format!("{} = {}", relation.left.to_latex(), relation.right.to_latex()));
        let last_name = generated.pop().unwrap_or_default();
        generated.push(format!("{last_name} \\mid {}", relations.next().unwrap_or_default()));
        generated.extend(relations);
        let p_words: Vec<String> = self.p_words().into_iter().map(Word::to_latex).collect();
        let mut out = self.heading("%");
        out.push_str("{\\allowdisplaybreaks\n\\begin{align*}\n");
        let _ = writeln!(out, "\\mathcal{{Q}} &\\cong \\langle {}", lines(&generated));
        out.push_str("\\rangle; \\quad |\\mathcal{Q}| = \\infty \\\\\n");
        let families: Vec<String> = self.families().iter().map(|family| family_latex(family)).collect();
        let _ = writeln!(out, "\\mathcal{{P}} &= \\{{ {} \\}} \\\\", lines(&p_words));
        let _ = writeln!(out, "&\\quad \\cup \\{{ {} \\}}", lines(&families));
        out.push_str("\\end{align*}}\n");
        let values: Vec<String> = (self.values().iter())
            .map(|(name, word)| format!("\\Phi(\\text{{{}}}) = {}", tex_text(name), word.to_latex()))
            .collect();
        let _ = writeln!(
            out,
            "{{\\allowdisplaybreaks\n\\begin{{align*}}\n& {}\n\\end{{align*}}}}",
            lines(&values)
        );
        out
    }

    fn mathml(&self) -> String {
        let names: Vec<String> = (0..self.generators()).map(generator_name).collect();
        let relations: Vec<String> = self.presentation.relations.iter().map(ToString::to_string).collect();
        let p_words: Vec<String> = self.p_words().iter().map(ToString::to_string).collect();
        let mut out = format!(
            "{}\n{}\n",
            mathml::presentation(&names, &relations),
            mathml::set_of_words("P", &p_words)
        );
        for family in self.families() {
            let (word, which) = family.split_once(" for ").unwrap_or((&family, ""));
            let _ = writeln!(out, "{} {}", mathml::set_of_words("P ∋", &[word.to_owned()]), which);
        }
        out
    }

    fn gap(&self) -> String {
        let product = |word: &Word| word.to_product(ascii_name, "One(F)");
        let names: Vec<String> = (0..self.generators()).map(ascii_name).collect();
        let mut relations = Vec::new();
        for (larger, name) in names.iter().enumerate() {
            let commuting =
                names[..larger].iter().map(|smaller| format!("[{name}*{smaller}, {smaller}*{name}]"));
            relations.extend(commuting);
        }
        for relation in &self.presentation.relations {
            relations.push(format!("[{}, {}]", product(&relation.left), product(&relation.right)));
        }
        let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        let mut out = self.heading("#");
        let _ = writeln!(out, "F := FreeMonoid({});;", quoted.join(", "));
        for (place, name) in names.iter().enumerate() {
            let _ = writeln!(out, "{name} := F.{};;", place + 1);
        }
        let _ = writeln!(out, "relations := [\n{}\n];;\nQ := F / relations;;", list(&relations));
        let _ = writeln!(out, "P := [\n{}\n];;", list(&self.products(product)));
        out.push_str(&self.families_comment("#"));
        self.write_values(&mut out, "#", product, ("phi := rec();;\n", "phi.(\"", "\") := ", ";;"));
        out
    }

    fn sage(&self) -> String {
        let product = |word: &Word| word.to_product(ascii_name, "R(1)");
        let names: Vec<String> =
            (0..self.generators()).rev().map(|g| format!("'{}'", ascii_name(g))).collect();
        let mut out = self.heading("#");
        let _ = writeln!(out, "R = PolynomialRing(QQ, names=[{}], order='deglex')", names.join(", "));
        out.push_str("R.inject_variables(verbose=False)\n");
        let _ = writeln!(out, "I = R.ideal([\n{}\n])", list(&self.binomials(product)));
        let _ = writeln!(out, "P = [\n{}\n]", list(&self.products(product)));
        out.push_str(&self.families_comment("#"));
        self.write_values(&mut out, "#", product, ("phi = {}\n", "phi['", "'] = ", ""));
        let _ = writeln!(out, "assert I.dimension() == {}", self.dimension());
        out
    }

    fn macaulay2(&self) -> String {
        let product = |word: &Word| word.to_product(ascii_name, "1_R");
        let names: Vec<String> = (0..self.generators()).rev().map(ascii_name).collect();
        let mut out = self.heading("--");
        let _ = writeln!(out, "R = QQ[{}, MonomialOrder => GLex]", names.join(", "));
        let _ = writeln!(out, "I = ideal(\n{}\n)", list(&self.binomials(product)));
        let _ = writeln!(out, "P = {{\n{}\n}}", list(&self.products(product)));
        out.push_str(&self.families_comment("--"));
        self.write_values(&mut out, "--", product, ("phi = new MutableHashTable\n", "phi#\"", "\" = ", ""));
        let _ = writeln!(out, "assert(dim(R/I) == {})", self.dimension());
        out
    }

    fn products(&self, product: impl Fn(&Word) -> String) -> Vec<String> {
        self.p_words().into_iter().map(product).collect()
    }

    fn binomials(&self, product: impl Fn(&Word) -> String) -> Vec<String> {
        let relations = self.presentation.relations.iter();
        relations
            .map(|relation| format!("{} - {}", product(&relation.left), product(&relation.right)))
            .collect()
    }

    /// A table from the names of positions to words.
    fn write_values(
        &self,
        out: &mut String,
        comment: &str,
        product: impl Fn(&Word) -> String,
        (empty, before, between, after): (&str, &str, &str, &str),
    ) {
        let _ = write!(out, "{comment} the values of positions by name\n{empty}");
        for (name, word) in self.values() {
            // Names are what users write; nothing in them may end the string.
            let name: String = one_line(&name).chars().filter(|c| !matches!(c, '"' | '\'' | '\\')).collect();
            let _ = writeln!(out, "{before}{name}{between}{}{after}", product(word));
        }
    }
}

/// A family as it is printed, for TeX: exponents in braces, words between as text.
fn family_latex(family: &str) -> String {
    let (word, which) = family.split_once(" for ").unwrap_or((family, ""));
    let mut out = String::new();
    let mut rest = word.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '^' if rest.peek() != Some(&'{') => {
                let mut exponent = String::new();
                while let Some(digit) = rest.next_if(|c| c.is_ascii_digit() || *c == 'n') {
                    exponent.push(digit);
                }
                let _ = write!(out, "^{{{exponent}}} ");
            }
            letter => match generator_place(letter) {
                Some(place) => out.push_str(&generator_latex(place)),
                None => out.push(letter),
            },
        }
    }
    match which {
        "" => out,
        which => format!("{out} : {}", which.replace('…', "\\ldots ").replace(" or ", "\\text{ or }")),
    }
}

/// The generator that a letter beyond a to z is the name of.
fn generator_place(letter: char) -> Option<usize> {
    (!letter.is_ascii()).then(|| (0..200).find(|place| generator_name(*place) == letter.to_string()))?
}

/// A name as text of TeX.
fn tex_text(text: &str) -> String {
    one_line(text)
        .chars()
        .map(|c| match c {
            '\\' => "\\textbackslash{}".to_owned(),
            '_' | '{' | '}' | '%' | '#' | '&' | '$' => format!("\\{c}"),
            '^' => "\\^{}".to_owned(),
            '~' => "\\~{}".to_owned(),
            c => c.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use impartial::question::{Asking, Question as _, QuotientQuestion, QuotientValue};

    use super::*;

    fn value(game: &str, to: Option<u64>) -> QuotientValue {
        let question = QuotientQuestion { to, ..QuotientQuestion::of(game) };
        question.ask(&Asking::new()).unwrap().value
    }

    #[test]
    fn the_sad_affair_in_every_form() {
        let value = value("*(2_+0)0", None);
        let written = Infinite::of(value.infinite.as_ref().unwrap()).unwrap();
        let of = |format: Format| written.written(format).unwrap();
        let gap = of(Format::Gap);
        assert!(gap.contains("F := FreeMonoid(\"a\", \"b\", \"c\", \"d\", \"e\");;"), "{gap}");
        assert!(gap.contains("[d^6*e^2, d^4]") && gap.contains("#   d^n for n = 2, 4, 6, …\n"), "{gap}");
        assert!(gap.contains("phi.(\"*(2_+0)0\") := e;;"), "{gap}");
        let sage = of(Format::Sage);
        assert!(sage.contains("a^2 - R(1)") && sage.ends_with("assert I.dimension() == 1\n"), "{sage}");
        let m2 = of(Format::M2);
        assert!(m2.contains("R = QQ[e, d, c, b, a, MonomialOrder => GLex]"), "{m2}");
        assert!(m2.contains("phi#\"*2_+0\" = d\n"), "{m2}");
        let latex = of(Format::Latex);
        assert!(
            latex.contains("d^{6} e^{2} = d^{4}") && latex.contains("|\\mathcal{Q}| = \\infty"),
            "{latex}"
        );
        assert!(latex.contains("d^{n}  : n = 2, 4, 6, \\ldots "), "{latex}");
        assert!(latex.contains("\\Phi(\\text{*2\\_+}) = c"), "{latex}");
        assert!(of(Format::Mathml).contains("<math"));
        assert_eq!(written.written(Format::Svg), None);
    }
}
