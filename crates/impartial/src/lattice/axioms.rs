//! The axioms of lattice games, decided exactly, with a certificate for each and a witness against.
//!
//! \[GM, section 2\]: the polyhedron Π is pointed and its recession cone C has full dimension; some linear functional is
//! positive on Γ and on C \ {0} (positivity); for every ray ρ of C some rule lies in the negative tangent cone along ρ
//! (tangent cone axiom \[GM, Def 2.3\]); the defeated positions are a finite order ideal of Λ, where q ≼ p means that
//! p − q is a sum of rules \[GM, Def 2.9\]: the partial sums need not lie on the board.

use std::fmt;

use num_bigint::{BigInt, Sign};
use rustc_hash::FxHashSet;

use super::cone::{Vertex, generators, vertices};
use super::linear::{Separation, separate, small};
use super::rules::{Inequality, LatticeGame, dot, linear_form, point_text};
use crate::limits::{Limits, StopReason};

/// Proof that a game satisfies the axioms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axioms {
    /// Integers ℓ with ℓ·γ ≥ 1 for every rule and ℓ·ρ ≥ 1 for every ray: moves decrease ℓ, and ℓ is bounded below on Λ.
    pub functional: Vec<i64>,
    /// A direction c with a·c ≥ 1 for every normal vector a: C has full dimension.
    pub interior: Vec<i64>,
    /// For every extreme ray of C, the rules in its negative tangent cone.
    pub rays: Vec<RayRules>,
}

/// A ray and the rules that one can use arbitrarily far along it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RayRules {
    /// The primitive vector of the ray.
    pub ray: Vec<i64>,
    /// Indices of the inequalities of the board that are tight along the ray.
    pub tight: Vec<usize>,
    /// Indices of the rules γ with a·γ ≤ 0 for every tight normal vector a; not empty.
    pub rules: Vec<usize>,
}

/// What is wrong with a game, with its witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AxiomFailure {
    /// Π contains a line in this direction.
    NotPointed {
        /// The direction: both it and its negative satisfy all inequalities without their bounds.
        line: Vec<BigInt>,
    },
    /// C is not of full dimension: these multiples of the normal vectors sum to zero, so all of them vanish on C.
    NotFullDimensional {
        /// Pairs of an index of an inequality and a positive multiple.
        combination: Vec<(usize, BigInt)>,
    },
    /// No functional is positive on all rules and rays: these multiples of them sum to zero.
    NotPositive {
        /// Pairs of an index of a rule and a positive multiple.
        rules: Vec<(usize, BigInt)>,
        /// Pairs of a ray of C and a positive multiple.
        rays: Vec<(Vec<BigInt>, BigInt)>,
    },
    /// Along this ray every rule leaves the board.
    NoRuleAlongRay {
        /// The ray.
        ray: Vec<i64>,
        /// For every rule, the index of an inequality that is tight along the ray and positive on the rule.
        against: Vec<usize>,
    },
    /// The defeated positions are not an order ideal: `lower` is below `upper`, in Λ, and not defeated.
    NotAnIdeal {
        /// A defeated position.
        upper: Vec<i64>,
        /// Indices of the rules to subtract.
        rules: Vec<usize>,
        /// What is left.
        lower: Vec<i64>,
    },
    /// A number in a certificate does not fit in 64 bits; the text says which.
    TooLarge(&'static str),
}

/// Why the axioms are not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotALatticeGame {
    /// An axiom fails.
    Fails(AxiomFailure),
    /// A limit was reached first.
    Stopped(StopReason),
}

impl From<StopReason> for NotALatticeGame {
    fn from(reason: StopReason) -> Self {
        NotALatticeGame::Stopped(reason)
    }
}

impl From<AxiomFailure> for NotALatticeGame {
    fn from(failure: AxiomFailure) -> Self {
        NotALatticeGame::Fails(failure)
    }
}

/// Decides the axioms.
///
/// # Errors
/// [`NotALatticeGame::Fails`] with the witness against the first axiom that fails; or a limit reached.
///
/// ```
/// use impartial::lattice::{LatticeGame, axioms};
/// use impartial::limits::Limits;
/// // Nim with heaps of at most two tokens [GM, Example 2.4].
/// let nim = LatticeGame::new(2, vec![vec![1, 0], vec![0, 1], vec![-1, 1]], None, vec![])?;
/// assert_eq!(axioms::check(&nim, &Limits::none()).unwrap().functional, [1, 2]);
/// // Rules with which nobody can move along the second axis.
/// let stuck = LatticeGame::new(2, vec![vec![1, 0], vec![1, 1]], None, vec![])?;
/// let failure = axioms::check(&stuck, &Limits::none()).unwrap_err();
/// # Ok::<(), impartial::lattice::LatticeError>(())
/// ```
pub fn check(game: &LatticeGame, limits: &Limits) -> Result<Axioms, NotALatticeGame> {
    let (interior, rays) = recession_cone(game, limits)?;
    let functional = positivity(game, &rays, limits)?;
    let rays = rays.iter().map(|ray| tangent_cone(game, ray)).collect::<Result<_, _>>()?;
    order_ideal(game, &functional, limits)?;
    Ok(Axioms { functional, interior, rays })
}

