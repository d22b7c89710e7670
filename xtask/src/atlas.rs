//! `cargo xtask atlas`: the atlas with a real PostgreSQL and a real Slurm, both started on this machine only.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{cargo, output, root, say, step};

/// The family and bounds of the tests: some seconds of work.
pub const FAMILY: &str = "octal2";
pub const BOUNDS: [&str; 4] = ["--to", "1000", "--work", "2000"];

/// Runs the tests that need a database server, then those that need a cluster.
pub fn atlas() -> Result<(), String> {
    step("program", &mut cargo(&["build", "--package", "impartial-cli"]))?;
    let folder = Folder::new()?;
    let program = root().join("target/debug/impartial");
    let atlas = Atlas { program, folder: folder.0.clone() };
    let whole = atlas.reference()?;
    atlas.on_postgresql(&whole)?;
    crate::slurm::on_slurm(&atlas.program, &folder.0, &whole)
}

/// A folder that is gone afterwards, whatever happens.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("impartial-atlas-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A process that ends with the value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Atlas {
    program: PathBuf,
    folder: PathBuf,
}

impl Atlas {
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(&self.folder).arg("survey").args(words);
        command
    }

    fn output_of(&self, words: &[&str]) -> Result<String, String> {
        output(&format!("survey {}", words.join(" ")), &mut self.command(words))
    }

    /// The export of a store of SQLite that nothing disturbed.
    fn reference(&self) -> Result<String, String> {
        self.output_of(&[&["plan", FAMILY, "--store", "whole.db"][..], &BOUNDS].concat())?;
        self.output_of(&["run", "--store", "whole.db", "--jobs", "2"])?;
        self.output_of(&["export", "--store", "whole.db", "--family", FAMILY])
    }

    /// Four processes on one database, two of them killed: nothing is lost, nothing counted twice, and every query answers as
    /// SQLite does.
    fn on_postgresql(&self, whole: &str) -> Result<(), String> {
        let (server, address) = start_postgresql(&self.folder)?;
        let store = address.as_str();
        self.output_of(&[&["plan", FAMILY, "--store", store][..], &BOUNDS].concat())?;
        let mut workers = Vec::new();
        for _ in 0..4 {
            let mut run = self.command(&["run", "--store", store, "--jobs", "1"]);
            let worker =
                run.stdin(Stdio::null()).stdout(Stdio::null()).spawn().map_err(|error| error.to_string())?;
            workers.push(Server(worker));
        }
        let total = whole.lines().count();
        wait_until("the first rows", || Ok(self.done(store)? >= 4))?;
        for worker in &mut workers[..2] {
            worker.0.kill().map_err(|error| error.to_string())?;
        }
        let at_kill = self.done(store)?;
        if at_kill >= total {
            return Err("the workers were done before two of them were killed: nothing was tested".into());
        }
        for worker in &mut workers[2..] {
            let status = worker.0.wait().map_err(|error| error.to_string())?;
            if !status.success() {
                return Err(format!("a worker that was not killed failed ({status})"));
            }
        }
        if self.done(store)? != total {
            return Err(format!("{} of {total} units are done", self.done(store)?));
        }
        if self.output_of(&["export", "--store", store, "--family", FAMILY])? != whole {
            return Err("the export of PostgreSQL differs from that of SQLite".into());
        }
        let queries: [&[&str]; 7] = [
            &["--question", "misere", "--order", "2..40"],
            &["--status", "open"],
            &["--status", "infinite"],
            &["--period", "2..12", "--family", FAMILY],
            &["--kernel", "4..", "--element-period", "2.."],
            &["--where", "normal-kernel-fails"],
            &["--where", "z-not-in-p", "--where", "subgroup-without-p"],
        ];
        for query in queries {
            let ask = |store: &str| {
                self.output_of(&[&["query", "--store", store, "--format", "csv"][..], query].concat())
            };
            if ask(store)? != ask("whole.db")? {
                return Err(format!("PostgreSQL and SQLite answer differently: {query:?}"));
            }
        }
        drop(server);
        say(&format!(
            "    PostgreSQL: {total} units by four processes, two killed after {at_kill}; same export, {} queries",
            queries.len()
        ));
        Ok(())
    }

    /// How many units are done, by the last column of the status of those that are.
    fn done(&self, store: &str) -> Result<usize, String> {
        let status = self.output_of(&["status", "--store", store])?;
        let count =
            |line: &str| line.rsplit(' ').next().and_then(|count| count.parse::<usize>().ok()).unwrap_or(0);
        Ok(status.lines().filter(|line| !line.contains("not done")).map(count).sum())
    }
}

