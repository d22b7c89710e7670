//! `impartial explore` over real sockets: who may ask, what is answered, what ends.

// A test that cannot go on fails.
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A server of its own for each test, ended with it.
struct Server {
    child: Child,
    port: u16,
    token: String,
}

impl Server {
    fn start() -> Self {
        Server::start_with(&[])
    }

    fn start_with(flags: &[&str]) -> Self {
        // Ended without a warning, it cannot clean up: its folders are below the target.
        Server::start_in(env!("CARGO_TARGET_TMPDIR"), flags)
    }

    fn start_in(temporary: &str, flags: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_impartial"))
            .args(["explore", "--port", "0"])
            .args(flags)
            .env("TMPDIR", temporary)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let (place, token) = address.trim().split_once("/#k=").unwrap();
        let port = place.rsplit(':').next().unwrap().parse().unwrap();
        Server { child, port, token: token.to_owned() }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// Sends a request with these headers besides `Host` and gives the status, the head and the body.
    fn send(&self, line: &str, headers: &str, body: &str) -> (u16, String, String) {
        let host = if headers.to_lowercase().contains("host:") {
            String::new()
        } else {
            format!("host: 127.0.0.1:{}\r\n", self.port)
        };
        let mut stream = self.connect();
        let length = body.len();
        let head = format!(
            "{line} HTTP/1.1\r\n{host}{headers}connection: close\r\ncontent-length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        // A server that refuses early need not read the body.
        let _ = stream.write_all(body.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        (status, head.to_owned(), body.to_owned())
    }

    /// Sends JSON with the token.
    fn api(&self, line: &str, body: &Value) -> (u16, Value) {
        let headers = format!("content-type: application/json\r\nx-impartial-token: {}\r\n", self.token);
        let text = if body.is_null() { String::new() } else { body.to_string() };
        let (status, _, body) = self.send(line, &headers, &text);
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    /// Asks and waits for the end.
    fn ask(&self, question: &Value) -> Value {
        let (status, reply) = self.api("POST /api/jobs", question);
        if status != 202 {
            return reply;
        }
        self.end_of(reply["job"].as_u64().unwrap())
    }

    /// What is new of some jobs for a page that has seen so many updates of each.
    fn updates(&self, page: &str, jobs: &[(u64, u64)]) -> Vec<Value> {
        let (status, reply) = self.api("POST /api/updates", &json!({ "page": page, "jobs": jobs }));
        assert_eq!(status, 200, "{reply}");
        reply["updates"].as_array().cloned().unwrap_or_default()
    }

    fn end_of(&self, job: u64) -> Value {
        let started = Instant::now();
        loop {
            let (status, reply) = self.api(&format!("GET /api/jobs/{job}"), &Value::Null);
            if status == 200 {
                return reply;
            }
            assert!(started.elapsed() < Duration::from_secs(120), "no end: {reply}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn only_the_page_of_this_server_may_ask() {
    let server = Server::start();
    let token = format!("x-impartial-token: {}\r\n", server.token);
    let status = |line: &str, headers: &str, body: &str| server.send(line, headers, body).0;
    assert_eq!(status("GET /", "", ""), 200);
    assert_eq!(status("GET /", &format!("Host: evil.example:{}\r\n", server.port), ""), 421);
    assert_eq!(status("GET /api/about", &token, ""), 200);
    assert_eq!(status("GET /api/about", "", ""), 401);
    assert_eq!(status("GET /api/about", "x-impartial-token: 0\r\n", ""), 401);
    assert_eq!(status("GET /api/about", &format!("{token}origin: http://evil.example\r\n"), ""), 403);
    assert_eq!(status("GET /api/about", &format!("{token}sec-fetch-site: cross-site\r\n"), ""), 403);
    assert_eq!(status("OPTIONS /api/jobs", "origin: http://evil.example\r\n", ""), 403);
    let large = format!("{{\"text\":\"{}\"}}", "a".repeat(300 << 10));
    let headers = format!("{token}content-type: application/json\r\n");
    assert_eq!(status("POST /api/parse", &headers, &large), 413);
    for path in [
        "/page/../Cargo.toml",
        "/page/..%2fCargo.toml",
        "/page/%2e%2e%2fsrc%2flib.rs",
        "/page/",
        "/etc/passwd",
        "//etc/passwd",
    ] {
        let (status, _, body) = server.send(&format!("GET {path}"), "", "");
        assert!(status == 404 || status == 400, "{path}: {status}");
        assert!(!body.contains("[package]"), "{path}");
    }
    let (_, head, body) = server.send("GET /", "", "");
    let head = head.to_lowercase();
    assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{head}");
    assert!(
        head.contains("nosniff") && head.contains("no-referrer") && !head.contains("access-control"),
        "{head}"
    );
    assert!(body.contains("<title>impartial</title>"));
    // After all this it still answers.
    assert_eq!(status("GET /api/about", &token, ""), 200);
}

#[test]
fn slow_and_many_connections_do_not_hold_the_server() {
    let server = Server::start();
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nhost: ").unwrap();
    let mut answer = Vec::new();
    // The server ends it, with or without a word.
    let _ = slow.read_to_end(&mut answer);
    let head = String::from_utf8_lossy(&answer);
    assert!(head.is_empty() || head.starts_with("HTTP/1.1 4"), "{head}");
    let held: Vec<TcpStream> = (0..64).map(|_| server.connect()).collect();
    let (status, ..) = server.send("GET /", "", "");
    assert_eq!(status, 503);
    drop(held);
    let started = Instant::now();
    while server.send("GET /", "", "").0 != 200 {
        assert!(started.elapsed() < Duration::from_secs(60), "the server does not recover");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_page_gets_the_json_of_the_program() {
    let server = Server::start();
    let reply = server.ask(&json!({ "question": "quotient", "text": "kayles" }));
    let output = Command::new(env!("CARGO_BIN_EXE_impartial"))
        .args(["quotient", "kayles", "--json"])
        .output()
        .unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(reply, json!({ "status": "answered", "answer": answer }));
    // The text is never an option, and nothing is written.
    let reply = server.ask(&json!({ "question": "outcome", "text": "--output=x" }));
    assert_eq!(reply["status"], "failed");
    let reply = server.ask(&json!({ "question": "outcome", "text": "0.7.5" }));
    assert_eq!((&reply["message"], &reply["place"]["at"]), (&json!("a code has one point"), &json!(3)));
    let (_, reply) = server.api("POST /api/parse", &json!({ "text": "kay", "caret": 3 }));
    assert_eq!(reply["completions"][0]["insert"], "kayles");
    assert_eq!(server.api("POST /api/jobs", &json!({ "question": "explore" })).0, 400);
    let reply = server.ask(
        &json!({ "question": "moves", "text": "kayles[9+12]", "options": { "misere": true, "reply": true } }),
    );
    assert_eq!(
        (&reply["answer"]["reply"], &reply["answer"]["reply_why"]),
        (&json!("0.77[2*4+12]"), &json!("one of 2 moves that win"))
    );
}

#[cfg(unix)]
#[test]
fn an_ended_server_leaves_nothing_behind() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("ended-server");
    std::fs::create_dir_all(&folder).unwrap();
    let left = || std::fs::read_dir(&folder).unwrap().count();
    let mut server = Server::start_in(folder.to_str().unwrap(), &[]);
    assert_eq!(left(), 1);
    // A connection that stays open is not waited for.
    let _open = server.connect();
    let ended = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    assert!(ended.success());
    server.child.wait().unwrap();
    assert_eq!(left(), 0);
}

#[test]
fn no_file_that_the_page_names_is_opened() {
    let server = Server::start();
    let secret = std::env::temp_dir().join(format!("impartial-secret-{}.toml", std::process::id()));
    std::fs::write(&secret, "rules = [[1,0],[0,1]]\n").unwrap();
    for name in ["../../x", "/etc/passwd", "x/../y", secret.to_str().unwrap()] {
        for (question, text) in [
            ("outcome", format!("lattice({name})[1,2]")),
            ("outcome", format!("gen(file:{name})")),
            ("table", name.to_owned()),
            ("strategy", name.to_owned()),
            ("group", format!("@{name}")),
        ] {
            let options = if question == "table" { json!({ "box": "0..9,0..9" }) } else { json!({}) };
            let reply = server.ask(&json!({ "question": question, "text": text, "options": options }));
            assert_eq!(reply["status"], "failed", "{text}: {reply}");
            let message = reply["message"].as_str().unwrap();
            assert!(message.contains("without any folder"), "{text}: {message}");
        }
    }
    std::fs::remove_file(secret).unwrap();
    // A file given to the page is known by its name.
    let headers = format!("x-impartial-token: {}\r\n", server.token);
    let (status, ..) = server.send("POST /api/files/board.toml", &headers, "rules = [[1,0],[0,1]]\n");
    assert_eq!(status, 204);
    let reply = server.ask(&json!({ "question": "outcome", "text": "lattice(board.toml)[1,2]" }));
    assert_eq!(reply["answer"]["outcome"], "N", "{reply}");
    let first = reply["answer"]["winning_moves"].clone();
    // Another file under the same name is another board.
    let (status, ..) = server.send("POST /api/files/board.toml", &headers, "rules = [[1,0],[0,1],[1,2]]\n");
    assert_eq!(status, 204);
    let reply = server.ask(&json!({ "question": "outcome", "text": "lattice(board.toml)[1,2]" }));
    assert!(
        reply["answer"]["winning_moves"].is_array() && reply["answer"]["winning_moves"] != first,
        "{reply}"
    );
    // Boards that are there from the start.
    let reply = server.ask(&json!({ "question": "outcome", "text": "lattice(fink.toml)[6,12,1]" }));
    assert_eq!(reply["answer"]["outcome"], "P", "{reply}");
    let (status, ..) = server.send("POST /api/files/..%2fboard.toml", &headers, "x");
    assert_eq!(status, 400);
}

#[test]
fn a_long_question_tells_how_far_it_is_and_can_be_stopped() {
    let server = Server::start();
    let question = json!({ "question": "quotient", "text": "0.316", "options": { "to": 400 } });
    let (status, reply) = server.api("POST /api/jobs", &question);
    assert_eq!(status, 202, "{reply}");
    let job = reply["job"].as_u64().unwrap();
    // The same question is the same job.
    assert_eq!(server.api("POST /api/jobs", &question).1["job"], job);
    let mut heaps: Vec<u64> = Vec::new();
    let (mut seen, mut end) = (0, Value::Null);
    while end.is_null() {
        for item in server.updates("one", &[(job, seen)]) {
            assert_eq!(item["job"], job);
            seen = item["number"].as_u64().unwrap();
            match item["kind"].as_str() {
                Some("end") => end = item["value"].clone(),
                Some("partial") => {
                    heaps.extend(item["value"]["heap"].as_u64());
                    let (status, _) = server.api(&format!("DELETE /api/jobs/{job}?page=one"), &Value::Null);
                    assert_eq!(status, 204);
                }
                _ => {}
            }
        }
    }
    assert!(!heaps.is_empty() && heaps.is_sorted(), "{heaps:?}");
    assert_eq!(end["status"], "stopped", "{end}");
    assert!(end["answer"]["heap"].as_u64() >= heaps.last().copied(), "{heaps:?}");
    assert_eq!(server.api("GET /api/about", &Value::Null).1["running"], 0);
}

/// Breaks when a question goes on after everybody who asked it has gone, or ends while somebody listens.
#[test]
fn a_question_that_nobody_listens_to_ends() {
    let server = Server::start_with(&["--patience", "300ms"]);
    // Some minutes of work, with updates of every heap.
    let question = json!({ "question": "quotient", "text": "0.316", "options": { "to": 400 } });
    let (status, reply) = server.api("POST /api/jobs", &question);
    assert_eq!(status, 202, "{reply}");
    let job = reply["job"].as_u64().unwrap();
    let running = || server.api("GET /api/about", &Value::Null).1["running"].clone();
    // Three seconds of updates are ten times the patience.
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(3) {
        let updates = server.updates("one", &[(job, u64::MAX - 1)]);
        assert!(updates.is_empty(), "{updates:?}");
    }
    assert_eq!(running(), 1);
    let left = Instant::now();
    while running() != 0 {
        assert!(left.elapsed() < Duration::from_secs(60), "it goes on");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Breaks when questions under way hold up the others: sixty-four run or wait, four pages wait for updates of all of them, and reading a
/// text, stopping a question and loading the page still take a moment.
#[test]
fn many_long_questions_leave_room_for_more() {
    let server = Server::start();
    let jobs: Vec<u64> = (0..64)
        .map(|at| {
            let question = json!({ "question": "quotient", "text": "0.316", "options": { "to": 400 + at } });
            let (status, reply) = server.api("POST /api/jobs", &question);
            assert_eq!(status, 202, "{reply}");
            reply["job"].as_u64().unwrap()
        })
        .collect();
    let one_more = json!({ "question": "quotient", "text": "0.316", "options": { "to": 500 } });
    assert_eq!(server.api("POST /api/jobs", &one_more).0, 400);
    let awaited: Vec<(u64, u64)> = jobs[..15].iter().map(|job| (*job, u64::MAX - 1)).collect();
    std::thread::scope(|scope| {
        for page in ["a", "b", "c", "d"] {
            let (server, awaited) = (&server, &awaited);
            scope.spawn(move || (0..4).for_each(|_| assert!(server.updates(page, awaited).is_empty())));
        }
        let within = |most: Duration, what: &str, act: &dyn Fn()| {
            let started = Instant::now();
            act();
            // Twice what a person should wait: the machine of a test may be busy.
            assert!(started.elapsed() < 2 * most, "{what}: {:?}", started.elapsed());
        };
        within(Duration::from_millis(200), "reading", &|| {
            let (_, reply) = server.api("POST /api/parse", &json!({ "text": "kayles[3+5]", "caret": 0 }));
            assert_eq!(reply["ok"], true);
        });
        within(Duration::from_millis(200), "stopping", &|| {
            assert_eq!(server.api(&format!("DELETE /api/jobs/{}", jobs[15]), &Value::Null).0, 204);
        });
        within(Duration::from_secs(1), "loading the page", &|| {
            assert_eq!(server.send("GET /", "", "").0, 200);
            assert_eq!(server.send("GET /page/main.js", "", "").0, 200);
        });
    });
    // Nobody but the page that asked for an end wants the last one; the others go on.
    assert_ne!(server.end_of(jobs[15])["status"], "answered");
    assert!(server.api("GET /api/about", &Value::Null).1["running"].as_u64().unwrap() >= 15);
}

/// A coin-turning game with more moves than fit in a list can be played all the same: the reply is there, and a move is told
/// from what is none.
#[test]
fn games_with_too_many_moves_to_list_can_be_played() {
    let server = Server::start();
    let golay = "coins(mogul)[0+1+2+3+4+5+6+7+23]";
    let reply =
        server.ask(&json!({ "question": "moves", "text": golay, "options": { "reply": true, "most": 200 } }));
    let answer = &reply["answer"];
    assert!(answer["options"].is_null(), "{reply}");
    // The eight coins without the last are a word of the Golay code.
    assert_eq!(answer["reply"], "coins(mogul)[0+1+2+3+4+5+6+7]");
    let into = |to: &str| {
        let question = json!({ "question": "moves", "text": golay, "options": { "into": to } });
        server.ask(&question)["answer"]["options"].clone()
    };
    assert_eq!(into("coins(mogul)[0+1+2+3+4+5+6+7]")[0]["outcome"], "P");
    assert_eq!(into("coins(mogul)[7]"), json!([]), "eight coins turned");
    // Seven coins: 6 and 7 are left, worth 64 and 127.
    assert_eq!(
        into("coins(mogul)[6+7]"),
        json!([{ "game": "coins(mogul)[6+7]", "nimber": "63", "outcome": "N" }])
    );
}

#[test]
fn certificates_are_checked_by_the_checker() {
    let server = Server::start();
    let reply = server.ask(&json!({ "question": "sequence", "text": "kayles", "format": "certificate" }));
    let certificate = reply["text"].as_str().unwrap();
    let headers = format!("x-impartial-token: {}\r\n", server.token);
    let check = |text: &str| -> Value {
        let (status, _, body) = server.send("POST /api/check", &headers, text);
        let reply: Value = serde_json::from_str(&body).unwrap();
        if status == 202 { server.end_of(reply["job"].as_u64().unwrap()) } else { reply }
    };
    assert_eq!(check(certificate)["answer"]["verified"], true);
    let altered = certificate.replacen("[0,1,2,3", "[0,1,2,4", 1);
    assert_ne!(altered, certificate);
    assert_eq!(check(&altered)["status"], "failed");
    assert_eq!(check("not a certificate")["status"], "failed");
}
