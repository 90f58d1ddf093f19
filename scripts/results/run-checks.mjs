// Checks of scripts: programs that must end well, a few at a time, with results as JSON.
import { spawn } from "node:child_process";
import { writeResults } from "./write-results.mjs";

const AT_A_TIME = 2;
const LIMIT_MS = 60_000;

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>} `code` is null after a signal; a program
 *   that runs for longer than a minute is killed
 */
export function runProgram(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: LIMIT_MS,
      killSignal: "SIGKILL",
    });
    const written = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"])
      child[stream].setEncoding("utf8").on("data", (text) => (written[stream] += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...written }));
  });
}

/**
 * Runs the checks two at a time, prints each outcome, and writes `test-out/results/<suite>.json`.
 * @param {string} suite letters, digits and hyphens
 * @param {readonly { name: string, run: () => Promise<unknown> }[]} checks `run` rejects where the check fails
 * @returns {Promise<boolean>} whether all of them succeeded
 */
export async function runChecks(suite, checks) {
  const waiting = [...checks];
  const done = [];
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      done.push(await run(check));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  writeResults(suite, done);
  return done.length > 0 && done.every(({ isGood }) => isGood);
}

async function run(check) {
  const started = performance.now();
  const failure = await check.run().then(
    () => undefined,
    (error) => error,
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${failure === undefined ? "ok  " : "FAIL"} ${check.name}, ${seconds} s`);
  if (failure !== undefined) console.error(failure);
  return { name: check.name, isGood: failure === undefined, message: failure && String(failure) };
}
