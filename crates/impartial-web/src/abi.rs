//! The functions that a web worker calls, and those that it brings. Nothing here reads through a raw pointer: the worker reads
//! and writes the memory, the addresses of two buffers are all it is given.

use std::cell::{Cell, RefCell};

use impartial::limits::{Limits, StopHandle, StopReason};

use crate::request;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// When the answer must be there, in milliseconds of the worker's clock; and a moment later, for writing it down.
    static DEADLINE: Cell<f64> = const { Cell::new(f64::INFINITY) };
}

/// How long after the deadline what is proved may still be written down, in milliseconds.
const GRACE: f64 = 1500.0;

#[cfg(target_arch = "wasm32")]
mod outside {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// The clock, in milliseconds.
        pub safe fn now() -> f64;
        /// How far the work has come.
        pub safe fn progress(done: f64);
        /// How far a quotient is known.
        pub safe fn partial(heap: f64, order: f64, p_portion: f64);
        /// Loads the list of small groups; its length in bytes, 0 where it cannot be had.
        safe fn load_small_groups() -> usize;
        /// Writes that list to an address with room for it.
        safe fn take_small_groups(to: *mut u8);
    }

    /// The list of small groups, which is loaded when a question first needs it.
    pub fn small_groups() -> Vec<u8> {
        let mut list = vec![0; load_small_groups()];
        take_small_groups(list.as_mut_ptr());
        list
    }
}

/// Without a page there is no time and nobody listens: for tests of the other functions.
#[cfg(not(target_arch = "wasm32"))]
mod outside {
    pub fn now() -> f64 {
        0.0
    }
    pub fn progress(_done: f64) {}
    pub fn partial(_heap: f64, _order: f64, _p_portion: f64) {}
}

fn watch(done: u64) -> Option<StopReason> {
    outside::progress(done as f64);
    DEADLINE.with(|deadline| (outside::now() >= deadline.get()).then_some(StopReason::Time))
}

fn watch_late(_done: u64) -> Option<StopReason> {
    DEADLINE.with(|deadline| (outside::now() >= deadline.get() + GRACE).then_some(StopReason::Time))
}

fn hear_partial(heap: u64, order: u64, p_portion: u64) {
    outside::partial(heap as f64, order as f64, p_portion as f64);
}

/// Makes room for a request of so many bytes; its address.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; length];
        input.as_mut_ptr()
    })
}

/// Answers the request within so many milliseconds, 0 for as long as it takes; the length of the answer in bytes. Whoever
/// allows a minute is patient: methods go on past bounds of their own.
#[unsafe(no_mangle)]
pub extern "C" fn answer(milliseconds: f64, is_patient: bool) -> usize {
    // The first time only; later ones find it set.
    #[cfg(target_arch = "wasm32")]
    let _ = impartial::group::SMALL_GROUPS_BRINGER.set(outside::small_groups);
    let deadline = if milliseconds > 0.0 { outside::now() + milliseconds } else { f64::INFINITY };
    DEADLINE.with(|at| at.set(deadline));
    let limits = Limits::with_handle(StopHandle::watched(watch));
    let limits = if is_patient { limits.patient() } else { limits };
    let late = Limits::with_handle(StopHandle::watched(watch_late));
    let request = INPUT.take();
    let reply = request::answer(&request, &limits, &late, hear_partial).to_string().into_bytes();
    let length = reply.len();
    OUTPUT.set(reply);
    length
}

/// The address of the answer; it stays there until the next one.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_goes_in_and_an_answer_comes_out() {
        input(3);
        INPUT.set(br#"{"request": "ask", "asked": {"question": "nim", "text": "5 * 6"}}"#.to_vec());
        let length = answer(0.0, true);
        let reply = OUTPUT.with_borrow(Clone::clone);
        assert_eq!(reply.len(), length);
        let reply: serde_json::Value = serde_json::from_slice(&reply).unwrap();
        assert_eq!(reply["answer"]["value"], "8");
        assert!(!output().is_null());
    }
}
