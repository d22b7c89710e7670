//! Routes and connections.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use impartial_report::Asked;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::Settings;
use crate::assets::File;
use crate::guard::{self, Guard};
use crate::jobs::{Jobs, Listener, State as JobState};
use crate::parse::{self, Box as TextBox};
use crate::run::{MEMORY, Program, TIME};
use crate::upload::Uploads;

/// The port that is tried first, and how many after it.
const PORT: u16 = 8137;
const PORTS: u16 = 32;
/// Connections at one time; the next one is told to come back.
const CONNECTIONS: usize = 64;
/// How long the head of a request may take to arrive.
const HEAD: Duration = Duration::from_secs(5);
/// The largest bodies of requests.
const BODY: usize = 256 << 10;
const FILE: usize = 1 << 20;
const CERTIFICATE: usize = 64 << 20;
/// A question that is answered within this time is answered at once.
const AT_ONCE: Duration = Duration::from_millis(150);
/// A page that waits is told what is new at most this often, and that nothing is after so long.
const PAUSE: Duration = Duration::from_millis(50);
const HELD: Duration = Duration::from_millis(500);

struct Explorer {
    settings: Settings,
    jobs: Arc<Jobs>,
    uploads: Uploads,
}

type Shared = State<Arc<Explorer>>;

/// Serves until `is_over`.
pub async fn serve(
    settings: Settings,
    announce: impl FnOnce(&str),
    is_over: impl Fn() -> bool + Send + 'static,
) -> std::io::Result<()> {
    let listener = bind(settings.port).await?;
    let port = listener.local_addr()?.port();
    let token = guard::token()?;
    let uploads = Uploads::new(&guard::token()?)?;
    let mut folders = vec![uploads.folder().to_owned()];
    // An absolute path: the children work elsewhere.
    folders.extend(settings.files.as_ref().map(std::fs::canonicalize).transpose()?);
    let patience = settings.patience;
    let program = Program { path: settings.program.clone(), folders };
    let explorer = Arc::new(Explorer { settings, jobs: Jobs::new(program, patience), uploads });
    let routes = routes(Arc::clone(&explorer), Guard::new(port, token.clone()));
    announce(&format!("http://127.0.0.1:{port}/#k={token}"));
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    // The other name of loopback, where there is one and its port is free.
    if let Ok(sixth) = TcpListener::bind((Ipv6Addr::LOCALHOST, port)).await {
        tokio::spawn(accept(sixth, routes.clone(), Arc::clone(&places)));
    }
    let over = async {
        while !is_over() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::select! {
        () = accept(listener, routes, places) => {}
        () = over => {}
    }
    // Connections that are still open have the explorer too, and are not waited for.
    explorer.uploads.remove();
    Ok(())
}

async fn bind(port: Option<u16>) -> std::io::Result<TcpListener> {
    if let Some(port) = port {
        return TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await;
    }
    let mut result = TcpListener::bind((Ipv4Addr::LOCALHOST, PORT)).await;
    for port in PORT + 1..PORT + PORTS {
        if result.is_ok() {
            break;
        }
        result = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
    }
    result
}

async fn accept(listener: TcpListener, routes: Router, places: Arc<Semaphore>) {
    loop {
        let Ok((mut stream, _)) = listener.accept().await else {
            // Out of file handles, most likely: others must end first.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            let busy = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
            let _ = stream.write_all(busy).await;
            continue;
        };
        let routes = routes.clone();
        tokio::spawn(async move {
            serve_connection(stream, routes).await;
            drop(place);
        });
    }
}

async fn serve_connection(stream: TcpStream, routes: Router) {
    // Small answers at once.
    let _ = stream.set_nodelay(true);
    let mut connection = hyper::server::conn::http1::Builder::new();
    connection.timer(TokioTimer::new()).header_read_timeout(HEAD);
    // A connection that breaks concerns nobody else.
    let _ = connection.serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes)).await;
}

