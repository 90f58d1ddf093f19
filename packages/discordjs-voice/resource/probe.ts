import { Readable } from "node:stream";
import { validateDiscordOpusHead } from "./opus-head.js";
import { StreamType } from "./stream-type.js";

/** What a stream holds, and the stream to be played. */
export interface ProbeInfo {
  /** has all bytes, also those that were looked at */
  stream: Readable;
  type: StreamType;
}

const PROBE_BYTES = 1024;
const OPUS_HEAD_BYTES = 19;

/**
 * Finds out whether a stream is Ogg or WebM with Opus in it.
 * @param probeSize how many bytes are looked at, at least
 * @param validator whether Opus of this head can be sent as it is
 * @throws Error for a stream in object mode, or one that has ended
 */
export async function demuxProbe(
  stream: Readable,
  probeSize = PROBE_BYTES,
  validator = validateDiscordOpusHead,
): Promise<ProbeInfo> {
  if (stream.readableObjectMode) throw new Error("a stream in object mode has no bytes to look at");
  if (stream.readableEnded) throw new Error("this stream has ended: there is nothing to look at");
  const chunks: Buffer[] = [];
  let size = 0;
  while (size < probeSize) {
    const chunk = await nextChunk(stream);
    if (chunk === undefined)
      return { stream: Readable.from(chunks, { objectMode: false }), ...typeOf(chunks) };
    chunks.push(chunk);
    size += chunk.length;
  }
  stream.unshift(Buffer.concat(chunks));
  return { stream, ...typeOf(chunks) };

  function typeOf(bytes: readonly Buffer[]): { type: StreamType } {
    return { type: typeOfStart(Buffer.concat(bytes), validator) };
  }
}

/** @returns undefined at the end */
async function nextChunk(stream: Readable): Promise<Buffer | undefined> {
  for (;;) {
    const chunk = stream.read() as Buffer | string | null;
    if (chunk !== null) return Buffer.from(chunk as Buffer);
    if (stream.readableEnded) return undefined;
    if (stream.destroyed)
      throw stream.errored ?? new Error("the stream was destroyed while it was looked at");
    await changed(stream);
  }
}

function changed(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    const events = ["readable", "end", "close", "error"];
    const done = (): void => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.on(event, done);
  });
}

function typeOfStart(start: Buffer, validator: (head: Buffer) => boolean): StreamType {
  const head = start.indexOf("OpusHead");
  const isOpus = head >= 0 && head + OPUS_HEAD_BYTES <= start.length && validator(start.subarray(head));
  if (isOpus && start.subarray(0, 4).equals(Buffer.from("OggS"))) return StreamType.OggOpus;
  if (isOpus && start.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])))
    return StreamType.WebmOpus;
  return StreamType.Arbitrary;
}
