//! Workers that take units from a store, examine them and write the rows.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use impartial::limits::StopReason;
use impartial::question::{Asking, Refused};

use crate::row::Done;
use crate::store::Store;
use crate::unit::Unit;

/// How each worker asks: made by the worker itself, because files are brought to one thread.
pub type Asks<'a> = dyn Fn() -> Asking<'static> + Sync + 'a;

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran {
    /// The rows that this run wrote.
    pub new: u64,
    /// The units that are not done.
    pub left: u64,
    /// Why it ended before all were done, if it did.
    pub stopped: Option<StopReason>,
}

/// How long a worker waits before it looks again whether another one gave a unit back.
const WAIT: Duration = Duration::from_millis(200);

/// Works until all units are done or the limits of the asking stop it; `heard` is told how many rows are written.
///
/// ```
/// use impartial::question::Asking;
/// use impartial_survey::{Bounds, Family, Query, open, run::run};
/// let folder = std::env::temp_dir().join(format!("impartial-run-{}", std::process::id()));
/// std::fs::create_dir_all(&folder).expect("there is a folder for such things");
/// let mut store = open(&folder.join("atlas.db").to_string_lossy(), true)?;
/// let family = Family::read("quaternary1", &Asking::new())?;
/// store.plan(&family.name, &mut family.units(Bounds { to: 500, work: 1000 }))?;
/// let ran = run(store.as_mut(), 2, &Asking::with_certificate, &|_| ())?;
/// assert_eq!((ran.new, ran.left), (8, 0));
/// # drop(store);
/// # std::fs::remove_dir_all(&folder).expect("it was made here");
/// # Ok::<(), impartial::question::Refused>(())
/// ```
///
/// # Errors
/// When the store refuses.
pub fn run(
    store: &mut dyn Store,
    jobs: usize,
    asks: &Asks<'_>,
    heard: &(dyn Fn(u64) + Sync),
) -> Result<Ran, Refused> {
    let stores = (0..jobs.max(1)).map(|_| store.another()).collect::<Result<Vec<_>, _>>()?;
    let (new, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let (trouble, stopped) = (Mutex::new(None), Mutex::new(None));
    let work = |mut store: Box<dyn Store>| -> Result<(), Refused> {
        let asking = asks();
        while !is_over.load(Ordering::Relaxed) {
            if let Err(reason) = asking.limits.poll() {
                stopped.lock().expect("no worker panics").get_or_insert(reason);
                break;
            }
            let Some(unit) = store.take()? else {
                // Another process may still be killed and give back what it holds.
                if !store.is_shared() || store.progress()?.1 == 0 {
                    break;
                }
                std::thread::sleep(WAIT);
                continue;
            };
            match unit.examine(&asking) {
                Ok(done) => {
                    if store.finish(Some(&done))? {
                        heard(new.fetch_add(1, Ordering::Relaxed) + 1);
                    }
                }
                Err(reason) => {
                    stopped.lock().expect("no worker panics").get_or_insert(reason);
                    store.finish(None)?;
                    break;
                }
            }
        }
        Ok(())
    };
    let guarded = |store: Box<dyn Store>| {
        if let Err(refused) = work(store) {
            is_over.store(true, Ordering::Relaxed);
            trouble.lock().expect("no worker panics").get_or_insert(refused);
        }
    };
    std::thread::scope(|scope| {
        for store in stores {
            scope.spawn(|| guarded(store));
        }
    });
    if let Some(refused) = trouble.into_inner().expect("no worker panics") {
        return Err(refused);
    }
    let stopped = stopped.into_inner().expect("no worker panics");
    Ok(Ran { new: new.into_inner(), left: store.progress()?.1, stopped })
}

/// Examines units without a store, and gives each finished one to `keep`; why it ended early, if it did.
///
/// # Errors
/// What `keep` refuses.
pub fn examine_all(
    units: &mut (dyn Iterator<Item = Unit> + Send),
    jobs: usize,
    asks: &Asks<'_>,
    keep: &(dyn Fn(&Done) -> Result<(), Refused> + Sync),
) -> Result<Option<StopReason>, Refused> {
    let (units, trouble, stopped) = (Mutex::new(units), Mutex::new(None), Mutex::new(None));
    let work = || {
        let asking = asks();
        loop {
            let next = units.lock().expect("no worker panics").next();
            let Some(unit) = next else { break };
            match unit.examine(&asking) {
                Ok(done) => {
                    if let Err(refused) = keep(&done) {
                        trouble.lock().expect("no worker panics").get_or_insert(refused);
                        break;
                    }
                }
                Err(reason) => {
                    stopped.lock().expect("no worker panics").get_or_insert(reason);
                    break;
                }
            }
            if trouble.lock().expect("no worker panics").is_some() {
                break;
            }
        }
    };
    std::thread::scope(|scope| (0..jobs.max(1)).for_each(|_| drop(scope.spawn(work))));
    match trouble.into_inner().expect("no worker panics") {
        Some(refused) => Err(refused),
        None => Ok(stopped.into_inner().expect("no worker panics")),
    }
}
