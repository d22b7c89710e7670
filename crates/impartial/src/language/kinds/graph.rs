//! Nodes of a finite graph of moves: `graph(file)[A+3*B]`, where the file lists for every node the nodes it can move to.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigUint;
use serde_json::{Value, json};

use crate::claim::Claim;
use crate::game::Play;
use crate::game::forest::{Forest, Tree};
use crate::integer::mex;
use crate::language::kind::{Kind, Piece, Single, Theorem};
use crate::language::moves::WinningMoves;
use crate::language::natural::Natural;
use crate::language::parser::{Reader, Subject};
use crate::language::position::Position;
use crate::language::registry::{KindOfGame, begins_with_word};
use crate::limits::{Limits, StopReason, Unanswered};
use crate::misere::rules::{Graph, Rules, Sum};
use crate::ordinal::Ordinal;
use crate::text::ReadError;

/// A graph under the name that texts give it: play ends. Equal when name and graph are.
pub struct NamedGraph {
    name: String,
    graph: Graph,
    /// The graph as rules, and the sum of generators that each node is.
    rules: Rules,
    sums: Vec<Sum>,
    /// The nimbers of the nodes, as far as they were asked for.
    nimbers: Mutex<Vec<Option<u64>>>,
}

/// A sum of nodes of one graph, each with its multiplicity, by increasing number; none without moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GraphSum {
    /// The graph.
    pub graph: Arc<NamedGraph>,
    nodes: Vec<(u32, Natural)>,
}

pub(in crate::language) const KIND: KindOfGame =
    KindOfGame { name: "graph", theory: "graphs", example: "graph(file.txt)[A+3*B]", begins, read };

fn begins(text: &str) -> bool {
    begins_with_word(text, &["graph"])
}

fn read(reader: &mut Reader<'_>) -> Result<Subject, ReadError> {
    let (inner, start) = reader.in_parentheses("graph".len())?;
    let name = inner.trim();
    let span = start..start + inner.len();
    let known = reader.known.graphs.iter().find(|graph| graph.name == name).cloned();
    let graph = match known {
        Some(graph) => graph,
        None => {
            let wrong = |why: String| ReadError::new(span.clone(), why);
            let text = (reader.sources.file)(name).map_err(wrong)?;
            let graph = NamedGraph::read(name, &text).map_err(|why| wrong(format!("{name}: {why}")))?;
            reader.known.graphs.push(Arc::clone(&graph));
            graph
        }
    };
    let Some((inside, start)) = reader.in_brackets()? else {
        return Err(reader.cursor.expected_here("`[` and the nodes of a position, as in [A+3*B]"));
    };
    let mut nodes = Vec::new();
    let mut at = start;
    for word in inside.split(['+', ',']) {
        let place = at + (word.len() - word.trim_start().len());
        if !word.trim().is_empty() || inside.contains(['+', ',']) {
            nodes.push(graph.node(word.trim()).map_err(|error| error.shifted(place))?);
        }
        at += word.len() + 1;
    }
    Ok(Subject::Position(GraphSum::new(graph, nodes).into()))
}

impl NamedGraph {
    /// Reads a graph; what is wrong with it otherwise.
    pub fn read(name: &str, text: &str) -> Result<Arc<Self>, String> {
        let graph: Graph =
            text.parse().map_err(|error: crate::misere::rules::GraphError| error.to_string())?;
        let (rules, sums) = graph.rules().map_err(|error| error.to_string())?;
        let nimbers = Mutex::new(vec![None; sums.len()]);
        Ok(Arc::new(NamedGraph { name: name.to_owned(), graph, rules, sums, nimbers }))
    }

    /// `node`, `count*node` or `node*count`; the place in an error counts from the beginning of the word.
    fn node(&self, word: &str) -> Result<(u32, Natural), ReadError> {
        let find = |name: &str| self.graph.names().iter().position(|known| known == name).map(|at| at as u32);
        if let Some(node) = find(word) {
            return Ok((node, Natural::from(1)));
        }
        let count = |text: &str| {
            let is_number =
                !text.is_empty() && text.len() <= 1000 && text.bytes().all(|c| c.is_ascii_digit());
            is_number.then(|| text.parse::<BigUint>().ok()).flatten().map(Natural::from)
        };
        if let Some((left, right)) = word.split_once('*') {
            let (left, right) = (left.trim(), right.trim());
            if let Some(found) = count(left).zip(find(right)).or_else(|| count(right).zip(find(left))) {
                return Ok((found.1, found.0));
            }
        }
        let message = if word.is_empty() {
            "expected the name of a node".to_owned()
        } else {
            format!("`{word}` is no node of {}, nor a number of copies of one", self.name)
        };
        let known: Vec<&str> = self.graph.names().iter().take(8).map(String::as_str).collect();
        let more = if self.graph.names().len() > known.len() { ", …" } else { "" };
        Err(ReadError::new(0..word.len(), message).help(format!("its nodes are {}{more}", known.join(", "))))
    }

