//! The simplified structure digraph: classes of the same type and the same option types become one.

use rustc_hash::FxHashMap;

use super::Aim;
use super::digraph::{ClassId, StructureDigraph};
use super::types::{Type, Types};

/// A class of type equivalent structure classes [ES, Def 3.17].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimplifiedClass {
    /// The type they share; for the generating class (parity of the ground set, 0, 0).
    pub kind: Type,
    /// The full option type they share: the types of the options and their own, sorted. Only its own for the generating
    /// class.
    pub option_types: Vec<Type>,
    /// How many structure classes were identified.
    pub count: u128,
    /// Whether this is the class of the generating positions, which only GEN has.
    pub is_generating: bool,
}

/// The structure digraph with type equivalent classes identified and loops removed [ES, Def 3.18].
///
/// ```
/// use impartial::generate::Kinds;
/// use impartial::generate::{Aim, Family, SimplifiedDigraph, StructureDigraph, Types};
/// use impartial::limits::Limits;
/// use impartial::subset::Subset;
/// // Z4: one maximal subgroup [ES, Fig 6.1].
/// let digraph =
///     StructureDigraph::new(&Kinds::new(&Family::new(4, vec![Subset::from_elements(4, [0, 2])])), &[], &Limits::none())?;
/// let simplified = SimplifiedDigraph::new(&digraph, &Types::new(&digraph, Aim::Achieve), Aim::Achieve, 4);
/// assert_eq!(simplified.classes().len(), 2);
/// assert_eq!(simplified.classes()[0].kind.to_string(), "(0,1,2)");
/// assert_eq!(simplified.arrows(), [(0, 1)]);
/// # Ok::<(), impartial::limits::StopReason>(())
/// ```
#[derive(Clone, Debug)]
pub struct SimplifiedDigraph {
    classes: Vec<SimplifiedClass>,
    arrows: Vec<(usize, usize)>,
    of_class: Vec<usize>,
}

impl SimplifiedDigraph {
    /// Identifies the type equivalent classes of a digraph. `ground` is the size of the ground set.
    ///
    /// The simplified class of the empty set comes first, the generating class last.
    ///
    /// Cost: one step an arrow.
    pub fn new(digraph: &StructureDigraph, types: &Types, aim: Aim, ground: usize) -> Self {
        let generating = Type { parity: (ground % 2) as u8, even: 0, odd: 0 };
        let mut classes: Vec<SimplifiedClass> = Vec::new();
        let mut of_class = Vec::with_capacity(digraph.classes().len());
        let mut number_of: FxHashMap<(Type, Vec<Type>), usize> = FxHashMap::default();
        let reaches_end =
            |class: ClassId| aim == Aim::Achieve && digraph.classes()[class as usize].is_semi_terminal;
        let mut met_for = vec![ClassId::MAX; types.distinct().len()];
        for (class, facts) in (0..).zip(digraph.classes()) {
            let kind = types.of(class);
            let mut option_types = vec![kind];
            met_for[types.number(class)] = class;
            for option in digraph.options(class) {
                let number = types.number(*option);
                if met_for[number] != class {
                    met_for[number] = class;
                    option_types.push(types.of(*option));
                }
            }
            if reaches_end(class) && !option_types.contains(&generating) {
                option_types.push(generating);
            }
            option_types.sort_unstable();
            let number = *number_of.entry((kind, option_types)).or_insert_with_key(|(kind, option_types)| {
                let option_types = option_types.clone();
                classes.push(SimplifiedClass { kind: *kind, option_types, count: 0, is_generating: false });
                classes.len() - 1
            });
            classes[number].count += facts.count;
            of_class.push(number);
        }
        if aim == Aim::Achieve {
            let option_types = vec![generating];
            classes.push(SimplifiedClass { kind: generating, option_types, count: 1, is_generating: true });
        }
        let last = classes.len().saturating_sub(1);
        let mut is_arrow = vec![false; classes.len() * classes.len()];
        for (class, from) in (0..).zip(&of_class) {
            for option in digraph.options(class) {
                is_arrow[from * classes.len() + of_class[*option as usize]] = true;
            }
            if reaches_end(class) {
                is_arrow[from * classes.len() + last] = true;
            }
        }
        let arrows = (0..is_arrow.len())
            .filter(|at| is_arrow[*at])
            .map(|at| (at / classes.len(), at % classes.len()))
            .filter(|(from, to)| from != to)
            .collect();
        SimplifiedDigraph { classes, arrows, of_class }
    }

    /// The classes; the first contains the empty set.
    pub fn classes(&self) -> &[SimplifiedClass] {
        &self.classes
    }

    /// The arrows, from class to class, sorted.
    pub fn arrows(&self) -> &[(usize, usize)] {
        &self.arrows
    }

    /// The simplified class that a structure class became part of.
    pub fn of_class(&self, class: ClassId) -> usize {
        self.of_class[class as usize]
    }

    /// A directed cycle, as the classes on it in order, if there is one.
    ///
    /// Whether a group can have one is open [ES, Question 10(1)]; no group of order below 512 has.
    pub fn cycle(&self) -> Option<Vec<usize>> {
        let mut state = vec![Visit::New; self.classes.len()];
        let mut path: Vec<(usize, usize)> = Vec::new();
        for root in 0..self.classes.len() {
            if state[root] != Visit::New {
                continue;
            }
            state[root] = Visit::OnPath;
            path.push((root, 0));
            while let Some((class, tried)) = path.last_mut() {
                let class = *class;
                let Some(to) = self.options(class).nth(*tried) else {
                    state[class] = Visit::Done;
                    path.pop();
                    continue;
                };
                *tried += 1;
                match state[to] {
                    Visit::Done => {}
                    Visit::New => {
                        state[to] = Visit::OnPath;
                        path.push((to, 0));
                    }
                    Visit::OnPath => {
                        let start = path.iter().position(|(on, _)| *on == to)?;
                        return Some(path[start..].iter().map(|(on, _)| *on).collect());
                    }
                }
            }
        }
        None
    }

    /// The options of a simplified class.
    pub fn options(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        let start = self.arrows.partition_point(|(from, _)| *from < class);
        self.arrows[start..].iter().take_while(move |(from, _)| *from == class).map(|(_, to)| *to)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    OnPath,
    Done,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_found_when_there_are_any() {
        let class = SimplifiedClass {
            kind: Type { parity: 0, even: 0, odd: 1 },
            option_types: Vec::new(),
            count: 1,
            is_generating: false,
        };
        let digraph = |arrows: &[(usize, usize)]| SimplifiedDigraph {
            classes: vec![class.clone(); 5],
            arrows: arrows.to_vec(),
            of_class: Vec::new(),
        };
        assert_eq!(digraph(&[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]).cycle(), None);
        assert_eq!(digraph(&[(0, 1), (1, 2), (2, 3), (3, 1), (3, 4)]).cycle(), Some(vec![1, 2, 3]));
        assert_eq!(digraph(&[(3, 4), (4, 3)]).cycle(), Some(vec![3, 4]));
    }
}
