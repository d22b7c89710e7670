//! A diagram put aside: the outcome function, and what is remembered of functions that occur in it.

use super::memo::Memo;
use super::outcome::OutcomeDiagram;
use super::store::{Diagram, Function, Node};
use crate::misere::rules::Sum;

/// The outcome function of some generators as lists of numbers.
///
/// Results remembered about functions that the outcome function does not use are not kept: as in
/// [`OutcomeDiagram::collect`], they are found again when they are needed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SavedDiagram {
    /// For each node but the constant: its generator, the first place of its loop, and the number of its slices.
    nodes: Vec<(u32, u32, u32)>,
    /// The slices of all nodes, one after the other.
    slices: Vec<u32>,
    /// The outcome function.
    root: u32,
    /// See [`OutcomeDiagram::unfinished_order`].
    unfinished: Option<usize>,
    /// K_m(b) as m, b and the result.
    outcomes: Vec<(u32, u32, u32)>,
    /// Unions of two functions.
    unions: Vec<(u32, u32, u32)>,
    /// Shifts: the function, the generator and the result.
    shifts: Vec<(u32, u32, u32)>,
}

impl OutcomeDiagram {
    /// The diagram as lists of numbers. Cost: the nodes of the outcome function, and what is remembered.
    pub fn save(&self) -> SavedDiagram {
        let kept = self.diagram.kept(&[self.root]);
        let renumber = |f: u32| kept.renumber(f);
        let triple = |key: (u32, u32), value: u32| Some((renumber(key.0)?, key.1, renumber(value)?));
        let pairs = self.diagram.unions.entries().filter_map(|(key, value)| {
            let (f, g, value) = triple(((key >> 32) as u32, key as u32), value)?;
            Some((f, renumber(g)?, value))
        });
        let mut unions: Vec<(u32, u32, u32)> = pairs.collect();
        let shifted =
            self.diagram.shifts.entries().filter_map(|(key, value)| {
                triple(((key >> 31) as u32, (key & 0xffff_ffff >> 1) as u32), value)
            });
        let mut shifts: Vec<(u32, u32, u32)> = shifted.collect();
        let outcomes = self.outcomes.entries().filter_map(|(key, value)| {
            let (b, m, value) = triple((key as u32, (key >> 32) as u32), value)?;
            Some((m, b, value))
        });
        let mut outcomes: Vec<(u32, u32, u32)> = outcomes.collect();
        // Tables have no order of their own.
        [&mut unions, &mut shifts, &mut outcomes].into_iter().for_each(|list| list.sort_unstable());
        SavedDiagram {
            nodes: kept.nodes[1..].iter().map(|node| (node.level, node.loop_start, node.len)).collect(),
            root: renumber(self.root.0).unwrap_or(0),
            slices: kept.children,
            unfinished: self.unfinished,
            outcomes,
            unions,
            shifts,
        }
    }

    /// The diagram that was saved, of generators with the given options; `None` when the numbers make no sense.
    pub fn restore(saved: SavedDiagram, options: Vec<Vec<Sum>>) -> Option<Self> {
        let functions = 2 * (saved.nodes.len() as u64 + 1);
        let is_function = |f: u32| u64::from(f) < functions;
        let mut diagram = Diagram::default();
        let mut start = 0u32;
        for (level, loop_start, len) in saved.nodes {
            if level as usize >= options.len() || loop_start >= len {
                return None;
            }
            // A node comes after its slices.
            let own = diagram.nodes.len() as u32;
            let slices = saved.slices.get(start as usize..start.checked_add(len)? as usize)?;
            if slices.iter().any(|slice| slice >> 1 >= own) {
                return None;
            }
            diagram.nodes.push(Node { level, start, len, loop_start });
            start += len;
        }
        if start as usize != saved.slices.len() {
            return None;
        }
        diagram.children = saved.slices;
        diagram.check_invariants().ok()?;
        diagram.rebuild_table();
        let mut restored = OutcomeDiagram::new();
        let triples = [&saved.outcomes, &saved.unions, &saved.shifts];
        let generators = options.len() as u32;
        if !is_function(saved.root)
            || triples.into_iter().flatten().any(|(_, _, value)| !is_function(*value))
            || !saved.outcomes.iter().all(|(m, b, _)| *m <= generators && is_function(*b))
            || !saved.unions.iter().all(|(f, g, _)| is_function(*f) && is_function(*g))
            || !saved.shifts.iter().all(|(f, g, _)| is_function(*f) && *g < generators)
        {
            return None;
        }
        let remember = |memo: &mut Memo, key: u64, value: u32| {
            if key != 0 && memo.get(key).is_none() {
                memo.insert(key, value);
            }
        };
        for (m, b, value) in saved.outcomes {
            remember(&mut restored.outcomes, u64::from(m) << 32 | u64::from(b), value);
        }
        for (f, g, value) in saved.unions {
            remember(&mut diagram.unions, u64::from(f) << 32 | u64::from(g), value);
        }
        for (f, generator, value) in saved.shifts {
            remember(&mut diagram.shifts, u64::from(f) << 31 | u64::from(generator), value);
        }
        restored.diagram = diagram;
        restored.root = Function(saved.root);
        restored.options = options;
        restored.unfinished = saved.unfinished;
        Some(restored)
    }
}
