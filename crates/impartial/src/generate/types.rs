//! The type of a structure class: its parity and the two nimbers of its positions; misère outcomes besides.

use std::fmt;

use super::Aim;
use super::digraph::{ClassId, Place, StructureDigraph};
use crate::game::{Outcome, Play};
use crate::integer::mex;

/// The triple (parity of the closed set, nimber of the even positions, nimber of the odd positions) [ES, Def 3.17].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type {
    /// The parity of the closed set, 0 or 1.
    pub parity: u8,
    /// The nimber of the positions with an even number of elements.
    pub even: u32,
    /// The nimber of the positions with an odd number of elements.
    pub odd: u32,
}

impl Type {
    /// The type of a class of the given parity whose options have the types given.
    ///
    /// With A the first nimbers of the options and B their second: for an even closed set a = mex(B) and
    /// b = mex(A ∪ {a}); for an odd one b = mex(A) and a = mex(B ∪ {b}) (the formulas after [ES, Def 3.17]). The line
    /// for the type in [ES, Fig 5.1, 5.2] forgets the option inside the class, the a of b and the b of a.
    ///
    /// ```
    /// use impartial::generate::Type;
    /// // The classes of DNG(Z6): a maximal odd one, a maximal even one, and the class of the empty set.
    /// let odd = Type::of_options(1, &[]);
    /// let even = Type::of_options(0, &[]);
    /// assert_eq!((odd.to_string(), even.to_string()), ("(1,1,0)".into(), "(0,0,1)".into()));
    /// assert_eq!(Type::of_options(1, &[odd, even]).to_string(), "(1,3,2)");
    /// ```
    pub fn of_options(parity: u8, options: &[Type]) -> Type {
        let evens = || options.iter().map(|option| option.even);
        let odds = || options.iter().map(|option| option.odd);
        if parity == 0 {
            let even = mex(odds());
            Type { parity, even, odd: mex(evens().chain([even])) }
        } else {
            let odd = mex(evens());
            Type { parity, even: mex(odds().chain([odd])), odd }
        }
    }

    /// The nimber of the positions with a number of elements of the given parity.
    pub fn nimber(&self, elements: usize) -> u32 {
        if elements.is_multiple_of(2) { self.even } else { self.odd }
    }
}

/// `(1,3,2)`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{},{})", self.parity, self.even, self.odd)
    }
}

/// The types of all classes of a structure digraph in one of the two games.
///
/// ```
/// use impartial::generate::Kinds;
/// use impartial::generate::{Aim, Family, StructureDigraph, Types};
/// use impartial::limits::Limits;
/// use impartial::subset::Subset;
/// let family = Family::new(6, vec![Subset::from_elements(6, [0, 3]), Subset::from_elements(6, [0, 2, 4])]);
/// let digraph = StructureDigraph::new(&Kinds::new(&family), &[], &Limits::none())?;
/// assert_eq!(Types::new(&digraph, Aim::Avoid).nimber_of_the_game(), 3); // [ES, Cor 6.7]
/// assert_eq!(Types::new(&digraph, Aim::Achieve).nimber_of_the_game(), 4);
/// # Ok::<(), impartial::limits::StopReason>(())
/// ```
#[derive(Clone, Debug)]
pub struct Types {
    types: Vec<Type>,
    of_class: Vec<u16>,
}

impl Types {
    /// The types of all classes, options first.
    ///
    /// Cost: one step an arrow, and a few for each type among the options of a class.
    pub fn new(digraph: &StructureDigraph, aim: Aim) -> Self {
        let mut result = Types { types: Vec::new(), of_class: vec![0; digraph.classes().len()] };
        // The class for which a type was met last, so that each is gathered once.
        let mut met_for: Vec<ClassId> = Vec::new();
        let mut gathered: Vec<Type> = Vec::new();
        for class in digraph.options_first() {
            let facts = &digraph.classes()[*class as usize];
            gathered.clear();
            if aim == Aim::Achieve && facts.is_semi_terminal {
                // The parity of a generating position says nothing: both nimbers are 0.
                gathered.push(Type { parity: 0, even: 0, odd: 0 });
            }
            for option in digraph.options(*class) {
                let number = result.of_class[*option as usize] as usize;
                if met_for[number] != *class {
                    met_for[number] = *class;
                    gathered.push(result.types[number]);
                }
            }
            let own = Type::of_options(facts.parity(), &gathered);
            let number = result.types.iter().position(|known| *known == own).unwrap_or_else(|| {
                result.types.push(own);
                met_for.push(ClassId::MAX);
                result.types.len() - 1
            });
            result.of_class[*class as usize] =
                u16::try_from(number).expect("the types of a game are far fewer than its classes");
        }
        result
    }

