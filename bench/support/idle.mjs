import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { cpuUsage } from "node:process";

/** Share of all processors that others used during a second, 0 to 1. */
export async function othersLoad() {
  const snapshot = () =>
    cpus().reduce(
      (sum, { times }) => {
        const all = Object.values(times).reduce((total, each) => total + each, 0);
        return { busy: sum.busy + all - times.idle, all: sum.all + all };
      },
      { busy: 0, all: 0 },
    );
  const before = snapshot();
  const own = cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const after = snapshot();
  const { user, system } = cpuUsage(own);
  const busy = after.busy - before.busy - (user + system) / 1000;
  return Math.max(0, busy) / Math.max(1, after.all - before.all);
}

/** Time that a host has taken from the processors of this virtual machine, in milliseconds; 0 where nobody says. */
export function stolenMs() {
  if (process.platform !== "linux") return 0;
  const [, ...hundredths] = readFileSync("/proc/stat", "utf8").split("\n", 1)[0].trim().split(/\s+/u);
  return 10 * Number(hundredths[7] ?? 0);
}

export const loadAverage = () => loadavg()[0];

/** How late this host wakes a sleeping thread that has a deadline every 20 ms: p95 in milliseconds. */
export function wakeUpError(ticks = 100) {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const started = performance.now();
  const errors = [];
  for (let at = 1; at <= ticks; at += 1) {
    const deadline = started + at * 20;
    Atomics.wait(cell, 0, 0, Math.max(0, deadline - performance.now()));
    errors.push(performance.now() - deadline);
  }
  errors.sort((a, b) => a - b);
  return errors[Math.floor(ticks * 0.95)];
}
