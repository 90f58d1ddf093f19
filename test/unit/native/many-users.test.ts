import { afterEach, beforeEach, expect, it } from "vitest";
import { loadAddon, readReceived, type ReceivedBlock } from "../../../lib/native/index.js";
import { NativeLine } from "../../support/native-line.mjs";
import { waitFor } from "../../support/wait-for.js";

const USERS = 10_000;
const userId = (at: number): bigint => BigInt(1_000_000 + at);
const ssrcOf = (at: number): number => 50_000 + at;
/** 20 ms of Opus that decodes to noise. */
const NOISE = Buffer.from([0xf8, ...Array.from({ length: 60 }, (_, at) => (at * 97 + 13) & 0xff)]);
const PACKETS = 15;
const QUIET_BLOCKS = 10;

let line: NativeLine;
const sequences = new Map<number, number>();

beforeEach(async () => {
  line = await new NativeLine(loadAddon()).connect();
  line.session.openPcmOutput();
});

afterEach(() => line.close());

/** One user speaks for a third of a second. @returns the received blocks */
async function speak(at: number): Promise<ReceivedBlock[]> {
  line.received.length = 0;
  const before = line.session.getStats().packetsReceived;
  for (let packet = 0; packet < PACKETS; packet += 1) {
    const sequence = (sequences.get(at) ?? 0) + 1;
    sequences.set(at, sequence);
    line.send(ssrcOf(at), sequence, sequence * 960, NOISE);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await waitFor("the packets", () => line.session.getStats().packetsReceived >= before + PACKETS);
  const heard = blocks().length;
  // A busy machine makes the playout delay grow: the next user must not be heard together with this one.
  await waitFor("playout to end", () => {
    const newest = blocks().slice(heard);
    return newest.length >= QUIET_BLOCKS && loudness(newest.slice(-QUIET_BLOCKS), "mix") === 0;
  });
  return blocks();
}

/** Everything received so far; the tag of a subscription is the user's number, counted from 1. */
function blocks(): ReceivedBlock[] {
  const all: ReceivedBlock[] = [];
  const ownerOf = (tag: number) => ({ userId: userId(tag - 1) });
  for (const batch of line.received) readReceived(batch as ArrayBuffer, ownerOf, (block) => all.push(block));
  return all;
}

function loudness(heard: ReceivedBlock[], format: string): number {
  let loudest = 0;
  for (const block of heard) {
    if (block.format !== format) continue;
    for (const value of block.data) loudest = Math.max(loudest, value);
  }
  return loudest;
}

it("keeps the settings of ten thousand users separate, until the call ends", async () => {
  const { session } = line;
  const [muted, quiet, subscribed, plain] = [3, 300, 5000, USERS - 1];
  session.setLocalMute(userId(muted), true);
  session.setUserVolume(userId(quiet), 0);
  session.subscribe(userId(subscribed), "pcm", subscribed + 1);
  for (let at = 0; at < USERS; at += 1) {
    if (![muted, quiet, subscribed, plain].includes(at)) {
      session.setUserVolume(userId(at), at % 200);
      session.setLocalMute(userId(at), at % 2 === 0);
      session.subscribe(userId(at), "opus", at + 1);
    }
    session.speaking(userId(at), ssrcOf(at), 1, performance.now());
  }
  // they come and go
  for (let at = 0; at < USERS; at += 1)
    if (at % 3 !== 0 && at !== plain && at !== subscribed) session.clientDisconnect(userId(at), performance.now());

  expect(loudness(await speak(muted), "mix")).toBe(0);
  expect(loudness(await speak(quiet), "mix")).toBe(0);
  const own = await speak(subscribed);
  expect(loudness(own, "mix")).toBeGreaterThan(500);
  expect(new Set(own.filter(({ format }) => format === "pcm").map((block) => block.userId))).toEqual(
    new Set([userId(subscribed)]),
  );
  const last = await speak(plain);
  expect(loudness(last, "mix")).toBeGreaterThan(500);
  expect(last.filter((block) => block.userId === userId(plain))).toEqual([]);

  // back again, with another SSRC
  session.clientDisconnect(userId(muted), performance.now());
  session.speaking(userId(muted), ssrcOf(USERS), 1, performance.now());
  expect(loudness(await speak(USERS), "mix")).toBe(0);
  session.setLocalMute(userId(muted), false);
  expect(loudness(await speak(USERS), "mix")).toBeGreaterThan(500);
});