/// A direction inside C, and the extreme rays of C, when C is pointed and of full dimension.
fn recession_cone(
    game: &LatticeGame,
    limits: &Limits,
) -> Result<(Vec<i64>, Vec<Vec<BigInt>>), NotALatticeGame> {
    let normals: Vec<Vec<i64>> = game.board().iter().map(|inequality| inequality.normal.clone()).collect();
    let interior = match separate(game.dimension(), &normals, limits)? {
        Separation::Functional(interior) => {
            small(&interior).ok_or(AxiomFailure::TooLarge("a direction inside the board"))?
        }
        Separation::Loop(multipliers) => {
            return Err(AxiomFailure::NotFullDimensional { combination: positive(multipliers) }.into());
        }
    };
    let cone = generators(game.dimension(), &normals, limits)?;
    match cone.lines.into_iter().next() {
        Some(line) => Err(AxiomFailure::NotPointed { line }.into()),
        None => Ok((interior, cone.rays)),
    }
}

/// The positive multipliers with their indices.
fn positive(multipliers: Vec<BigInt>) -> Vec<(usize, BigInt)> {
    multipliers.into_iter().enumerate().filter(|(_, multiplier)| multiplier.sign() == Sign::Plus).collect()
}

fn positivity(
    game: &LatticeGame,
    rays: &[Vec<BigInt>],
    limits: &Limits,
) -> Result<Vec<i64>, NotALatticeGame> {
    let too_large = || AxiomFailure::TooLarge("a ray of the board");
    let small_rays = rays.iter().map(|ray| small(ray).ok_or_else(too_large));
    let mut vectors: Vec<Vec<i64>> = game.rules().to_vec();
    for ray in small_rays {
        vectors.push(ray?);
    }
    match separate(game.dimension(), &vectors, limits)? {
        Separation::Functional(functional) => {
            Ok(small(&functional).ok_or(AxiomFailure::TooLarge("the positive functional"))?)
        }
        Separation::Loop(multipliers) => {
            let rule_count = game.rules().len();
            let (rules, on_rays): (Vec<_>, Vec<_>) =
                positive(multipliers).into_iter().partition(|(index, _)| *index < rule_count);
            let rays = on_rays.into_iter().map(|(index, m)| (rays[index - rule_count].clone(), m)).collect();
            Err(AxiomFailure::NotPositive { rules, rays }.into())
        }
    }
}

fn tangent_cone(game: &LatticeGame, ray: &[BigInt]) -> Result<RayRules, AxiomFailure> {
    let ray = small(ray).ok_or(AxiomFailure::TooLarge("a ray of the board"))?;
    let board = game.board();
    let tight: Vec<usize> = (0..board.len()).filter(|i| dot(&board[*i].normal, &ray) == 0).collect();
    let against: Vec<Option<usize>> = game
        .rules()
        .iter()
        .map(|rule| tight.iter().copied().find(|i| dot(&board[*i].normal, rule) > 0))
        .collect();
    let rules: Vec<usize> = (0..against.len()).filter(|rule| against[*rule].is_none()).collect();
    if rules.is_empty() {
        return Err(AxiomFailure::NoRuleAlongRay { ray, against: against.into_iter().flatten().collect() });
    }
    Ok(RayRules { ray, tight, rules })
}

