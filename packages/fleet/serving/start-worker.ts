import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { NatsOptions } from "../bus/address.js";
import { Bus } from "../bus/bus.js";
import { fleetKeyArgument } from "../bus/fleet-key.js";
import { Letters } from "../bus/letters.js";
import { orderPurpose, parseOrder } from "../bus/orders.js";
import { subjectsOf } from "../bus/subjects.js";
import { systemClock } from "../bus/system-clock.js";
import { workerNameArgument } from "../roster/beat.js";
import { WorkerBucket } from "../roster/bucket.js";
import { openFolders } from "../sources/media-folders.js";
import { Worker } from "./worker.js";

/** How a worker is started. */
export interface FleetWorkerOptions {
  readonly nats: NatsOptions;
  /** at least 32 random bytes that all of the fleet have */
  readonly fleetKey: Uint8Array;
  /** of several fleets on the same servers; default "default" */
  readonly fleet?: string;
  /** names this worker among the others; letters, digits, "-" and "_". Default: the host's name and some random digits */
  readonly name?: string;
  /** folders whose files bots may play; default: none */
  readonly media?: readonly string[];
  /** whether bots may play addresses of this machine and of private networks; default false */
  readonly allowPrivate?: boolean;
  /** as for `joinVoiceChannel` */
  readonly addonPath?: string;
  /** as for `joinVoiceChannel` */
  readonly mediaThreads?: "auto" | number;
  /** told what its operator should know */
  readonly log?: (message: string) => void;
}

/** A worker of this process. */
export interface RunningWorker {
  readonly name: string;
  /** of all bots */
  readonly calls: number;
  /** Resolves when it has ended: it was drained, or closed. */
  readonly ended: Promise<void>;
  /** Takes no more calls; ends when those that it has go on elsewhere, or after 30 s. */
  drain(): Promise<void>;
  /** Ends at once; its calls go on with other workers. */
  close(): Promise<void>;
}

/**
 * Starts a worker, whose voice process has the calls of the bots of a fleet.
 * @returns when it takes calls
 * @throws Error when no server answers, the engine cannot be loaded, or naming what is wrong with an option
 */
export async function startWorker(options: FleetWorkerOptions): Promise<RunningWorker> {
  const { nats, fleet = "default", allowPrivate = false, log = () => undefined } = options;
  const fleetKey = fleetKeyArgument("fleetKey", options.fleetKey);
  const name = workerNameArgument("name", options.name ?? defaultName());
  workerNameArgument("fleet", fleet);
  const media = await openFolders(options.media ?? []);
  const bus = await Bus.connect(nats, `sdkpp worker ${name}`);
  const letters = new Letters({ fleetKey, random: randomBytes, wallClock: Date.now, clock: systemClock });
  const bucket = new WorkerBucket({ bus, letters, clock: systemClock, fleet });
  await assertFree(bucket, name).catch(async (error: unknown) => {
    await bus.close();
    throw error;
  });
  const { addonPath, mediaThreads } = options;
  const start = { nats, fleetKey, fleet, media, allowPrivate, addonPath, mediaThreads };
  const worker = new Worker({ name, bucket, clock: systemClock, startedAt: Date.now(), start, log });
  let hasEnded: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (hasEnded = resolve));
  const close = async (): Promise<void> => {
    await worker.close();
    await bus.close();
    hasEnded();
  };
  let draining: Promise<void> | undefined;
  const drain = (): Promise<void> => (draining ??= worker.drain().then(close));
  bus.subscribe(subjectsOf(fleet).worker(name), ({ data, reply }) => {
    if (parseOrder(letters.openOnce(orderPurpose(name), data)) === undefined) return;
    reply(new Uint8Array(0));
    void drain();
  });
  try {
    await worker.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name,
    ended,
    drain,
    close,
    get calls() {
      return worker.calls;
    },
  };
}

/** Two workers of one name would say of each other that they ended. */
async function assertFree(bucket: WorkerBucket, name: string): Promise<void> {
  if (await bucket.has(name))
    throw new Error(
      `name: expected one that no other worker has, received ${name}; give this worker another one`,
    );
}

function defaultName(): string {
  const host = hostname()
    .replace(/[^A-Za-z0-9-]/g, "-")
    .slice(0, 40);
  return `${host}-${randomBytes(3).toString("hex")}`;
}
