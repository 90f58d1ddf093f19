import { setTimeout as delay } from "node:timers/promises";
import { Fleet, type FleetWorker } from "../control/fleet.js";
import { BEAT_MS } from "../roster/beat.js";
import { givenKey, natsOptions, type FleetWords } from "./fleet-options.js";

/** Every worker that lives has said so by then, milliseconds. */
const LISTEN_MS = 1.5 * BEAT_MS;

export interface StatusWords extends FleetWords {
  readonly json?: boolean;
}

/** Prints the workers that live. */
export function runStatus(words: StatusWords): Promise<void> {
  return withFleet(words, async (fleet) => {
    await delay(LISTEN_MS);
    const workers = [...fleet.workers].sort((one, other) => (one.name < other.name ? -1 : 1));
    if (words.json === true) console.log(JSON.stringify(workers));
    else
      for (const line of workers.length === 0 ? ["no worker is there"] : workers.map(lineOf))
        console.log(line);
  });
}

/** Tells a worker to give its calls away and end. */
export function runDrain(worker: string, words: FleetWords): Promise<void> {
  return withFleet(words, async (fleet) => {
    await fleet.drain(worker);
    console.log(`worker ${worker} takes no more calls, and ends when it has none`);
  });
}

async function withFleet(words: FleetWords, run: (fleet: Fleet) => Promise<void>): Promise<void> {
  const fleet = await Fleet.connect({
    nats: await natsOptions(words, process.env),
    fleetKey: await givenKey(words, process.env),
    name: words.fleet,
  });
  try {
    await run(fleet);
  } finally {
    await fleet.close();
  }
}

function lineOf({ name, cores, load, calls, isDraining }: FleetWorker): string {
  const used = `${String(Math.round(load * 100))} % of ${String(cores)} processors`;
  return `${name}: ${String(calls)} calls, ${used}${isDraining ? ", draining" : ""}`;
}
