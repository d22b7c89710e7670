//! Pieces beside the definition: whole grounds, every move, nothing merged.

use super::*;
use crate::game::{Components, Game, NimberSearch, Play, Solver, SumSearch};
use crate::limits::{Limits, StopHandle, StopReason};

/// A rule by its definition: a position is the whole ground.
struct Whole(Rule);

impl Game for Whole {
    type Position = Ground;

    fn options(&self, ground: &Ground) -> Vec<Ground> {
        ground.options(self.0)
    }
}

fn ground(text: &str) -> Ground {
    Ground::read(text, &|_| Err("no files".to_owned())).unwrap()
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 24
    }
}

/// Compares searches of pieces with the definition: in misère play, in normal play, and that of boards.
fn compare<G: Components + Copy>(
    game: G,
    rule: Rule,
    grounds: &[Ground],
    pieces: impl Fn(&Ground) -> Vec<G::Component>,
) {
    let whole = Whole(rule);
    let mut solver = Solver::new(&whole, Limits::none());
    let mut nimbers = NimberSearch::new(game, Limits::none());
    let mut misere = SumSearch::new(game, Play::Misere, Limits::none());
    let mut boards = BoardSearch::new(rule, Limits::none());
    // So little is remembered that most is forgotten again.
    let mut forgetful = BoardSearch::remembering(40, rule, Limits::none());
    for ground in grounds {
        let found = pieces(ground);
        let nimber = solver.nimber(ground).unwrap();
        // A fresh search may ask in another order than one that knows much.
        let mut fresh = NimberSearch::new(game, Limits::none());
        assert_eq!(fresh.outcome(&found), solver.outcome(ground, Play::Normal), "{rule:?} {ground}");
        assert_eq!(nimbers.nimber(&found), Ok(nimber), "{rule:?} {ground}");
        for other in 0..6 {
            assert_eq!(nimbers.is(&found, other), Ok(other == nimber), "{rule:?} {ground}");
        }
        assert_eq!(misere.outcome(&found), solver.outcome(ground, Play::Misere), "{rule:?} {ground}");
        let Ground::Board(cells) = ground else { continue };
        let mut fresh = BoardSearch::new(rule, Limits::none());
        assert_eq!(fresh.outcome(*cells), solver.outcome(ground, Play::Normal), "{rule:?} {ground}");
        assert_eq!(boards.nimber(*cells), Ok(nimber), "{rule:?} {ground}");
        assert_eq!(forgetful.nimber(*cells), Ok(nimber), "{rule:?} {ground}");
        assert!(forgetful.pieces_remembered() <= 80);
        for other in 0..6 {
            assert_eq!(boards.is(*cells, other), Ok(other == nimber), "{rule:?} {ground}");
        }
    }
}

fn on_board(ground: &Ground) -> Cells {
    let Ground::Board(cells) = ground else { panic!("{ground} is no board") };
    *cells
}

fn pieces_of_graph(ground: &Ground, rule: Rule) -> Vec<Piece> {
    let Ground::Graph(graph, nodes) = ground else { panic!("{ground} is no graph") };
    graph.pieces(rule, *nodes)
}

#[test]
fn boards_are_their_pieces() {
    let mut dice = Dice(27);
    let mut boards: Vec<Ground> =
        (0..512).map(|free| Ground::Board(Cells { rows: 3, columns: 3, free })).collect();
    for _ in 0..60 {
        let (rows, columns) = [(4, 4), (2, 7), (7, 2), (3, 5)][(dice.next() % 4) as usize];
        let free = u128::from(dice.next() | dice.next()) & Cells::rectangle(rows, columns).free;
        boards.push(Ground::Board(Cells { rows, columns, free }));
    }
    for rule in Rule::ALL {
        compare(OnBoards(rule), rule, &boards, |ground| on_board(ground).pieces(rule));
    }
}

#[test]
fn graphs_are_their_pieces() {
    let mut dice = Dice(28);
    let mut graphs: Vec<Ground> = [
        "petersen",
        "path 9",
        "cycle 9",
        "complete 5",
        "star 6",
        "wheel 6",
        "cube 3",
        "complete-bipartite 3 4",
        "a-b, b-c, d",
    ]
    .map(ground)
    .to_vec();
    for _ in 0..80 {
        let nodes = 2 + dice.next() % 8;
        let arcs = (0..nodes).flat_map(|a| (0..a).map(move |b| (a, b)));
        let words: Vec<String> =
            arcs.filter(|_| dice.next().is_multiple_of(3)).map(|(a, b)| format!("{a}-{b}")).collect();
        let alone = (0..nodes).map(|node| node.to_string());
        graphs.push(ground(&words.into_iter().chain(alone).collect::<Vec<_>>().join(", ")));
    }
    for rule in [Rule::NodeKayles, Rule::ArcKayles, Rule::Grim] {
        compare(OnGraphs(rule), rule, &graphs, |ground| pieces_of_graph(ground, rule));
    }
}

