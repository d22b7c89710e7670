//! The batch script that works through a family on a cluster: one task a shard, nothing shared between them.

use crate::unit::Bounds;

/// An array of tasks for Slurm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlurmArray {
    /// The family, by name or file.
    pub family: String,
    /// How far each unit goes.
    pub bounds: Bounds,
    /// How many tasks.
    pub tasks: usize,
    /// How many cores each has.
    pub cores: usize,
    /// The program.
    pub program: String,
    /// The folder for the shards and what the tasks say.
    pub folder: String,
}

/// A word that the shell reads as it stands.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

impl SlurmArray {
    /// The script. A task that failed or was sent away may be queued again: its shard goes on where it ended.
    ///
    /// ```
    /// use impartial_survey::{Bounds, SlurmArray};
    /// let array = SlurmArray {
    ///     family: "octal3".into(),
    ///     bounds: Bounds::default(),
    ///     tasks: 64,
    ///     cores: 2,
    ///     program: "impartial".into(),
    ///     folder: "shards".into(),
    /// };
    /// let script = array.script();
    /// assert!(script.contains("#SBATCH --array=1-64\n") && script.contains("#SBATCH --requeue\n"));
    /// assert!(script.contains("survey shard \"$SLURM_ARRAY_TASK_ID/64\" 'octal3' --to 20000 --work 100000"));
    /// ```
    pub fn script(&self) -> String {
        let SlurmArray { family, bounds: Bounds { to, work }, tasks, cores, program, folder } = self;
        let (family, program, folder) = (quoted(family), quoted(program), quoted(folder));
        format!(
            "#!/bin/bash\n\
             #SBATCH --job-name=impartial\n\
             #SBATCH --array=1-{tasks}\n\
             #SBATCH --cpus-per-task={cores}\n\
             #SBATCH --requeue\n\
             #SBATCH --open-mode=append\n\
             # When all tasks are done: impartial survey merge --store FILE {folder}/*.ndjson\n\
             set -eu\n\
             mkdir -p {folder}\n\
             exec {program} survey shard \"$SLURM_ARRAY_TASK_ID/{tasks}\" {family} --to {to} --work {work} \\\n  \
             --jobs {cores} --into {folder}/\"$SLURM_ARRAY_TASK_ID\".ndjson\n"
        )
    }
}
