// Garbage at the media port, and on the way from the platform to its media worker.
import { createSocket, type Socket } from "node:dgram";
import { Worker } from "node:worker_threads";
import type { VoiceStats } from "@sdkpp/platform";
import { AeadMode } from "sdkpp/wire";
import { afterEach, describe, expect, it } from "vitest";
import type { MediaCommand, MediaEvent } from "../../../platform/voice/sfu/messages.js";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { call, VoiceClient } from "../platform/support-voice.js";
import { platformForTest } from "../platform/support-platform.js";

/** Datagrams that go out before the worker is given the time to take them: a flood would only be lost. */
const BURST = 40;

function datagram(garbage: Garbage, ssrcs: readonly number[]): Buffer {
  const packet = garbage.someBytes(garbage.chance(0.9) ? 1500 : 60_000);
  if (packet.length < 12 || garbage.chance(0.3)) return packet;
  const ssrc = garbage.pick(ssrcs);
  switch (garbage.below(4)) {
    case 0:
      packet.writeUInt8(0x80 | garbage.below(64), 0);
      packet.writeUInt8(0x78 | (garbage.below(2) << 7), 1);
      packet.writeUInt32BE(ssrc, 8);
      return packet;
    case 1:
      packet.writeUInt8(0x80 | garbage.below(64), 0);
      packet.writeUInt8(200 + garbage.below(8), 1);
      packet.writeUInt32BE(ssrc, 4);
      return packet;
    case 2:
      return discovery(garbage, ssrc);
    default:
      packet.writeUInt32BE(0x1337cafe, 0);
      return packet.subarray(0, garbage.chance(0.5) ? 8 : packet.length);
  }
}

function discovery(garbage: Garbage, ssrc: number): Buffer {
  const request = Buffer.concat([Buffer.alloc(8), garbage.bytes(66)]);
  request.writeUInt16BE(garbage.below(3), 0);
  request.writeUInt16BE(garbage.chance(0.9) ? 70 : garbage.below(65_536), 2);
  request.writeUInt32BE(ssrc, 4);
  return garbage.damaged(request);
}

function send(socket: Socket, data: Buffer, port: number): Promise<void> {
  return new Promise((resolve) => socket.send(data, port, "127.0.0.1", () => resolve()));
}

describe("garbage at the media port", () => {
  it(`${inputs(3500)} datagrams leave a call unchanged`, async () => {
    const garbage = new Garbage(GARBAGE_SEED + 6);
    const platform = await platformForTest();
    const ada = await VoiceClient.connect(platform, (await call(platform, 0)).grant, AeadMode.Aes256Gcm);
    const ben = await VoiceClient.connect(
      platform,
      (await call(platform, 1)).grant,
      AeadMode.XChaCha20Poly1305,
    );
    ada.socket.send(5, { speaking: 1, ssrc: ada.ready.ssrc });
    await ben.socket.op(5);
    ada.speak("f8aa01");
    await ben.heard(1);
    const stranger = createSocket("udp4");
    for (let n = 0; n < inputs(3500); n += 1) {
      await send(stranger, datagram(garbage, [ada.ready.ssrc, ben.ready.ssrc, 1, 2 ** 31]), ada.ready.port);
      if (n % BURST === BURST - 1) await platform.control.voice.stats();
    }
    stranger.close();
    const { counters } = await platform.control.voice.stats();
    expect({ seed: GARBAGE_SEED, faulted: counters.faulted }).toEqual({ seed: GARBAGE_SEED, faulted: 0 });
    // The sent packets have come in: the machine may have lost some.
    expect(counters.received).toBeGreaterThan(inputs(3500) / 2);
    ada.speak("f8aa02");
    expect((await ben.heard(2)).at(-1)?.payload).toBe("f8aa02");
    ada.close();
    ben.close();
  });
});

/** A command, more or less. */
function command(garbage: Garbage): unknown {
  const ssrc = garbage.pick([7, 8]);
  const key = garbage.bytes(garbage.chance(0.8) ? 32 : garbage.below(64));
  const commands: MediaCommand[] = [
    { type: "add", ssrc, userId: "1", room: garbage.pick(["a", "b"]), maySpeak: true, mayHear: true },
    {
      type: "select",
      ssrc,
      mode: garbage.pick(Object.values(AeadMode)),
      key,
      address: garbage.text(),
      port: 9,
      counter: garbage.below(2 ** 32),
    },
    { type: "announce", ssrc },
    { type: "permit", ssrc, maySpeak: false, mayHear: true },
    { type: "remove", ssrc },
    { type: "e2ee", id: 1, room: "a", isLifted: true, isChanging: true, members: [] },
    { type: "impair", rules: [{ seed: 1, loss: 0.5 }] },
    { type: "clock", reading: { offset: garbage.below(1000) } },
  ];
  const good = garbage.pick(commands);
  if (garbage.chance(0.2)) return good;
  const odd = Object.fromEntries(
    Object.keys(good).map((name) => [name, garbage.chance(0.4) ? garbage.value() : undefined]),
  );
  const known = Object.fromEntries(Object.entries(odd).filter(([, value]) => value !== undefined));
  return garbage.chance(0.8) ? { ...good, ...known, type: good.type } : garbage.value();
}

describe("garbage at the media worker", () => {
  let worker: Worker | undefined;
  // Also where it is too busy to be told anything.
  afterEach(() => worker?.terminate());

  it(`${inputs(500)} commands neither end it nor affect later commands`, async () => {
    const garbage = new Garbage(GARBAGE_SEED + 7);
    const tested = new Worker(new URL("../../../platform/dist/bundle/worker.js", import.meta.url));
    worker = tested;
    const errors: unknown[] = [];
    tested.on("error", (error) => errors.push(error));
    for (let n = 0; n < inputs(500); n += 1) tested.postMessage(command(garbage));
    const afterwards: MediaCommand[] = [
      { type: "impair", rules: [] },
      { type: "clock", reading: { offset: 0 } },
      { type: "add", ssrc: 99, userId: "1", room: "z", maySpeak: true, mayHear: true },
      { type: "stats", id: 1 },
    ];
    for (const one of afterwards) tested.postMessage(one);
    const stats = await new Promise<VoiceStats>((resolve) =>
      tested.on("message", (event: MediaEvent) => {
        if (event.type === "stats") resolve(event.stats);
      }),
    );
    expect({ seed: GARBAGE_SEED, errors }).toEqual({ seed: GARBAGE_SEED, errors: [] });
    expect(stats.sessions.map(({ ssrc }) => ssrc)).toContain(99);
    const stopped = new Promise<void>((resolve) =>
      tested.on("message", (event: MediaEvent) => {
        if (event.type === "stopped") resolve();
      }),
    );
    tested.postMessage({ type: "stop" } satisfies MediaCommand);
    await stopped;
  });
});
