import { finished, type Readable } from "node:stream";

export function isReadableStream(source: object): source is Readable {
  return ["read", "on", "pipe", "destroy"].every((name) => typeof Reflect.get(source, name) === "function");
}

/**
 * Takes the pieces of a Node stream by its events. Node's own iterator waits for ever on a stream whose events come from
 * another one, as those of prism-media do: it tells a call from an event by the emitter.
 */
export async function* piecesOf<T>(stream: Readable): AsyncGenerator<T, undefined> {
  let wake = (): void => undefined;
  /** null at a good end */
  let over: Error | null | undefined;
  const onReadable = (): void => wake();
  stream.on("readable", onReadable);
  const forget = finished(stream, { writable: false }, (error) => {
    over = error ?? null;
    wake();
  });
  try {
    for (;;) {
      const piece = stream.destroyed ? null : (stream.read() as T | null);
      if (piece !== null) yield piece;
      else if (over === null) return;
      else if (over !== undefined) throw over;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    // What it emits while it is destroyed is still listened to.
    if (over === undefined) stream.destroy();
    else {
      stream.removeListener("readable", onReadable);
      forget();
    }
  }
}
