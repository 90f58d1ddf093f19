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

const rules = (): unknown[][] => call.session.argsOf("setBargeIn");
const released = (): unknown[][] => call.session.argsOf("releaseBargeIn");

describe("a rule for interruptions", () => {
  it("is told to the media thread, which listens to everyone for it", () => {
    const rule = call.bargeIns.begin({});
    expect(rules()).toEqual([["stop", true, 300, 0.6, -18, 0]]);
    expect([...call.listened]).toEqual(["everyone"]);
    rule.dispose();
    expect(rules().at(-1)).toEqual(["off", false, 0, 0, 0, 0]);
    expect(call.listened.size).toBe(0);
  });

  it("names users, and is replaced by another one", () => {
    const first = call.bargeIns.begin({ by: [1n, "2"], action: "duck", duckBy: -12 });
    expect(call.session.argsOf("letInterrupt")).toEqual([[1n], [2n]]);
    call.bargeIns.begin({ by: 3n });
    expect([...call.listened]).toEqual([3n]);
    first.dispose();
    expect(rules().at(-1)?.[0]).toBe("stop");
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
    expect([rules(), call.listened.size]).toEqual([[], 0]);
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

  it("that is only reported ends nothing, unless it is confirmed", () => {
    call.bargeIns.begin({ action: "report" });
    const words = call.mouth.say(WAV, {});
    call.bargeIn();
    expect([words.isOver, told[0]?.action]).toEqual([false, "report"]);
    told[0]?.confirm();
    expect(words.isOver).toBe(true);
  });
});
