import type { Guard, Log } from "../guard/guard.js";
import { MediaWorker } from "../voice/sfu/media-worker.js";
import type { Running } from "./running.js";

export interface Media {
  readonly worker: MediaWorker;
  /** Hears of SSRCs whose counters are exhausted, from now on. */
  onExhausted(listener: (ssrc: number) => void): void;
}

export function makeMedia(log: Log, guard: Guard, running: Running): Media {
  let exhausted = (_ssrc: number): void => undefined;
  const worker = new MediaWorker({ exhausted: (ssrc) => exhausted(ssrc), warning: log }, guard);
  running.add(() => worker.stop());
  return { worker, onExhausted: (listener) => (exhausted = listener) };
}
