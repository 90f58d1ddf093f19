import { startWorker } from "../serving/start-worker.js";
import { givenKey, natsOptions, type FleetWords } from "./fleet-options.js";

/** The options of the command line. */
export interface WorkerWords extends FleetWords {
  readonly name?: string;
  readonly media?: string[];
  readonly allowPrivate?: boolean;
  readonly json?: boolean;
}

/** Runs a worker until it is drained, or the process is told to end, which drains it, too. @throws Error in words for whoever started it */
export async function runWorker(words: WorkerWords): Promise<void> {
  const { name, media = [], allowPrivate = false, fleet } = words;
  const worker = await startWorker({
    nats: await natsOptions(words, process.env),
    fleetKey: await givenKey(words, process.env),
    fleet,
    media,
    allowPrivate,
    ...(name !== undefined && { name }),
    log: (message) => console.error(message),
  });
  console.log(
    words.json === true ? JSON.stringify({ worker: worker.name }) : `worker ${worker.name} takes calls`,
  );
  let isAsked = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      // whoever asks twice does not want to wait
      void (isAsked ? worker.close() : worker.drain());
      isAsked = true;
    });
  await worker.ended;
}
