import { spawn } from "node:child_process";

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

/** Below the limit of a test, and far above what a program needs on a busy machine. */
const LIMIT_MS = 50_000;

/** Runs a program of this folder to its end; one that takes longer than the limit is killed, which `signal` shows. */
export function runProgram(
  name: string,
  options: { args?: string[]; flags?: string[]; limitMs?: number } = {},
): Promise<Ended> {
  const file = new URL(`programs/${name}.mjs`, import.meta.url).pathname;
  const child = spawn(process.execPath, [...(options.flags ?? []), file, ...(options.args ?? [])]);
  const limit = setTimeout(() => child.kill("SIGKILL"), options.limitMs ?? LIMIT_MS);
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve) => {
    child.once("close", (code, signal) => {
      clearTimeout(limit);
      resolve({ code, signal, out, err });
    });
  });
}
