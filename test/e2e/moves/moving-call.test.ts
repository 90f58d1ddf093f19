// Calls that go on in another process, over the real wire: the platform and the listener know nothing of it.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ClaimTable } from "../../../lib/call/index.js";
import { oggFile } from "../../support/ogg.js";
import { VoiceWorker, type Pass, type WorkerPlace } from "../../support/voice-worker.js";
import { waitFor } from "../../support/wait-for.js";
import { EncryptedChannel, speak, type Member } from "../encryption/support-encrypted-channel.js";
import { beginMove, moveCall } from "./support-moves.js";

/** Packets are heard this long before a move and behind it. */
const PACKETS = 20;
/** The first byte of a message that has the sealed call in it. */
const CALL = 2;
/** A voice session without a socket ends then. */
const RESUME_WINDOW_MS = 61_000;

let channel: EncryptedChannel;
let listener: Member;
let place: WorkerPlace;
let heard: number[];
let workers: VoiceWorker[];
let claims: ClaimTable;
let folder: string;

/** The number in a packet of a worker; silence between has none. */
function numberOf(data: Uint8Array): number | undefined {
  return data.length > 5 ? Buffer.from(data.buffer, data.byteOffset).readUInt32LE(1) : undefined;
}

async function read(packets: AsyncIterable<{ data: Uint8Array }>): Promise<void> {
  for await (const { data } of packets) {
    const number = numberOf(data);
    if (number !== undefined) heard.push(number);
  }
}

async function hearMore(): Promise<void> {
  const before = heard.length;
  await waitFor("more packets", () => heard.length >= before + PACKETS);
}

async function start(): Promise<VoiceWorker> {
  const worker = await VoiceWorker.start(claims);
  workers.push(worker);
  return worker;
}

/** @returns the process that has the call then */
async function move(from: VoiceWorker, to: VoiceWorker, how: object = {}): Promise<VoiceWorker> {
  const { outcome } = await moveCall(from, to, { ...place, ...how });
  expect(await outcome).toMatchObject({ outcome: "taken", status: "disconnected" });
  return to;
}

/** The platform has noticed the end of a voice socket. */
async function socketEnds(): Promise<void> {
  const { timeline } = channel.platform.control;
  for await (const record of timeline.follow({ kinds: ["voice"] }))
    if (record.kind === "voice" && record.closeCode !== undefined) return;
}

/** Sequence numbers, of 16 bits, that are missing between the first and the last. */
function missing(sequences: readonly number[]): number[] {
  const seen = new Set(sequences);
  const length = ((sequences.at(-1)! - sequences[0]!) & 0xffff) + 1;
  return Array.from({ length }, (_, at) => (sequences[0]! + at) & 0xffff).filter((each) => !seen.has(each));
}

const consecutive = (): number[] => heard.map((_number, at) => heard[0]! + at);

beforeEach(async () => {
  channel = await EncryptedChannel.open(3);
  heard = [];
  workers = [];
  claims = new ClaimTable();
  folder = await mkdtemp(join(tmpdir(), "sdkpp-moves-"));
  listener = await channel.enter(0);
  const bot = await channel.bot(1);
  const { guildId, channelIds } = channel.guild;
  const grant = await bot.askToJoin(guildId, channelIds[0]);
  const listenTo = String(listener.userId);
  place = { grant, ca: channel.platform.endpoints.ca, listenTo, plays: "packets" };
  read(listener.voice.receiver.subscribe(bot.userId, { format: "opus" })).catch(() => undefined);
});

afterEach(async () => {
  for (const worker of workers) worker.kill();
  await channel.close();
  await rm(folder, { recursive: true });
});

