//! The monoid of a certificate: labels, letters, actions, P; and check A, that it is one.

use serde_json::Value;

use super::linear::{Form, System, Work};
use super::trees::{Affine, Tree, overflow};
use super::{entries, flag, malformed, number, refuted};
use crate::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One element.
    Core,
    /// u^m for m ≥ 0.
    Power,
    /// f_k for k ≥ 0.
    Family,
}

/// The new element that a letter makes, in terms of the old parameters and the index of the letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    flip: bool,
    label: usize,
    parameters: Vec<Affine>,
}

impl Image {
    /// The element for these arguments.
    pub fn of(&self, arguments: &[Form]) -> Result<Element, Refusal> {
        let parameters =
            self.parameters.iter().map(|form| form.of(arguments)).collect::<Result<Vec<Form>, Refusal>>()?;
        Ok(Element { flip: self.flip, label: self.label, parameters })
    }
}

/// The monoid.
pub struct Monoid {
    pub letters: Vec<Kind>,
    /// The letters of each label's word.
    pub words: Vec<Vec<usize>>,
    domains: Vec<Tree<bool>>,
    /// For each label and letter.
    actions: Vec<Vec<Tree<Image>>>,
    /// For each label, without a and with a.
    p: Vec<[Tree<bool>; 2]>,
    work: Work,
}

/// The most cases that are kept at once.
const MOST_CASES: usize = 1 << 16;

/// An element whose parameters are forms in the variables of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    pub flip: bool,
    pub label: usize,
    pub parameters: Vec<Form>,
}

/// What an element can be, with the system of the solutions for which it is that.
pub type Cases = Vec<(System, Element)>;

impl Monoid {
    /// Reads the monoid.
    pub fn read(certificate: &Value) -> Result<Monoid, Refusal> {
        let letters = entries(certificate, "letters")?
            .iter()
            .map(|letter| match letter.get("kind").and_then(Value::as_str) {
                Some("core") => Ok(Kind::Core),
                Some("power") => Ok(Kind::Power),
                Some("family") => Ok(Kind::Family),
                _ => Err(malformed("a letter must be of kind core, power or family")),
            })
            .collect::<Result<Vec<Kind>, Refusal>>()?;
        let mut monoid = Monoid {
            letters,
            words: Vec::new(),
            domains: Vec::new(),
            actions: Vec::new(),
            p: Vec::new(),
            work: Work::default(),
        };
        let labels = entries(certificate, "labels")?;
        for label in labels {
            let word = entries(label, "word")?
                .iter()
                .map(|letter| number(letter, monoid.letters.len()))
                .collect::<Result<Vec<usize>, Refusal>>()?;
            monoid.words.push(word);
            let domain = label.get("domain").ok_or_else(|| malformed("a label must have a domain"))?;
            monoid.domains.push(Tree::read_truth(domain, monoid.dimension(monoid.words.len() - 1))?);
        }
        let (actions, p) = (entries(certificate, "actions")?, entries(certificate, "p")?);
        if labels.is_empty() || actions.len() != labels.len() || p.len() != labels.len() {
            return Err(malformed("\"labels\", \"actions\" and \"p\" must have one entry for each label"));
        }
        for (label, (actions, p)) in actions.iter().zip(p).enumerate() {
            let dimension = monoid.dimension(label);
            let row = actions.as_array().filter(|row| row.len() == monoid.letters.len());
            let row = row.ok_or_else(|| malformed("there must be one action for each letter"))?;
            let row = row.iter().zip(&monoid.letters).map(|(tree, kind)| {
                let parameters = dimension + usize::from(*kind != Kind::Core);
                Tree::read(tree, parameters, &|leaf| monoid.read_image(leaf, parameters))
            });
            let row = row.collect::<Result<Vec<Tree<Image>>, Refusal>>()?;
            let Some([without, with]) = p.as_array().map(Vec::as_slice) else {
                return Err(malformed("P must have two trees for each label"));
            };
            let both = [Tree::read_truth(without, dimension)?, Tree::read_truth(with, dimension)?];
            monoid.actions.push(row);
            monoid.p.push(both);
        }
        Ok(monoid)
    }

