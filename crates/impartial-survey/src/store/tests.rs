//! One suite for every database.

use impartial::question::Asking;

use super::*;
use crate::run::run;
use crate::{Bounds, Family, Hypothesis, Range, Status, UnitQuestion};

const BOUNDS: Bounds = Bounds { to: 500, work: 2000 };

/// A folder that is gone afterwards.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("impartial-survey-{name}-{}", std::process::id()));
        // Left over from a process that was killed.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn export(store: &mut dyn Store, query: &Query) -> Vec<Row> {
    let mut rows = Vec::new();
    store
        .rows(query, &mut |row| {
            rows.push(row);
            Ok(())
        })
        .unwrap();
    rows
}

/// What every store does, however it is reached.
pub fn behaves(store: &mut dyn Store) {
    let family = Family::read("octal1", &Asking::new()).unwrap();
    let plan = |store: &mut dyn Store| store.plan("octal1", &mut family.units(BOUNDS)).unwrap();
    assert_eq!(plan(store), Planned { units: 18, new: 18 });
    assert_eq!(plan(store), Planned { units: 18, new: 0 });
    assert_eq!(store.progress().unwrap(), (0, 18));
    let asks = || Asking::with_certificate();
    let ran = run(store, 3, &asks, &|_| ()).unwrap();
    assert_eq!((ran.new, ran.left, ran.stopped), (18, 0, None));
    assert_eq!(run(store, 2, &asks, &|_| ()).unwrap().new, 0);
    let rows = export(store, &Query::of_family("octal1"));
    let direct: Vec<Done> = family.units(BOUNDS).map(|unit| unit.examine(&asks()).unwrap()).collect();
    assert_eq!(rows, direct.iter().map(|done| done.row.clone()).collect::<Vec<_>>());
    for done in &direct {
        assert!(!store.put(done).unwrap(), "nothing is written twice");
        if let Some(hash) = &done.row.certificate {
            assert_eq!(store.certificate(hash).unwrap(), done.certificate);
        }
    }
    assert_eq!(store.certificate(&"0".repeat(64)).unwrap(), None);
    let unplanned = Unit::new(UnitQuestion::Nimber, "*5", BOUNDS).examine(&asks()).unwrap();
    assert!(store.put(&unplanned).is_err());
    let counts = store.counts().unwrap();
    assert_eq!(counts.iter().map(|count| count.count).sum::<u64>(), 18);
    queries(store, &rows);
}

/// Every query against the same choice made by hand.
fn queries(store: &mut dyn Store, rows: &[Row]) {
    let check = |store: &mut dyn Store, query: Query, chosen: &dyn Fn(&Row) -> bool| {
        let expected: Vec<&Row> = rows.iter().filter(|row| chosen(row)).collect();
        assert_eq!(export(store, &query).iter().collect::<Vec<_>>(), expected, "{query:?}");
    };
    let all = Query::of_family("octal1");
    let range = |text| Range::read(text);
    let within = |value: Option<u64>, from, to| value.is_some_and(|value| (from..=to).contains(&value));
    check(store, Query { question: Some(UnitQuestion::Normal), ..all.clone() }, &|row| {
        row.question == "normal"
    });
    check(store, Query { status: Some(Status::Open), ..all.clone() }, &|row| row.status == Status::Open);
    check(store, Query { game: Some("0.7".into()), ..all.clone() }, &|row| row.game == "0.7");
    check(store, Query { order: range("2..6"), ..all.clone() }, &|row| within(row.quotient_order, 2, 6));
    check(store, Query { period: range("2"), ..all.clone() }, &|row| within(row.period, 2, 2));
    check(store, Query { kernel: range("..2"), ..all.clone() }, &|row| within(row.kernel_order, 0, 2));
    check(store, Query { element_period: range("2.."), ..all.clone() }, &|row| row.longest_period >= Some(2));
    for (hypothesis, chosen) in [
        (Hypothesis::NormalKernelFails, (|row| row.normal_kernel == Some(false)) as fn(&Row) -> bool),
        (Hypothesis::IdentityNotInP, |row| row.identity_in_p == Some(false)),
        (Hypothesis::SubgroupWithoutP, |row| row.subgroups_without_p > Some(0)),
    ] {
        check(store, Query { hypotheses: vec![hypothesis], ..all.clone() }, &chosen);
    }
    let smallest = export(store, &Query { smallest: true, most: Some(5), ..Query::default() });
    let orders: Vec<Option<u64>> = smallest.iter().map(|row| row.quotient_order).collect();
    let mut sorted = orders.clone();
    sorted.sort_by_key(|order| order.unwrap_or(u64::MAX));
    assert_eq!((orders.len(), orders), (5, sorted));
}

