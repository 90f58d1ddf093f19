import { readdirSync, readFileSync } from "node:fs";

const TASKS = "/proc/self/task";

/** The ids of this process' media threads. Linux. */
export function mediaThreads(): string[] {
  return readdirSync(TASKS).filter((id) => readFileSync(`${TASKS}/${id}/comm`, "utf8") === "sdkpp-media\n");
}

/** The processors that a thread may run on, such as "0" or "0-3". Linux. */
export function processorsOf(thread: string): string {
  const status = readFileSync(`${TASKS}/${thread}/status`, "utf8");
  return /^Cpus_allowed_list:\s*(.*)$/m.exec(status)?.[1] ?? "";
}
