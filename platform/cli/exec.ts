import { constants } from "node:os";
import type { ChildProcess } from "node:child_process";
import spawn from "cross-spawn";
import type { ControlExtension } from "../control/extension.js";
import { Guard } from "../guard/guard.js";
import { environmentOf } from "./environment.js";
import { logOf, startLogged } from "./logged-platform.js";
import { redirectEnvironment } from "./redirect.js";
import type { StartOptions } from "./start-options.js";
import { Trust } from "./trust.js";

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** As shells say that a program is not there. */
const NOT_FOUND = 127;
const KILLED = 128;

/** Further options of `exec`. */
export interface ExecOptions extends StartOptions {
  /** Libraries, separated by commas. */
  readonly redirect?: string;
}

/**
 * `sdkpp-platform exec -- <command>`: runs a command with a platform of its own, whose addresses are in its environment.
 * @returns the exit code of the command; 128 and the number of the signal that ended it; 127 when it cannot be started
 */
export async function execute(
  [command = "", ...args]: readonly string[],
  options: ExecOptions,
  extension?: ControlExtension,
): Promise<number> {
  // A wrong name is reported before anything starts.
  const redirect = redirectEnvironment(options.redirect);
  // From the beginning: a signal during the start ends everything, too.
  const signals = new PassedOn(new Guard("exec", logOf(options.log)));
  await using platform = await startLogged(options, extension);
  const trust = new Trust(platform.endpoints.ca);
  try {
    if (signals.heard !== undefined) return codeOf(command, signals.heard);
    const env = { ...process.env, ...environmentOf(platform), ...trust.environment, ...redirect };
    const child = spawn(command, args, { stdio: "inherit", env });
    signals.target = child;
    return codeOf(command, await endOf(child));
  } finally {
    signals.stop();
    trust.close();
  }
}

/**
 * Signals to this process, for its command too. A terminal sends its own to both already, and one more does no harm to a program
 * that is ending.
 */
class PassedOn {
  /** The process that gets them. */
  target: ChildProcess | undefined;
  /** The newest signal. */
  heard: NodeJS.Signals | undefined;

  constructor(guard: Guard) {
    for (const signal of PASSED_ON)
      process.on(
        signal,
        guard.listener("a signal", () => {
          this.heard = signal;
          this.target?.kill(signal);
        }),
      );
  }

  stop(): void {
    for (const signal of PASSED_ON) process.removeAllListeners(signal);
  }
}

type End = number | NodeJS.Signals | Error;

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once("error", resolve);
    child.once("exit", (code, signal) => resolve(code ?? signal ?? 0));
  });
}

function codeOf(command: string, end: End): number {
  if (typeof end === "number") return end;
  if (typeof end === "string") return KILLED + constants.signals[end];
  process.stderr.write(`Could not run ${command} (${end.message}).\n`);
  return NOT_FOUND;
}
