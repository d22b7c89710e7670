//! The checker of certificates in WebAssembly. It is a file of its own, which a page loads when a proof is checked; like the checker, it shares
//! no code with what wrote the proof.
//!
//! A web worker calls [`input`] for room, writes `{"asked": {"text": NAME}, "files": {NAME: CERTIFICATE}}` there, and calls [`answer`]; what the
//! page is told is then at [`output`]. Nothing here reads through a raw pointer.

use std::cell::RefCell;

use serde_json::{Value, json};

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of so many bytes; its address.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; length];
        input.as_mut_ptr()
    })
}

/// Checks the certificate of the request; the length of the answer in bytes. The page ends what takes too long.
#[unsafe(no_mangle)]
pub extern "C" fn answer(_milliseconds: f64, _is_patient: bool) -> usize {
    let reply = verdict(&INPUT.take()).to_string().into_bytes();
    let length = reply.len();
    OUTPUT.set(reply);
    length
}

/// The address of the answer; it stays there until the next one.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// What the page is told of a request, in the words of `impartial check --json`.
fn verdict(request: &[u8]) -> Value {
    let request: Value = serde_json::from_slice(request).unwrap_or_default();
    let name = request["asked"]["text"].as_str().unwrap_or_default();
    let Some(certificate) = request["files"][name].as_str() else {
        return json!({ "status": "failed", "message": "there is no certificate in the request" });
    };
    match impartial_check::check(certificate) {
        Ok(verified) => json!({ "status": "answered", "answer": {
            "certificate": name, "kind": verified.kind, "verified": true, "statement": verified.statement,
            "claim": "proved", "because": "checked by impartial-check", "version": env!("CARGO_PKG_VERSION"),
        } }),
        Err(refusal) => json!({ "status": "failed", "message": format!("{name}: {refusal}") }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROOF: &str = r#"{"format":"impartial-certificate","version":1,"kind":"strategy","play":"normal","outcome":"N","trees":[[]],"grounds":[],"root":{"nim":1},"answers":[{"nim":0}]}"#;

    fn ask(certificate: &str) -> Value {
        let request =
            json!({ "asked": { "text": "a.json" }, "files": { "a.json": certificate } }).to_string();
        assert!(!input(3).is_null());
        INPUT.set(request.into_bytes());
        let length = answer(0.0, true);
        let reply = OUTPUT.with_borrow(Clone::clone);
        assert_eq!(reply.len(), length);
        assert!(!output().is_null());
        serde_json::from_slice(&reply).unwrap()
    }

    #[test]
    fn a_certificate_goes_in_and_a_verdict_comes_out() {
        let reply = ask(PROOF);
        assert_eq!(
            (&reply["status"], &reply["answer"]["verified"]),
            (&json!("answered"), &json!(true)),
            "{reply}"
        );
        let reply = ask(&PROOF.replace("\"N\"", "\"P\""));
        assert_eq!(reply["status"], "failed");
        assert!(reply["message"].as_str().is_some_and(|text| text.starts_with("a.json: ")), "{reply}");
        assert_eq!(verdict(b"{}")["message"], "there is no certificate in the request");
    }
}
