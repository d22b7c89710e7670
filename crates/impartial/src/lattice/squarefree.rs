//! Squarefree games in normal play: Sprague-Grundy theory in coordinates.
//!
//! Source: \[GM, section 6\] with the corrigendum (arXiv:1105.5420): a rule set is squarefree when every rule has *exactly
//! one* positive entry and that entry is 1. Then x is a sum of x_i copies of one game for every coordinate i, and
//! P = {x : Σ x_i g_i = 0}, where g_i is the nimber of e_i and the sum is taken bit by bit modulo 2. With P_0 = P ∩ {0,1}^d,
//! a linear code, P = P_0 + 2N^d.
//!
//! Rule sets whose positive entries are all 1, but with several of them in one rule, were called squarefree in the paper
//! and are now called *weakly* squarefree; for them the theorem fails. With the rules e1, e2, e3, e2 + e3 on N^3 the position
//! (1,0,1) is P, and (1,2,1) is N: the move by e2 + e3 to (1,1,0) acts on (1,0,1) + (0,2,0) without acting on either part.
//! (Theorem 7.4 of the paper, which looks for a pattern, does not determine P_0 either: for the rules e1, e2, e3 both
//! the words of even weight and {000, 111} are sustained patterns. Nimbers leave no choice.)

use std::fmt::Write as _;

use super::rules::{LatticeGame, coordinate_names, point_text};

/// Why the theorem does not apply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSquarefree {
    /// The board is not the orthant.
    #[error("the board is not x >= 0")]
    Board,
    /// There are defeated positions: not normal play.
    #[error("there are defeated positions; the theorem is about normal play")]
    Defeated,
    /// A rule takes two heaps of one kind.
    #[error("the rule {} takes more than one of a kind", point_text(.0))]
    Multiple(Vec<i64>),
    /// All positive entries are 1, but a rule has several of them.
    #[error(
        "the rule {} acts on several heaps at once: the rules are only weakly squarefree, and for such P = P_0 + 2N^d can fail \
         (with the rules e1, e2, e3, e2+e3 the position (1,0,1) is P and (1,2,1) is N)",
        point_text(.0)
    )]
    Weakly(Vec<i64>),
    /// A rule takes nothing, or the rules run in a circle: the positivity axiom fails.
    #[error("the moves do not end")]
    Loopy,
}

/// The P-positions of a squarefree game in normal play, all of them.
///
/// ```
/// use impartial::lattice::{LatticeGame, solve_squarefree};
/// // Nim with heaps of at most three tokens.
/// let rules = [[1, 0, 0], [0, 1, 0], [-1, 1, 0], [0, 0, 1], [-1, 0, 1], [0, -1, 1]];
/// let nim = LatticeGame::new(3, rules.map(|rule| rule.to_vec()).to_vec(), None, vec![])?;
/// let strategy = solve_squarefree(&nim).unwrap();
/// assert_eq!(strategy.nimbers(), [1, 2, 3]);
/// assert_eq!(strategy.kernel(), [[true, true, true]]);
/// assert!(strategy.is_p(&[5, 3, 7]));
/// # Ok::<(), impartial::lattice::LatticeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquarefreeStrategy {
    nimbers: Vec<u64>,
    /// For every coordinate, its rules and the nimber of what each leaves.
    moves: Vec<Vec<(usize, u64)>>,
}

