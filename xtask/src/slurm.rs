//! The batch script of `survey slurm` on a real Slurm: munged, slurmctld and slurmd of Debian, started for this machine only.

use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::atlas::{BOUNDS, FAMILY, free_port, is_root, wait_until};
use crate::run::{need, output, say};

/// How many tasks the array has; this one fails at first.
const TASKS: usize = 4;
const FAILING: usize = 3;

/// An array of shards, one task of which fails and is queued again, merged into a store with the export `whole`.
pub fn on_slurm(program: &Path, folder: &Path, whole: &str) -> Result<(), String> {
    if !is_root() {
        say("    Slurm: SKIPPED, only the superuser can start it");
        return Ok(());
    }
    need("slurmctld", &["slurm-wlm", "munge"])?;
    let cluster = Cluster::start(folder)?;
    let shards = folder.join("shards");
    // Where the shard should be a file, a folder stands in its way.
    let in_the_way = shards.join(format!("{FAILING}.ndjson"));
    std::fs::create_dir_all(&in_the_way).map_err(|error| error.to_string())?;
    let survey = |words: &[&str]| {
        let mut command = Command::new(program);
        output(&format!("survey {}", words.join(" ")), command.current_dir(folder).arg("survey").args(words))
    };
    let (array, path) = (TASKS.to_string(), program.to_string_lossy());
    let written = ["slurm", FAMILY, "--array", &array, "--program", &path, "-o", "array.sh"];
    survey(&[&written[..], &BOUNDS].concat())?;
    let job = cluster.output_of("sbatch", &["--parsable", "array.sh"])?.trim().to_owned();
    cluster.wait_for(&job, &[("COMPLETED", TASKS - 1), ("FAILED", 1)])?;
    std::fs::remove_dir(&in_the_way).map_err(|error| error.to_string())?;
    let failed = format!("{job}_{FAILING}");
    cluster.output_of("scontrol", &["requeue", &failed])?;
    // A task that is queued again waits for two minutes unless its start is set.
    wait_until("the task that is queued again", || {
        Ok(cluster.output_of("scontrol", &["update", &format!("JobId={failed}"), "StartTime=now"]).is_ok())
    })?;
    cluster.wait_for(&job, &[("COMPLETED", TASKS)])?;
    drop(cluster);
    survey(&[&["plan", FAMILY, "--store", "merged.db"][..], &BOUNDS].concat())?;
    let files: Vec<String> = (1..=TASKS).map(|task| format!("shards/{task}.ndjson")).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    survey(&[&["merge", "--store", "merged.db"][..], &files].concat())?;
    if survey(&["export", "--store", "merged.db", "--family", FAMILY])? != whole {
        return Err("the export of the merged shards differs".into());
    }
    say(&format!("    Slurm: {TASKS} tasks, one failed and queued again; merged, the same export"));
    Ok(())
}

/// The three servers, which end with the value.
struct Cluster {
    folder: PathBuf,
    servers: Vec<Child>,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for server in self.servers.iter_mut().rev() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

impl Cluster {
    fn start(folder: &Path) -> Result<Self, String> {
        let home = folder.join("slurm");
        for part in ["munge", "state", "spool"] {
            std::fs::create_dir_all(home.join(part)).map_err(|error| error.to_string())?;
        }
        let mut cluster = Cluster { folder: folder.to_owned(), servers: Vec::new() };
        cluster.start_munge(&home.join("munge"))?;
        let host = output("hostname", Command::new("hostname").arg("-s"))?.trim().to_owned();
        std::fs::write(home.join("slurm.conf"), configuration(&home, &host)?)
            .map_err(|error| error.to_string())?;
        // No constraint is asked of the control groups; this plugin then touches none.
        std::fs::write(home.join("cgroup.conf"), "CgroupPlugin=cgroup/v1\n")
            .map_err(|error| error.to_string())?;
        cluster.serve("slurmctld", &["-D"])?;
        wait_until("slurmctld", || Ok(cluster.output_of("sinfo", &["-h"]).is_ok()))?;
        cluster.serve("slurmd", &["-D"])?;
        wait_until("slurmd", || Ok(cluster.output_of("sinfo", &["-h", "-o", "%t"])?.trim() == "idle"))?;
        Ok(cluster)
    }