/// Waits for something that other processes do, two minutes at most.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> Result<bool, String>) -> Result<(), String> {
    let started = Instant::now();
    while !is_so()? {
        if started.elapsed() > Duration::from_secs(120) {
            return Err(format!("waited two minutes for {what}"));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// A port of this machine that nobody uses.
pub fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    Ok(listener.local_addr().map_err(|error| error.to_string())?.port())
}

/// Whether this process is the superuser, whom PostgreSQL refuses.
pub fn is_root() -> bool {
    std::fs::read_to_string("/proc/self/status")
        .is_ok_and(|status| status.lines().any(|line| line.starts_with("Uid:\t0\t")))
}

/// A command of another user where this one is the superuser.
fn as_user(user: &str, program: &Path) -> Command {
    if is_root() {
        // It becomes the program, so that to end it is to end the program.
        let mut command = Command::new("setpriv");
        command.args(["--reuid", user, "--regid", user, "--clear-groups"]).arg(program);
        return command;
    }
    Command::new(program)
}

/// The folder of the programs of the newest PostgreSQL of Debian.
fn postgresql_programs() -> Option<PathBuf> {
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .ok()?
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .collect();
    versions.retain(|bin| bin.join("initdb").exists() && bin.join("postgres").exists());
    versions.sort();
    versions.pop()
}

/// Starts a database server of its own in a folder, on the loopback address only; the server and the address of a database.
fn start_postgresql(folder: &Path) -> Result<(Server, String), String> {
    if postgresql_programs().is_none() {
        say("installing postgresql");
        step("apt-get update", Command::new("apt-get").args(["-qq", "update"]))?;
        let mut install = Command::new("apt-get");
        install.args(["-qq", "-y", "install", "--no-install-recommends", "postgresql"]);
        step("apt-get install", install.env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    let programs = postgresql_programs().ok_or("`initdb` is needed; install it (postgresql)")?;
    let data = folder.join("postgresql");
    std::fs::create_dir_all(&data).map_err(|error| error.to_string())?;
    if is_root() {
        step("owner", Command::new("chown").arg("postgres").args([folder, &data]))?;
    }
    let mut initdb = as_user("postgres", &programs.join("initdb"));
    initdb.args([
        "--auth",
        "trust",
        "--username",
        "atlas",
        "--encoding",
        "UTF8",
        "--locale",
        "C",
        "--no-sync",
        "--pgdata",
    ]);
    step("initdb", initdb.arg(&data).current_dir(folder).stdout(Stdio::null()))?;
    let port = free_port()?;
    let mut postgres = as_user("postgres", &programs.join("postgres"));
    postgres.arg("-D").arg(&data).args([
        "-p",
        &port.to_string(),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "fsync=off",
    ]);
    postgres.arg("-c").arg(format!("unix_socket_directories={}", data.display())).current_dir(folder);
    let server = postgres.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let server = Server(server.map_err(|error| format!("postgres: {error}"))?);
    wait_until("PostgreSQL", || Ok(TcpStream::connect(("127.0.0.1", port)).is_ok()))?;
    // The port answers a moment before the server does.
    let address = format!("postgres://atlas@127.0.0.1:{port}/postgres");
    wait_until("the database", || {
        let mut ready = Command::new(programs.join("pg_isready"));
        let ready = ready.args(["-q", "-h", "127.0.0.1", "-p", &port.to_string()]).status();
        Ok(ready.is_ok_and(|status| status.success()))
    })?;
    Ok((server, address))
}
