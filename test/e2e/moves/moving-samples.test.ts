// A call whose input is samples goes on in another process: no sample that was written is lost or comes twice, and nothing of it
// shows in the stream's numbers.
import { afterEach, beforeEach, expect, test } from "vitest";
import { ClaimTable } from "../../../lib/call/index.js";
import { toneShare } from "../../support/tone.js";
import { VoiceWorker, type WorkerPlace } from "../../support/voice-worker.js";
import { waitFor } from "../../support/wait-for.js";
import { EncryptedChannel, type Member } from "../encryption/support-encrypted-channel.js";
import { moveCall } from "./support-moves.js";

const BLOCK_SAMPLES = 960;
/** Of the worker's program: 100 ms of each. */
const PITCHES = Array.from({ length: 16 }, (_, step) => 300 + 100 * step);
/** Steps that are heard before a move and behind it: more than the second that waits in an input. */
const STEPS = 14;
/**
 * Steps that a busy listener may miss in all, where packets come late. What waits in an input has ten: that each sample comes once is
 * proved beside the session.
 */
const MOST_MISSED = 4;

let channel: EncryptedChannel;
let place: WorkerPlace;
let workers: VoiceWorker[];
let steps: number[];
let packets: { sequence: number; rtpTimestamp: number }[];

/** Which step it is; undefined when none is. */
function pitchOf(block: Int16Array): number | undefined {
  const shares = PITCHES.map((pitch) => toneShare(block, pitch));
  const most = Math.max(...shares);
  return most > 0.5 ? shares.indexOf(most) : undefined;
}

async function hear({ voice }: Member, userId: string): Promise<void> {
  for await (const { data } of voice.receiver.subscribe(userId, { format: "pcm" })) {
    const pitch = pitchOf(data);
    // between two steps a block may be neither
    if (pitch !== undefined && pitch !== steps.at(-1)) steps.push(pitch);
  }
}

async function count({ voice }: Member, userId: string): Promise<void> {
  for await (const packet of voice.receiver.subscribe(userId, { format: "opus" })) packets.push(packet);
}

async function hearMore(): Promise<void> {
  const before = steps.length;
  await waitFor("more steps", () => steps.length >= before + STEPS);
}

async function start(): Promise<VoiceWorker> {
  const worker = await VoiceWorker.start(new ClaimTable());
  workers.push(worker);
  return worker;
}

async function move(from: VoiceWorker, to: VoiceWorker): Promise<void> {
  const { outcome } = await moveCall(from, to, place);
  expect(await outcome).toMatchObject({ outcome: "taken" });
}

beforeEach(async () => {
  channel = await EncryptedChannel.open(2);
  [steps, packets, workers] = [[], [], []];
  const listener = await channel.enter(0);
  const bot = await channel.bot(1);
  const grant = await bot.askToJoin(channel.guild.guildId, channel.guild.channelIds[0]);
  const ca = channel.platform.endpoints.ca;
  place = { grant, ca, listenTo: String(listener.userId), plays: "samples" };
  hear(listener, bot.userId).catch(() => undefined);
  count(listener, bot.userId).catch(() => undefined);
});

afterEach(async () => {
  for (const worker of workers) worker.kill();
  await channel.close();
});

test("samples that wait go with the call, three times", async () => {
  let worker = await start();
  await worker.join(place);
  await hearMore();
  for (let moves = 0; moves < 3; moves += 1) {
    const successor = await start();
    await move(worker, successor);
    worker = successor;
    await hearMore();
  }
  // the first and the last may be cut
  const whole = steps.slice(1, -1);
  const missed = whole
    .slice(1)
    .map((pitch, at) => (pitch - whole[at]! - 1 + PITCHES.length) % PITCHES.length);
  expect(missed.reduce((all, each) => all + each, 0)).toBeLessThanOrEqual(MOST_MISSED);
  const distances = packets.slice(1).map(({ sequence, rtpTimestamp }, at) => {
    const before = packets[at] ?? { sequence: 0, rtpTimestamp: 0 };
    return [(sequence - before.sequence) & 0xffff, (rtpTimestamp - before.rtpTimestamp) >>> 0];
  });
  // a call that stood still for long lets its time line go on, by whole blocks
  const isNext = ([number, time = 0]: number[]): boolean =>
    number === 1 && time > 0 && time % BLOCK_SAMPLES === 0;
  expect(distances.filter((distance) => !isNext(distance))).toEqual([]);
  const { counters } = await channel.platform.control.voice.stats();
  expect(counters).toMatchObject({ refused: 0, replayed: 0, e2eeEarly: 0 });
});
