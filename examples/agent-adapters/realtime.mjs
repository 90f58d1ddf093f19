// A realtime service behind one socket: sound goes there as it is heard, and its answers come back in pieces. When somebody interrupts, the service is
// told how much of its answer was heard, so that it remembers no more than that.
import { on, once } from "node:events";
import WebSocket from "ws";

const RATE = 24_000;

export function realtime(address) {
  return async function* (input, signal) {
    const socket = new WebSocket(address);
    // whoever waits for the socket is told, and nobody waits for one that is closed before it opens
    socket.on("error", () => undefined);
    signal.addEventListener("abort", () => socket.close());
    await once(socket, "open", { signal });
    feed(socket, input).catch((error) => socket.emit("error", error)); // ends the answers with it
    yield* answersOf(socket);
    if (!signal.aborted) throw new Error("the service closed the socket");
  };
}

/** What a speaker says goes with their id: several may speak at once. */
async function feed(socket, input) {
  const say = (message) => socket.send(JSON.stringify(message));
  for await (const event of input) {
    if (event.type === "frame") {
      const { userId, samples } = event.frame;
      const pcm = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString("base64");
      say({ type: "audio", speaker: String(userId), pcm });
    }
    if (event.type === "endOfTurn") say({ type: "respond", speaker: String(event.end.userId) });
    if (event.type === "said" && event.end.reason === "interrupted")
      say({ type: "truncate", heardMs: event.end.heardUpTo.ms, text: event.end.heardUpTo.text });
  }
}

/** An answer begins with its first piece, and the pieces that follow flow into it. */
async function* answersOf(socket) {
  let writer;
  for await (const [data] of on(socket, "message", { close: ["close"] })) {
    const { type, pcm, text } = JSON.parse(data);
    if (type === "done") {
      void writer?.close().catch(() => undefined); // it was interrupted
      writer = undefined;
    }
    if (type !== "speech") continue;
    if (writer === undefined) {
      const { readable, writable } = new TransformStream(undefined, undefined, { highWaterMark: Infinity });
      writer = writable.getWriter();
      yield { chunks: readable, sampleRate: RATE };
    }
    const bytes = Uint8Array.from(Buffer.from(pcm, "base64"));
    writer.write({ pcm: new Int16Array(bytes.buffer), text }).catch(() => undefined);
  }
}
