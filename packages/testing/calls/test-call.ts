import { within } from "../arguments.js";
import type { Actor } from "../people/actor.js";
import { openCast } from "../people/cast.js";
import { enterCall } from "../people/entering.js";
import type { Stage } from "../people/stage.js";
import { babble } from "../sound/babble.js";
import { randomFrom } from "../sound/random.js";
import { writeWav } from "../sound/wav.js";

/** Options of a test call. */
export interface TestCallOptions {
  /** how long both speak, 1 to 60; default 2 */
  readonly seconds?: number;
  /** the channel of a server, such as the one that a bot is in; default: a lobby of their own */
  readonly channelId?: string;
  /** seed of what they say; default 1 */
  readonly seed?: number;
}

/** The sound of one side of a test call as the other hears it. */
export interface CallFigures {
  /** mean intelligibility, 1: as it was spoken; undefined: too little arrived */
  readonly estoi?: number | undefined;
  /** packets that did not come in time, of those that had to, 0 to 1 */
  readonly loss: number;
  /** interarrival jitter, milliseconds */
  readonly jitterMs: number;
  /** mean time from arrival to playout, milliseconds: what the jitter buffer adds to the delay of the network */
  readonly delayMs: number;
  /** UDP round-trip time of the listener, milliseconds; undefined: not measured yet */
  readonly roundTripMs?: number | undefined;
}

/** Figures of a test call, each way. */
export interface TestCall {
  readonly there: CallFigures;
  readonly back: CallFigures;
}

const DEFAULT_SECONDS = 2;
const NAMES = ["test-caller", "test-callee"] as const;
/** A call begins with keys that are agreed on, and a window of the comparison is a second long. */
const LEAD_SECONDS = 2;
const PATIENCE_MS = 8_000;

/**
 * Lets two people call each other and tells how well they hear each other. One test call at a time on a platform.
 * @param stage the platform, or what `connectPlatform` returns for one in another process
 * @throws {NotHeardError} when nothing is heard, with why
 * @example
 * const { there } = await testCall(platform, { seconds: 2 });
 */
export async function testCall(stage: Stage, options: TestCallOptions = {}): Promise<TestCall> {
  const seconds = within("seconds", options.seconds ?? DEFAULT_SECONDS, 1, 60);
  await using cast = await openCast(stage, { seed: options.seed ?? 1 });
  const [caller, callee] = await Promise.all([cast.actor(NAMES[0]), cast.actor(NAMES[1])]);
  for (const one of [caller, callee])
    await enterCall(one, stage, options.channelId ?? (await one.joinLobby("test-call")));
  const random = randomFrom(options.seed ?? 1);
  const words = [caller, callee].map(() => writeWav(babble(seconds + LEAD_SECONDS, random)));
  const [first = new Uint8Array(), second = new Uint8Array()] = words;
  await Promise.all([caller.speak(first), callee.speak(second)]);
  const [there, back] = await Promise.all([
    listen(callee, caller, first, seconds),
    listen(caller, callee, second, seconds),
  ]);
  return { there, back };
}

async function listen(
  listener: Actor,
  speaker: Actor,
  of: Uint8Array,
  seconds: number,
): Promise<CallFigures> {
  const options = { of, within: seconds * 1000 + PATIENCE_MS, atLeast: { seconds, estoi: 0 } };
  const { estoi, packetsLost, packetsReceived } = await listener.heard(speaker, options);
  const stats = listener.seat?.stats();
  const stream = stats?.speakers.find(({ userId }) => String(userId) === speaker.id);
  const { roundTripMs = -1 } = stats ?? {};
  return {
    estoi,
    loss: packetsLost / Math.max(1, packetsLost + packetsReceived),
    jitterMs: stream?.jitterMs ?? 0,
    delayMs: stream?.addedDelayMs ?? 0,
    ...(roundTripMs >= 0 && { roundTripMs }),
  };
}
