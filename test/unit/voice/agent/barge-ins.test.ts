import { beforeEach, describe, expect, it } from "vitest";
import type { BargeIn } from "../../../../lib/voice/agent/barge-in.js";
import type { AudioSource } from "../../../../lib/voice/index.js";
import { SpokenCall } from "./spoken-call.js";

const WAV: AudioSource = { type: "wav", file: new Uint8Array(44) };

let call: SpokenCall;
let told: BargeIn[];
let resumed: BargeIn[];
beforeEach(() => {
  call = new SpokenCall();
  told = [];
  resumed = [];
  call.events.on("bargeIn", (bargeIn) => told.push(bargeIn));
  call.events.on("resumed", (bargeIn) => resumed.push(bargeIn));
});

const finished = (track: number) => ({ type: "ended", track, isFinished: true }) as const;
const started = (track: number) => ({ type: "started", track }) as const;
const users = (count: number, from = 1): bigint[] =>
  Array.from({ length: count }, (_, at) => BigInt(from + at));

const rules = (): unknown[][] => call.session.argsOf("setBargeIn");
const released = (): unknown[][] => call.session.argsOf("releaseBargeIn");

describe("a rule for interruptions", () => {
  it("is told to the media thread, which listens to everyone for it", () => {
    const rule = call.bargeIns.begin({});
    expect(rules()).toEqual([["stop", true, 300, 0.6, -18, 0]]);
    expect(call.listened).toEqual(["everyone"]);
    rule.dispose();
    expect(rules().at(-1)).toEqual(["off", false, 0, 0, 0, 0]);
    expect(call.listened).toEqual([]);
  });

  it("names users, and is replaced by another one", () => {
    const first = call.bargeIns.begin({ by: [1n, "2"], action: "duck", duckBy: -12 });
    expect(call.session.argsOf("letInterrupt")).toEqual([[1n], [2n]]);
    call.bargeIns.begin({ by: 3n });
    expect(call.listened).toEqual([3n]);
    first.dispose();
    expect(rules().at(-1)?.[0]).toBe("stop");
  });

  it("may name as many other users as the one before it", () => {
    call.bargeIns.begin({ by: users(25) });
    call.bargeIns.begin({ by: users(25, 21) });
    expect(new Set(call.listened)).toEqual(new Set(users(25, 21)));
    expect(call.session.argsOf("letInterrupt").slice(25)).toEqual(users(25, 21).map((user) => [user]));
  });

  it("that names too many users leaves the one before it", () => {
    call.ears.add({ whom: 100n, rate: 16_000, block: () => undefined, left: () => undefined });
    const rule = call.bargeIns.begin({ by: users(24) });
    const words = call.mouth.say(WAV, {});
    expect(() => call.bargeIns.begin({ by: users(25, 20), action: "duck" })).toThrow("25 users by name");
    expect(new Set(call.listened)).toEqual(new Set([100n, ...users(24)]));
    expect(rules()).toHaveLength(1);
    call.bargeIn();
    expect(words.isOver).toBe(true);
    rule.dispose();
    expect(call.listened).toEqual([100n]);
  });

  it("keeps listening to those whom both name", () => {
    call.bargeIns.begin({ by: [1n, 2n] });
    call.bargeIns.begin({ by: [2n, 3n] });
    const named = call.session.argsOf("setListening").map((each) => each[2]);
    expect(named).toEqual([[1n], [1n, 2n], [1n, 2n, 3n], [2n, 3n]]);
  });

  it.each([
    [{ by: [] }, "options.by"],
    [{ by: "me" }, "options.by"],
    [{ minSpeechMs: -1 }, "options.minSpeechMs"],
    [{ minProbability: 2 }, "options.minProbability"],
    [{ action: "shout" }, "options.action"],
    [{ duckBy: 3 }, "options.duckBy"],
    [{ resumeAfterMs: 1e6 }, "options.resumeAfterMs"],
  ])("rejects %j", (options, name) => {
    expect(() => call.bargeIns.begin(options as never)).toThrow(name);
    expect([rules(), call.listened]).toEqual([[], []]);
  });

  it("ends with the agent, and asks nothing of a connection that is over", () => {
    call.bargeIns.begin({});
    call.bargeIns.close(true);
    expect(rules()).toHaveLength(1);
  });
});