/// Looks at every point below a defeated position, on the board or off it, down to the least value of ℓ on Λ.
fn order_ideal(game: &LatticeGame, functional: &[i64], limits: &Limits) -> Result<(), NotALatticeGame> {
    if game.defeated().is_empty() {
        return Ok(());
    }
    let corners = vertices(game.dimension(), game.board(), limits)?;
    let least = corners.iter().filter_map(|corner| least_value(functional, corner)).min();
    let least = least.ok_or(AxiomFailure::TooLarge("a corner of the board"))?;
    // Where such an inequality fails, it fails at everything below, and no path leads back to the board.
    let is_closing = |normal: &[i64]| game.rules().iter().all(|rule| dot(normal, rule) >= 0);
    let closing: Vec<&Inequality> =
        game.board().iter().filter(|inequality| is_closing(&inequality.normal)).collect();
    // A point off the board keeps the rules that led to it, so that a witness can be spelled out.
    let mut seen: FxHashSet<Vec<i64>> = game.defeated().iter().cloned().collect();
    for upper in game.defeated() {
        let mut waiting: Vec<(Vec<i64>, Vec<usize>)> = vec![(upper.clone(), Vec::new())];
        while let Some((point, path)) = waiting.pop() {
            limits.poll_positions(seen.len() as u64)?;
            for (index, rule) in game.rules().iter().enumerate() {
                let lower: Vec<i64> = point.iter().zip(rule).map(|(p, r)| p - r).collect();
                let is_lost = closing.iter().any(|inequality| !inequality.holds(&lower));
                if is_lost || dot(functional, &lower) < least || seen.contains(&lower) {
                    continue;
                }
                let rules = [path.as_slice(), &[index]].concat();
                if game.on_board(&lower) {
                    return Err(AxiomFailure::NotAnIdeal { upper: upper.clone(), rules, lower }.into());
                }
                seen.insert(lower.clone());
                waiting.push((lower, rules));
            }
        }
    }
    Ok(())
}

/// The least integer that is at least ℓ at the corner.
fn least_value(functional: &[i64], corner: &Vertex) -> Option<i128> {
    let value: BigInt = functional.iter().zip(&corner.numerator).map(|(l, n)| l * n).sum();
    // Division rounds towards zero.
    let quotient = &value / &corner.denominator;
    let is_above = (&value % &corner.denominator).sign() == Sign::Plus;
    i128::try_from(&(quotient + i32::from(is_above))).ok()
}

impl AxiomFailure {
    /// The failure and its witness in words, in the letters of the coordinates.
    pub fn describe(&self, game: &LatticeGame) -> String {
        match self {
            AxiomFailure::NotPointed { line } => {
                format!("the board is not pointed: it contains a line in the direction {}", big_point(line))
            }
            AxiomFailure::NotFullDimensional { combination } => {
                let terms = combination.iter().map(|(index, multiple)| {
                    times(multiple, &format!("({})", linear_form(&game.board()[*index].normal)))
                });
                let terms: Vec<String> = terms.collect();
                format!(
                    "the board has no room in every direction: {} = 0, so each of these is bounded above",
                    terms.join(" + ")
                )
            }
            AxiomFailure::NotPositive { rules, rays } => {
                let moves =
                    rules.iter().map(|(index, multiple)| times(multiple, &point_text(&game.rules()[*index])));
                let directions = rays.iter().map(|(ray, multiple)| times(multiple, &big_point(ray)));
                let terms: Vec<String> = moves.chain(directions).collect();
                let what = if rays.is_empty() {
                    "the moves run in a circle"
                } else {
                    "moves can go on for ever, away along the board"
                };
                format!("{what}: {} = 0", terms.join(" + "))
            }
            AxiomFailure::NoRuleAlongRay { ray, .. } => {
                format!("far along the ray {} no move stays on the board", point_text(ray))
            }
            AxiomFailure::NotAnIdeal { upper, rules, lower } => {
                let subtracted: Vec<String> =
                    rules.iter().map(|index| point_text(&game.rules()[*index])).collect();
                format!(
                    "the defeated positions are not closed downwards: {} is defeated, and {} = {} - {} is not",
                    point_text(upper),
                    point_text(lower),
                    point_text(upper),
                    subtracted.join(" - ")
                )
            }
            AxiomFailure::TooLarge(what) => format!("{what} has entries of more than 64 bits"),
        }
    }
}

fn times(multiple: &BigInt, vector: &str) -> String {
    if *multiple == BigInt::from(1) { vector.to_owned() } else { format!("{multiple}{vector}") }
}

fn big_point(point: &[BigInt]) -> String {
    let coordinates: Vec<String> = point.iter().map(BigInt::to_string).collect();
    format!("({})", coordinates.join(","))
}

impl Axioms {
    /// The certificates in words, one a line.
    pub fn describe(&self, game: &LatticeGame) -> Vec<String> {
        let mut lines = vec![
            format!("every move decreases {}", linear_form(&self.functional)),
            format!("the board has room in every direction around {}", point_text(&self.interior)),
        ];
        for RayRules { ray, rules, .. } in &self.rays {
            let rules: Vec<String> = rules.iter().map(|index| point_text(&game.rules()[*index])).collect();
            lines.push(format!("far along {} one may move by {}", point_text(ray), rules.join(" ")));
        }
        match game.defeated() {
            [] => {}
            [one] => lines.push(format!("{} is defeated, and nothing lies below it", point_text(one))),
            many => lines.push(format!("the {} defeated positions are closed downwards", many.len())),
        }
        lines
    }
}

