#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| impartial_fuzz::differential::games(data));