fn routes(explorer: Arc<Explorer>, guard: Guard) -> Router {
    Router::new()
        .route("/", get(|explorer: Shared| file(explorer, Path("index.html".to_owned()))))
        .route("/page/{name}", get(file))
        .route("/atlas/", get(|explorer: Shared| atlas(explorer, Path("index.html".to_owned()))))
        .route("/atlas/{*address}", get(atlas))
        .route("/api/about", get(about))
        .route("/api/parse", post(read_box))
        .route("/api/jobs", post(ask))
        .route("/api/jobs/{id}", get(look).delete(cancel))
        .route("/api/updates", post(updates))
        .route("/api/files/{name}", post(keep).layer(DefaultBodyLimit::max(FILE)))
        .route("/api/check", post(check).layer(DefaultBodyLimit::max(CERTIFICATE)))
        .layer(DefaultBodyLimit::max(BODY))
        .layer(axum::middleware::from_fn_with_state(guard, guard::guard))
        .with_state(explorer)
}

async fn file(State(explorer): Shared, Path(name): Path<String>) -> Response {
    let Some(file) = File::named(&name) else { return StatusCode::NOT_FOUND.into_response() };
    match file.content(explorer.settings.assets.as_deref()) {
        Ok(bytes) if file.is_lasting() => {
            ([(header::CONTENT_TYPE, file.kind), (header::CACHE_CONTROL, "max-age=86400")], bytes)
                .into_response()
        }
        Ok(bytes) => ([(header::CONTENT_TYPE, file.kind)], bytes).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A page of the atlas. They are for reading, and need no token.
async fn atlas(State(explorer): Shared, Path(address): Path<String>) -> Response {
    let Some(atlas) = explorer.settings.atlas.clone() else { return StatusCode::NOT_FOUND.into_response() };
    // A large store takes its time, and others wait meanwhile.
    match tokio::task::spawn_blocking(move || atlas.0(&address)).await {
        Ok(Some((kind, content))) => ([(header::CONTENT_TYPE, kind)], content).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn about(State(explorer): Shared) -> Json<Value> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let has_gap = std::env::split_paths(&path).any(|folder| folder.join("gap").is_file());
    let names: Vec<Value> =
        impartial::heap::NAMES.iter().map(|(name, code)| json!({ "name": name, "code": code })).collect();
    Json(json!({
        "version": explorer.settings.version,
        "games": names,
        "gap": has_gap,
        "running": explorer.jobs.running(),
        "limits": {
            "text": Asked::LONGEST_TEXT, "body": BODY, "file": FILE, "certificate": CERTIFICATE, "time": TIME,
            "memory": MEMORY, "connections": CONNECTIONS,
        },
    }))
}

async fn read_box(Json(text): Json<TextBox>) -> Json<Value> {
    Json(parse::read(text).await)
}

/// A refusal in one sentence.
fn refuse(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({ "status": "failed", "message": message }))).into_response()
}

async fn ask(
    State(explorer): Shared,
    Query(Page { page }): Query<Page>,
    Json(asked): Json<Asked>,
) -> Response {
    match explorer.jobs.ask(&asked, &page) {
        Ok(job) => wait(job.listen(""), job.id).await,
        Err(message) => refuse(StatusCode::BAD_REQUEST, &message),
    }
}

/// The answer if it comes at once, else where it can be waited for.
async fn wait(mut listener: Listener, id: u64) -> Response {
    let end = listener.state.wait_for(|state| state.end.is_some());
    match tokio::time::timeout(AT_ONCE, end).await {
        Ok(Ok(state)) => Json(state.end.as_deref()).into_response(),
        _ => (StatusCode::ACCEPTED, Json(json!({ "status": "running", "job": id }))).into_response(),
    }
}

async fn look(State(explorer): Shared, Path(id): Path<u64>) -> Response {
    let Some(job) = explorer.jobs.find(id) else { return StatusCode::NOT_FOUND.into_response() };
    match job.state().end {
        Some(end) => Json(end.as_ref()).into_response(),
        None => (StatusCode::ACCEPTED, Json(json!({ "status": "running", "job": id }))).into_response(),
    }
}

/// The page that a request comes from, so that one that no longer waits does not end what another one waits for, and none waits behind
/// all that another one asks.
#[derive(Deserialize)]
struct Page {
    #[serde(default)]
    page: String,
}

async fn cancel(
    State(explorer): Shared,
    Path(id): Path<u64>,
    Query(Page { page }): Query<Page>,
) -> StatusCode {
    match explorer.jobs.find(id) {
        Some(job) => {
            job.cancel(&page);
            StatusCode::NO_CONTENT
        }
        None => StatusCode::NOT_FOUND,
    }
}

/// Jobs that a page waits for, and how many updates of each it has seen.
#[derive(Deserialize)]
struct Awaited {
    page: String,
    jobs: Vec<(u64, u64)>,
}

/// What is new of all jobs that a page waits for, in one answer: as soon as anything is, or after a moment with nothing. One
/// connection a page, and none of them for long, so that any number of pages and jobs leaves room for questions.
async fn updates(State(explorer): Shared, Json(awaited): Json<Awaited>) -> Json<Value> {
    let mut gone = Vec::new();
    let mut listeners = Vec::new();
    for (id, seen) in awaited.jobs {
        match explorer.jobs.find(id) {
            Some(job) => listeners.push((id, seen, job.listen(&awaited.page))),
            None => gone.push(json!({ "job": id, "kind": "gone" })),
        }
    }
    let until = tokio::time::Instant::now() + HELD;
    loop {
        let mut found = std::mem::take(&mut gone);
        found.extend(
            listeners.iter().filter_map(|(id, seen, listener)| fresh(*id, *seen, &listener.state.borrow())),
        );
        if !found.is_empty() || tokio::time::Instant::now() >= until {
            return Json(json!({ "updates": found }));
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// What is new of one job for who has seen `seen` updates.
fn fresh(id: u64, seen: u64, state: &JobState) -> Option<Value> {
    if state.number <= seen {
        return None;
    }
    let (kind, value) = match (&state.end, &state.updates) {
        (Some(end), _) => ("end", end.as_ref()),
        (None, Some((kind, value))) => (kind.as_str(), value),
        (None, None) => return None,
    };
    Some(json!({ "job": id, "number": state.number, "kind": kind, "value": value }))
}

async fn keep(State(explorer): Shared, Path(name): Path<String>, text: Bytes) -> Response {
    match explorer.uploads.keep(&name, &text) {
        Ok(()) => {
            explorer.jobs.forget(&name);
            StatusCode::NO_CONTENT.into_response()
        }
        Err(message) => refuse(StatusCode::BAD_REQUEST, &message),
    }
}

/// Has a certificate checked by the independent checker.
async fn check(State(explorer): Shared, certificate: Bytes) -> Response {
    #[derive(Deserialize)]
    struct Named {
        kind: String,
    }
    // The name tells equal certificates from others, so that a question is never answered for another text.
    let Ok(unguessable) = guard::token() else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let kind = serde_json::from_slice::<Named>(&certificate).map(|named| named.kind).unwrap_or_default();
    let plain: String = kind.chars().filter(char::is_ascii_alphabetic).take(20).collect();
    let name = format!("{plain}-{}.json", &unguessable[..8]);
    let name = name.trim_start_matches('-');
    if let Err(message) = explorer.uploads.keep(name, &certificate) {
        return refuse(StatusCode::BAD_REQUEST, &message);
    }
    match explorer.jobs.ask(&Asked::new("check", name), "") {
        Ok(job) => {
            let mut listener = job.listen("");
            let id = job.id;
            let name = name.to_owned();
            tokio::spawn(async move {
                let _ = listener.state.wait_for(|state| state.end.is_some()).await;
                explorer.uploads.forget(&name);
            });
            wait(job.listen(""), id).await
        }
        Err(message) => refuse(StatusCode::BAD_REQUEST, &message),
    }
}
