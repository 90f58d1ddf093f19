import { execFile } from "node:child_process";
import type { EndedCommand } from "../../support/commands-process.js";

const PROGRAM = new URL("../../../platform/dist/bundle/cli.js", import.meta.url).pathname;

/** Runs `sdkpp-platform` in a process of its own. */
export function runPlatformCommand(
  args: readonly string[],
  env: Record<string, string | undefined> = {},
): Promise<EndedCommand> {
  const options = { env: { ...process.env, ...env }, maxBuffer: 1 << 24 };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [PROGRAM, ...args], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
