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
//! | [`large`] | the same on large groups: `gen(Z2^1000)`, `dng(M24)` |
//! | [`divided`] | `group(D4)[r^2]`, `subgroups(S4)` |
//! | [`presented`] | `group(<a,b \| a^2=b^3>)`, `group(S50)` |
//! | [`algebra`] | `abelian(Z/4 + Z/8)`, `module(…)`, `ring(…)`, `algebra(…)` |
//! | [`graph`] | `graph(file)[A+3*B]` |
//! | [`board`] | `cram(4x5)`, `node-kayles(petersen)[0,7]` |

pub mod algebra;
pub mod board;
pub mod chosen;
pub mod coins;
pub mod divided;
mod form;
pub mod graph;
mod heap_values;
pub mod heaps;
mod known;
pub mod large;
pub mod lattice;
pub mod nim;
pub mod presented;
pub mod tree;

pub use known::Known;