#[test]
fn sqlite_behaves() {
    let folder = Folder::new("behaves");
    behaves(open(&folder.file("atlas.db"), true).unwrap().as_mut());
}

/// Fails when the number of workers decides on the export.
#[test]
fn any_number_of_workers_gives_the_same_export() {
    let folder = Folder::new("workers");
    let family = Family::read("quaternary2", &Asking::new()).unwrap();
    let exported = |jobs: usize| {
        let mut store = open(&folder.file(&format!("{jobs}.db")), true).unwrap();
        store.plan(&family.name, &mut family.units(BOUNDS)).unwrap();
        run(store.as_mut(), jobs, &|| Asking::with_certificate(), &|_| ()).unwrap();
        let rows = export(store.as_mut(), &Query::of_family(&family.name));
        let mut text = Vec::new();
        crate::write_rows(&rows, crate::Form::Lines, &mut text).unwrap();
        text
    };
    let one = exported(1);
    assert!(one.len() > 1000);
    assert_eq!(one, exported(4));
}

#[test]
fn what_is_no_atlas_is_refused() {
    let folder = Folder::new("refused");
    let message = |name: &str, create| open(&folder.file(name), create).err().map(|refused| refused.message);
    assert!(message("none.db", false).unwrap().contains("there is no atlas"));
    std::fs::write(folder.0.join("text.db"), "no database, but long enough to be taken for one ".repeat(40))
        .unwrap();
    assert!(message("text.db", true).is_some());
    rusqlite::Connection::open(folder.0.join("other.db"))
        .unwrap()
        .execute_batch("CREATE TABLE t (x)")
        .unwrap();
    assert!(message("other.db", true).unwrap().contains("not an atlas"));
    assert!(message("missing/x.db", true).is_some());
    drop(open(&folder.file("later.db"), true).unwrap());
    rusqlite::Connection::open(folder.0.join("later.db"))
        .unwrap()
        .execute_batch("UPDATE atlas SET version = 99")
        .unwrap();
    assert!(message("later.db", false).unwrap().contains("version 99"));
}

/// A store of the first version is brought up to date with its rows.
#[test]
fn an_older_store_is_migrated() {
    let folder = Folder::new("migrated");
    let name = folder.file("old.db");
    let old = rusqlite::Connection::open(&name).unwrap();
    old.execute_batch(&schema::migration(1, schema::SQLITE)).unwrap();
    let unit = Unit::new(UnitQuestion::Misere, "0.7", BOUNDS);
    old.execute_batch(&format!(
        "INSERT INTO atlas VALUES (1); INSERT INTO unit (hash, question, game, bounds) VALUES ('{}', 'misere', '0.7', '{}')",
        unit.hash(),
        unit.bounds_text()
    ))
    .unwrap();
    drop(old);
    let mut store = open(&name, false).unwrap();
    assert_eq!(store.progress().unwrap(), (0, 1));
    let again = rusqlite::Connection::open(&name).unwrap();
    let version: i64 = again.query_row("SELECT version FROM atlas", [], |row| row.get(0)).unwrap();
    let indexes: i64 = again
        .query_row("SELECT COUNT(*) FROM sqlite_master WHERE name = 'unit_undone'", [], |row| row.get(0))
        .unwrap();
    assert_eq!((version, indexes), (SCHEMA_VERSION as i64, 1));
}

/// A stopped run keeps what is done, and the next one does the rest.
#[test]
fn a_run_stops_and_goes_on() {
    let folder = Folder::new("stops");
    let mut store = open(&folder.file("atlas.db"), true).unwrap();
    let family = Family::read("quaternary2", &Asking::new()).unwrap();
    store.plan(&family.name, &mut family.units(BOUNDS)).unwrap();
    let limits = impartial::limits::Limits::none();
    let handle = limits.handle().clone();
    let stop_at_five = |done: u64| {
        if done == 5 {
            handle.stop(impartial::limits::StopReason::Interrupted);
        }
    };
    let asks = || Asking { limits: limits.clone(), ..Asking::with_certificate() };
    let first = run(store.as_mut(), 1, &asks, &stop_at_five).unwrap();
    assert_eq!((first.new, first.left), (5, 32 - 5));
    assert!(first.stopped.is_some());
    let mut store = open(&folder.file("atlas.db"), false).unwrap();
    let second = run(store.as_mut(), 2, &|| Asking::with_certificate(), &|_| ()).unwrap();
    assert_eq!((second.new, second.left, second.stopped), (32 - 5, 0, None));
}
