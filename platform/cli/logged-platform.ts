import type { ControlExtension } from "../control/extension.js";
import { Guard, type Log } from "../guard/guard.js";
import { startPlatform, type Platform } from "../start.js";
import type { TimelineRecord } from "../timeline/record.js";
import type { LogLevel } from "./log-level.js";
import { timelineLine } from "./timeline-line.js";
import { platformOptions, type StartOptions } from "./start-options.js";

/** The lines of a level, on standard error. */
export function logOf(level: LogLevel): Log {
  return (line, severity = "info") => {
    if (level !== "error" || severity === "error") process.stderr.write(`${line}\n`);
  };
}

/** Starts a platform that says on standard error what `--log` asks for. */
export async function startLogged(options: StartOptions, extension?: ControlExtension): Promise<Platform> {
  const log = logOf(options.log);
  const platform = await startPlatform({ ...platformOptions(options), log }, extension);
  // Ends with the platform.
  if (options.log === "trace")
    new Guard("trace", log).start("the timeline", print(platform.control.timeline.follow(), log));
  return platform;
}

async function print(records: AsyncIterable<TimelineRecord>, log: Log): Promise<void> {
  for await (const record of records) log(timelineLine(record, false));
}
