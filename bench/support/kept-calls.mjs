// A thousand calls that do nothing.
import { readFileSync } from "node:fs";

const CALLS = 1000;
const AT_ONCE = 20;
/** What joining leaves behind is done by then, and each call has been written for the first time. */
const SETTLED_MS = 12_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function joinThousand(join) {
  const connections = [];
  for (let at = 0; at < CALLS; at += AT_ONCE) {
    const few = Array.from({ length: AT_ONCE }, (_, step) => join(at + step));
    await Promise.all(few.map((connection) => connection.ready()));
    connections.push(...few);
  }
  await pause(SETTLED_MS);
  return connections;
}

/** Of one processor, percent. @param pid another process whose time is counted, too */
export async function cpuSince(seconds, pid) {
  const [before, started, otherBefore] = [process.cpuUsage(), performance.now(), cpuMsOf(pid)];
  await pause(seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  const usedMs = (user + system) / 1000 + cpuMsOf(pid) - otherBefore;
  return (100 * usedMs) / (performance.now() - started);
}

/** User and system time; Linux counts them in hundredths of a second. */
function cpuMsOf(pid) {
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