describe("an interruption", () => {
  it("ends what is said, before the sound may flow again", async () => {
    call.bargeIns.begin({});
    const [words, behind] = [call.mouth.say(WAV, {}), call.mouth.say(WAV, {})];
    call.heard.set(2, 4800);
    call.bargeIn();
    expect(await words.ended).toMatchObject({ reason: "interrupted", by: 7n, heardUpTo: { ms: 100 } });
    expect((await behind.ended).reason).toBe("interrupted");
    expect(released()).toEqual([[1]]);
    expect(told).toMatchObject([
      { userId: 7n, speechMs: 300, lateMs: 20, utterance: words, heardUpTo: { ms: 100 } },
    ]);
  });

  it("leaves a newer answer alone", () => {
    call.bargeIns.begin({});
    call.mouth.say(WAV, {});
    // the media thread decided before it knew of this one
    const next = call.mouth.say(WAV, { generation: 1 });
    call.bargeIn();
    expect(call.mouth.utterances).toEqual([next]);
    expect([told[0]?.utterance, released()]).toEqual([undefined, [[1]]]);
  });

  it("where one part of an answer follows another stops the rest of it", async () => {
    call.bargeIns.begin({});
    const [words, behind] = [call.mouth.say(WAV, {}), call.mouth.say(WAV, {})];
    call.emit(finished(1), started(2), finished(2), started(3));
    expect([words.isOver, behind.isOver]).toEqual([true, false]);
    // the media thread decided with the last packet of the first part
    call.bargeIn({ track: 2 });
    expect(behind.isOver).toBe(true);
    expect(await behind.ended).toMatchObject({ reason: "interrupted", by: 7n });
    expect(told).toMatchObject([{ utterance: words, heardUpTo: { ms: 100 } }]);
  });

  it("where another answer follows leaves that alone", () => {
    call.bargeIns.begin({});
    call.mouth.say(WAV, {});
    call.emit(finished(1), started(2), finished(2));
    const next = call.mouth.say(WAV, { generation: 1 });
    call.bargeIn({ track: 2 });
    expect([told[0]?.utterance, next.isOver]).toEqual([undefined, false]);
  });

  it("of what sounded stops what is behind it, though something was taken out of the queue since", () => {
    call.bargeIns.begin({});
    const [, waiting, last] = [call.mouth.say(WAV, {}), call.mouth.say(WAV, {}), call.mouth.say(WAV, {})];
    call.mouth.say(WAV, {}).stop();
    call.emit(finished(1), started(2), finished(2), started(3));
    last.stop();
    call.bargeIn({ track: 2 });
    expect(waiting.isOver).toBe(true);
  });

  it("in the lead-in has heard nothing", () => {
    call.bargeIns.begin({});
    const words = call.mouth.say(WAV, {});
    call.bargeIn({ track: 1 });
    expect(told).toMatchObject([{ utterance: words, heardUpTo: { samples: 0 } }]);
  });

  it("that may come to nothing waits for what comes of it", () => {
    call.bargeIns.begin({ resumeAfterMs: 500 });
    const words = call.mouth.say(WAV, {});
    call.bargeIn();
    expect([words.isOver, released()]).toEqual([false, []]);
    call.bargeIn({ kind: "resumed" });
    expect([words.isOver, resumed]).toEqual([false, told]);
    told[0]?.confirm();
    expect(words.isOver).toBe(false);
  });

  it.each(["meant", "confirmed"])("that is %s ends what is said", async (how) => {
    call.bargeIns.begin({ resumeAfterMs: 500 });
    const words = call.mouth.say(WAV, {});
    call.bargeIn();
    if (how === "meant") call.bargeIn({ kind: "meant" });
    else told[0]?.confirm();
    expect((await words.ended).reason).toBe("interrupted");
    expect([released(), told.length]).toEqual([[[1]], 1]);
  });

  it("is told once, though JavaScript hears of its end only", async () => {
    call.bargeIns.begin({ resumeAfterMs: 500 });
    const words = call.mouth.say(WAV, {});
    call.bargeIn({ kind: "resumed" });
    expect([told, resumed]).toEqual([[], []]);
    call.bargeIn({ kind: "meant", number: 2 });
    expect((await words.ended).reason).toBe("interrupted");
    expect(told).toHaveLength(1);
  });

  it("is over when something else is said", () => {
    call.bargeIns.begin({ resumeAfterMs: 500 });
    call.mouth.say(WAV, {});
    call.bargeIn();
    call.mouth.say(WAV, {});
    expect(released()).toEqual([]);
    call.mouth.say(WAV, { generation: 1 });
    expect(released()).toEqual([[1]]);
  });

  it.each(["off", "another"])("ends with its rule: %s", (how) => {
    const rule = call.bargeIns.begin({ resumeAfterMs: 500 });
    call.mouth.say(WAV, {});
    call.bargeIn();
    if (how === "off") rule.dispose();
    else call.bargeIns.begin({});
    expect(resumed).toEqual(told);
    told[0]?.confirm();
    expect([released(), call.mouth.utterances.length]).toEqual([[], 1]);
  });

  it("that is told after its rule was taken back changes nothing", () => {
    call.bargeIns.begin({}).dispose();
    const words = call.mouth.say(WAV, {});
    call.bargeIn();
    expect([told, words.isOver, released()]).toEqual([[], false, []]);
  });

  it.each(["interrupted", "meant"] as const)(
    "that an earlier rule decided is none of the next: %s",
    (kind) => {
      call.bargeIns.begin({ action: "report" });
      const words = call.mouth.say(WAV, {});
      call.nowMs = 990;
      call.bargeIns.begin({ action: "stop" });
      call.bargeIn({ kind, decidedAtMs: 980 });
      expect([told, words.isOver, released()]).toEqual([[], false, []]);
      call.bargeIn({ number: 2, decidedAtMs: 990 });
      expect([told.length, words.isOver]).toEqual([1, true]);
    },
  );

  it("that is only reported ends nothing, unless it is confirmed", () => {
    call.bargeIns.begin({ action: "report" });
    const words = call.mouth.say(WAV, {});
    call.bargeIn();
    expect([words.isOver, told[0]?.action]).toEqual([false, "report"]);
    told[0]?.confirm();
    expect(words.isOver).toBe(true);
  });
});