    fn start_munge(&mut self, folder: &Path) -> Result<(), String> {
        let key: Vec<u8> = std::fs::File::open("/dev/urandom")
            .and_then(|mut random| {
                let mut key = vec![0; 1024];
                std::io::Read::read_exact(&mut random, &mut key).map(|()| key)
            })
            .map_err(|error| error.to_string())?;
        let path = |name: &str| folder.join(name);
        std::fs::write(path("key"), key).map_err(|error| error.to_string())?;
        std::fs::set_permissions(path("key"), std::fs::Permissions::from_mode(0o600))
            .map_err(|error| error.to_string())?;
        let option = |name: &str, file: &str| format!("--{name}={}", path(file).display());
        let options = [
            "--foreground".to_owned(),
            "--force".to_owned(),
            option("key-file", "key"),
            option("socket", "socket"),
            option("pid-file", "pid"),
            option("log-file", "log"),
            option("seed-file", "seed"),
        ];
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        self.serve("munged", &options)?;
        wait_until("munged", || Ok(path("socket").exists()))
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env("SLURM_CONF", self.folder.join("slurm/slurm.conf"));
        command
    }

    fn serve(&mut self, program: &str, words: &[&str]) -> Result<(), String> {
        let log = std::fs::File::create(self.folder.join(format!("{program}.out")))
            .map_err(|error| error.to_string())?;
        let mut command = self.command(program);
        command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.servers.push(command.spawn().map_err(|error| format!("{program}: {error}"))?);
        Ok(())
    }

    fn output_of(&self, program: &str, words: &[&str]) -> Result<String, String> {
        let output = self.command(program).args(words).stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("{program}: {error}"))?;
        if !output.status.success() {
            return Err(format!(
                "{program} {}: {}",
                words.join(" "),
                String::from_utf8_lossy(&output.stderr)
            ));
        }
        String::from_utf8(output.stdout).map_err(|error| format!("{program}: {error}"))
    }

    /// Waits until the tasks of a job are in these states.
    fn wait_for(&self, job: &str, expected: &[(&str, usize)]) -> Result<(), String> {
        let mut last = String::new();
        let waited = wait_until("the tasks", || {
            last = self.output_of("scontrol", &["show", "job", job])?;
            Ok(expected
                .iter()
                .all(|(state, count)| last.matches(&format!("JobState={state} ")).count() == *count))
        });
        waited.map_err(|error| format!("{error}\n{last}"))
    }
}

/// The configuration of a cluster of one machine, reached by the loopback address.
fn configuration(home: &Path, host: &str) -> Result<String, String> {
    let path = |name: &str| home.join(name).display().to_string();
    let mut text = String::new();
    for (key, value) in [
        ("ClusterName", "atlas".to_owned()),
        ("SlurmctldHost", format!("{host}(127.0.0.1)")),
        ("SlurmUser", "root".to_owned()),
        ("SlurmctldPort", free_port()?.to_string()),
        ("SlurmdPort", free_port()?.to_string()),
        ("AuthType", "auth/munge".to_owned()),
        ("AuthInfo", format!("socket={}", path("munge/socket"))),
        ("StateSaveLocation", path("state")),
        ("SlurmdSpoolDir", path("spool")),
        ("SlurmctldPidFile", path("slurmctld.pid")),
        ("SlurmdPidFile", path("slurmd.pid")),
        ("SlurmctldLogFile", path("slurmctld.log")),
        ("SlurmdLogFile", path("slurmd.log")),
        ("ProctrackType", "proctrack/linuxproc".to_owned()),
        ("TaskPlugin", "task/none".to_owned()),
        ("SelectType", "select/cons_tres".to_owned()),
        ("SelectTypeParameters", "CR_Core".to_owned()),
        ("SchedulerParameters", "sched_interval=1,batch_sched_delay=0".to_owned()),
        ("ReturnToService", "2".to_owned()),
        ("MpiDefault", "none".to_owned()),
        ("JobAcctGatherType", "jobacct_gather/none".to_owned()),
        ("AccountingStorageType", "accounting_storage/none".to_owned()),
        ("NodeName", format!("{host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN")),
        ("PartitionName", format!("atlas Nodes={host} Default=YES MaxTime=INFINITE State=UP")),
    ] {
        // Writing into a text does not fail.
        let _ = writeln!(text, "{key}={value}");
    }
    Ok(text)
}
