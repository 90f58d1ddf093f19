// The program of a worker's voice process. The worker forks it, and it ends with that.
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { VoiceHost, type Cancel } from "sdkpp/voice";
import { systemClock } from "../bus/system-clock.js";
import { Bus } from "../bus/bus.js";
import { Letters } from "../bus/letters.js";
import { subjectsOf } from "../bus/subjects.js";
import { FULL_LOAD } from "../roster/choose.js";
import { Load } from "./load.js";
import type { FromProcess, ProcessStart, ToProcess } from "./messages.js";
import { sourceRule } from "./source-rule.js";
import { Tenants } from "./tenants.js";

/** Exit code of a process whose lease is over: its calls are another worker's. */
const LEASE_OVER = 3;

let tenants: Tenants | undefined;
let isDraining = false;
/** By the machine's monotonic clock, nanoseconds. */
let leaseNs: bigint | undefined;
let load = 0;
let cancelLease: Cancel | undefined;
const usage = new Load(availableParallelism(), usedUs(), systemClock.now());

// Ctrl+C reaches every process of a terminal; the worker decides when this one ends.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", (message) => void heard(message as ToProcess));

async function heard(message: ToProcess): Promise<void> {
  switch (message.type) {
    case "start":
      return start(message).catch((error: unknown) => say({ type: "failed", reason: String(error) }));
    case "ask":
      isDraining = message.isDraining;
      load = usage.since(usedUs(), systemClock.now());
      return say({ type: "alive", load, calls: tenants?.count ?? 0, isDraining });
    case "lease":
      return lease(message.untilNs);
  }
}

async function start(options: ProcessStart): Promise<void> {
  const { nats, fleetKey, fleet, addonPath, mediaThreads } = options;
  const random = (bytes: number): Uint8Array => randomBytes(bytes);
  const addon = {
    ...(addonPath !== undefined && { addonPath }),
    ...(mediaThreads !== undefined && { mediaThreads }),
  };
  VoiceHost.prepare(addon);
  const bus = await Bus.connect(nats, `sdkpp voice process ${options.process}`);
  tenants = new Tenants({
    bus,
    letters: new Letters({ fleetKey, random, wallClock: Date.now, clock: systemClock }),
    fleetKey,
    subjects: subjectsOf(fleet),
    clock: systemClock,
    random,
    process: options.process,
    voice: { ...addon, source: sourceRule(options) },
    refusal: () =>
      isDraining ? "draining" : leaseNs === undefined ? "no lease" : load > FULL_LOAD ? "full" : undefined,
  });
  say({ type: "ready" });
}

/** Behind its end another worker has the calls: nothing may be sent here any more. One that is over is not made longer. */
function lease(untilNs: bigint): void {
  const nowNs = process.hrtime.bigint();
  if (leaseNs !== undefined && leaseNs <= nowNs) return end();
  if (untilNs <= nowNs) return;
  leaseNs = untilNs;
  cancelLease?.();
  cancelLease = systemClock.schedule(Number(untilNs - nowNs) / 1e6, end);
}

function end(): void {
  tenants?.abandon();
  process.exit(LEASE_OVER);
}

function usedUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function say(message: FromProcess): void {
  process.send?.(message);
}
