//! Which option of a board to ask first: the one that takes least to answer, as far as can be told from its shape.
//!
//! An option that is soon refuted or shown to be right has few cells, few moves, and many moves after which it falls apart. The weights are
//! those with which boards of 3 x 14, 4 x 9, 5 x 7 and 4 x 11 took least, and hardly matter; without the moves that split, the last takes
//! three times as long.

use super::frame::Frame;
use super::word::Word;

/// How much a piece on which dominoes are put is expected to take.
pub(super) fn effort<W: Word>(frame: &Frame<W>, piece: W, moves: u32) -> u32 {
    3 * moves + 5 * piece.count() - 2 * count_splits(frame, piece)
}

/// How many dominoes, put down, leave two parts or more that can be played on.
fn count_splits<W: Word>(frame: &Frame<W>, piece: W) -> u32 {
    let Frame { columns, not_last } = *frame;
    let right = |set: W| set >> 1 & not_last;
    let left = |set: W| (set & not_last) << 1;
    let beside = [right(piece), left(piece), piece << columns, piece >> columns];
    let [a, b, c, d] = beside;
    // A cell with one neighbour is no part to be played on once that neighbour is taken.
    let many = piece & ((a & b) | (c & d) | ((a | b) & (c | d)));
    let (up, down) = (many << columns, many >> columns);
    let below = down >> columns;
    let next = right(many);
    let lying = [
        left(many),
        left(up),
        up,
        right(up),
        right(right(up)),
        right(next),
        right(right(down)),
        right(down),
        down,
        left(down),
    ];
    let standing = [
        up,
        right(up),
        next,
        right(down),
        right(below),
        below,
        left(below),
        left(down),
        left(many),
        left(up),
    ];
    let splits = |dominoes: W, ring: [W; 10], step: u32| {
        let mut left = dominoes & hang_apart(ring);
        let mut count = 0;
        while !left.is_empty() {
            let cell = left.least();
            left = left ^ cell;
            count += u32::from(is_split(frame, piece, many, cell | cell << step));
        }
        count
    };
    splits(piece & right(piece), lying, 1) + splits(piece & piece >> columns, standing, columns)
}

/// The dominoes round which there are free neighbours that do not hang together there. The ring goes round, from the neighbour at one end;
/// places 1, 4, 6 and 9 are corners.
fn hang_apart<W: Word>(ring: [W; 10]) -> W {
    let [end, c1, n1, n2, c2, other_end, c3, n3, n4, c4] = ring;
    let begins = [
        end & !(n4 & c4),
        n1 & !(end & c1),
        n2 & !n1,
        other_end & !(n2 & c2),
        n3 & !(other_end & c3),
        n4 & !n3,
    ];
    let (mut once, mut twice) = (W::default(), W::default());
    for begins in begins {
        twice |= once & begins;
        once |= begins;
    }
    twice
}

fn is_split<W: Word>(frame: &Frame<W>, piece: W, many: W, domino: W) -> bool {
    let mut parts = 0;
    let left = piece & !domino;
    frame.parts(left, frame.around(domino) & many & left, |part| parts += u32::from(part != part.least()));
    parts > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails when a domino that splits is not counted, or one that does not is: each is put down, and parts are counted.
    #[test]
    fn splits_are_counted() {
        let frame = Frame::<u64>::new(5, 7);
        let mut free = 27u64;
        for _ in 0..3_000 {
            free = free.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let piece = (free >> 11 | free >> 27) & ((1 << 35) - 1);
            let mut expected = 0;
            for cell in 0..35u32 {
                for step in [1, 7] {
                    let domino = 1u64 << cell | 1 << (cell + step);
                    let wraps = step == 1 && cell % 7 == 6;
                    if wraps || domino & piece != domino {
                        continue;
                    }
                    let left = piece & !domino;
                    let before = parts_of(&frame, piece);
                    // Only the part that the domino lies in can fall apart.
                    let same = before.iter().filter(|part| **part & domino == 0).count();
                    expected += u32::from(parts_of(&frame, left).len() > same + 1);
                }
            }
            assert_eq!(count_splits(&frame, piece), expected, "{piece:035b}");
        }
    }

    fn parts_of(frame: &Frame<u64>, cells: u64) -> Vec<u64> {
        let mut parts = Vec::new();
        frame.parts(cells, cells, |part| {
            if part.count_ones() > 1 {
                parts.push(part);
            }
        });
        parts
    }
}
