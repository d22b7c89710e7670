//! Codes all of whose heaps, but finitely many, act as nim-heaps: the quotient is infinite, and known.

use serde_json::{Value, json};

use crate::claim::Claim;
use crate::heap::ArithmeticPeriod;
use crate::limits::{Limits, StopReason};
use crate::misere::transition::Source;
use crate::misere::ultimate_nim::UltimateNim;
use crate::question::Stated;

/// The work that is spent on the question whether a game is ultimately Nim, when nobody asked it.
const WORK: u64 = 1 << 18;

/// The description of a source that is one code, if it is found; the error is a limit of the caller.
pub(super) fn find(source: &Source, limits: &Limits) -> Result<Option<UltimateNim>, StopReason> {
    let Source::Heaps(code) = source else { return Ok(None) };
    match UltimateNim::find(code, &limits.clone().with_work(WORK)) {
        Err(StopReason::Cap { .. }) => Ok(None),
        found => found,
    }
}

/// What is claimed.
pub(super) fn claims(nim: &UltimateNim) -> Vec<Stated> {
    let ArithmeticPeriod { length, first, saltus } = nim.law();
    let outcomes = format!(
        "the outcome of every sum of heaps, of any size: from heap {} on each has the answers of Nim, as nim-values grow by \
         {saltus} with period {length} from heap {first} on",
        nim.last_small() + 1
    );
    let infinite = "heaps of different nim-values are told apart by one of them";
    let mut claims = vec![
        Stated::new("outcomes", Claim::Proved(outcomes)),
        Stated::new("the quotient is infinite", Claim::Proved(infinite.into())),
    ];
    if nim.is_tame() {
        let tame = "all heaps are tame, and there are heaps of all nim-values";
        claims.push(Stated::new("this is the misère quotient of Nim", Claim::Proved(tame.into())));
    }
    claims
}

/// The fields of the JSON object.
pub(super) fn fields(nim: &UltimateNim) -> Value {
    let ArithmeticPeriod { length, first, saltus } = nim.law();
    json!({
        "last_small": nim.last_small(),
        "tame": nim.is_tame(),
        "nim_values": { "period": length, "first_heap": first, "saltus": saltus },
    })
}
