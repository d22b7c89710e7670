#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| impartial_fuzz::readers::tables(data));
