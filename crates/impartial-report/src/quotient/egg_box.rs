//! The egg-box picture of a quotient, with as much detail as can be read.

use impartial::misere::Element;
use impartial::misere::Word;
use impartial::misere::{MonoidStructure, subgroup_type};
use impartial_picture::egg_box::{Cell, EggBox, EggBoxDiagram};

use crate::quotient_formats::{Quotient, group_name, one_line};

/// The most elements that are drawn one by one.
const MOST_ELEMENTS: usize = 60;
/// The most classes that are drawn one by one.
const MOST_CLASSES: usize = 60;
/// The most idempotents that are drawn one by one.
const MOST_IDEMPOTENTS: usize = 400;

/// The picture: every element; or every class with its size; or the idempotents alone; or a count of classes.
///
/// `nimbers` are the nim-values of the elements, when the kernel has them; `scope` names the game and how far it was
/// followed.
pub fn picture(
    quotient: &Quotient,
    structure: &MonoidStructure,
    nimbers: Option<&[Option<u32>]>,
    scope: &str,
) -> EggBoxDiagram {
    let painter = Painter { quotient, structure, nimbers };
    let (order, classes) = (quotient.monoid.order(), structure.classes().len());
    let idempotents = structure.idempotents().count();
    let heading = |what: String| format!("{}: {what} of its misère quotient", one_line(scope));
    let p = quotient.monoid.p_order();
    if order <= MOST_ELEMENTS {
        let sentence = format!(
            "Boxes are classes of elements that divide one another; adding heaps leads down a line, never up.{}",
            painter.about_kernel()
        );
        let boxes = structure.classes().iter().map(|class| painter.whole(class)).collect();
        let covers = structure.covers(quotient.monoid);
        let elements =
            if order == 1 { "the one element".to_owned() } else { format!("the {order} elements") };
        return EggBoxDiagram {
            title: heading(elements),
            sentence,
            colours: painter.colours(),
            boxes,
            covers,
        };
    }
    if classes <= MOST_CLASSES {
        let sentence = format!(
            "The {order} elements, {p} of them in P, in classes of elements that divide one another; adding heaps leads \
             down a line, never up."
        );
        let boxes = structure.classes().iter().map(|class| painter.counted(class)).collect();
        let title = heading(format!("the {classes} classes"));
        let covers = structure.covers(quotient.monoid);
        return EggBoxDiagram { title, sentence, colours: String::new(), boxes, covers };
    }
    if idempotents <= MOST_IDEMPOTENTS {
        let sentence = format!(
            "The quotient has {order} elements, {p} of them in P, in {classes} classes. Each box is an idempotent with the \
             group around it; e stands above f when ef = f."
        );
        let found: Vec<Element> = structure.idempotents().collect();
        let boxes = found.iter().map(|e| painter.idempotent(*e)).collect();
        let title = heading(format!("the {idempotents} idempotents"));
        let covers = painter.hasse_diagram(&found);
        return EggBoxDiagram { title, sentence, colours: painter.colours(), boxes, covers };
    }
    let (mut groups, mut with_p) = (0, 0);
    for class in structure.classes() {
        groups += usize::from(painter.is_group(class));
        with_p += usize::from(painter.p_count(class) > 0);
    }
    let sentence = format!(
        "The quotient has {order} elements, {p} of them in P, in {classes} classes: too many to draw. {groups} of the \
         classes are groups, {with_p} meet P. Drawn are the units above and the kernel below."
    );
    let ends = [structure.classes().first(), structure.classes().last()];
    let boxes = ends.into_iter().flatten().map(|class| painter.counted(class)).collect();
    let title = heading("the first and the last class".to_owned());
    EggBoxDiagram { title, sentence, colours: String::new(), boxes, covers: vec![(0, 1)] }
}

struct Painter<'a> {
    quotient: &'a Quotient<'a>,
    structure: &'a MonoidStructure,
    nimbers: Option<&'a [Option<u32>]>,
}

