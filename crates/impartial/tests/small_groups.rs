//! The list of small groups: complete, and made of groups.
#![allow(clippy::unwrap_used)]

use impartial::group::{SmallGroups, number_of_small_groups, small_group};

/// Numbers of groups of each order: Besche, Eick and O'Brien 2002, table 1 (also sequence A000001).
const COUNTS: &[usize] = &[
    1, 1, 1, 2, 1, 2, 1, 5, 2, 2, 1, 5, 1, 2, 1, 14, 1, 5, 1, 5, 2, 2, 1, 15, 2, 2, 5, 4, 1, 4, 1, 51, 1, 2,
    1, 14, 1, 2, 2, 14, 1, 6, 1, 4, 2, 2, 1, 52, 2, 5, 1, 5, 1, 15, 2, 13, 2, 2, 1, 13, 1, 2, 4, 267, 1, 4,
    1, 5, 1, 4, 1, 50, 1, 2, 3, 4, 1, 6, 1, 52, 15, 2, 1, 15, 1, 2, 1, 12, 1, 10, 1, 4, 2, 2, 1, 231, 1, 5,
    2, 16,
];

#[test]
fn the_small_groups_are_as_many_as_there_are() {
    for (at, count) in COUNTS.iter().enumerate() {
        assert_eq!(number_of_small_groups(at + 1), Some(*count), "order {}", at + 1);
    }
    for (order, count) in [
        (128, 2328),
        (192, 1543),
        (243, 67),
        (256, 56_092),
        (320, 1640),
        (384, 20_169),
        (480, 1213),
        (511, 1),
    ] {
        assert_eq!(number_of_small_groups(order), Some(count), "order {order}");
    }
    let all: usize = (1..=511).map(|order| number_of_small_groups(order).unwrap()).sum();
    assert_eq!(all, 92_804);
    assert_eq!((number_of_small_groups(0), number_of_small_groups(512)), (None, None));
}

/// Breaks when the packing, the decoding or the construction from relations goes wrong anywhere up to order 127.
#[test]
fn small_groups_to_order_127_are_groups() {
    for order in 1..=127 {
        for code in SmallGroups::of_order(order) {
            let group = code.group();
            assert_eq!(group.order(), order);
            let checked = group.table().unwrap().check_invariants(group.generators());
            assert!(checked.is_ok(), "{group:?}: {checked:?}");
        }
    }
}

/// Every 97th group of the larger orders; and the last one of each, which is decoded after all others.
#[test]
fn larger_small_groups_are_groups() {
    for order in 128..=511 {
        let count = number_of_small_groups(order).unwrap();
        for code in SmallGroups::of_order(order) {
            if code.number() % 97 == 0 && order < 300 || code.number() == count {
                let group = code.group();
                let checked = group.table().unwrap().check_invariants(group.generators());
                assert!(checked.is_ok(), "{group:?}: {checked:?}");
            }
        }
    }
}

/// The statistics of element orders, as GAP prints them for these groups.
#[test]
fn known_small_groups_are_where_gap_has_them() {
    let orders = |order, number| {
        let group = small_group(order, number).unwrap();
        let mut statistics = std::collections::BTreeMap::new();
        for a in 0..group.order() {
            *statistics.entry(group.element_order(a)).or_insert(0) += 1;
        }
        statistics.into_iter().collect::<Vec<(usize, usize)>>()
    };
    // C6 is (6,2), D3 is (6,1); Q8 is (8,4); A4 is (12,3); S4 is (24,12); SL(2,3) is (24,3); A5 is (60,5).
    assert_eq!(orders(6, 1), [(1, 1), (2, 3), (3, 2)]);
    assert_eq!(orders(6, 2), [(1, 1), (2, 1), (3, 2), (6, 2)]);
    assert_eq!(orders(8, 4), [(1, 1), (2, 1), (4, 6)]);
    assert_eq!(orders(12, 3), [(1, 1), (2, 3), (3, 8)]);
    assert_eq!(orders(24, 12), [(1, 1), (2, 9), (3, 8), (4, 6)]);
    assert_eq!(orders(24, 3), [(1, 1), (2, 1), (3, 8), (4, 6), (6, 8)]);
    assert_eq!(orders(60, 5), [(1, 1), (2, 15), (3, 20), (5, 24)]);
    assert_eq!(orders(168, 42), [(1, 1), (2, 21), (3, 56), (4, 42), (7, 48)]);
    assert_eq!(orders(256, 56_092), [(1, 1), (2, 255)]);
}

#[test]
fn what_is_not_in_the_list_is_said() {
    assert!(
        small_group(512, 1).unwrap_err().elsewhere == Some((impartial::group::Library::SmallGroups, 512, 1))
    );
    assert!(small_group(1_000_000_000, 1).unwrap_err().message.contains("1000000000"));
    assert!(small_group(0, 1).is_err() && small_group(16, 0).is_err());
    assert_eq!(small_group(16, 15).unwrap_err().message, "there are 14 groups of order 16");
    assert_eq!(small_group(15, 2).unwrap_err().message, "there is 1 group of order 15");
    assert_eq!(SmallGroups::of_order(512).count(), 0);
}
