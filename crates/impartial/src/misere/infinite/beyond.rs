//! Beyond a position where the search for a finite quotient diverges: the quotient proved to be infinite, as far as asked.

use std::fmt;

use super::{InfiniteGame, Undescribed};
use crate::limits::{Limits, StopReason};
use crate::misere::transition::Source;

/// The last position at which an infinite quotient is looked for: every position is a coordinate of the description.
pub const LARGEST_POSITION: u64 = 200;

/// What is proved beyond the last finite quotient.
#[derive(Clone, Debug)]
pub struct Beyond {
    /// The description of all sums of the positions up to [`InfiniteGame::last`].
    pub game: InfiniteGame,
    /// Why the position asked for was not reached, if it was not.
    pub unreached: Option<Unreached>,
}

/// Why the sums up to a position have no description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    is_heaps: bool,
    position: u64,
    /// `None`: the position is beyond [`LARGEST_POSITION`].
    why: Option<Undescribed>,
}

/// Proves the quotient infinite from position `first` on, which did not close, and describes the outcomes of all sums of
/// positions to `last` if possible: all at once, or one position after the other as far as it goes.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::infinite::beyond;
/// use impartial::misere::Source;
/// let source = Source::Heaps("0.3102".parse()?);
/// let found = beyond(&source, 12, 13, &Limits::none()).unwrap();
/// assert_eq!((found.game.last(), found.game.growing()), (13, vec![7, 12, 13]));
/// assert!(found.unreached.is_none());
/// let far = beyond(&source, 201, 300, &Limits::none()).unwrap_err();
/// assert_eq!(far.to_string(), "infinite quotients are described up to position 200 only");
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
///
/// # Errors
/// Why not even `first` was described.
pub fn beyond(source: &Source, first: u64, last: u64, limits: &Limits) -> Result<Beyond, Unreached> {
    beyond_from(None, source, first, last, limits, &mut |_| ())
}

/// The same from a description that is known for some of these positions; `found` hears of each description on the way.
///
/// # Errors
/// As for [`beyond`].
pub fn beyond_from(
    known: Option<InfiniteGame>,
    source: &Source,
    first: u64,
    last: u64,
    limits: &Limits,
    found: &mut dyn FnMut(&InfiniteGame),
) -> Result<Beyond, Unreached> {
    let is_heaps = matches!(source, Source::Heaps(_));
    let unreached = |position: u64, why: Option<Undescribed>| Unreached { is_heaps, position, why };
    if first > LARGEST_POSITION {
        return Err(unreached(first, None));
    }
    // What is infinite for the first positions is so for more, where more sums are told apart.
    let too_far = (last > LARGEST_POSITION).then(|| unreached(last, None));
    let last = if too_far.is_some() { first } else { last.max(first) };
    let solve = |to: u64| InfiniteGame::solve(source, first, to, limits);
    let mut game = match known.filter(|known| (first..=last).contains(&known.last())) {
        Some(known) => known,
        None => solve(first).map_err(|why| unreached(first, Some(why)))?,
    };
    found(&game);
    if last > first + 1 && game.last() == first {
        match solve(last) {
            Ok(whole) => {
                found(&whole);
                return Ok(Beyond { game: whole, unreached: too_far });
            }
            Err(why @ Undescribed::Limit(_)) => {
                return Ok(Beyond { game, unreached: Some(unreached(last, Some(why))) });
            }
            Err(Undescribed::Open { .. }) => {}
        }
    }
    while game.last() < last {
        let to = game.last() + 1;
        // What is described for the others may be a description for the next one too.
        let next = match game.with_next(source, limits) {
            Ok(Some(next)) => Ok(next),
            Ok(None) => solve(to),
            Err(reason) => Err(reason.into()),
        };
        match next {
            Ok(further) => game = further,
            Err(why) => return Ok(Beyond { game, unreached: Some(unreached(to, Some(why))) }),
        }
        found(&game);
    }
    Ok(Beyond { game, unreached: too_far })
}

impl Unreached {
    /// The position whose sums have no description.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The limit that was reached, if it was one.
    pub fn reason(&self) -> Option<StopReason> {
        match self.why {
            Some(Undescribed::Limit(reason)) => Some(reason),
            Some(Undescribed::Open { .. }) | None => None,
        }
    }
}

impl fmt::Display for Unreached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unreached { is_heaps, position, why } = self;
        let what = if *is_heaps { "heap" } else { "position" };
        match why {
            None => write!(f, "infinite quotients are described up to position {LARGEST_POSITION} only"),
            Some(Undescribed::Limit(reason)) => {
                write!(f, "{reason} before the quotient to {what} {position} was described")
            }
            Some(Undescribed::Open { growing, cells, .. }) => write!(
                f,
                "no description of the sums to {what} {position} was proved; {} exponents seem to grow, {cells} vectors of \
                 copies were looked at",
                growing.len()
            ),
        }
    }
}
