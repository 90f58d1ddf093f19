import { readFileSync } from "node:fs";

/** Tells processes apart, also when a later one has the id of an earlier one. */
export interface Processes {
  /** Whether a process has this id now. */
  isRunning(pid: number): boolean;
  /** When the process with this id began, in units of the system; undefined where the system does not say. */
  startOf(pid: number): string | undefined;
}

/** Index of the start among the fields after the name of the program, in `/proc/<pid>/stat` (proc_pid_stat(5), field 22). */
const START_FIELD = 19;

export const systemProcesses: Processes = {
  isRunning(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // A process of another user is running, too.
      return (error as { code?: unknown }).code !== "ESRCH";
    }
  },

  startOf(pid) {
    if (process.platform !== "linux") return undefined;
    try {
      const stat = readFileSync(`/proc/${String(pid)}/stat`, "latin1");
      // The name stands in brackets and may have any character. Ticks count from the boot, so they need its id.
      const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[START_FIELD];
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
      return ticks === undefined ? undefined : `${boot}/${ticks}`;
    } catch {
      return undefined;
    }
  },
};
