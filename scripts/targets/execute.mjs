// Runs a program with its output in a file: Windows programs under wine cannot write to a pipe of this system.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * @param {{ cwd?: string, env?: Record<string, string>, timeoutMs?: number }} [options] at most 15 minutes by default
 * @returns {Promise<{ status: number | null, output: string }>} no status when a signal or the time limit ended it
 */
export async function execute(command, args, { cwd, env = {}, timeoutMs = 900_000 } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-output-"));
  const file = path.join(folder, "output");
  const handle = fs.openSync(file, "w");
  try {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", handle, handle],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    const status = await new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve));
    return { status, output: fs.readFileSync(file, "utf8") };
  } finally {
    fs.closeSync(handle);
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
