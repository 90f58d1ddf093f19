// A call whose input is samples goes on in another process: no sample that was written is lost or comes twice, and nothing of it
// shows in the stream's numbers.
import { afterEach, beforeEach, expect, test } from "vitest";
import { ClaimTable } from "../../../lib/call/index.js";
import { toneShare } from "../../support/tone.js";
import { VoiceWorker, type WorkerPlace } from "../../support/voice-worker.js";
import { waitFor } from "../../support/wait-for.js";
import { EncryptedChannel, type Member } from "../encryption/support-encrypted-channel.js";

const BLOCK_SAMPLES = 960;
/** Of the worker's program: 100 ms of each. */
const PITCHES = Array.from({ length: 16 }, (_, step) => 300 + 100 * step);
/** Steps that are heard before a move and behind it: more than the second that waits in an input. */
const STEPS = 14;
/** Blocks in which a step is the loudest: five, and those around it. Where packets come late the listener stretches sound. */
const BLOCKS_OF_A_STEP = { least: 3, most: 9 };

interface Step {
  readonly pitch: number;
  blocks: number;
}

let channel: EncryptedChannel;
let place: WorkerPlace;
let workers: VoiceWorker[];
let steps: Step[];
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
    const step = steps.at(-1);
    // between two steps a block may be neither
    if (pitch === undefined) continue;
    if (step?.pitch === pitch) step.blocks += 1;
    else steps.push({ pitch, blocks: 1 });
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
  from.linkTo(to);
  to.linkTo(from);
  const taken = to.do("take", place);
  await to.answer("waiting");
  expect(await from.do("handOver")).toMatchObject({ outcome: "taken" });
  await taken;
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
  const inOrder = whole.map((_step, at) => ((whole[0]?.pitch ?? 0) + at) % PITCHES.length);
  expect(whole.map(({ pitch }) => pitch)).toEqual(inOrder);
  const { least, most } = BLOCKS_OF_A_STEP;
  expect(whole.filter(({ blocks }) => blocks < least || blocks > most)).toEqual([]);
  const distances = packets.slice(1).map(({ sequence, rtpTimestamp }, at) => {
    const before = packets[at] ?? { sequence: 0, rtpTimestamp: 0 };
    return [(sequence - before.sequence) & 0xffff, (rtpTimestamp - before.rtpTimestamp) >>> 0];
  });
  expect(distances.filter(([number, time]) => number !== 1 || time !== BLOCK_SAMPLES)).toEqual([]);
  const { counters } = await channel.platform.control.voice.stats();
  expect(counters).toMatchObject({ refused: 0, replayed: 0, e2eeEarly: 0 });
});
