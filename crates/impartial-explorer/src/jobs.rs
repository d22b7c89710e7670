//! Questions under way: shared when they are the same, listened to while they run, ended when nobody listens.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use impartial_report::Asked;
use serde_json::Value;
use tokio::sync::{Semaphore, watch};

use crate::run::{Program, failed, run};

/// The most questions that wait or run; few run at once, and those that wait cost nothing.
const MOST: usize = 64;
/// So many pages have a place for one long question each, whatever the others ask.
const PAGES: usize = 4;
/// A page that asked for updates within this time wants the answer.
const WANTED: Duration = Duration::from_secs(15);
/// How many answers are kept, and how large they may be together.
const KEPT: usize = 256;
const KEPT_BYTES: usize = 64 << 20;
/// How long nobody has listened to a question that makes room for others.
const LEFT: Duration = Duration::from_secs(20);

/// What is known about a question: the newest updates, and in the end what the page is told.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// How many updates there were.
    pub number: u64,
    /// The newest: its kind and its content.
    pub updates: Option<(String, Value)>,
    /// What the page is told in the end.
    pub end: Option<Arc<Value>>,
}

/// One question.
pub struct Job {
    /// Its name in addresses.
    pub id: u64,
    asked: Asked,
    key: String,
    /// The page that asked first.
    page: String,
    state: watch::Sender<State>,
    cancel: watch::Sender<bool>,
    listeners: AtomicUsize,
    /// The pages that asked for updates, and when they did so last.
    heard: Mutex<HashMap<String, Instant>>,
}

