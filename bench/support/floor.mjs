// Floors: the least that a work can cost on this machine, as bare programs in `bench/floors`. They are built here and run in
// turn with ours, for a figure of another machine, or of another hour, says nothing.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { buildBench } from "../../scripts/cmake.mjs";

const run = promisify(execFile);
/** A floor measures for seconds. */
const TIMEOUT_MS = 120_000;

/** Builds a floor, unless that is done. @param name its file in `bench/floors`, without ending */
export function buildFloor(name) {
  const program = `sdkpp_floor_${name}`;
  return path.join(buildBench(program), "bench/floors", program);
}

/** @returns the JSON object that the floor prints */
export async function runFloor(name, args = []) {
  const { stdout } = await run(buildFloor(name), args.map(String), { timeout: TIMEOUT_MS });
  return JSON.parse(stdout);
}
