import { describe, expect, test } from "vitest";
import type { BargeIn } from "sdkpp/voice/agent";
import { endOf, sweep } from "../../support/sweep.js";
import { waitFor } from "../../support/wait-for.js";
import { heardAgentPerTest, type HeardAgent } from "./support-heard-agent.js";
import { wavFile } from "./support-voice-bots.js";

/** What encoders and packets make of a place. */
const EXACT = 960;
const RATE = 48_000;

let heard: HeardAgent;
let told: BargeIn[];
heardAgentPerTest((...begun) => ([heard, told] = begun));

/** Keeps the JavaScript thread from everything. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe("somebody who speaks over an agent", () => {
  test("stops it at the place that it tells", async () => {
    heard.agent.bargeIn({ minSpeechMs: 200 });
    const said = sweep(10 * RATE);
    const words = heard.agent.say({ type: "wav", file: wavFile(said) });
    await heard.begun();
    await heard.speak(2);
    const { reason, by, heardUpTo } = await words.ended;
    expect([reason, by]).toEqual(["interrupted", heard.otherId]);
    expect(told).toMatchObject([{ userId: heard.otherId, action: "stop", utterance: words, heardUpTo }]);
    await heard.fellSilent();
    expect(Math.abs(endOf(heard.blocks, said) - heardUpTo.samples)).toBeLessThanOrEqual(EXACT);
  });

  test("stops it while JavaScript does nothing at all", async () => {
    heard.agent.bargeIn({ minSpeechMs: 300 });
    const said = sweep(10 * RATE);
    const words = heard.agent.say({ type: "wav", file: wavFile(said) });
    await heard.begun();
    await heard.speak(4);
    const before = words.heardUpTo.samples;
    block(1500);
    expect(words.heardUpTo.samples - before).toBeLessThan(1.2 * RATE);
    const { reason, heardUpTo } = await words.ended;
    expect(reason).toBe("interrupted");
    await heard.fellSilent();
    expect(Math.abs(endOf(heard.blocks, said) - heardUpTo.samples)).toBeLessThanOrEqual(EXACT);
    expect(heardUpTo).toEqual(told[0]?.heardUpTo);
  });

  test("who says no more lets it go on where it stopped", async () => {
    const resumed: BargeIn[] = [];
    heard.agent.on("resumed", (bargeIn) => resumed.push(bargeIn));
    heard.agent.bargeIn({ minSpeechMs: 100, resumeAfterMs: 300 });
    const said = sweep(3 * RATE);
    const words = heard.agent.say({ type: "wav", file: wavFile(said) });
    await heard.begun();
    await heard.speak(0.4);
    await waitFor("that it goes on", () => resumed.length === 1);
    expect(resumed).toEqual(told);
    expect((await words.ended).reason).toBe("finished");
    await heard.fellSilent();
    expect(Math.abs(endOf(heard.blocks, said) - said.length)).toBeLessThanOrEqual(2 * EXACT);
    // nothing is missing, nor heard twice, but for what jitter buffers stretch
    expect(Math.abs(heard.loud.length - said.length / 960)).toBeLessThanOrEqual(4);
  });
});
