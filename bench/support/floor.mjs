// Floors: the least that a work can cost on this machine, as small C or C++ programs in `bench/floors`. Compiled here and run
// beside ours, for a figure of another machine, or of another hour, says nothing.
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const run = promisify(execFile);
/** A floor measures for seconds. */
const TIMEOUT_MS = 120_000;

/**
 * Compiles a program of `bench/floors` unless that is done.
 * @param file its name, ending in `.c` or `.cc`
 * @param flags libraries and include folders
 * @returns the path of the program
 */
export function compiled(file, flags = []) {
  const source = path.join(root, "bench/floors", file);
  const program = path.join(root, "build-bench/floors", path.parse(file).name);
  if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return program;
  mkdirSync(path.dirname(program), { recursive: true });
  const [compiler, standard] = file.endsWith(".c") ? ["cc", "-std=c17"] : ["c++", "-std=c++20"];
  const done = spawnSync(compiler, [standard, "-O2", "-o", program, source, ...flags], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${file} does not compile:\n${done.stderr ?? String(done.error)}`);
  return program;
}

/**
 * Compiles and runs a floor; a bench exports it as the side `floor`.
 * @returns the JSON object that the program prints: `figure`, in the unit of the bench
 */
export async function runFloor(file, args = [], flags = []) {
  const { stdout } = await run(compiled(file, flags), args.map(String), { timeout: TIMEOUT_MS });
  return JSON.parse(stdout);
}
