// A call that listens goes on in another process: what waited in its jitter buffer is heard there, once and in order.
import { afterEach, beforeEach, expect, test } from "vitest";
import { ClaimTable } from "../../../lib/call/index.js";
import { tone, toneShare } from "../../support/tone.js";
import { VoiceWorker, type WorkerPlace } from "../../support/voice-worker.js";
import { EncryptedChannel } from "../encryption/support-encrypted-channel.js";
import { moveCall } from "./support-moves.js";

const SAMPLE_RATE = 48_000;
/** Two packets: a move without their buffer costs two or three. */
const STEP_SAMPLES = 1920;
const PITCHES = Array.from({ length: 16 }, (_, step) => 500 + 200 * step);
/** Pitches are looked for in pieces of 10 ms, each 5 ms. */
const [PIECE_SAMPLES, HOP_SAMPLES] = [480, 240];
const MOVES = 4;

let channel: EncryptedChannel;
let place: WorkerPlace;
let workers: VoiceWorker[];

function* steps(): Generator<Int16Array> {
  for (let at = 0; ; at += 1) yield tone(PITCHES[at % PITCHES.length]!, STEP_SAMPLES);
}

function pitchOf(piece: Int16Array): number | undefined {
  const stereo = Int16Array.from({ length: 2 * piece.length }, (_, at) => piece[at >> 1]!);
  const shares = PITCHES.map((pitch) => toneShare(stereo, pitch));
  const most = Math.max(...shares);
  return most > 0.6 ? shares.indexOf(most) : undefined;
}

/** The steps in some sound; one that is shorter than two pieces is none. */
function stepsOf(sound: Int16Array): number[] {
  const found: number[] = [];
  let before: number | undefined;
  for (let at = 0; at + PIECE_SAMPLES <= sound.length; at += HOP_SAMPLES) {
    const pitch = pitchOf(sound.subarray(at, at + PIECE_SAMPLES));
    if (pitch !== undefined && pitch === before && pitch !== found.at(-1)) found.push(pitch);
    before = pitch;
  }
  return found;
}

async function start(): Promise<VoiceWorker> {
  const worker = await VoiceWorker.start(new ClaimTable());
  workers.push(worker);
  return worker;
}

beforeEach(async () => {
  channel = await EncryptedChannel.open(2);
  workers = [];
  const speaker = await channel.enter(0);
  const bot = await channel.bot(1);
  const grant = await bot.askToJoin(channel.guild.guildId, channel.guild.channelIds[0]);
  const listenTo = String(speaker.userId);
  place = { grant, ca: channel.platform.endpoints.ca, listenTo, plays: "packets", hears: true };
  speaker.voice.play({ type: "pcm", sampleRate: SAMPLE_RATE, channels: 1, samples: steps() });
});

afterEach(async () => {
  for (const worker of workers) worker.kill();
  await channel.close();
});

test("every frame that waited to play is heard, over four moves", async () => {
  let worker = await start();
  await worker.join(place);
  await worker.answer("heardASecond");
  for (let moves = 0; moves < MOVES; moves += 1) {
    const successor = await start();
    const { outcome } = await moveCall(worker, successor, place);
    expect(await outcome).toMatchObject({ outcome: "taken" });
    worker = successor;
    await worker.answer("heardASecond");
  }
  const blocks = (await Promise.all(workers.map((each) => each.sound()))).flat();
  const sound = new Int16Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    sound.set(block, at);
    at += block.length;
  }
  // the first and the last may be cut
  const heard = stepsOf(sound).slice(1, -1);
  expect(heard.length).toBeGreaterThan((MOVES * SAMPLE_RATE) / STEP_SAMPLES);
  const ahead = heard.slice(1).map((step, index) => (step - heard[index]! + PITCHES.length) % PITCHES.length);
  const leftOut = ahead.reduce((sum, each) => sum + (each - 1), 0);
  // a packet that a busy machine brought too late is no fault of the move
  expect(leftOut).toBeLessThanOrEqual(await worker.lost());
  const { counters } = await channel.platform.control.voice.stats();
  expect(counters).toMatchObject({ refused: 0, replayed: 0, e2eeEarly: 0 });
});