describe("a call that moves", () => {
  test("between processes: every packet is heard once and in order, with one code and no new epoch", async () => {
    let worker = await start();
    await worker.join(place);
    const next = await Promise.all([start(), start()]);
    speak(listener);
    await hearMore();
    const before = await worker.do("encryption");
    for (const successor of next) {
      worker = await move(worker, successor);
      await hearMore();
    }
    const packets = (await Promise.all(workers.map((each) => each.heard()))).flat();
    const received = packets.map(({ sequence }) => sequence);
    expect(received.length).toBeGreaterThan(2 * PACKETS);
    expect([missing(received), new Set(received).size]).toEqual([[], received.length]);
    expect(heard).toEqual(consecutive());
    const { state, epoch, privacyCode } = await worker.do("encryption");
    expect({ state, epoch, privacyCode }).toEqual({
      state: "on",
      epoch: before["epoch"],
      privacyCode: listener.voice.encryption.privacyCode,
    });
    const { counters } = await channel.platform.control.voice.stats();
    expect(counters).toMatchObject({ refused: 0, replayed: 0, e2eeEarly: 0 });
    expect(listener.failures).toEqual([]);
    expect(workers.flatMap(({ reports }) => reports).filter(({ did }) => did === "warning")).toEqual([]);
  });

  test("follows who comes while the own socket is not there yet, over that of the process before", async () => {
    const first = await start();
    await first.join(place);
    const second = await start();
    await hearMore();
    const { epoch } = listener.voice.encryption;
    const { outcome } = await moveCall(first, second, { ...place, socketAfterMs: 1500 });
    const guest = await channel.enter(2);
    const code = await channel.settled();
    await hearMore();
    expect(await second.do("encryption")).toMatchObject({ state: "on", privacyCode: code });
    expect(guest.voice.encryption.epoch).toBeGreaterThan(epoch);
    expect(second.reports.filter(({ phase }) => phase === "resumed")).toEqual([]);
    await second.answer("connected");
    expect(await outcome).toMatchObject({ outcome: "taken" });
    channel.leave(guest);
    await waitFor("the guest to be gone", () => listener.voice.encryption.privacyCode !== code);
    await hearMore();
    expect(heard).toEqual(consecutive());
    expect(listener.failures).toEqual([]);
  });

  test("goes on where it was when nobody takes it, and is refused to who comes later", async () => {
    const [worker, late] = await Promise.all([start(), start()]);
    await worker.join(place);
    await hearMore();
    let call: Uint8Array | undefined;
    const { outcome, taken } = await beginMove(worker, late, place, (message) => {
      if (message[0] !== CALL) return message;
      call = message;
      return undefined;
    });
    expect(await outcome).toMatchObject({ outcome: "kept", status: "connected", playback: "plays" });
    await hearMore();
    late.receive(call!);
    await expect(taken).rejects.toMatchObject({ code: "HANDOVER_TOO_LATE" });
    await hearMore();
    expect(heard).toEqual(consecutive());
    await move(worker, late);
    await hearMore();
    expect(heard).toEqual(consecutive());
  });

  test("that is damaged on its way is refused by name, and goes on where it was", async () => {
    const [worker, other] = await Promise.all([start(), start()]);
    await worker.join(place);
    await hearMore();
    const damage: Pass = (message) =>
      message[0] === CALL
        ? message.map((byte, at) => (at === message.length - 20 ? byte ^ 1 : byte))
        : message;
    const { outcome, taken } = await beginMove(worker, other, place, damage);
    await expect(taken).rejects.toMatchObject({ code: "HANDOVER_DAMAGED" });
    expect(await outcome).toMatchObject({ outcome: "kept" });
    await hearMore();
    expect(heard).toEqual(consecutive());
  });

  test("has the owner that a third party names", async () => {
    const [worker, other] = await Promise.all([start(), start()]);
    await worker.join(place);
    await hearMore();
    await move(worker, other, { isClaimed: true });
    await hearMore();
    expect(heard).toEqual(consecutive());
    const { serverId, userId } = place.grant;
    expect(claims.fenceOf(`${serverId}/${userId}`)).toBe(1n);
  });

  test.each(["file", "player"])("goes on with a %s at its position", async (plays) => {
    const path = join(folder, "numbers.ogg");
    await writeFile(path, numberedFile(1500));
    place = { ...place, plays, path };
    let worker = await start();
    await worker.join(place);
    const next = await Promise.all([start(), start()]);
    for (const successor of next) {
      await hearMore();
      worker = await move(worker, successor);
    }
    await hearMore();
    expect(heard).toEqual(consecutive());
  });

  test("goes on with what is waited for piece by piece, and plays the rest of one that nobody goes on with", async () => {
    place = { ...place, plays: "later" };
    const [first, second, third] = await Promise.all([start(), start(), start()]);
    await first.join(place);
    await hearMore();
    await move(first, second);
    await hearMore();
    await move(second, third, { plays: undefined });
    expect(await third.answer("playbackEnded")).toMatchObject({ outcome: "finished" });
    expect(heard).toEqual(consecutive());
  });

  test("learns what the main gateway says to the process before", async () => {
    const [first, second] = await Promise.all([start(), start()]);
    await first.join(place);
    await hearMore();
    const { outcome } = await moveCall(first, second, { ...place, socketAfterMs: 1000 });
    const bot = await channel.bot(1);
    const { guildId, channelIds } = channel.guild;
    const { sessionId, channelId, token, endpoint } = await bot.askToJoin(guildId, channelIds[1]);
    await first.do("update", { state: { sessionId, channelId }, server: { token, endpoint } });
    await second.answer("connected");
    expect(second.reports.map(({ phase }) => phase)).toContain("identify");
    expect(await outcome).toMatchObject({ outcome: "taken" });
    expect(second.reports.filter(({ did }) => did === "warning")).toEqual([]);
  });

  test("by the adapter of a main gateway: it joins anew when its voice session cannot be resumed", async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const bot = await channel.bot(1);
    const { guildId, channelIds } = channel.guild;
    place = { ...place, guild: { guildId, channelId: channelIds[0] } };
    first.serve(bot);
    await first.join(place);
    await hearMore();
    second.serve(bot);
    const oldEnds = socketEnds();
    const { outcome } = await moveCall(first, second, { ...place, socketAfterMs: 3000 });
    await hearMore();
    expect(heard).toEqual(consecutive());
    const sent = bot.sent.length;
    expect(await outcome).toMatchObject({ outcome: "taken" });
    await oldEnds;
    await channel.platform.control.clock.advance(RESUME_WINDOW_MS);
    await second.answer("connected");
    const phases = second.reports.map(({ phase }) => phase).filter((phase) => phase !== undefined);
    expect(phases).toContain("requestSession");
    expect(bot.sent.slice(sent)).toMatchObject([{ d: { channel_id: channelIds[0], self_deaf: false } }]);
    await hearMore();
  });
});

/** Opus packets with numbers in them, as a file. */
function numberedFile(count: number): Uint8Array {
  const packets = Array.from({ length: count }, (_, number) => {
    const packet = Buffer.alloc(60, 0x55);
    packet[0] = 0xfc;
    packet.writeUInt32LE(number, 1);
    return packet;
  });
  return oggFile(packets, 20);
}