    /// The nimber of a node.
    fn nimber(&self, node: u32, limits: &Limits) -> Result<u64, Unanswered> {
        let mut nimbers = self.nimbers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = nimbers[node as usize] {
            return Ok(known);
        }
        // Generators have the nimbers of nodes: the options of each come before it.
        let mut of_generator: Vec<u64> = Vec::with_capacity(self.rules.len());
        for generator in 0..self.rules.len() as u32 {
            limits.poll()?;
            let value = |sum: &Sum| sum.iter().fold(0, |value, part| value ^ of_generator[*part as usize]);
            let least = mex(self.rules.options(generator).iter().map(value));
            of_generator.push(least);
        }
        for (known, sum) in nimbers.iter_mut().zip(&self.sums) {
            *known = Some(sum.iter().fold(0, |value, part| value ^ of_generator[*part as usize]));
        }
        Ok(nimbers[node as usize].expect("every node has its nimber now"))
    }
}

impl GraphSum {
    /// The sum of nodes with their multiplicities; nodes without moves vanish.
    pub fn new(graph: Arc<NamedGraph>, nodes: impl IntoIterator<Item = (u32, Natural)>) -> Self {
        let has_moves = |node: u32| !graph.graph.options()[node as usize].is_empty();
        let mut all: Vec<(u32, Natural)> =
            nodes.into_iter().filter(|(node, count)| has_moves(*node) && !count.is_zero()).collect();
        all.sort_unstable();
        let mut nodes: Vec<(u32, Natural)> = Vec::with_capacity(all.len());
        for (node, count) in all {
            match nodes.last_mut() {
                Some((last, total)) if *last == node => *total += count,
                _ => nodes.push((node, count)),
            }
        }
        GraphSum { graph, nodes }
    }

    /// The nodes as game trees, as often as they occur, at most `most` in all.
    ///
    /// # Errors
    /// When a limit is reached, or there are more.
    pub fn trees(&self, forest: &mut Forest, most: usize, limits: &Limits) -> Result<Vec<Tree>, StopReason> {
        let too_many = StopReason::Cap { what: "trees", bound: most as u64 };
        let limits = limits.clone().with_positions(most as u64);
        let rules = &self.graph.rules;
        let mut of_generator: Vec<Tree> = Vec::with_capacity(rules.len());
        for generator in 0..rules.len() as u32 {
            limits.poll()?;
            let mut options = Vec::new();
            for sum in rules.options(generator) {
                let mut tree = Tree::ZERO;
                for part in sum {
                    tree = forest.sum(tree, of_generator[*part as usize], &limits)?;
                }
                options.push(tree);
            }
            of_generator.push(forest.set(options));
        }
        let mut trees = Vec::new();
        for (node, count) in &self.nodes {
            let count = count.to_u64().filter(|count| *count <= most as u64).ok_or(too_many)?;
            let node = self.graph.sums[*node as usize].iter().map(|part| of_generator[*part as usize]);
            trees.extend((0..count).flat_map(|_| node.clone()));
            if trees.len() > most {
                return Err(too_many);
            }
        }
        Ok(trees)
    }

    fn with(&self, nodes: impl IntoIterator<Item = (u32, Natural)>) -> Position {
        Position::from(GraphSum::new(Arc::clone(&self.graph), nodes)).normal_form()
    }

    /// The sum with one node replaced by others.
    fn replaced(&self, from: u32, to: &[u32]) -> Position {
        let left = self
            .nodes
            .iter()
            .map(|(node, count)| (*node, if *node == from { count.less_one() } else { count.clone() }));
        self.with(left.chain(to.iter().map(|node| (*node, Natural::from(1)))))
    }
}

impl Kind for GraphSum {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn options(&self) -> Vec<Position> {
        let options = |node: u32| self.graph.graph.options()[node as usize].iter();
        let moved = |node: u32| options(node).map(move |to| self.replaced(node, to));
        self.nodes.iter().flat_map(|(node, _)| moved(*node)).collect()
    }

