import type { Guard, Log } from "../guard/guard.js";
import { MediaWorker } from "../voice/sfu/media-worker.js";
import type { Running } from "./running.js";

/** The media worker, which loads on a processor of its own while the rest of the platform starts. */
export interface StartingMedia {
  readonly worker: Promise<MediaWorker>;
  /** Hears of SSRCs whose counters are exhausted, from now on. */
  onExhausted(listener: (ssrc: number) => void): void;
}

export function startMedia(log: Log, guard: Guard, running: Running): StartingMedia {
  let exhausted = (_ssrc: number): void => undefined;
  const worker = MediaWorker.start({ exhausted: (ssrc) => exhausted(ssrc), warning: log }, guard);
  // A failure is reported where the worker is awaited, and is not an unhandled rejection until then.
  running.add(() => worker.then((media) => media.stop()).catch(() => undefined));
  worker.catch(() => undefined);
  return { worker, onExhausted: (listener) => (exhausted = listener) };
}
