//! What a search of boards remembers of pieces, in a table of bounded size.

use super::frame::is_balanced;
use super::word::Word;

/// What is known of the nimber of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Exactly(u16),
    /// It is none of the numbers below 15 whose bits are set.
    Not(u16),
}

/// What remembers pieces, in a thread of its own or with others.
pub(super) trait Remembers<W> {
    /// The number of pieces remembered.
    fn len(&self) -> usize;
    /// What is known of a piece; those that symmetry settles take no memory.
    fn known(&self, piece: W) -> Known;
    /// The nimber of a piece is this.
    fn learn(&mut self, piece: W, nimber: u16);
    /// The nimber of a piece is not this; forgotten for large ones.
    fn exclude(&mut self, piece: W, nimber: u16);
}

/// A table of pieces in normal position, in lines that are searched from the first slot to the first empty one.
///
/// Cost: 64 bytes for six short pieces or three long ones; one line is read for nearly every question.
///
/// Invariants:
/// 1. the number of lines is a power of two, and at most three quarters of the slots are taken;
/// 2. a piece stands once, in its line or, where lines are full, in the first after it that is not.
pub(super) struct Memory<W: Word> {
    lines: Vec<Line<W>>,
    taken: usize,
    most: usize,
    halvings: u32,
}

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line<W: Word> {
    pieces: W::Line,
    notes: W::Notes,
}

impl<W: Word> Line<W> {
    const EMPTY: Self = Line { pieces: W::EMPTY.0, notes: W::EMPTY.1 };
}

/// The bit of a note that says that the rest is the nimber.
const EXACT: u16 = 1 << 15;

const FIRST_LINES: usize = 1 << 6;

impl<W: Word> Memory<W> {
    /// An empty table that will never hold more than so many pieces: before that, pieces are forgotten.
    pub(super) fn new(most: usize) -> Self {
        Memory { lines: vec![Line::EMPTY; FIRST_LINES], taken: 0, most, halvings: 0 }
    }

    /// The bound on the pieces remembered.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Every piece with its note.
    pub(super) fn each(&self, mut visit: impl FnMut(W, u16)) {
        for line in &self.lines {
            let pieces = line.pieces.as_ref().iter().zip(line.notes.as_ref());
            pieces.filter(|(piece, _)| !piece.is_empty()).for_each(|(piece, note)| visit(*piece, *note));
        }
    }

    fn find(&self, piece: W) -> (usize, usize, bool) {
        let mask = self.lines.len() - 1;
        let mut line = (piece.mixed() >> 32) as usize & mask;
        loop {
            for (slot, other) in self.lines[line].pieces.as_ref().iter().enumerate() {
                if *other == piece || other.is_empty() {
                    return (line, slot, *other == piece);
                }
            }
            line = (line + 1) & mask;
        }
    }

    pub(super) fn put(&mut self, piece: W, note: impl Fn(u16) -> u16) {
        let (line, slot, is_there) = self.find(piece);
        let found = &mut self.lines[line];
        found.pieces.as_mut()[slot] = piece;
        let place = &mut found.notes.as_mut()[slot];
        *place = note(*place);
        if is_there {
            return;
        }
        self.taken += 1;
        if self.taken >= self.most {
            self.forget();
        } else if self.taken * 4 > self.lines.len() * found_slots::<W>() * 3 {
            self.rebuild(self.lines.len() * 2, |_, _| true);
        }
    }

    /// Forgets what pieces are not, and then of what they are half after half, each time by another bit, until the table is half empty.
    fn forget(&mut self) {
        self.rebuild(self.lines.len(), |_, note| note & EXACT != 0);
        for _ in 0..32 {
            if self.taken * 2 <= self.most {
                return;
            }
            self.halvings = (self.halvings + 1) % 32;
            let bit = 32 + self.halvings;
            self.rebuild(self.lines.len(), |piece, _| piece.mixed() >> bit & 1 == 0);
        }
    }

    /// The pieces of which the test holds, in a table of so many lines.
    fn rebuild(&mut self, lines: usize, keep: impl Fn(W, u16) -> bool) {
        let old = std::mem::replace(&mut self.lines, vec![Line::EMPTY; lines]);
        self.taken = 0;
        for line in &old {
            for (piece, note) in line.pieces.as_ref().iter().zip(line.notes.as_ref()) {
                if !piece.is_empty() && keep(*piece, *note) {
                    let (line, slot, _) = self.find(*piece);
                    self.lines[line].pieces.as_mut()[slot] = *piece;
                    self.lines[line].notes.as_mut()[slot] = *note;
                    self.taken += 1;
                }
            }
        }
    }
}

impl<W: Word> Remembers<W> for Memory<W> {
    fn len(&self) -> usize {
        self.taken
    }

    fn known(&self, piece: W) -> Known {
        let (line, slot, is_there) = self.find(piece);
        if !is_there {
            return if is_balanced(piece) { Known::Exactly(0) } else { Known::Not(0) };
        }
        match self.lines[line].notes.as_ref()[slot] {
            note if note & EXACT != 0 => Known::Exactly(note & !EXACT),
            numbers => Known::Not(numbers),
        }
    }

    fn learn(&mut self, piece: W, nimber: u16) {
        self.put(piece, |_| EXACT | nimber);
    }

    fn exclude(&mut self, piece: W, nimber: u16) {
        if nimber < 15 {
            self.put(piece, |note| if note & EXACT == 0 { note | 1 << nimber } else { note });
        }
    }
}

/// The slots of a line.
fn found_slots<W: Word>() -> usize {
    W::EMPTY.1.as_ref().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails when a piece is lost, found twice, or told wrong; nothing here is symmetric.
    #[test]
    fn what_is_learnt_stays_until_the_table_is_full() {
        let piece = |n: u64| 4 << 56 | n << 4 | 0b0001;
        let mut memory = Memory::<u64>::new(10_000);
        for n in 0..5_000 {
            memory.exclude(piece(n * 8 + 5), 3);
            memory.exclude(piece(n * 8 + 5), (n % 3) as u16);
            if n % 2 == 0 {
                memory.learn(piece(n * 8 + 5), 7);
                memory.exclude(piece(n * 8 + 5), 1);
            }
        }
        assert_eq!(memory.len(), 5_000);
        for n in 0..5_000u64 {
            let expected = if n % 2 == 0 { Known::Exactly(7) } else { Known::Not(1 << 3 | 1 << (n % 3)) };
            assert_eq!(memory.known(piece(n * 8 + 5)), expected);
        }
        assert_eq!(memory.known(piece(6)), Known::Not(0));
        for n in 5_000..30_000u64 {
            memory.learn(piece(n * 8 + 5), 7);
            assert!(memory.len() < 10_000);
        }
        let is_right = |n: u64| matches!(memory.known(piece(n * 8 + 5)), Known::Exactly(7) | Known::Not(0));
        assert!((5_000..30_000).all(is_right));
    }
}
