//! What matters of a position of GEN or DNG in a sum: a node of the forms of its structure.

use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::generate::forms::Forms;
use crate::generate::{Aim, Ground};
use crate::language::kind::{Kind, Piece, Single};
use crate::language::position::Position;
use crate::limits::Limits;
use crate::misere::rules::{Rules, Sum};

/// A node of the [`Forms`] of a structure that is known. It has no text of its own: it is never what a player sees, but what
/// searches and quotients meet in place of the many positions that equal it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form {
    /// What the players want with a generating set.
    pub aim: Aim,
    /// The group or closure game; its structure is known.
    pub ground: Arc<Ground>,
    /// The node.
    pub node: u32,
}

/// The most forms of one game that are put into a quotient.
const MOST_FORMS: usize = 400;

impl Form {
    fn forms(&self) -> &Forms {
        let structure = self.ground.known_structure();
        structure.expect("a form was read off a known structure").forms(self.aim)
    }

    fn at(&self, node: u32) -> Form {
        Form { node, ..self.clone() }
    }
}

impl Kind for Form {
    fn name(&self) -> &'static str {
        "form"
    }

    fn options(&self) -> Vec<Position> {
        self.forms().options(self.node).iter().map(|node| self.at(*node).into()).collect()
    }

    fn is_over(&self) -> bool {
        self.node == 0
    }

    fn is_zero(&self) -> bool {
        self.node == 0
    }

    fn bound_on_options(&self, _: &Limits) -> u64 {
        self.forms().options(self.node).len() as u64
    }

    fn piece(&self) -> Option<Piece> {
        (self.forms().len() <= MOST_FORMS).then(|| Piece::Listed(Single::new(self.clone())))
    }

    fn enter(&self, list: &mut Rules) -> Vec<(Single, Sum)> {
        let forms = self.forms();
        let mut nodes: Vec<Sum> = Vec::with_capacity(forms.len());
        for node in 0..forms.len() as u32 {
            let options: Vec<Sum> =
                forms.options(node).iter().map(|option| nodes[*option as usize].clone()).collect();
            nodes.push(list.add(options));
        }
        (0..).zip(nodes).map(|(node, sum)| (Single::new(self.at(node)), sum)).collect()
    }

    fn parts(&self) -> Value {
        json!({ "form": self.node, "aim": self.aim.to_string(), "ground": self.ground.text() })
    }
}

/// The game that it is a form of.
impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.aim, self.ground.text())
    }
}
