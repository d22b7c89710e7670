//! Lattice games of the literature, and random ones: what tests, benches and examples are about.

use super::axioms;
use super::rules::LatticeGame;
use crate::limits::Limits;

fn game<const D: usize>(rules: &[[i64; D]], is_misere: bool) -> LatticeGame {
    let defeated = if is_misere { vec![vec![0; D]] } else { vec![] };
    LatticeGame::new(D, rules.iter().map(|rule| rule.to_vec()).collect(), None, defeated)
        .expect("a rule set of the literature is one")
}

/// The game {(1,0), (0,1), (2,2)} on N^2, whose P-positions form two sectors with different periods \[GM, Remark 6.13\].
pub fn exotic() -> LatticeGame {
    game(&[[1, 0], [0, 1], [2, 2]], false)
}

/// The sad affair of *(2_+0)0: misère 0.31011 with heaps up to 5, on N^5 \[PS, section 6\], \[GM, Example 8.13\].
pub fn sad_affair() -> LatticeGame {
    let rules = [
        [1, 0, 0, 0, 0],
        [-1, 1, 0, 0, 0],
        [0, 1, 0, 0, 0],
        [0, -1, 1, 0, 0],
        [0, 0, -1, 1, 0],
        [0, 0, 0, 1, 0],
        [0, 0, 0, -1, 1],
        [0, 0, 0, 0, 1],
    ];
    game(&rules, true)
}

/// Fink's game on N^3 without a rational strategy. Source: Fink, *Lattice games without rational strategies*, Example 2.5.
pub fn fink() -> LatticeGame {
    let layer_0: [[i64; 2]; 18] = [
        [1, 1],
        [5, -2],
        [-1, 4],
        [3, -2],
        [-3, 4],
        [1, 2],
        [2, 1],
        [0, 2],
        [0, 4],
        [1, 4],
        [2, 2],
        [2, 4],
        [3, 0],
        [3, 1],
        [3, 3],
        [3, 5],
        [4, 2],
        [4, 4],
    ];
    let layer_1: [[i64; 2]; 10] =
        [[-2, 1], [-1, -1], [-1, 2], [0, 3], [1, -1], [1, 4], [2, 0], [2, 1], [3, 2], [4, 3]];
    let flat = layer_0.iter().map(|[x, y]| [*x, *y, 0]);
    let steep = layer_1.iter().map(|[x, y]| [*x, *y, 1]);
    game(&flat.chain(steep).collect::<Vec<_>>(), false)
}

/// The misère game of MathOverflow 85314 on the heaps *, *2, g and h; the multiples n·h have unexplained outcomes.
pub fn multiples_of_h() -> LatticeGame {
    let rules = [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [-1, 1, 0, 0],
        [0, 0, 1, 0],
        [-1, -2, 1, 0],
        [0, -3, 1, 0],
        [-1, -1, 0, 1],
        [-1, 0, -1, 1],
        [0, 0, -2, 1],
    ];
    game(&rules, true)
}

/// Random games of the plane: 3 to 6 rules with entries up to 5, every second game with negative entries; all satisfy the
/// axioms. The same list for the same seed, which is not 0.
pub fn random_plane_games(count: usize, seed: u64, is_misere: bool) -> Vec<LatticeGame> {
    let mut state = seed;
    // Xorshift.
    let mut below = |n: i64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n.unsigned_abs()) as i64
    };
    let mut games: Vec<LatticeGame> = Vec::with_capacity(count);
    while games.len() < count {
        let negative = games.len() % 2 == 1;
        let rules: Vec<Vec<i64>> = (0..3 + below(4))
            .map(|_| (0..2).map(|_| if negative { below(11) - 5 } else { below(6) }).collect())
            .collect();
        let has_negative = rules.iter().flatten().any(|entry| *entry < 0);
        let defeated = if is_misere { vec![vec![0; 2]] } else { vec![] };
        let Ok(game) = LatticeGame::new(2, rules, None, defeated) else { continue };
        if negative == has_negative && axioms::check(&game, &Limits::none()).is_ok() {
            games.push(game);
        }
    }
    games
}
