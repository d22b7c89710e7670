//! The description with its proof as one JSON object, for a checker that shares no code with this library.
//!
//! A tree is a leaf, or a list `["<=", form, yes, no]` or `["even", form, yes, no]`; a form is the list of its coefficients and,
//! last, its constant, and is compared with 0. An element is `[flip, label, parameters]`.

use serde_json::{Value, json};

use super::monoid::{Element, Image, Label, Letter, LetterKind, Word};
use super::pretending::Line;
use super::quotient::AlgebraicQuotient;
use super::strategy::{Answer, Answers, Invariant, Part};
use super::tree::{Affine, Asked, Tree};
use super::verify::separations::{Separated, Separation};

fn form(form: &Affine) -> Value {
    form.coefficients.iter().chain([&form.constant]).map(|a| json!(a)).collect()
}

fn tree<T>(of: &Tree<T>, leaf: &impl Fn(&T) -> Value) -> Value {
    match of {
        Tree::Leaf(value) => leaf(value),
        Tree::Branch(branch) => {
            let asked = match branch.test.asked {
                Asked::AtMostZero => "<=",
                Asked::Even => "even",
            };
            json!([asked, form(&branch.test.form), tree(&branch.yes, leaf), tree(&branch.no, leaf)])
        }
    }
}

fn truth(of: &Tree<bool>) -> Value {
    tree(of, &|leaf| json!(leaf))
}

fn element(x: &Element) -> Value {
    json!([x.flip, x.label, x.parameters])
}

fn class(word: &Word<Line>) -> Value {
    let lines: Vec<[i64; 2]> = word.parameters.iter().map(|line| [line.slope, line.offset]).collect();
    json!([word.flip, word.label, lines])
}

fn letter(letter: &Letter) -> Value {
    match letter.kind {
        LetterKind::Core => json!({ "kind": "core", "heap": letter.heap }),
        LetterKind::Power => json!({ "kind": "power", "heap": letter.heap }),
        LetterKind::Family => json!({ "kind": "family", "heap": letter.heap, "step": letter.step }),
    }
}

fn label(label: &Label) -> Value {
    json!({ "word": label.word, "domain": truth(&label.domain) })
}

fn image(image: &Image) -> Value {
    let parameters: Vec<Value> = image.parameters.iter().map(form).collect();
    json!({ "flip": image.flip, "label": image.label, "parameters": parameters })
}

fn answer(answer: &Answer) -> Value {
    let part = |part: &Part| match part {
        Part::Fixed(heap) => json!(heap),
        Part::Moving { residue, form: index, divisor } => {
            json!({ "residue": residue, "form": form(index), "divisor": divisor })
        }
    };
    match answer {
        Answer::IsP => json!("P"),
        Answer::Unmet => json!("unmet"),
        Answer::Move(witness) => {
            json!({ "take": witness.take, "parts": witness.parts.iter().map(part).collect::<Vec<_>>() })
        }
    }
}

fn answers(answers: &Answers) -> Value {
    answers.iter().map(|both| both.iter().map(|of| tree(of, &answer)).collect::<Value>()).collect()
}

/// The trees that hold somewhere, each with label and flip of y, label and flip of x.
fn invariant(invariant: &Invariant) -> Value {
    let sides = 2 * invariant.labels;
    let split = |side: usize| (side / 2, side % 2 == 1);
    let listed = invariant.trees.iter().enumerate().filter(|(_, of)| !of.is_never()).map(|(place, of)| {
        let ((y, y_flip), (x, x_flip)) = (split(place / sides), split(place % sides));
        json!([y, y_flip, x, x_flip, truth(of)])
    });
    listed.collect()
}

fn separation(separation: &Separation) -> Value {
    let contexts: Vec<Value> = separation.contexts.iter().map(image).collect();
    match separation.subject {
        Separated::Class(residue) => json!({ "residue": residue, "contexts": contexts }),
        Separated::Labels { x, y, flip } => {
            json!({ "labels": [x, y], "flip": flip, "contexts": contexts })
        }
    }
}

impl AlgebraicQuotient {
    /// The certificate, of kind `algebraic`: everything that `impartial-check` needs to prove the outcome of every sum.
    pub fn certificate(&self) -> Value {
        let (monoid, phi, strategy) = (self.monoid(), self.phi(), self.strategy());
        let actions: Value = monoid
            .actions
            .iter()
            .map(|row| row.iter().map(|of| tree(of, &image)).collect::<Value>())
            .collect();
        json!({
            "kind": "algebraic",
            "game": self.code().to_string(),
            "letters": monoid.letters.iter().map(letter).collect::<Vec<_>>(),
            "labels": monoid.labels.iter().map(label).collect::<Vec<_>>(),
            "actions": actions,
            "p": monoid.p.iter().map(|both| both.iter().map(truth).collect::<Value>()).collect::<Value>(),
            "period": phi.period,
            "small": phi.small.iter().map(element).collect::<Vec<_>>(),
            "classes": phi.classes.iter().map(class).collect::<Vec<_>>(),
            "answers": {
                "small": strategy.small.iter().map(answers).collect::<Vec<_>>(),
                "classes": strategy.classes.iter().map(answers).collect::<Vec<_>>(),
            },
            "invariant": invariant(self.invariant()),
            "separations": self.separations().iter().map(separation).collect::<Vec<_>>(),
        })
    }
}
