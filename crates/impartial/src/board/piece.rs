//! What is left of a graph: connected graphs on their own, with nodes numbered in an order that depends on the graph alone as far as
//! neighbours of neighbours tell.

use super::Rule;
use super::polyomino::each;
use crate::game::Components;

/// A connected graph: for every node the set of its neighbours.
///
/// Nodes are numbered by refined degrees (how many neighbours of which kind a node has, again and again); where that does not tell
/// nodes apart one of them is taken, and the rest told apart from it. Isomorphic trees and cycles get equal numbers; other isomorphic graphs
/// nearly always. Equal pieces are isomorphic in any case, and more is not needed for right answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(Box<[u128]>);

impl Piece {
    /// The nodes of a connected part of a graph.
    fn new(graph: &[u128], nodes: u128) -> Self {
        let mut members = Vec::new();
        each(nodes, |node| members.push(node.trailing_zeros() as usize));
        let kinds = refined(graph, nodes, &members);
        // Each node has a kind of its own now: its place.
        let mut place = [0u8; 128];
        for (node, kind) in members.iter().zip(&kinds) {
            place[*node] = *kind;
        }
        let mut rows = vec![0u128; members.len()];
        for node in &members {
            let row = &mut rows[place[*node] as usize];
            each(graph[*node] & nodes, |other| *row |= 1 << place[other.trailing_zeros() as usize]);
        }
        Piece(rows.into_boxed_slice())
    }

    /// The number of nodes.
    pub fn size(&self) -> u32 {
        self.0.len() as u32
    }
}

/// A different number for every node, from 0 on.
fn refined(graph: &[u128], nodes: u128, members: &[usize]) -> Vec<u8> {
    let mut kinds: Vec<u8> = vec![0; members.len()];
    let mut at = [0u8; 128];
    for (place, node) in members.iter().enumerate() {
        at[*node] = place as u8;
    }
    let mut count = 1;
    loop {
        // A node is known by its kind and those of its neighbours; kinds are ranks of that.
        let mut known: Vec<(u8, Vec<u8>, usize)> = Vec::with_capacity(members.len());
        for (place, node) in members.iter().enumerate() {
            let mut around = Vec::new();
            each(graph[*node] & nodes, |other| {
                around.push(kinds[at[other.trailing_zeros() as usize] as usize]);
            });
            around.sort_unstable();
            known.push((kinds[place], around, place));
        }
        known.sort_unstable();
        let mut rank = 0;
        for next in 0..known.len() {
            if next > 0 && (known[next].0, &known[next].1) != (known[next - 1].0, &known[next - 1].1) {
                rank = next as u8;
            }
            kinds[known[next].2] = rank;
        }
        let mut different = kinds.clone();
        different.sort_unstable();
        let twice = different.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        different.dedup();
        let Some(twice) = twice else { return kinds };
        if different.len() == count {
            // Nothing was told apart: all but one node of the first kind that has several move up by one.
            let first = kinds.iter().position(|kind| *kind == twice).expect("the kind is that of a node");
            for (place, kind) in kinds.iter_mut().enumerate() {
                *kind += u8::from(place != first && *kind == twice);
            }
            count += 1;
        } else {
            count = different.len();
        }
    }
}

/// For every move on the nodes of a graph, the nodes that it takes away.
pub(super) fn moves(rule: Rule, graph: &[u128], nodes: u128) -> Vec<u128> {
    let mut moves = Vec::new();
    each(nodes, |node| {
        let around = graph[node.trailing_zeros() as usize] & nodes;
        match rule {
            Rule::Cram | Rule::ArcKayles => {
                each(around & !(node | (node - 1)), |other| moves.push(node | other));
            }
            Rule::NodeKayles => moves.push(node | around),
            Rule::Grim if around != 0 => moves.push(node),
            Rule::Grim => {}
        }
    });
    moves
}

/// The connected parts of nodes of a graph that can still be played on.
pub(super) fn pieces(rule: Rule, graph: &[u128], nodes: u128) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut open = nodes;
    while open != 0 {
        let mut piece = open & open.wrapping_neg();
        let mut new = piece;
        while new != 0 {
            let mut around = 0;
            each(new, |node| around |= graph[node.trailing_zeros() as usize]);
            new = around & open & !piece;
            piece |= new;
        }
        open &= !piece;
        if rule.plays_single_nodes() || piece & (piece - 1) != 0 {
            pieces.push(Piece::new(graph, piece));
        }
    }
    pieces
}

/// The games of a rule on graphs.
#[derive(Clone, Copy, Debug)]
pub struct OnGraphs(pub Rule);

impl Components for OnGraphs {
    type Component = Piece;

    fn options(&self, piece: &Piece) -> Vec<Vec<Piece>> {
        let all = u128::MAX >> (128 - piece.size());
        let left = |taken: u128| pieces(self.0, &piece.0, all & !taken);
        moves(self.0, &piece.0, all).into_iter().map(left).collect()
    }

    fn longest_play(&self, piece: &Piece) -> u64 {
        self.0.longest_play(piece.size())
    }

    fn weight(&self, piece: &Piece) -> u64 {
        match self.0 {
            Rule::Cram | Rule::ArcKayles => {
                piece.0.iter().map(|row| u64::from(row.count_ones())).sum::<u64>() / 2
            }
            Rule::NodeKayles | Rule::Grim => u64::from(piece.size()),
        }
    }
}