    /// The type of a class.
    pub fn of(&self, class: ClassId) -> Type {
        self.types[self.of_class[class as usize] as usize]
    }

    /// The number of a class's type among [`distinct`](Self::distinct).
    pub fn number(&self, class: ClassId) -> usize {
        self.of_class[class as usize] as usize
    }

    /// The types that occur, each once.
    pub fn distinct(&self) -> &[Type] {
        &self.types
    }

    /// The nimber of a position with `elements` elements at a place.
    pub fn nimber(&self, place: Place, elements: usize) -> u32 {
        match place {
            Place::Generating => 0,
            Place::Class(class) => self.of(class).nimber(elements),
        }
    }

    /// The nimber of the game: of the empty set. 0 when even that generates.
    pub fn nimber_of_the_game(&self) -> u32 {
        let start = if self.of_class.is_empty() { Place::Generating } else { Place::Class(0) };
        self.nimber(start, 0)
    }
}

/// The misère outcomes of all classes: for each the outcome of its even and of its odd positions.
///
/// As in normal play the outcome depends only on class and parity. A position other than the closed set I itself has the
/// options that I has, and besides positions of the other parity in the class, from which I or a position like it can be
/// reached: so a win for the player to move at I is one everywhere, and what is lost at I stays lost. (Where I has no
/// option the class is a path of single moves.)
#[derive(Clone, Debug)]
pub struct MisereOutcomes {
    outcomes: Vec<[Outcome; 2]>,
}

impl MisereOutcomes {
    /// The outcomes of all classes, options first.
    pub fn new(digraph: &StructureDigraph, aim: Aim) -> Self {
        let mut outcomes = vec![[Outcome::N; 2]; digraph.classes().len()];
        let n_if = |wins: bool| if wins { Outcome::N } else { Outcome::P };
        for class in digraph.options_first() {
            let facts = &digraph.classes()[*class as usize];
            let options = digraph.options(*class);
            let own = facts.parity() as usize;
            // Who makes a generating set has made the last move and loses.
            let is_over = options.is_empty() && !(aim == Aim::Achieve && facts.is_semi_terminal);
            let leaves_p =
                |parity: usize| options.iter().any(|option| outcomes[*option as usize][parity] == Outcome::P);
            let full = n_if(is_over || leaves_p(1 - own));
            let other = n_if(full == Outcome::P || leaves_p(own));
            outcomes[*class as usize][own] = full;
            outcomes[*class as usize][1 - own] = other;
        }
        MisereOutcomes { outcomes }
    }

    /// The outcome of a position with `elements` elements at a place.
    pub fn outcome(&self, place: Place, elements: usize) -> Outcome {
        match place {
            Place::Generating => Play::Misere.outcome_at_the_end(),
            Place::Class(class) => self.outcomes[class as usize][elements % 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table in the proof of [ES, Prop 3.20].
    #[test]
    fn types_of_avoidance_games() {
        let [t1, t2, t3, t4] = [(0, 0, 1), (1, 0, 1), (1, 1, 0), (1, 3, 2)].map(|(parity, even, odd)| Type {
            parity,
            even,
            odd,
        });
        for (options, expected) in [
            (vec![t1], t2),
            (vec![t2], t2),
            (vec![t3], t3),
            (vec![t4], t3),
            (vec![t1, t2], t2),
            (vec![t1, t3], t4),
            (vec![t1, t4], t2),
            (vec![t2, t3], t4),
            (vec![t2, t4], t2),
            (vec![t3, t4], t3),
            (vec![t1, t2, t3], t4),
            (vec![t1, t2, t4], t2),
            (vec![t1, t3, t4], t4),
            (vec![t2, t3, t4], t4),
            (vec![t1, t2, t3, t4], t4),
        ] {
            assert_eq!(Type::of_options(1, &options), expected, "{options:?}");
        }
        assert_eq!(Type::of_options(0, &[t1]), t1);
    }

    /// The table in the proof of [ES, Prop 4.7].
    #[test]
    fn types_of_achievement_games_of_odd_order() {
        let [t0, t1, t2, t3] =
            [(0, 0), (1, 0), (2, 0), (2, 1)].map(|(even, odd)| Type { parity: 1, even, odd });
        for (options, expected) in [
            (vec![t0], t3),
            (vec![t0, t3], t3),
            (vec![t1], t1),
            (vec![t2], t1),
            (vec![t3], t2),
            (vec![t1, t2], t1),
            (vec![t1, t3], t2),
            (vec![t2, t3], t2),
            (vec![t1, t2, t3], t2),
        ] {
            assert_eq!(Type::of_options(1, &options), expected, "{options:?}");
        }
    }
}
