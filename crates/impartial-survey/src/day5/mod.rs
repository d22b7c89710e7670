//! The misère games born by day 5, all 4,171,780 of them, by their sets of followers.
//!
//! A game born by day 5 is a set S of the 22 games born by day 4; its followers F(S) are S and their followers. Three facts make one
//! pass over all of them possible:
//!
//! * The quotient of a closed set of games is infinite as soon as that of a closed subset is ([PS, Lemma 5.6], the other way
//!   round: a quotient of a submonoid is infinite only if the monoid is). A few closed sets that are proved infinite settle every
//!   game whose followers contain one of them, by a bit test ([`sets`]).
//! * Games with the same followers share the diagram of outcomes of these; each adds one generator to it.
//! * A game that is infinite itself nearly always is so because of sums of few followers beside a fixed sum, and many games have that
//!   problem in common: it is proved once and then recognised ([`problems`]).
//!
//! The closed sets are the rows of a table in a fixed order ([`rows`]), and from each the games with these followers are gone through.
//! [`Lessons`] are taken first: the closed sets that are infinite, and the problems of a sample of games. Then the table falls into
//! parts ([`Part`]) that depend on nothing but the lessons: so what is found does not depend on who does which, or when. Nothing
//! depends on a clock.

mod born;
mod findings;
mod lessons;
mod part;
mod problems;
mod proof;
mod rows;
mod sets;
#[cfg(test)]
mod tests;

pub use born::Games;
pub use findings::{Findings, Reason, ReasonKind};
pub use lessons::{Lessons, proof_beside};
pub use part::{FiniteQuotient, Found, Part};
pub use problems::Problem;
pub use sets::InfiniteSet;

/// The games born by day 5.
pub const GAMES: u64 = 4_171_780;
