//! What several threads that search one board know together, and who looks at what.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::memory::{Known, Memory, Remembers};
use super::word::Word;

/// Tables of pieces, one after the hash of each, so that threads seldom wait for each other.
const TABLES: usize = 64;

/// What is known of pieces, to several threads.
pub(super) struct SharedMemory<W: Word> {
    tables: Vec<Mutex<Memory<W>>>,
    taken: AtomicUsize,
}

impl<W: Word> SharedMemory<W> {
    /// What one thread has learnt, for several.
    pub(super) fn new(memory: Memory<W>) -> Self {
        let share = memory.most() / TABLES;
        let mut tables: Vec<Memory<W>> = (0..TABLES).map(|_| Memory::new(share)).collect();
        memory.each(|piece, note| tables[Self::table(piece)].put(piece, |_| note));
        let taken = tables.iter().map(Memory::len).sum::<usize>().into();
        SharedMemory { tables: tables.into_iter().map(Mutex::new).collect(), taken }
    }

    fn table(piece: W) -> usize {
        (piece.mixed() >> 58) as usize
    }

    fn locked(&self, piece: W) -> MutexGuard<'_, Memory<W>> {
        // What a panic left is whole: a note is written in one step.
        self.tables[Self::table(piece)].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, piece: W, change: impl Fn(&mut Memory<W>)) {
        let mut table = self.locked(piece);
        let before = table.len();
        change(&mut table);
        self.taken.fetch_add(table.len().wrapping_sub(before), Ordering::Relaxed);
    }
}

impl<W: Word> Remembers<W> for &SharedMemory<W> {
    fn len(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    fn known(&self, piece: W) -> Known {
        self.locked(piece).known(piece)
    }

    fn learn(&mut self, piece: W, nimber: u16) {
        self.change(piece, |table| table.learn(piece, nimber));
    }

    fn exclude(&mut self, piece: W, nimber: u16) {
        self.change(piece, |table| table.exclude(piece, nimber));
    }
}

/// The questions that threads are at, so that another begins with others; and whether one of them has the answer.
pub(super) struct Together {
    at: Vec<AtomicU64>,
    pub(super) is_answered: AtomicBool,
}

/// Smaller pieces are not worth telling.
const LEAST_TOLD: u32 = 16;

impl Together {
    pub(super) fn new() -> Self {
        Together {
            at: (0..1 << 10).map(|_| AtomicU64::new(0)).collect(),
            is_answered: AtomicBool::new(false),
        }
    }

    fn question<W: Word>(&self, piece: W, nimber: u16) -> (&AtomicU64, u64) {
        let question = (piece.mixed() ^ u64::from(nimber)) | 1;
        (&self.at[(question >> 54) as usize], question)
    }

    /// Whether another thread looks for the answer.
    pub(super) fn is_looked_at<W: Word>(&self, piece: W, nimber: u16) -> bool {
        let (place, question) = self.question(piece, nimber);
        place.load(Ordering::Relaxed) == question
    }

    /// Tells that this thread looks for the answer, and when it has stopped.
    pub(super) fn tell<W: Word, T>(&self, piece: W, nimber: u16, look: impl FnOnce() -> T) -> T {
        if piece.count() < LEAST_TOLD + 2 {
            return look();
        }
        let (place, question) = self.question(piece, nimber);
        let is_first = place.compare_exchange(0, question, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        let found = look();
        if is_first {
            place.store(0, Ordering::Relaxed);
        }
        found
    }
}