/// Fails when a board is not the graph of its cells.
#[test]
fn boards_are_graphs() {
    for (rows, columns) in [(2usize, 5usize), (3, 4), (4, 4)] {
        let cells = (0..rows * columns).map(|at| (at / columns, at % columns));
        let arcs = cells.flat_map(|(row, column)| {
            let right = (column + 1 < columns).then(|| format!("{row}_{column}-{row}_{}", column + 1));
            let below = (row + 1 < rows).then(|| format!("{row}_{column}-{}_{column}", row + 1));
            right.into_iter().chain(below)
        });
        let graph = ground(&arcs.collect::<Vec<_>>().join(", "));
        let board = ground(&format!("{rows}x{columns}"));
        for rule in [Rule::NodeKayles, Rule::ArcKayles, Rule::Grim] {
            let of_board = BoardSearch::new(rule, Limits::none()).nimber(on_board(&board));
            let of_graph =
                NimberSearch::new(OnGraphs(rule), Limits::none()).nimber(&pieces_of_graph(&graph, rule));
            assert_eq!(of_board, of_graph, "{rule:?} {rows}x{columns}");
        }
    }
}

/// Turned and reflected pieces are equal, and all cells stay.
#[test]
fn symmetric_pieces_are_equal() {
    let mut dice = Dice(29);
    for _ in 0..300 {
        let (rows, columns) = (1 + (dice.next() % 5) as u32, 1 + (dice.next() % 9) as u32);
        let free = u128::from(dice.next()) & Cells::rectangle(rows, columns).free;
        if free == 0 {
            continue;
        }
        let cells = Cells { rows, columns, free };
        let turned = Cells { free: free.reverse_bits() >> (128 - rows * columns), ..cells };
        let piece = Polyomino::new(cells);
        assert_eq!(piece, Polyomino::new(turned));
        assert_eq!(piece, Polyomino::new(cells.transposed()));
        assert_eq!(piece, Polyomino::new(turned.transposed()));
        assert_eq!(piece, Polyomino::new(piece.cells()));
        assert_eq!(piece.size(), free.count_ones());
    }
}

/// Fails when a board that needs long words is searched otherwise than with short ones: all values by both searches.
#[test]
fn long_boards_are_as_short_ones() {
    let mut dice = Dice(31);
    for rule in Rule::ALL {
        let mut search = BoardSearch::new(rule, Limits::none());
        let mut general = NimberSearch::new(OnBoards(rule), Limits::none());
        for _ in 0..12 {
            let (rows, columns) = [(8, 9), (3, 40), (1, 120), (10, 12)][(dice.next() % 4) as usize];
            let mut free =
                u128::from(dice.next()) << 80 | u128::from(dice.next()) << 40 | u128::from(dice.next());
            // Pieces are kept small: two cells of three are taken.
            free &= (u128::from(dice.next()) << 83 | u128::from(dice.next()) << 41 | u128::from(dice.next()))
                & Cells::rectangle(rows, columns).free;
            let cells = Cells { rows, columns, free };
            assert_eq!(search.nimber(cells), general.nimber(&cells.pieces(rule)), "{rule:?} {cells:?}");
            assert_eq!(search.nimber(cells), search.nimber(cells.transposed()));
        }
    }
}

/// Values of Cram in the literature: 3 x n, and boards of even by odd sides.
#[test]
fn known_values_of_cram() {
    let mut search = BoardSearch::new(Rule::Cram, Limits::none());
    let mut nimber = |rows, columns| search.nimber(Cells::rectangle(rows, columns)).unwrap();
    assert_eq!((3..=8).map(|n| nimber(3, n)).collect::<Vec<_>>(), [0, 1, 1, 4, 1, 3]);
    assert_eq!([nimber(4, 5), nimber(5, 5), nimber(6, 8), nimber(2, 9), nimber(4, 7)], [2, 0, 0, 1, 3]);
}