impl fmt::Display for NotALatticeGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotALatticeGame::Stopped(reason) => write!(f, "{reason}"),
            NotALatticeGame::Fails(_) => write!(f, "the axioms of lattice games fail"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Inequality;

    fn game(rules: &[&[i64]], board: Option<&[(&[i64], i64)]>, defeated: &[&[i64]]) -> LatticeGame {
        let vectors = |list: &[&[i64]]| list.iter().map(|v| v.to_vec()).collect();
        let inequality =
            |(normal, bound): &(&[i64], i64)| Inequality { normal: normal.to_vec(), bound: *bound };
        let board = board.map(|list| list.iter().map(inequality).collect());
        LatticeGame::new(rules[0].len(), vectors(rules), board, vectors(defeated)).unwrap()
    }

    fn failure(game: &LatticeGame) -> String {
        match check(game, &Limits::none()) {
            Err(NotALatticeGame::Fails(failure)) => failure.describe(game),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_axiom_fails_with_its_witness() {
        let circle = game(&[&[1, -2], &[0, 1], &[-1, 0]], None, &[]);
        assert_eq!(failure(&circle), "the moves run in a circle: (-1,0) + 2(0,1) + (1,-2) = 0");
        let upward = game(&[&[0, -1], &[1, 0]], None, &[]);
        assert_eq!(failure(&upward), "moves can go on for ever, away along the board: (0,-1) + (0,1) = 0");
        let stuck = game(&[&[1, 0], &[1, 1]], None, &[]);
        assert_eq!(failure(&stuck), "far along the ray (0,1) no move stays on the board");
        let plane = game(&[&[1, 0]], Some(&[(&[1, 1], 0)]), &[]);
        assert_eq!(failure(&plane), "the board is not pointed: it contains a line in the direction (-1,1)");
        let strip = game(&[&[1, 0]], Some(&[(&[1, 0], 0), (&[0, 1], 0), (&[0, -2], -7)]), &[]);
        assert_eq!(
            failure(&strip),
            "the board has no room in every direction: 2(y) + (-2y) = 0, so each of these is bounded above"
        );
        let hole = game(&[&[1, 0], &[0, 1]], None, &[&[0, 0], &[1, 1]]);
        assert_eq!(
            failure(&hole),
            "the defeated positions are not closed downwards: (1,1) is defeated, and (1,0) = (1,1) - (0,1) is not"
        );
    }

    #[test]
    fn the_order_goes_through_points_off_the_board() {
        let rules: &[&[i64]] = &[&[2, -1], &[0, 1], &[1, 0]];
        let above = game(rules, None, &[&[0, 0], &[1, 0], &[0, 1], &[1, 1], &[2, 0]]);
        assert!(check(&above, &Limits::none()).is_ok());
        // (0,0) = (0,1) - (1,-1) - (-1,2), and both ways lead off the board.
        let missing = game(&[&[1, -1], &[-1, 2]], None, &[&[0, 1]]);
        let Err(NotALatticeGame::Fails(AxiomFailure::NotAnIdeal { rules, lower, .. })) =
            check(&missing, &Limits::none())
        else {
            panic!("(0,0) is below (0,1)")
        };
        assert_eq!((rules.len(), lower), (2, vec![0, 0]));
    }

    #[test]
    fn certificates_hold_on_a_skew_board() {
        let board: &[(&[i64], i64)] = &[(&[1, 3], -2), (&[2, -1], 0), (&[1, 0], -5)];
        let skew = game(&[&[1, 0], &[1, 2], &[3, -1]], Some(board), &[]);
        let axioms = check(&skew, &Limits::none()).unwrap();
        for rule in skew.rules() {
            assert!(dot(&axioms.functional, rule) > 0);
        }
        assert_eq!(
            axioms.rays.iter().map(|ray| ray.ray.clone()).collect::<Vec<_>>(),
            [vec![3, -1], vec![1, 2]]
        );
    }

    /// A long line of defeated positions: what lies below it, off the board, never comes back and is not walked through.
    #[test]
    fn a_long_line_of_defeated_positions_is_checked_quickly() {
        let defeated: Vec<Vec<i64>> = (0..20_000).map(|x| vec![x, 0]).collect();
        let game = LatticeGame::new(2, vec![vec![1, 0], vec![0, 1]], None, defeated).unwrap();
        assert!(check(&game, &Limits::none().with_positions(50_000)).is_ok());
    }
}
