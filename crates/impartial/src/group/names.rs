//! How the elements of a group are written and read.

use std::ops::Range;
use std::sync::Arc;

use super::error::GroupError;
use super::finite::{FiniteGroup, PermutationGroup};
use super::permutation::{Permutation, from_cycles, read_cycles};
use super::word;

/// Names for the elements of a group.
#[derive(Clone)]
pub(super) enum Names {
    /// Z_n: 0, 1, …, n-1.
    Residues(usize),
    /// Tuples of elements of the factors; the last component varies fastest.
    Tuples(Arc<[FiniteGroup]>),
    /// Disjoint cycles.
    Cycles(Arc<PermutationGroup>),
    /// Products g₁^e₁ … g_k^e_k with 0 ≤ e_i < radices[i]; the last exponent varies fastest.
    NormalForm(Arc<NormalForm>),
    /// The least word for each element: the element before and the generator that leads on.
    Words(Arc<Words>),
    /// A list.
    Labels(Arc<[String]>),
    /// Elements of another group that stand for those of this one.
    Cosets(Arc<CosetNames>),
}

/// The group that lends its names, the element that stands for each element, and the element each one stands for.
pub(super) type CosetNames = (FiniteGroup, Arc<[usize]>, Arc<[u32]>);

/// Names of generators (none given: g1, g2, …) and the sizes of their exponents.
pub(super) struct NormalForm {
    pub generators: Vec<String>,
    pub radices: Vec<usize>,
}

/// Names of generators and a spanning tree of the Cayley graph.
pub(super) struct Words {
    pub generators: Vec<String>,
    /// For each element but 0 the element before it and the last generator, an inverse when negative.
    pub parents: Vec<(u32, i8)>,
}

impl Names {
    pub fn normal_form(generators: &[&str], radices: &[usize]) -> Self {
        let generators = generators.iter().map(|&name| name.to_owned()).collect();
        Names::NormalForm(Arc::new(NormalForm { generators, radices: radices.to_vec() }))
    }

    /// The text of an element.
    pub fn show(&self, element: usize) -> String {
        match self {
            Names::Residues(_) => element.to_string(),
            Names::Tuples(factors) => {
                let mut rest = element;
                let mut parts: Vec<String> = Vec::with_capacity(factors.len());
                for factor in factors.iter().rev() {
                    parts.push(factor.show(rest % factor.order()));
                    rest /= factor.order();
                }
                parts.reverse();
                format!("({})", parts.join(","))
            }
            Names::Cycles(group) => group.permutation(element).to_string(),
            Names::NormalForm(form) => {
                let mut rest = element;
                let mut syllables: word::Word = Vec::new();
                for (generator, radix) in form.radices.iter().enumerate().rev() {
                    if !rest.is_multiple_of(*radix) {
                        syllables.push((generator, (rest % radix) as i64));
                    }
                    rest /= radix;
                }
                syllables.reverse();
                word::show(&syllables, &form.names())
            }
            Names::Words(words) => word::show(&words.word(element), &words.generators),
            Names::Labels(labels) => labels[element].clone(),
            Names::Cosets(cosets) => cosets.0.show(cosets.1[element]),
        }
    }

    /// The element with this text.
    pub fn parse(&self, group: &FiniteGroup, text: &str) -> Result<usize, GroupError> {
        let offset = text.len() - text.trim_start().len();
        let trimmed = text.trim();
        let result = match self {
            Names::Residues(modulus) => residue(trimmed, *modulus),
            Names::Tuples(factors) => tuple(factors, trimmed),
            Names::Cycles(permutations) => cycles(group, permutations, trimmed),
            Names::NormalForm(form) => word_value(group, &form.names(), trimmed),
            Names::Words(words) => word_value(group, &words.generators, trimmed),
            Names::Labels(labels) => label_product(group, labels, trimmed),
            Names::Cosets(cosets) => cosets.0.parse_element(trimmed).and_then(|a| match cosets.2[a] {
                u32::MAX => {
                    Err(GroupError::new(0..trimmed.len(), format!("{trimmed} is not in {}", group.name())))
                }
                element => Ok(element as usize),
            }),
        };
        result.map_err(|error| error.shifted(offset))
    }
}

impl NormalForm {
    fn names(&self) -> Vec<String> {
        if self.generators.is_empty() {
            return (1..=self.radices.len()).map(|at| format!("g{at}")).collect();
        }
        self.generators.clone()
    }
}

impl Words {
    fn word(&self, element: usize) -> word::Word {
        let mut letters = Vec::new();
        let mut at = element;
        while at != 0 {
            let (before, letter) = self.parents[at];
            letters.push((usize::from(letter.unsigned_abs()) - 1, i64::from(letter.signum())));
            at = before as usize;
        }
        letters.reverse();
        word::concatenate(word::Word::new(), &letters)
    }
}

