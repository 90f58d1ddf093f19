import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  AudioReceiveStream,
  createDefaultAudioReceiveStreamOptions,
  EndBehaviorType,
  SpeakingMap,
  SSRCMap,
} from "../../../packages/discordjs-voice/index.js";
import { stopTimers, turn } from "./player-scene.js";
import { Scene } from "./scene.js";

const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
const SOUND = Buffer.from([0xfc, 1, 2]);

let scene: Scene;
beforeEach(() => {
  stopTimers();
  scene = new Scene();
});
afterEach(() => {
  scene.end();
  vi.useRealTimers();
});

interface Packet extends Buffer {
  payload: Buffer;
  sequence: number;
  timestamp: number;
  ssrc: number | undefined;
}

describe("a receive stream", () => {
  const streams = (behavior: EndBehaviorType) =>
    new AudioReceiveStream({ end: { behavior, duration: 100 } as never });

  it("ends after silence, which frames of silence do not put off", () => {
    const stream = streams(EndBehaviorType.AfterSilence);
    const end = vi.spyOn(stream, "push");
    stream.push(SILENCE);
    vi.advanceTimersByTime(60);
    stream.push(SOUND);
    vi.advanceTimersByTime(60);
    stream.push(SILENCE);
    expect(end).not.toHaveBeenCalledWith(null);
    vi.advanceTimersByTime(40);
    expect(end).toHaveBeenLastCalledWith(null);
  });

  it("ends after inactivity, which any frame puts off", () => {
    const stream = streams(EndBehaviorType.AfterInactivity);
    const end = vi.spyOn(stream, "push");
    stream.push(SOUND);
    vi.advanceTimersByTime(60);
    stream.push(SILENCE);
    vi.advanceTimersByTime(99);
    expect(end).not.toHaveBeenCalledWith(null);
    vi.advanceTimersByTime(1);
    expect(end).toHaveBeenLastCalledWith(null);
  });

  it("does not end by itself before the first packet, or when it is to be ended by hand", () => {
    const never = new AudioReceiveStream(createDefaultAudioReceiveStreamOptions());
    never.push(SOUND);
    streams(EndBehaviorType.AfterSilence);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("keeps a minute of packets that nobody reads, and stays open as long as they come", () => {
    const stream = streams(EndBehaviorType.AfterInactivity);
    const end = vi.spyOn(stream, "push");
    for (let packet = 0; packet < 3010; packet += 1) {
      stream.push(SOUND);
      vi.advanceTimersByTime(20);
    }
    expect([stream.readableLength, end.mock.calls.some(([packet]) => packet === null)]).toEqual([
      3000,
      false,
    ]);
    stream.read();
    stream.push(SOUND);
    expect(stream.readableLength).toBe(3000);
    stream.destroy();
  });

  it("leaves no timer when it is destroyed", () => {
    const stream = streams(EndBehaviorType.AfterSilence);
    stream.push(SOUND);
    stream.destroy();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a subscription", () => {
  it("gives the packets of a user, with what the next version has beside them", async () => {
    const { connection, engine } = scene.ready();
    engine.newest.emit("speaking", 6n, true);
    const stream = connection.receiver.subscribe("6");
    const packets: Packet[] = [];
    stream.on("data", (packet: Packet) => packets.push(packet));
    engine.newest.intakes[0]!.arrive(SOUND, 3);
    await turn();
    expect(packets.map((packet) => Buffer.from(packet))).toEqual([SOUND]);
    expect(Buffer.isBuffer(packets[0])).toBe(true);
    expect([packets[0]!.payload, packets[0]!.sequence, packets[0]!.timestamp, packets[0]!.ssrc]).toEqual([
      SOUND,
      3,
      2880,
      99,
    ]);
  });

  it("is one per user, until its stream is closed", async () => {
    const { connection, engine } = scene.ready();
    const stream = connection.receiver.subscribe("6");
    expect(connection.receiver.subscribe("6")).toBe(stream);
    expect([...connection.receiver.subscriptions]).toEqual([["6", stream]]);
    stream.destroy();
    await turn();
    expect([connection.receiver.subscriptions.size, engine.newest.intakes[0]!.isClosed]).toEqual([0, true]);
    expect(connection.receiver.subscribe("6")).not.toBe(stream);
  });

  it("waits for a voice session, and goes over to the next", async () => {
    const stream = scene.connection.receiver.subscribe("6");
    scene.ready();
    const first = scene.engine.newest;
    scene.server("h:2");
    expect([first.intakes.length, first.intakes[0]!.isClosed]).toEqual([1, true]);
    const packets: unknown[] = [];
    stream.on("data", (packet) => packets.push(packet));
    scene.engine.newest.intakes[0]!.arrive(SOUND, 1);
    await turn();
    expect([packets.length, stream.destroyed]).toEqual([1, false]);
  });

  it("ends with its connection", () => {
    const stream = scene.ready().connection.receiver.subscribe("6");
    scene.connection.destroy();
    expect(stream.destroyed).toBe(true);
  });
});

describe("who is speaking", () => {
  it("is told with start and end, but not of the bot itself", () => {
    const { connection, engine } = scene.ready();
    const { speaking } = connection.receiver;
    const seen: string[] = [];
    speaking.on("start", (userId) => seen.push(`start ${userId}`));
    speaking.on("end", (userId) => seen.push(`end ${userId}`));
    engine.newest.emit("speaking", 6n, true);
    engine.newest.emit("speaking", 5n, true);
    expect([...speaking.users]).toEqual([["6", Date.now()]]);
    engine.newest.emit("speaking", 6n, false);
    engine.newest.emit("speaking", 6n, true);
    engine.newest.close(4006);
    scene.server("h:2");
    expect(seen).toEqual(["start 6", "end 6", "start 6", "end 6"]);
  });

  it("is found out from packets, too", () => {
    const map = new SpeakingMap();
    const seen: string[] = [];
    map.on("start", (userId) => seen.push(`start ${userId}`));
    map.on("end", (userId) => seen.push(`end ${userId}`));
    map.onPacket("6");
    vi.advanceTimersByTime(SpeakingMap.DELAY - 1);
    map.onPacket("6");
    vi.advanceTimersByTime(SpeakingMap.DELAY - 1);
    expect(seen).toEqual(["start 6"]);
    vi.advanceTimersByTime(1);
    expect([seen, map.users.size]).toEqual([["start 6", "end 6"], 0]);
  });
});

describe("the SSRCs of a connection", () => {
  it("are those that the voice gateway names, until their users leave", () => {
    const { connection, engine } = scene.ready();
    const { ssrcMap } = connection.receiver;
    const seen: string[] = [];
    for (const event of ["create", "delete"] as const)
      ssrcMap.on(event, ({ userId, audioSSRC }) => seen.push(`${event} ${userId} ${String(audioSSRC)}`));
    engine.newest.emit("announced", 6n, 99);
    engine.newest.emit("announced", 6n, 99);
    expect(ssrcMap.get(99)).toEqual({ audioSSRC: 99, userId: "6" });
    engine.newest.emit("announced", 6n, 100);
    engine.newest.emit("participant", 6n, false);
    engine.newest.emit("participant", 7n, false);
    expect(seen).toEqual(["create 6 99", "delete 6 99", "create 6 100", "delete 6 100"]);
  });

  it("are no more than any channel has users", () => {
    const { connection, engine } = scene.ready();
    const { ssrcMap } = connection.receiver;
    for (let ssrc = 1; ssrc <= 1001; ssrc++) engine.newest.emit("announced", BigInt(ssrc), ssrc);
    expect([ssrcMap.get(1000)?.userId, ssrcMap.get(1001)]).toEqual(["1000", undefined]);
  });
});

it("a map of SSRCs finds users both ways, and tells what changes", () => {
  const map = new SSRCMap();
  const seen: string[] = [];
  map.on("create", ({ userId }) => seen.push(`create ${userId}`));
  map.on("update", (before, now) =>
    seen.push(`update ${String(before?.videoSSRC)} ${String(now.videoSSRC)}`),
  );
  map.on("delete", ({ userId }) => seen.push(`delete ${userId}`));
  map.update({ audioSSRC: 1, userId: "6" });
  map.update({ audioSSRC: 1, userId: "6", videoSSRC: 2 });
  expect([map.get(1), map.get("6")]).toEqual(Array(2).fill({ audioSSRC: 1, userId: "6", videoSSRC: 2 }));
  expect([map.delete("6")?.audioSSRC, map.delete(1)]).toEqual([1, undefined]);
  expect(seen).toEqual(["create 6", "update undefined undefined", "update undefined 2", "delete 6"]);
});