/// Someone who listens to a question; while there is one, the question goes on.
pub struct Listener {
    job: Arc<Job>,
    page: String,
    /// Changes when there is something new.
    pub state: watch::Receiver<State>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.job.hear(&self.page);
        self.job.listeners.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Job {
    /// Listens, for a page.
    pub fn listen(self: &Arc<Self>, page: &str) -> Listener {
        self.hear(page);
        self.listeners.fetch_add(1, Ordering::Relaxed);
        Listener { job: Arc::clone(self), page: page.to_owned(), state: self.state.subscribe() }
    }

    /// What is known now.
    pub fn state(&self) -> State {
        self.state.borrow().clone()
    }

    /// Ends the question for a page, unless another one wants it too.
    pub fn cancel(&self, page: &str) {
        let mut heard = self.heard();
        heard.remove(page);
        if !heard.iter().any(|(other, last)| !other.is_empty() && last.elapsed() < WANTED) {
            self.cancel.send_replace(true);
        }
    }

    fn heard(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hear(&self, page: &str) {
        self.heard().insert(page.to_owned(), Instant::now());
    }

    fn is_abandoned(&self, patience: Duration) -> bool {
        let is_heard = self.heard().values().any(|last| last.elapsed() <= patience);
        self.listeners.load(Ordering::Relaxed) == 0 && !is_heard
    }

    fn is_long(&self) -> bool {
        !self.asked.is_quick()
    }

    fn is_running(&self) -> bool {
        self.state.borrow().end.is_none()
    }
}

/// All questions.
pub struct Jobs {
    program: Program,
    patience: Duration,
    quick: Semaphore,
    /// For the only long question of a page, and for all others.
    first: Semaphore,
    long: Semaphore,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    next: u64,
    by_id: HashMap<u64, Arc<Job>>,
    /// The questions that can be shared: running, or answered in full.
    by_key: HashMap<String, u64>,
    /// The finished ones with the size of what they hold, oldest first.
    finished: VecDeque<(u64, usize)>,
    bytes: usize,
}

impl Jobs {
    /// No question yet; those that nobody listens to are ended after `patience`.
    pub fn new(program: Program, patience: Duration) -> Arc<Self> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Arc::new(Jobs {
            program,
            patience,
            quick: Semaphore::new(2),
            first: Semaphore::new(PAGES),
            long: Semaphore::new((cores - 1).max(1)),
            table: Mutex::default(),
        })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many questions wait or run.
    pub fn running(&self) -> usize {
        self.table().by_id.values().filter(|job| job.is_running()).count()
    }

    /// The question with this name.
    pub fn find(&self, id: u64) -> Option<Arc<Job>> {
        self.table().by_id.get(&id).cloned()
    }

    /// Shares no answer any more that a file of this name may have gone into.
    pub fn forget(&self, name: &str) {
        self.table().by_key.retain(|key, _| !key.contains(name));
    }

    /// Asks for a page, or joins those who ask the same; the error is one sentence.
    pub fn ask(self: &Arc<Self>, asked: &Asked, page: &str) -> Result<Arc<Job>, String> {
        asked.check().map_err(|refused| refused.message)?;
        let key = serde_json::to_string(asked).map_err(|error| error.to_string())?;
        let mut table = self.table();
        let known = table.by_key.get(&key).and_then(|id| table.by_id.get(id));
        if let Some(job) = known.filter(|job| !*job.cancel.borrow()) {
            job.hear("");
            return Ok(Arc::clone(job));
        }
        let is_waiting = |job: &&Arc<Job>| job.is_running() && !*job.cancel.borrow();
        if table.by_id.values().filter(is_waiting).count() >= MOST {
            // Those of pages that were left make room before anybody is sent away.
            for job in table.by_id.values().filter(|job| job.is_running() && job.is_abandoned(LEFT)) {
                job.cancel.send_replace(true);
            }
        }
        if table.by_id.values().filter(is_waiting).count() >= MOST {
            return Err(format!("{MOST} questions are waiting already; stop one of them"));
        }
        let is_first = !table.by_id.values().any(|job| job.is_long() && job.page == page && is_waiting(&job));
        table.next += 1;
        let job = Arc::new(Job {
            id: table.next,
            asked: asked.clone(),
            key: key.clone(),
            page: page.to_owned(),
            state: watch::Sender::new(State::default()),
            cancel: watch::Sender::new(false),
            listeners: AtomicUsize::new(0),
            heard: Mutex::new(HashMap::from([(String::new(), Instant::now())])),
        });
        table.by_id.insert(job.id, Arc::clone(&job));
        table.by_key.insert(key, job.id);
        drop(table);
        tokio::spawn(Arc::clone(self).work(Arc::clone(&job), is_first));
        Ok(job)
    }

    async fn work(self: Arc<Self>, job: Arc<Job>, is_first: bool) {
        let watching = async {
            while !job.is_abandoned(self.patience) {
                tokio::time::sleep(self.patience / 20).await;
            }
            job.cancel.send_replace(true);
            std::future::pending::<()>().await;
        };
        // Quick questions do not wait behind long ones, nor a page behind all that another one asks.
        let places = match (job.is_long(), is_first) {
            (false, _) => &self.quick,
            (true, true) => &self.first,
            (true, false) => &self.long,
        };
        let answering = async {
            let mut cancelled = job.cancel.subscribe();
            let place = tokio::select! {
                place = places.acquire() => place,
                _ = cancelled.wait_for(|cancelled| *cancelled) => return failed("stopped before it began"),
            };
            let tell = |kind: &str, value: Value| {
                job.state.send_modify(|state| {
                    state.number += 1;
                    state.updates = Some((kind.to_owned(), value));
                });
            };
            let reply = run(&self.program, &job.asked, job.cancel.subscribe(), tell).await;
            drop(place);
            reply
        };
        let reply = tokio::select! {
            reply = answering => reply,
            () = watching => return,
        };
        self.finish(&job, reply);
    }

    fn finish(&self, job: &Arc<Job>, reply: Value) {
        let is_whole = reply["status"] == "answered";
        let bytes = reply.to_string().len();
        let mut table = self.table();
        if !is_whole && table.by_key.get(&job.key) == Some(&job.id) {
            // Asked again, it is tried again.
            table.by_key.remove(&job.key);
        }
        table.finished.push_back((job.id, bytes));
        table.bytes += bytes;
        while table.finished.len() > KEPT || table.bytes > KEPT_BYTES && table.finished.len() > 1 {
            let Some((oldest, size)) = table.finished.pop_front() else { break };
            table.bytes -= size;
            if let Some(old) = table.by_id.remove(&oldest)
                && table.by_key.get(&old.key) == Some(&oldest)
            {
                table.by_key.remove(&old.key);
            }
        }
        drop(table);
        job.state.send_modify(|state| {
            state.number += 1;
            state.end = Some(Arc::new(reply));
        });
    }
}