    /// Reads an element in terms of so many parameters.
    pub fn read_image(&self, leaf: &Value, parameters: usize) -> Result<Image, Refusal> {
        let label = number(leaf.get("label").unwrap_or(&Value::Null), self.words.len())?;
        let forms = entries(leaf, "parameters")?
            .iter()
            .map(|form| Affine::read(form, parameters))
            .collect::<Result<Vec<Affine>, Refusal>>()?;
        if forms.len() != self.dimension(label) {
            return Err(malformed("an image must have the parameters of its label"));
        }
        Ok(Image { flip: flag(leaf.get("flip").unwrap_or(&Value::Null))?, label, parameters: forms })
    }

    /// All points, with the account of this check.
    pub fn everything(&self) -> System {
        System::new(&self.work)
    }

    /// The number of parameters of a label.
    pub fn dimension(&self, label: usize) -> usize {
        self.words[label].iter().filter(|letter| self.letters[**letter] != Kind::Core).count()
    }

    /// The element 1.
    pub fn one(&self) -> Element {
        Element { flip: false, label: 0, parameters: vec![Form::constant(0); self.dimension(0)] }
    }

    /// The general element of a label, in each part of its domain, without a.
    pub fn general(&self, system: &System, label: usize) -> Result<Cases, Refusal> {
        let mut system = system.clone();
        let parameters: Option<Vec<Form>> = (0..self.dimension(label)).map(|_| system.variable()).collect();
        let parameters = parameters.ok_or_else(|| refuted("there are too many parameters"))?;
        let parts = self.domains[label].systems(&system, &parameters, true)?;
        let element = Element { flip: false, label, parameters };
        Ok(parts.into_iter().map(|part| (part, element.clone())).collect())
    }

    /// An element times a letter.
    pub fn act(
        &self,
        system: &System,
        x: &Element,
        letter: usize,
        index: Option<Form>,
    ) -> Result<Cases, Refusal> {
        let mut arguments = x.parameters.clone();
        arguments.extend(index);
        let mut cases = Cases::new();
        for (part, image) in self.actions[x.label][letter].cases(system, &arguments)? {
            let image = image.of(&arguments)?;
            cases.push((part, Element { flip: x.flip ^ image.flip, ..image }));
        }
        Ok(cases)
    }

    /// x times y: the word of y acts on x.
    pub fn product(&self, system: &System, x: &Element, y: &Element) -> Result<Cases, Refusal> {
        let start = Element { flip: x.flip ^ y.flip, ..x.clone() };
        let mut cases = vec![(system.clone(), start)];
        let mut indices = y.parameters.iter();
        for letter in &self.words[y.label] {
            let index = if self.letters[*letter] == Kind::Core { None } else { indices.next().copied() };
            let mut next = Cases::new();
            for (part, x) in &cases {
                next.extend(self.act(part, x, *letter, index)?);
                few(&next)?;
            }
            cases = next;
        }
        Ok(cases)
    }

    /// x times several elements.
    pub fn product_of_all(&self, system: &System, x: &Element, others: &[Element]) -> Result<Cases, Refusal> {
        let mut cases = vec![(system.clone(), x.clone())];
        for other in others {
            let mut next = Cases::new();
            for (part, x) in &cases {
                next.extend(self.product(part, x, other)?);
                few(&next)?;
            }
            cases = next;
        }
        Ok(cases)
    }

    /// The systems of the solutions for which an element is in P, or is not.
    pub fn where_p(&self, system: &System, x: &Element, sought: bool) -> Result<Vec<System>, Refusal> {
        self.p[x.label][usize::from(x.flip)].systems(system, &x.parameters, sought)
    }

    /// Whether an element is certainly in its domain.
    pub fn is_inside(&self, system: &System, x: &Element) -> Result<bool, Refusal> {
        Ok(self.outside(system, x)?.is_empty())
    }

    /// The systems of the solutions for which an element is in its domain.
    pub fn inside(&self, system: &System, x: &Element) -> Result<Vec<System>, Refusal> {
        self.domains[x.label].systems(system, &x.parameters, true)
    }

    /// The systems of the solutions for which it is not.
    pub fn outside(&self, system: &System, x: &Element) -> Result<Vec<System>, Refusal> {
        self.domains[x.label].systems(system, &x.parameters, false)
    }