impl Painter<'_> {
    fn nimber(&self, x: Element) -> Option<u32> {
        self.nimbers.and_then(|nimbers| nimbers[x as usize])
    }

    /// The nim-value, or else the place in the kernel of the element's image there.
    fn colour(&self, x: Element) -> u32 {
        let in_kernel = || {
            let image = self.quotient.monoid.product(x, self.structure.kernel_identity());
            self.structure.kernel().iter().position(|&y| y == image).unwrap_or(0) as u32
        };
        self.nimber(x).unwrap_or_else(in_kernel)
    }

    fn colours(&self) -> String {
        match self.nimbers {
            Some(_) => "colour and small number: nim-value in normal play".to_owned(),
            None => "colour: the element of the kernel below it".to_owned(),
        }
    }

    fn about_kernel(&self) -> String {
        let kernel = self.structure.kernel().len();
        match self.nimbers {
            Some(_) if kernel > 1 => {
                format!(" The lowest box is normal play: nim-values 0 to {}.", kernel - 1)
            }
            Some(_) => String::new(),
            None => " Its kernel does not tell nim-values.".to_owned(),
        }
    }

    fn is_group(&self, class: &[Element]) -> bool {
        class.iter().any(|&x| self.quotient.monoid.product(x, x) == x)
    }

    fn p_count(&self, class: &[Element]) -> usize {
        class.iter().filter(|&&x| self.quotient.monoid.is_p(x)).count()
    }

    fn cell(&self, x: Element, word: &Word) -> Cell {
        Cell {
            name: word.to_string(),
            formula: word.to_latex(),
            colour: self.colour(x),
            number: self.nimber(x),
            is_p: self.quotient.monoid.is_p(x),
            is_idempotent: self.quotient.monoid.product(x, x) == x,
        }
    }

    /// A class with its elements: those of the kernel by nim-value, others by their words.
    fn whole(&self, class: &[Element]) -> EggBox {
        let is_kernel = class == self.structure.kernel();
        let mut elements: Vec<(Option<u32>, Word, Element)> = class
            .iter()
            .map(|&x| (self.nimber(x).filter(|_| is_kernel), self.quotient.presentation.word(x), x))
            .collect();
        elements.sort_unstable();
        let cells = elements.iter().map(|(_, word, x)| self.cell(*x, word)).collect();
        EggBox { cells, ..self.counted(class) }
    }

    /// A class of which only the size is told.
    fn counted(&self, class: &[Element]) -> EggBox {
        let is_group = self.is_group(class);
        let counts = (class.len(), self.p_count(class));
        let caption =
            if is_group { group_name(&subgroup_type(self.quotient.monoid, class)) } else { String::new() };
        EggBox { cells: Vec::new(), counts, is_group, caption, widest: None }
    }

    fn idempotent(&self, e: Element) -> EggBox {
        let class = &self.structure.classes()[self.structure.class_of(e)];
        EggBox { cells: vec![self.cell(e, &self.quotient.presentation.word(e))], ..self.counted(class) }
    }

    /// The pairs (e, f) of idempotents with ef = f, and none between. They are given so that e comes before f.
    fn hasse_diagram(&self, idempotents: &[Element]) -> Vec<(usize, usize)> {
        let above = |i: usize, j: usize| {
            i != j && self.quotient.monoid.product(idempotents[i], idempotents[j]) == idempotents[j]
        };
        let count = idempotents.len();
        let below: Vec<Vec<usize>> =
            (0..count).map(|i| (i + 1..count).filter(|j| above(i, *j)).collect()).collect();
        let mut covers = Vec::new();
        for (i, lower) in below.iter().enumerate() {
            let covered = |j: &usize| lower.iter().any(|between| below[*between].binary_search(j).is_ok());
            covers.extend(lower.iter().filter(|j| !covered(j)).map(|j| (i, *j)));
        }
        covers
    }
}