fn residue(text: &str, modulus: usize) -> Result<usize, GroupError> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(GroupError::new(0..text.len(), format!("'{text}' is not an element of Z{modulus}"))
            .help(format!("the elements are 0, 1, …, {}", modulus - 1)));
    }
    let modulus = modulus as u64;
    let value = digits.bytes().fold(0u64, |value, byte| (value * 10 + u64::from(byte - b'0')) % modulus);
    Ok((if text.starts_with('-') { (modulus - value) % modulus } else { value }) as usize)
}

fn tuple(factors: &[FiniteGroup], text: &str) -> Result<usize, GroupError> {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let expected = || format!("an element of this group has {} components", factors.len());
    let Some(inner) = inner else {
        return Err(GroupError::new(0..text.len(), expected())
            .help(format!("for example {}", Names::Tuples(factors.into()).show(0))));
    };
    let parts = split_list(inner);
    if parts.len() != factors.len() {
        let found = parts.len();
        return Err(GroupError::new(0..text.len(), format!("{}, and here are {found}", expected())));
    }
    let mut element = 0;
    for (factor, span) in factors.iter().zip(parts) {
        let offset = span.start + 1;
        let component = factor.parse_element(&inner[span]).map_err(|error| error.shifted(offset))?;
        element = element * factor.order() + component;
    }
    Ok(element)
}

fn cycles(group: &FiniteGroup, permutations: &PermutationGroup, text: &str) -> Result<usize, GroupError> {
    let degree = permutations.chain.degree();
    product_of(group, text, "expected a permutation as cycles", |rest| {
        let (cycles, used) = read_cycles(rest)?;
        if used == 0 {
            // Whoever writes e or 1 means the identity.
            return Ok((rest.starts_with(['e', '1']).then_some(0), 1));
        }
        let permutation = from_cycles(&cycles);
        let shown = rest[..used].trim();
        let within = (degree..permutation.degree()).all(|point| permutation.image(point) == point);
        let images: Vec<u16> =
            permutation.extended(degree.max(permutation.degree())).images()[..degree].to_vec();
        let number = within.then(|| permutations.chain.rank(&Permutation::from_images_unchecked(images)));
        match number.flatten() {
            Some(number) => Ok((Some(number), used)),
            None => Err(GroupError::new(0..used, format!("{shown} is not in {}", group.name()))),
        }
    })
}

fn label_product(group: &FiniteGroup, labels: &[String], text: &str) -> Result<usize, GroupError> {
    product_of(group, text, "expected an element", |rest| {
        let fitting = labels.iter().enumerate().filter(|(_, label)| rest.starts_with(label.as_str()));
        let longest = fitting.max_by_key(|(_, label)| label.len());
        Ok(longest.map_or((None, 0), |(element, label)| (Some(element), label.len())))
    })
    .map_err(|error| {
        let shown: Vec<&str> = labels.iter().take(8).map(String::as_str).collect();
        let dots = if labels.len() > 8 { ", …" } else { "" };
        error.help(format!("the elements are {}{dots}", shown.join(", ")))
    })
}

/// A product `atom^k * atom^k …`; `atom` reads one from the front of a text, with the number of bytes it took.
fn product_of(
    group: &FiniteGroup,
    text: &str,
    expected: &str,
    atom: impl Fn(&str) -> Result<(Option<usize>, usize), GroupError>,
) -> Result<usize, GroupError> {
    let mut result = 0;
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let (found, used) = atom(&text[at..]).map_err(|error| error.shifted(at))?;
        let Some(mut element) = found else {
            return Err(GroupError::new(at..text.len(), expected));
        };
        at += used;
        let rest = text[at..].trim_start();
        if let Some(power) = rest.strip_prefix('^') {
            let power = power.trim_start();
            let sign = usize::from(power.starts_with('-'));
            let digits = power[sign..].bytes().take_while(u8::is_ascii_digit).count();
            let start = text.len() - power.len();
            let exponent: i64 = power[..sign + digits]
                .parse()
                .map_err(|_| GroupError::new(start..start + sign + digits, "expected an exponent"))?;
            element = group.power(element, exponent);
            at = start + sign + digits;
        }
        result = group.product(result, element);
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        match rest.chars().next() {
            None => return Ok(result),
            Some('*') => at += 1,
            Some(next) => {
                let message = format!("'{next}' cannot stand here in a product");
                return Err(GroupError::new(at..at + next.len_utf8(), message));
            }
        }
    }
}

fn word_value(group: &FiniteGroup, names: &[String], text: &str) -> Result<usize, GroupError> {
    if text == "e" && !names.iter().any(|name| name == "e") {
        return Ok(0);
    }
    let word = word::parse(text, names)?;
    let value = |(generator, exponent): &(usize, i64)| group.power(group.generators()[*generator], *exponent);
    Ok(word.iter().fold(0, |product, syllable| group.product(product, value(syllable))))
}

/// The parts of a list, split at the commas outside parentheses and brackets.
pub(super) fn split_list(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(start..text.len());
    parts
}