/// The nimbers of the coordinates of a squarefree game.
///
/// # Errors
/// [`NotSquarefree`] says why the theorem does not apply.
///
/// Cost: O(d·|Γ|·d).
pub fn solve(game: &LatticeGame) -> Result<SquarefreeStrategy, NotSquarefree> {
    if !game.is_orthant() {
        return Err(NotSquarefree::Board);
    }
    if !game.defeated().is_empty() {
        return Err(NotSquarefree::Defeated);
    }
    let dimension = game.dimension();
    if let Some(rule) = game.rules().iter().find(|rule| rule.iter().any(|entry| *entry > 1)) {
        return Err(NotSquarefree::Multiple(rule.clone()));
    }
    let taken = |rule: &Vec<i64>| rule.iter().filter(|entry| **entry == 1).count();
    if let Some(rule) = game.rules().iter().find(|rule| taken(rule) > 1) {
        return Err(NotSquarefree::Weakly(rule.clone()));
    }
    if game.rules().iter().any(|rule| taken(rule) == 0) {
        return Err(NotSquarefree::Loopy);
    }
    let mut nimbers: Vec<Option<u64>> = vec![None; dimension];
    let mut moves: Vec<Vec<(usize, u64)>> = vec![Vec::new(); dimension];
    // A heap comes after all heaps that its rules leave; positivity makes this possible.
    while let Some(next) = (0..dimension).find(|i| {
        let rules = game.rules().iter().filter(|rule| rule[*i] == 1);
        let leaves = |rule: &Vec<i64>| (0..dimension).all(|j| rule[j] >= 0 || nimbers[j].is_some());
        nimbers[*i].is_none() && rules.clone().all(leaves)
    }) {
        for (index, rule) in game.rules().iter().enumerate().filter(|(_, rule)| rule[next] == 1) {
            let odd = (0..dimension).filter(|j| rule[*j] < 0 && rule[*j] % 2 != 0);
            let left = odd.filter_map(|j| nimbers[j]).fold(0, |sum, nimber| sum ^ nimber);
            moves[next].push((index, left));
        }
        let is_left = |value: &u64| moves[next].iter().any(|(_, left)| left == value);
        nimbers[next] = (0..).find(|value| !is_left(value));
    }
    let nimbers: Option<Vec<u64>> = nimbers.into_iter().collect();
    nimbers.map(|nimbers| SquarefreeStrategy { nimbers, moves }).ok_or(NotSquarefree::Loopy)
}

impl SquarefreeStrategy {
    /// The nimber of each coordinate's heap.
    pub fn nimbers(&self) -> &[u64] {
        &self.nimbers
    }

    /// The nimber of a position.
    pub fn nimber(&self, point: &[i64]) -> u64 {
        self.nimber_of_parities(point.iter().map(|entry| entry % 2 != 0))
    }

    /// The nimber of a position by the parities of its coordinates, so that they may be of any size.
    pub fn nimber_of_parities(&self, is_odd: impl IntoIterator<Item = bool>) -> u64 {
        self.nimbers.iter().zip(is_odd).filter(|(_, odd)| *odd).fold(0, |sum, (nimber, _)| sum ^ nimber)
    }

    /// Whether a position is P.
    pub fn is_p(&self, point: &[i64]) -> bool {
        self.nimber(point) == 0
    }

    /// The index of a rule that leads to a P-position; `None` when the position is P. The rule takes a heap of which there is
    /// an odd number, so the move is legal.
    pub fn winning_rule(&self, is_odd: &[bool]) -> Option<usize> {
        let total = self.nimber_of_parities(is_odd.iter().copied());
        let top = 63u32.checked_sub(total.leading_zeros())?;
        let heap = (0..self.nimbers.len()).find(|i| is_odd[*i] && self.nimbers[*i] >> top & 1 == 1)?;
        let wanted = self.nimbers[heap] ^ total;
        self.moves[heap].iter().find(|(_, left)| *left == wanted).map(|(index, _)| *index)
    }

    /// The parity checks: independent vectors over F_2 whose common kernel is P modulo 2.
    pub fn checks(&self) -> Vec<Vec<bool>> {
        let bits = self.nimbers.iter().map(|nimber| 64 - nimber.leading_zeros()).max().unwrap_or(0);
        let rows = (0..bits).map(|bit| self.nimbers.iter().map(|nimber| nimber >> bit & 1 == 1).collect());
        reduced(rows.collect()).0
    }

    /// A basis of P_0 as a linear code over F_2.
    pub fn kernel(&self) -> Vec<Vec<bool>> {
        let dimension = self.nimbers.len();
        let (rows, pivots) = reduced(self.checks());
        let free = (0..dimension).filter(|column| !pivots.contains(column));
        free.map(|column| {
            let mut word = vec![false; dimension];
            word[column] = true;
            for (row, pivot) in rows.iter().zip(&pivots) {
                word[*pivot] = row[column];
            }
            word
        })
        .collect()
    }

    /// The points of P_0 = P ∩ {0,1}^d; there are 2^(d − number of checks). P is their disjoint union of translates by 2N^d.
    pub fn patterns(&self) -> Vec<Vec<i64>> {
        let mut words = vec![vec![false; self.nimbers.len()]];
        for generator in self.kernel() {
            let sums: Vec<Vec<bool>> =
                words.iter().map(|word| word.iter().zip(&generator).map(|(a, b)| a ^ b).collect()).collect();
            words.extend(sums);
        }
        let mut points: Vec<Vec<i64>> =
            words.iter().map(|word| word.iter().map(|bit| i64::from(*bit)).collect()).collect();
        points.sort();
        points
    }