    /// Check A. Letters lead from elements to elements, powers are powers, letters commute, and 1 times the word of q is q.
    pub fn check(&self) -> Result<(), Refusal> {
        for label in 0..self.words.len() {
            for (system, x) in self.general(&self.everything(), label)? {
                self.check_parameters(&system, &x)?;
                for (part, product) in self.product(&system, &self.one(), &x)? {
                    self.equal(&part, &product, &x, "1 times the word of an element is another element")?;
                }
                for letter in 0..self.letters.len() {
                    self.check_letter(&system, &x, letter)?;
                    (0..=letter).try_for_each(|other| self.check_commute(&system, &x, letter, other))?;
                }
            }
        }
        Ok(())
    }

    /// No parameter is negative: letters are only looked at with indices that are not.
    fn check_parameters(&self, system: &System, x: &Element) -> Result<(), Refusal> {
        for parameter in &x.parameters {
            let negative = Form::constant(-1).plus(-1, parameter).ok_or_else(overflow)?;
            if system.at_least_zero(negative).is_some() {
                return Err(refuted(&format!("the domain of label {} has a negative parameter", x.label)));
            }
        }
        Ok(())
    }

    /// Refuses unless two elements are equal for all solutions of the system.
    pub fn equal(&self, system: &System, x: &Element, y: &Element, otherwise: &str) -> Result<(), Refusal> {
        let differ = || refuted(&format!("{otherwise}, at label {}", y.label));
        if (x.flip, x.label) != (y.flip, y.label) {
            return Err(differ());
        }
        for (left, right) in x.parameters.iter().zip(&y.parameters) {
            let above = left.plus(-1, right).and_then(|form| form.plus(-1, &Form::constant(1)));
            let below = right.plus(-1, left).and_then(|form| form.plus(-1, &Form::constant(1)));
            let (Some(above), Some(below)) = (above, below) else { return Err(overflow()) };
            if system.at_least_zero(above).is_some() || system.at_least_zero(below).is_some() {
                return Err(differ());
            }
        }
        Ok(())
    }

    /// The general index of a letter: none, or a variable that is at least 0.
    fn index(&self, system: &System, letter: usize) -> Result<(System, Option<Form>), Refusal> {
        let mut system = system.clone();
        if self.letters[letter] == Kind::Core {
            return Ok((system, None));
        }
        let index = system.variable().ok_or_else(|| refuted("there are too many parameters"))?;
        Ok((system.at_least_zero(index).ok_or_else(overflow)?, Some(index)))
    }

    fn check_letter(&self, system: &System, x: &Element, letter: usize) -> Result<(), Refusal> {
        let (system, index) = self.index(system, letter)?;
        let cases = self.act(&system, x, letter, index)?;
        for (part, image) in &cases {
            if !self.is_inside(part, image)? {
                return Err(refuted(&format!("a letter leads from label {} out of a domain", x.label)));
            }
        }
        let (Kind::Power, Some(m)) = (self.letters[letter], index) else { return Ok(()) };
        for (part, image) in self.act(&system, x, letter, Some(Form::constant(0)))? {
            self.equal(&part, &image, x, "the power with exponent 0 is not 1")?;
        }
        let one = Form::constant(1);
        let next = m.plus(1, &one).ok_or_else(overflow)?;
        for (part, image) in cases {
            for (part, twice) in self.act(&part, &image, letter, Some(one))? {
                for (part, once) in self.act(&part, x, letter, Some(next))? {
                    self.equal(&part, &once, &twice, "a power is not the one before times the letter")?;
                }
            }
        }
        Ok(())
    }

    fn check_commute(&self, system: &System, x: &Element, left: usize, right: usize) -> Result<(), Refusal> {
        // Powers of a letter are products of its first power: only that has to commute with others.
        let index = |system: &System, letter: usize| match self.letters[letter] {
            Kind::Power => Ok((system.clone(), Some(Form::constant(1)))),
            _ => self.index(system, letter),
        };
        if left == right && self.letters[left] != Kind::Family {
            return Ok(());
        }
        let (system, i) = index(system, left)?;
        let (system, j) = index(&system, right)?;
        for (part, after_left) in self.act(&system, x, left, i)? {
            for (part, one_way) in self.act(&part, &after_left, right, j)? {
                for (part, after_right) in self.act(&part, x, right, j)? {
                    for (part, other_way) in self.act(&part, &after_right, left, i)? {
                        self.equal(&part, &one_way, &other_way, "two letters do not commute")?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Refuses when there are too many cases.
fn few(cases: &Cases) -> Result<(), Refusal> {
    if cases.len() > MOST_CASES {
        return Err(refuted("it is too large to check: a product has too many cases"));
    }
    Ok(())
}
