// Runs a program with its output in a file: Windows programs under wine cannot write to a pipe of this system.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * @param {{ cwd?: string, env?: Record<string, string>, timeoutMs?: number }} [options] at most 15 minutes by default
 * @returns {Promise<{ status: number | null, output: string }>} no status when a signal or the time limit ended it; then the
 * output ends with what its threads waited for
 */
export async function execute(command, args, { cwd, env = {}, timeoutMs = 900_000 } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-output-"));
  const file = path.join(folder, "output");
  const handle = fs.openSync(file, "w");
  try {
    const stdio = ["ignore", handle, handle];
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio });
    let threads;
    const limit = setTimeout(() => {
      threads = threadsOf(child.pid);
      child.kill("SIGKILL");
    }, timeoutMs);
    const status = await new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve));
    clearTimeout(limit);
    const late = `\nno end after ${String(timeoutMs / 1000)} s; its threads:\n${threads}\n`;
    return { status, output: fs.readFileSync(file, "utf8") + (threads === undefined ? "" : late) };
  } finally {
    fs.closeSync(handle);
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Name, state and system call of each thread, as Linux tells. */
function threadsOf(pid) {
  const tasks = `/proc/${String(pid)}/task`;
  const told = (id, what) => {
    try {
      return fs.readFileSync(path.join(tasks, id, what), "utf8").trim();
    } catch {
      return "?";
    }
  };
  const ids = fs.existsSync(tasks) ? fs.readdirSync(tasks) : [];
  return ids
    .map((id) => {
      const [state = "?"] = /^State:.*$/m.exec(told(id, "status")) ?? [];
      return `  ${told(id, "comm")}: ${state}, in ${told(id, "wchan")}, call ${told(id, "syscall")}`;
    })
    .join("\n");
}