    fn is_over(&self) -> bool {
        self.nodes.is_empty()
    }

    fn is_zero(&self) -> bool {
        self.nodes.is_empty()
    }

    fn bound_on_options(&self, _: &Limits) -> u64 {
        let options = |node: u32| self.graph.graph.options()[node as usize].len() as u64;
        self.nodes.iter().map(|(node, _)| options(*node)).sum()
    }

    fn components(&self) -> Option<Vec<(Single, Natural)>> {
        let one = |node: u32| Single::new(GraphSum::new(Arc::clone(&self.graph), [(node, Natural::from(1))]));
        Some(self.nodes.iter().map(|(node, count)| (one(*node), count.clone())).collect())
    }

    fn join(&self, other: &Single) -> Option<Single> {
        let GraphSum { graph, nodes } = other.of_kind()?;
        (self.graph == *graph)
            .then(|| Single::new(GraphSum::new(Arc::clone(graph), self.nodes.iter().chain(nodes).cloned())))
    }

    fn without(&self, component: &Single) -> Option<Position> {
        let GraphSum { graph, nodes } = component.of_kind()?;
        let (node, _) = nodes.first()?;
        let has = self.nodes.iter().any(|(own, _)| own == node);
        (self.graph == *graph && has).then(|| self.replaced(*node, &[]))
    }

    fn nimber(&self, limits: &Limits) -> Theorem<Ordinal> {
        let odd = self.nodes.iter().filter(|(_, count)| count.is_odd());
        let value =
            odd.map(|(node, _)| self.graph.nimber(*node, limits)).try_fold(0, |sum, value| Ok(sum ^ value?));
        Some(value.map(Ordinal::from))
    }

    fn reason(&self, play: Option<Play>) -> Option<Claim> {
        let nodes = self.graph.sums.len();
        play.is_none().then(|| Claim::Proved(format!("mex over the {nodes} nodes of the graph")))
    }

    fn moves_to(&self, nimber: &Ordinal, limits: &Limits) -> Theorem<WinningMoves> {
        let mut moves = Vec::new();
        for option in self.options() {
            let value = match &option {
                Position::Single(single) => single.nimber(limits),
                _ => None,
            };
            match value {
                Some(Ok(value)) if value == *nimber => moves.push(option),
                Some(Err(why)) => return Some(Err(why)),
                _ => {}
            }
        }
        Some(Ok(WinningMoves::all(moves)))
    }

    fn piece(&self) -> Option<Piece> {
        Some(Piece::Listed(Single::new(self.clone())))
    }

    fn enter(&self, list: &mut Rules) -> Vec<(Single, Sum)> {
        let images = list.union(&self.graph.rules);
        let image =
            |sum: &Sum| sum.iter().flat_map(|generator| images[*generator as usize].clone()).collect();
        let one = |node: u32| Single::new(GraphSum::new(Arc::clone(&self.graph), [(node, Natural::from(1))]));
        (0..).zip(&self.graph.sums).map(|(node, sum)| (one(node), image(sum))).collect()
    }

    fn parts(&self) -> Value {
        let name = |node: u32| &self.graph.graph.names()[node as usize];
        let nodes: Vec<Value> = self.nodes.iter().map(|(node, count)| json!([name(*node), count])).collect();
        json!({ "graph": self.graph.name, "nodes": nodes })
    }
}

impl fmt::Display for GraphSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "graph({})[", self.graph.name)?;
        for (at, (node, count)) in self.nodes.iter().enumerate() {
            let plus = if at > 0 { "+" } else { "" };
            let name = &self.graph.graph.names()[*node as usize];
            if count.is_one() {
                write!(f, "{plus}{name}")?;
            } else {
                write!(f, "{plus}{count}*{name}")?;
            }
        }
        f.write_str("]")
    }
}

impl fmt::Debug for NamedGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "graph({})", self.name)
    }
}

impl Ord for NamedGraph {
    fn cmp(&self, other: &Self) -> Ordering {
        if std::ptr::eq(self, other) {
            return Ordering::Equal;
        }
        let key = |graph: &NamedGraph| (graph.name.clone(), graph.graph.names().to_vec());
        key(self).cmp(&key(other)).then_with(|| self.graph.options().cmp(other.graph.options()))
    }
}

impl PartialOrd for NamedGraph {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for NamedGraph {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for NamedGraph {}

impl Hash for NamedGraph {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