/// Fails when several threads, with the same small memory or a large one, find something else than one.
#[test]
fn threads_change_nothing() {
    for most in [300, 1 << 20] {
        let mut search = BoardSearch::remembering(most, Rule::Cram, Limits::none().with_threads(3));
        search.most_alone = 50;
        let mut alone = BoardSearch::new(Rule::Cram, Limits::none());
        for (rows, columns) in [(3, 8), (4, 6), (5, 5), (4, 7), (8, 9)] {
            let mut cells = Cells::rectangle(rows, columns);
            if rows == 8 {
                cells.free &= 0x5_3f16_9b29_d3a5_4d6b;
            }
            let expected = alone.nimber(cells).unwrap();
            for nimber in 0..5 {
                assert_eq!(search.is(cells, nimber), Ok(nimber == expected), "{rows}x{columns}");
            }
            assert_eq!(search.nimber(cells), Ok(expected), "{rows}x{columns}");
        }
        assert!(search.is_shared() && search.pieces_remembered() > 0);
    }
    let handle = StopHandle::new();
    handle.stop(StopReason::Time);
    let mut stopped = BoardSearch::new(Rule::Cram, Limits::with_handle(handle).with_threads(2));
    stopped.most_alone = 0;
    assert_eq!(stopped.nimber(Cells::rectangle(4, 7)), Err(StopReason::Time.into()));
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    let cells = Cells::rectangle(4, 5);
    let cap = Err(StopReason::Cap { what: "steps of work", bound: 20 }.into());
    let mut search = BoardSearch::new(Rule::Cram, Limits::none().with_work(20));
    assert_eq!(search.nimber(cells), cap);
    assert!(search.pieces_remembered() > 0);
    search.set_limits(Limits::none());
    assert_eq!(search.nimber(cells), Ok(2));
    let mut search = NimberSearch::new(OnBoards(Rule::Cram), Limits::none().with_work(20));
    assert_eq!(search.nimber(&cells.pieces(Rule::Cram)), cap);
    search.set_limits(Limits::none());
    assert_eq!(search.nimber(&cells.pieces(Rule::Cram)), Ok(2));
}

#[test]
fn texts_read_back_and_moves_are_named() {
    for text in ["(4x5)", "(..#/...)", "(petersen)", "(cycle 7)", "(a-b, b-c, d)"] {
        let read = ground(&text[1..text.len() - 1]);
        assert_eq!(read.to_string(), text);
    }
    let petersen = ground("petersen").with_nodes("0, 7").unwrap();
    assert_eq!(petersen.to_string(), "(petersen)[0,7]");
    let shown =
        |ground: &Ground, rule, text: &str| ground.choose(rule, text).unwrap().map(|left| left.to_string());
    assert_eq!(shown(&ground("2x3"), Rule::Cram, "1,1-2,1").unwrap(), "(#../#..)");
    assert_eq!(shown(&ground("2x3"), Rule::Cram, "1,1-2,2"), None);
    assert_eq!(shown(&ground("#../..."), Rule::NodeKayles, "2,3").unwrap(), "(#.#/.##)");
    assert_eq!(shown(&ground("#../..."), Rule::NodeKayles, "1,1"), None);
    assert_eq!(shown(&ground("path 4"), Rule::ArcKayles, "1-2").unwrap(), "(path 4)[0,3]");
    assert_eq!(shown(&ground("path 4"), Rule::Grim, "3").unwrap(), "(path 4)[0,1,2]");
}

#[test]
fn bad_texts_are_refused_with_their_place() {
    let no_file = |_: &str| Err("no files".to_owned());
    for (text, span) in [
        ("", 0..0),
        ("0x5", 0..3),
        ("11x11", 0..5),
        ("99999999999x9", 0..13),
        ("../...", 3..6),
        (" pertersen", 1..10),
        ("path 121", 0..8),
        ("path 99999999999999999999999", 0..28),
        ("cycle 2", 0..7),
        ("cube 64", 0..7),
        ("a-b, b-, c", 5..7),
        ("a-a", 0..3),
        ("a-b,,c", 4..4),
        ("file:x", 0..6),
    ] {
        assert_eq!(Ground::read(text, &no_file).unwrap_err().span, span, "{text}");
    }
    assert_eq!(ground("path 4").with_nodes("0, 9").unwrap_err().span, 3..4);
    assert_eq!(ground("path 4").with_nodes("").unwrap().size(), 0);
    assert!(ground("4x4").with_nodes("0").is_err() && ground("4x4").choose(Rule::Cram, "5,1-4,1").is_err());
}
