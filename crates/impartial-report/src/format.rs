//! The forms an answer can take, and words that choose among a few things.

use impartial::question::Refused;

/// A choice among a few things, each with a name: on the command line, in the page and in data.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every choice: its name, what it stands for, what that means.
    const CHOICES: &'static [(&'static str, Self, &'static str)];
    /// Other names of some of them.
    const ALIASES: &'static [(&'static str, Self)] = &[];

    /// The choice with this name.
    fn named(name: &str) -> Option<Self> {
        let chosen = Self::CHOICES.iter().find(|(known, ..)| *known == name).map(|(_, chosen, _)| *chosen);
        let alias = || Self::ALIASES.iter().find(|(known, _)| *known == name).map(|(_, chosen)| *chosen);
        chosen.or_else(alias)
    }

    /// Its name.
    fn name(self) -> &'static str {
        Self::CHOICES.iter().find(|(_, chosen, _)| *chosen == self).map_or("", |(name, ..)| *name)
    }

    /// All names, with commas between them.
    fn names() -> String {
        Self::CHOICES.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ")
    }
}

/// The forms an answer can take. A question that has no such form says which it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON object.
    Json,
    /// Comma-separated values.
    Csv,
    /// LaTeX that compiles with amsmath.
    Latex,
    /// MathML for a page in HTML.
    Mathml,
    /// OEIS b-file.
    Bfile,
    /// A picture.
    Svg,
    /// A picture in pixels.
    Png,
    /// A picture on a page.
    Pdf,
    /// Graphviz.
    Dot,
    /// TikZ.
    Tikz,
    /// GAP input.
    Gap,
    /// Sage input.
    Sage,
    /// Macaulay2 input.
    M2,
}

impl Choice for Format {
    const CHOICES: &'static [(&'static str, Self, &'static str)] = &[
        ("text", Format::Text, "For people"),
        ("json", Format::Json, "One JSON object"),
        ("csv", Format::Csv, "Comma-separated values"),
        ("latex", Format::Latex, "LaTeX that compiles with amsmath"),
        ("mathml", Format::Mathml, "MathML for a page in HTML"),
        ("bfile", Format::Bfile, "OEIS b-file"),
        ("svg", Format::Svg, "A picture"),
        ("png", Format::Png, "A picture in pixels"),
        ("pdf", Format::Pdf, "A picture on a page"),
        ("dot", Format::Dot, "Graphviz"),
        ("tikz", Format::Tikz, "TikZ"),
        ("gap", Format::Gap, "GAP input"),
        ("sage", Format::Sage, "Sage input"),
        ("m2", Format::M2, "Macaulay2 input"),
    ];
}

impl Format {
    /// The form that the ending of a file name stands for; text where it stands for none.
    pub fn by_ending(ending: &str) -> Self {
        match ending {
            "json" => Format::Json,
            "csv" => Format::Csv,
            "tex" => Format::Latex,
            "mml" => Format::Mathml,
            "svg" => Format::Svg,
            "png" => Format::Png,
            "pdf" => Format::Pdf,
            "dot" | "gv" => Format::Dot,
            "tikz" => Format::Tikz,
            "g" | "gap" => Format::Gap,
            "sage" => Format::Sage,
            "m2" => Format::M2,
            _ => Format::Text,
        }
    }

    /// Refused unless the form is one of `known`; `question` names the question in the message.
    ///
    /// # Errors
    /// When it is not.
    pub fn expect(self, question: &str, known: &[Format]) -> Result<(), Refused> {
        if known.contains(&self) {
            return Ok(());
        }
        let names: Vec<&str> = known.iter().map(|format| format.name()).collect();
        Err(Refused::new(format!("`{question}` has no form {}", self.name()))
            .help(format!("it has: {}", names.join(", "))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_has_a_name_and_a_refusal_lists_those_there_are() {
        for (name, format, _) in Format::CHOICES {
            assert_eq!((Format::named(name), format.name()), (Some(*format), *name));
        }
        let refused = Format::Png.expect("outcome", &[Format::Text, Format::Json]).unwrap_err();
        assert_eq!(refused.message, "`outcome` has no form png");
        assert_eq!(refused.help.as_deref(), Some("it has: text, json"));
        assert_eq!(Format::by_ending("gv"), Format::Dot);
    }
}
