import { describe, expect, test } from "vitest";
import type { BargeIn } from "sdkpp/voice/agent";
import { sweep } from "../../support/sweep.js";
import { waitFor } from "../../support/wait-for.js";
import { heardAgentPerTest, type HeardAgent } from "./support-heard-agent.js";
import { wavFile } from "./support-voice-bots.js";

const RATE = 48_000;

let heard: HeardAgent;
let told: BargeIn[];
heardAgentPerTest((...begun) => ([heard, told] = begun));

describe("somebody who speaks over an agent", () => {
  test("may be confirmed, and then it does not go on", async () => {
    heard.agent.on("bargeIn", (bargeIn) => bargeIn.confirm());
    heard.agent.bargeIn({ minSpeechMs: 100, resumeAfterMs: 5000 });
    const words = heard.agent.say({ type: "wav", file: wavFile(sweep(10 * RATE)) });
    await heard.begun();
    await heard.speak(0.4);
    expect((await words.ended).reason).toBe("interrupted");
    const next = heard.agent.say({ type: "wav", file: wavFile(sweep(RATE / 2)) }, { generation: 1 });
    expect((await next.ended).reason).toBe("finished");
  });

  test("turns it down meanwhile, when that is what was asked for", async () => {
    const resumed: BargeIn[] = [];
    heard.agent.on("resumed", (bargeIn) => resumed.push(bargeIn));
    heard.agent.bargeIn({ minSpeechMs: 100, action: "duck", duckBy: -40 });
    const words = heard.agent.say({ type: "wav", file: wavFile(sweep(8 * RATE)) });
    await heard.begun();
    await heard.speak(1);
    await waitFor("that it is as loud as before", () => resumed.length === 1);
    const before = heard.loud.length;
    await waitFor("that this is heard", () => heard.loud.length > before + 25);
    words.stop();
    await heard.fellSilent();
    // some 1.5 s of it were not loud
    expect(heard.blocks.length - heard.loud.length).toBeGreaterThan(25);
  });

  test("who may not, does not", async () => {
    heard.agent.bargeIn({ minSpeechMs: 100, by: [1n] });
    const words = heard.agent.say({ type: "wav", file: wavFile(sweep(2 * RATE)) });
    await heard.begun();
    await heard.speak(1.5);
    expect((await words.ended).reason).toBe("finished");
    expect(told).toEqual([]);
  });
});
