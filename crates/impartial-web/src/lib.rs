//! The questions of the program in WebAssembly: bytes of JSON go in, bytes of JSON come out.
//!
//! A web worker holds one instance and asks one question at a time. It calls [`abi::input`] for room, writes a request there, and
//! calls [`abi::answer`]; what the page is told is then at [`abi::output`]. The page ends a question by ending its worker. Clock,
//! listener and the list of small groups are functions that the worker brings. Certificates are checked by `impartial-web-check`.
//!
//! Read [`request`] (what can be asked), then [`abi`].

pub mod abi;
pub mod request;