    /// The generating function of P in its short form: with r checks c_1, …, c_r,
    /// 2^(−r) Σ_{u ∈ F_2^r} Π_i 1/(1 − (−1)^{Σ_k u_k c_k(i)} t_i). Terms are written out up to 64 of them.
    pub fn generating_function(&self) -> String {
        self.short_form("1/(", ")*(", ")", |name| name.to_owned(), " + ")
    }

    /// The same in LaTeX.
    pub fn generating_function_latex(&self) -> String {
        let subscript = |name: &str| match name.strip_prefix('x').filter(|digits| !digits.is_empty()) {
            Some(digits) => format!("x_{{{digits}}}"),
            None => name.to_owned(),
        };
        self.short_form("\\frac{1}{(", ")(", ")}", subscript, " + ")
    }

    fn short_form(
        &self,
        open: &str,
        between: &str,
        close: &str,
        spell: impl Fn(&str) -> String,
        plus: &str,
    ) -> String {
        let checks = self.checks();
        let is_latex = open.starts_with('\\');
        let factor = match (checks.len(), is_latex) {
            (0, _) => String::new(),
            (r, false) => format!("1/{} * ", 1u64 << r),
            (r, true) => format!("\\frac{{1}}{{{}}}", 1u64 << r),
        };
        if checks.len() > 6 {
            let product = if is_latex {
                "\\sum_{u}\\prod_i\\frac{1}{1-(-1)^{u\\cdot g_i}x_i}"
            } else {
                "sum over u of the product over i of 1/(1 - (-1)^(u.g_i) x_i)"
            };
            return format!("{factor}{product}");
        }
        let names = coordinate_names(self.nimbers.len());
        let mut terms: Vec<String> = Vec::new();
        for chosen in 0..1usize << checks.len() {
            let mut term = open.to_owned();
            for (i, name) in names.iter().enumerate() {
                let odd =
                    checks.iter().enumerate().filter(|(k, check)| chosen >> k & 1 == 1 && check[i]).count()
                        % 2;
                let sign = if odd == 1 { '+' } else { '-' };
                let gap = if i > 0 { between } else { "" };
                let _ = write!(term, "{gap}1 {sign} {}", spell(name));
            }
            term.push_str(close);
            // `1/(a)*(b)` would read as a quotient times b.
            terms.push(if is_latex { term } else { term.replacen("1/(", "1/((", 1) + ")" });
        }
        match terms.as_slice() {
            [one] => format!("{factor}{one}"),
            _ if is_latex => format!("{factor}\\left({}\\right)", terms.join(plus)),
            _ => format!("{factor}({})", terms.join(plus)),
        }
    }
}

