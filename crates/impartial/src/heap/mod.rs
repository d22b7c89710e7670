//! Taking-and-breaking games: heaps of tokens, and a code that says how many tokens may be taken and into how many
//! heaps the rest may be left.
//!
//! Conventions, once: heaps are numbered from 0, the empty heap; a position is a multiset of non-empty heaps, largest
//! first; "period p from heap n" means G(m + p) = G(m) for every m ≥ n, with n least.
//!
//! Read in this order: [`digit`] (what one digit allows), [`code`] (the rules of a game), [`parse`] and [`names`]
//! (codes as text), [`position`] (options, and the definition-level game); then [`naive`] (Grundy values by the
//! definition), [`sequence`] (as far as one likes), [`period`] and `window` (when they repeat, with proof), [`search`] (for periods beyond
//! the memory),
//! [`arithmetic`] (when they grow regularly, with proof; [`moves_to`](mod@moves_to) then finds moves of huge heaps) and [`split`] (the sparse
//! space phenomenon). The kernels behind a sequence are `sets` (any code) and `sparse` (few rare heaps).

pub(crate) mod arithmetic;
mod block;
mod blocks;
pub(crate) mod canonical;
pub(crate) mod certificate;
pub(crate) mod checkpoint;
pub(crate) mod code;
pub(crate) mod compare;
pub(crate) mod digit;
mod early;
mod history;
mod mex_rule;
pub(crate) mod moves_to;
pub(crate) mod naive;
pub(crate) mod names;
mod nimset;
mod occurrences;
pub(crate) mod parse;
pub(crate) mod period;
pub(crate) mod position;
pub(crate) mod recurrence;
pub(crate) mod search;
pub(crate) mod sequence;
mod sets;
mod simd;
mod sparse;
pub(crate) mod split;
pub(crate) mod values;
mod wide;
mod window;
mod witness;

pub use arithmetic::ArithmeticPeriod;
pub use canonical::Canonical;
pub use certificate::{HeapCertificate, certificate, certificate_to, values_to_list};
pub use checkpoint::CheckpointError;
pub use code::HeapCode;
pub use compare::{Relation, compare};
pub use digit::{Digit, Shape};
pub use moves_to::moves_to;
pub use naive::naive_values;
pub use names::{ALIASES, NAMES};
pub use period::{Period, PeriodProof, why_no_theorem};
pub use position::HeapGame;
pub use recurrence::{HeapRecurrence, recurrence};
pub use search::{PeriodSearch, SearchEnd};
pub use sequence::{GrundySequence, Method, nimber_of_heap};
pub use split::Split;
pub use values::Values;
