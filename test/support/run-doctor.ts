// `npx sdkpp doctor`, as a program of its own.
import { execFile } from "node:child_process";
import path from "node:path";
import { root } from "../architecture/sources.js";
import type { EndedCommand } from "./commands-process.js";

/** A line of a doctor, as its JSON has it. */
export interface DoctorFinding {
  readonly check: string;
  readonly outcome: string;
  readonly found: string;
  readonly remedy?: string;
}

export interface DoctorSurroundings {
  /** Working directory. */
  readonly cwd?: string;
  /** Variables beside those of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Standard input. */
  readonly input?: string;
}

/** The file of `sdkpp`. */
export const DOCTOR = path.join(root, "dist/bundle/doctor.js");

/** Runs `sdkpp` to its end, in a process of its own. */
export function runDoctor(
  args: readonly string[],
  { cwd, env, input = "" }: DoctorSurroundings = {},
): Promise<EndedCommand> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [DOCTOR, ...args],
      { cwd, env: { ...process.env, ...env } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.end(input);
  });
}
