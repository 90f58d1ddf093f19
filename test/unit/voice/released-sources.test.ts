// A playback owns its source: whatever ends it ends the source too, also one that waits for data.
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import {
  joinVoiceChannel,
  type AudioSource,
  type GuildVoiceConnection,
  type Pieces,
} from "../../../lib/voice/index.js";
import { FakeAddon } from "../../support/fake-native.js";
import { FakeNetwork } from "../../support/fake-socket.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

function joined(): GuildVoiceConnection {
  const addon = new FakeAddon();
  addon.prepare = (session) => {
    session.answers.set("join", () =>
      session.outputs.push({ type: "status", status: 1, error: 0, errorDetail: 0 }),
    );
    session.answers.set("writePcm", () => 0);
    session.answers.set("writeInputBytes", () => 0);
    session.answers.set("writeOpusPackets", () => ({ bytes: 0, invalid: 0, queuedMs: 100 }));
  };
  return joinVoiceChannel({
    guildId: "1",
    channelId: "2",
    adapterCreator: () => ({ sendPayload: () => true, destroy: () => undefined }),
    clock: new VirtualClock(),
    openSocket: new FakeNetwork().open,
    loadAddon: () => addon,
  });
}

interface Source {
  pieces: Pieces<Uint8Array>;
  hasEnded: () => boolean;
}

const packet = Uint8Array.of(0xf8, 0xff, 0xfe);

/** By name: a source that never ends by itself. */
const sources: Record<string, () => Source> = {
  "a pipe that waits for data": () => {
    const pipe = new PassThrough();
    return { pieces: pipe, hasEnded: () => pipe.destroyed };
  },
  "a pipe that waits for room": () => {
    const pipe = Readable.from(Array<Uint8Array>(1000).fill(packet));
    return { pieces: pipe, hasEnded: () => pipe.destroyed };
  },
  "a web stream that waits for data": () => {
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) });
    return { pieces: stream as never, hasEnded: () => isCancelled };
  },
  "an async generator that waits for room": () => {
    let hasEnded = false;
    const packets = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield await Promise.resolve(packet);
      } finally {
        hasEnded = true;
      }
    };
    return { pieces: packets(), hasEnded: () => hasEnded };
  },
  "an iterator that waits for data": () => {
    let hasEnded = false;
    const iterator: AsyncIterator<Uint8Array> = {
      next: () => new Promise(() => undefined),
      return: () => {
        hasEnded = true;
        return Promise.reject(new Error("it does not matter"));
      },
    };
    return { pieces: { [Symbol.asyncIterator]: () => iterator }, hasEnded: () => hasEnded };
  },
};

const ends: Record<string, (connection: GuildVoiceConnection, stop: () => void) => void> = {
  "stop()": (_connection, stop) => stop(),
  "another source": (connection) => void connection.play({ type: "wav", file: Uint8Array.of(1) }),
  "destroy()": (connection) => connection.destroy(),
};

/** By name: as what its pieces are played. */
const forms: Record<string, (pieces: Pieces<Uint8Array>) => AudioSource> = {
  "of packets": (packets) => ({ type: "opus", packets }),
  "of bytes": (bytes) => bytes as AsyncIterable<Uint8Array>,
};

const cases = Object.entries(sources).flatMap(([name, make]) =>
  Object.entries(forms).flatMap(([form, formed]) =>
    Object.entries(ends).map(([end, endIt]) => [`${name}, ${form}`, end, make, formed, endIt] as const),
  ),
);

describe("a source in pieces", () => {
  it.each(cases)("is released: %s, by %s", async (_name, _end, make, formed, endIt) => {
    const connection = joined();
    const { pieces, hasEnded } = make();
    const playback = connection.play(formed(pieces));
    await settle();
    expect(hasEnded()).toBe(false);
    endIt(connection, () => playback.stop());
    await settle();
    expect([hasEnded(), await playback.ended]).toEqual([true, "stopped"]);
  });

  it("that somebody else reads changes nothing", async () => {
    const connection = joined();
    const playback = connection.play({ type: "wav", file: Uint8Array.of(1) });
    const stream = new ReadableStream<Uint8Array>();
    stream.getReader();
    expect(() => connection.play({ type: "opus", packets: stream as never })).toThrow("locked");
    expect(() => connection.play(stream as never)).toThrow("a web stream that nobody reads");
    playback.stop();
    expect(await playback.ended).toBe("stopped");
  });

  it("is released when one of its pieces is refused", async () => {
    const connection = joined();
    const pipe = Readable.from(["text"]);
    const playback = connection.play({ type: "pcm", samples: pipe, sampleRate: 48_000, channels: 2 });
    await expect(playback.ended).rejects.toThrow("source.samples");
    expect(pipe.destroyed).toBe(true);
  });
});
