//! Squarefree games in normal play: nimbers solve them in any dimension.

use num_bigint::{BigInt, Sign};
use serde::Serialize;

use super::consequences::{self, PointFound};
use super::{StrategyFound, StrategyQuestion, StrategyStatus, StrategyValue};
use crate::lattice::squarefree::{self, NotSquarefree, SquarefreeStrategy};
use crate::lattice::{Cell, LatticeGame};
use crate::question::{Answer, Claim, Refused};

/// What nimbers say about a game with rules that take at most one of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum NimbersFound {
    /// Every rule acts on one heap: the game is a sum.
    Squarefree {
        /// Always true.
        squarefree: bool,
        /// The nimber of each coordinate.
        nimbers: Vec<u64>,
        /// A basis of the code P_0 with P = P_0 + 2N^d.
        kernel: Vec<Vec<u8>>,
        /// The generating function of P in its short form.
        short_form: String,
    },
    /// Some rule acts on several: nimbers say nothing.
    Weakly {
        /// Always false.
        squarefree: bool,
        /// Why not.
        not_squarefree: String,
    },
}

impl NimbersFound {
    /// What the nimbers rest on, if there are any.
    pub(super) fn claim(&self) -> Option<Claim> {
        matches!(self, NimbersFound::Squarefree { .. }).then(|| {
            Claim::Proved("Sprague-Grundy: every rule acts on one heap [GM, section 6, corrigendum]".into())
        })
    }

    fn squarefree(strategy: &SquarefreeStrategy) -> Self {
        let bits = |word: &Vec<bool>| word.iter().map(|bit| u8::from(*bit)).collect();
        NimbersFound::Squarefree {
            squarefree: true,
            nimbers: strategy.nimbers().to_vec(),
            kernel: strategy.kernel().iter().map(bits).collect(),
            short_form: strategy.generating_function(),
        }
    }
}

/// The most coordinates for which squarefree games are also solved as games of all kinds are, with strata and certificate.
const MOST_COORDINATES: usize = 10;

impl StrategyQuestion {
    /// What nimbers say, written into the value; the answer when they say enough. The general way goes on for games that are not
    /// squarefree, and for the strata and the certificate of small ones.
    pub(super) fn by_nimbers(
        &self,
        game: &LatticeGame,
        value: &mut StrategyValue,
    ) -> Result<Option<Answer<()>>, Refused> {
        let strategy = match squarefree::solve(game) {
            Ok(strategy) => strategy,
            Err(reason @ NotSquarefree::Weakly(_)) => {
                let not_squarefree = reason.to_string();
                value.nimbers = Some(NimbersFound::Weakly { squarefree: false, not_squarefree });
                return Ok(None);
            }
            Err(_) => return Ok(None),
        };
        let found = value.nimbers.insert(NimbersFound::squarefree(&strategy));
        let is_general = game.dimension() <= MOST_COORDINATES
            || self.description
            || self.congruent.is_some()
            || self.count.is_some();
        let Some(claim) = found.claim().filter(|_| !is_general) else { return Ok(None) };
        let generating_function = Some(strategy.generating_function());
        value.found =
            Some(StrategyFound { generating_function, ..StrategyFound::new(StrategyStatus::Proved) });
        let mut answer = Answer::new((), "P-positions", claim.clone()).with("nimbers", claim.clone());
        if let Some(written) = &self.at {
            value.at = Some(at(game, &strategy, consequences::point(written, game.dimension())?));
            answer = answer.with("outcome", claim.clone()).with("winning moves", claim);
        }
        Ok(Some(answer))
    }
}

/// The outcome of a position by its nimber, and one move that wins.
fn at(game: &LatticeGame, strategy: &SquarefreeStrategy, point: Vec<BigInt>) -> PointFound {
    let is_odd: Vec<bool> = point.iter().map(|x| x.bit(0)).collect();
    let is_on_board = point.iter().all(|x| x.sign() != Sign::Minus);
    let winning = if is_on_board { strategy.winning_rule(&is_odd) } else { None };
    let outcome = match (is_on_board, &winning) {
        (false, _) => Cell::Off,
        (true, None) => Cell::P,
        (true, Some(_)) => Cell::N,
    };
    let option = |rule: usize| -> Vec<BigInt> {
        point.iter().zip(&game.rules()[rule]).map(|(x, entry)| x - entry).collect()
    };
    let winning_moves = winning.into_iter().map(|rule| option(rule).into()).collect();
    PointFound { position: point.into(), outcome, winning_moves }
}
