//! The kinds of games, one file each: how a position is read and written, its options, and the theorems that answer for it.
//!
//! | file | positions |
//! |---|---|
//! | [`nim`] | `0`, `*`, `*5`, `*w` |
//! | [`tree`] | `*2_+320`, `{0,*,{*2}}` |
//! | [`heaps`] | `0.77[7+9+12]`, `kayles[3*7+9]` |
//! | [`coins`] | `coins(mock-turtles)[0+3+7]` |
//! | [`lattice`] | `lattice(board.toml)[3,0,2]` |
//! | [`chosen`] | `gen(S4)`, `dng(Z6 x Z3)[(1,0)]` |
//! | [`divided`] | `group(D4)[r^2]`, `subgroups(S4)` |
//! | [`algebra`] | `abelian(Z/4 + Z/8)`, `module(…)`, `ring(…)`, `algebra(…)` |
//! | [`graph`] | `graph(file)[A+3*B]` |

pub mod algebra;
pub mod chosen;
pub mod coins;
pub mod divided;
mod form;
pub mod graph;
mod heap_values;
pub mod heaps;
mod known;
pub mod lattice;
pub mod nim;
pub mod tree;

pub use known::Known;