/// The reduced echelon form over F_2 without zero rows, and its pivot columns.
fn reduced(mut rows: Vec<Vec<bool>>) -> (Vec<Vec<bool>>, Vec<usize>) {
    let columns = rows.first().map_or(0, Vec::len);
    let mut pivots = Vec::new();
    for column in 0..columns {
        let at = pivots.len();
        let Some(found) = (at..rows.len()).find(|i| rows[*i][column]) else { continue };
        rows.swap(at, found);
        let pivot = rows[at].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            if i != at && row[column] {
                row.iter_mut().zip(&pivot).for_each(|(a, b)| *a ^= b);
            }
        }
        pivots.push(column);
    }
    rows.truncate(pivots.len());
    (rows, pivots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::table::points;
    use crate::lattice::{Cell, solve_box};
    use crate::limits::Limits;
    use proptest::prelude::*;

    fn game(rules: &[&[i64]]) -> LatticeGame {
        LatticeGame::new(rules[0].len(), rules.iter().map(|rule| rule.to_vec()).collect(), None, vec![])
            .unwrap()
    }

    #[test]
    fn weakly_squarefree_rules_are_refused_and_rightly_so() {
        let weak = game(&[&[1, 0, 0], &[0, 1, 0], &[0, 0, 1], &[0, 1, 1]]);
        assert_eq!(solve(&weak), Err(NotSquarefree::Weakly(vec![0, 1, 1])));
        let table = solve_box(&weak, &[0; 3], &[2; 3], &Limits::none()).unwrap();
        assert_eq!((table.cell(&[1, 0, 1]), table.cell(&[1, 2, 1])), (Cell::P, Cell::N));
        assert_eq!(solve(&game(&[&[1, 0], &[0, 2]])), Err(NotSquarefree::Multiple(vec![0, 2])));
        let defeated = LatticeGame::new(1, vec![vec![1]], None, vec![vec![0]]).unwrap();
        assert_eq!(solve(&defeated), Err(NotSquarefree::Defeated));
        assert_eq!(solve(&game(&[&[1, -1], &[-1, 1]])), Err(NotSquarefree::Loopy));
    }

    /// Two sets of words are sustained patterns of {e1, e2, e3}; only the first is P_0 (against [GM, Thm 7.4]).
    #[test]
    fn the_pattern_is_that_of_even_weight() {
        let coins = solve(&game(&[&[1, 0, 0], &[0, 1, 0], &[0, 0, 1]])).unwrap();
        assert_eq!(coins.patterns(), [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]]);
        assert_eq!(
            coins.generating_function(),
            "1/2 * (1/((1 - x)*(1 - y)*(1 - z)) + 1/((1 + x)*(1 + y)*(1 + z)))"
        );
        assert_eq!(
            coins.generating_function_latex(),
            "\\frac{1}{2}\\left(\\frac{1}{(1 - x)(1 - y)(1 - z)} + \\frac{1}{(1 + x)(1 + y)(1 + z)}\\right)"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        /// Outcomes, patterns, the kernel and winning moves against the table of a box; and the coefficients of the short form,
        /// 2^(−r) Σ_u (−1)^{Σ_i x_i Σ_k u_k c_k(i)}.
        #[test]
        fn squarefree_games_agree_with_their_tables(
            mut rules in prop::collection::vec(prop::collection::vec(-3i64..=0, 3), 3..9),
            heaps in prop::collection::vec(0usize..3, 9),
        ) {
            for (index, (rule, heap)) in rules.iter_mut().zip(&heaps).enumerate() {
                let heap = if index < 3 { index } else { *heap };
                rule[heap..].fill(0);
                rule[heap] = 1;
            }
            let game = LatticeGame::new(3, rules, None, vec![]).unwrap();
            let strategy = solve(&game).unwrap();
            let (lower, upper) = ([0; 3], [5; 3]);
            let table = solve_box(&game, &lower, &upper, &Limits::none()).unwrap();
            let patterns = strategy.patterns();
            let checks = strategy.checks();
            prop_assert_eq!(patterns.len(), 1 << (3 - checks.len()));
            prop_assert_eq!(strategy.kernel().len(), 3 - checks.len());
            let coefficient = |point: &[i64]| -> i64 {
                let sign = |chosen: usize| -> i64 {
                    let of_check = |check: &Vec<bool>| -> i64 {
                        check.iter().zip(point).filter(|(is_in, _)| **is_in).map(|(_, x)| x).sum()
                    };
                    let chosen = checks.iter().enumerate().filter(|(k, _)| chosen >> k & 1 == 1);
                    if chosen.map(|(_, check)| of_check(check)).sum::<i64>() % 2 == 0 { 1 } else { -1 }
                };
                (0..1usize << checks.len()).map(sign).sum()
            };
            for point in points(&lower, &upper) {
                let is_p = table.is_p(&point);
                prop_assert_eq!(strategy.is_p(&point), is_p);
                prop_assert_eq!(coefficient(&point), if is_p { 1 << checks.len() } else { 0 });
                let parities: Vec<i64> = point.iter().map(|entry| entry % 2).collect();
                prop_assert_eq!(patterns.contains(&parities), is_p);
                let odd: Vec<bool> = point.iter().map(|entry| entry % 2 == 1).collect();
                match strategy.winning_rule(&odd) {
                    None => prop_assert!(is_p),
                    Some(rule) => {
                        let left: Vec<i64> = point.iter().zip(&game.rules()[rule]).map(|(p, r)| p - r).collect();
                        prop_assert!(left.iter().all(|entry| *entry >= 0) && strategy.is_p(&left));
                    }
                }
            }
        }
    }
}
