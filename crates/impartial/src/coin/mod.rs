//! Coin-turning games, their products, and lexicodes [L, section 3; WW, chapter 14].
//!
//! A move turns the coins of a turning set, and the greatest of them goes from heads to tails. The nimber of a position
//! is the nim sum over its heads; a head at (a, b) of a product is worth the nim product of the two (the Tartan
//! theorem).
//!
//! | file | idea |
//! |---|---|
//! | [`row`] | the games on a row of coins: turning sets, values of single coins |
//! | [`sets`] | games given by turning sets, and any game as one of them |
//! | [`position`] | positions of products of such games: moves, nimbers, text |
//! | [`lexicode`] | the P-positions of "turn fewer than d coins" as greedy codes |
//! | `deep_hole` | lexicodes of few words, word by word |
//! | `field_lexicode` | lexicodes in base 4 and 16: linear over fields of nimbers |
//! | `misere` | misère play: every position, as a set of coins |
//! | `reach` | sets of nim sums of few values, as bit sets |
//! | `symmetric` | the game Sym, by cosets |

mod deep_hole;
mod field_lexicode;
pub(crate) mod lexicode;
mod misere;
pub(crate) mod position;
mod reach;
pub(crate) mod row;
pub(crate) mod sets;
mod symmetric;
mod word;

pub use field_lexicode::FieldLexicode;
pub use lexicode::{LONGEST as LONGEST_CODE, Lexicode};
pub use position::{CoinGame, CoinPosition};
pub use row::{LAST_COIN, RowGame};
pub use sets::{TurningSet, TurningSets};
pub use word::Word;
