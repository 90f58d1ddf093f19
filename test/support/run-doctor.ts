// `npx sdkpp doctor`, as a program of its own.
import { execFile } from "node:child_process";
import path from "node:path";
import { root } from "../architecture/sources.js";

/** A line of a doctor, as its JSON has it. */
export interface DoctorFinding {
  readonly check: string;
  readonly outcome: string;
  readonly found: string;
  readonly remedy?: string;
}

export interface DoctorRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface DoctorSurroundings {
  /** Working directory. */
  readonly cwd?: string;
  /** Variables beside those of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Standard input. */
  readonly input?: string;
}

const PROGRAM = path.join(root, "dist/bundle/doctor.js");

/** Runs `sdkpp` to its end. */
export function runDoctor(
  args: readonly string[],
  { cwd, env, input = "" }: DoctorSurroundings = {},
): Promise<DoctorRun> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [PROGRAM, ...args],
      { cwd, env: { ...process.env, ...env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
