import { describe, expect, test } from "vitest";
import type { SpeechChunk } from "sdkpp/voice/agent";
import { endOf, sweep } from "../../support/sweep.js";
import { heardAgentPerTest, type HeardAgent } from "./support-heard-agent.js";

/** What encoders and packets make of a place. */
const EXACT = 960;
const RATE = 48_000;

let heard: HeardAgent;
heardAgentPerTest((begun) => (heard = begun));

const wholeOf = (pcm: Int16Array, samples: number): SpeechChunk[] =>
  Array.from({ length: Math.ceil(pcm.length / samples) }, (_, at) => ({
    pcm: pcm.subarray(at * samples, (at + 1) * samples),
    text: `${String(at)} `,
  }));

describe("what an agent says", () => {
  test("is heard to its end, from its first block on, and all of it counts", async () => {
    const said = sweep(RATE);
    const words = heard.agent.say({ chunks: wholeOf(said, 4800), sampleRate: RATE });
    const { reason, heardUpTo } = await words.ended;
    expect(reason).toBe("finished");
    expect(heardUpTo.text).toBe("0 1 2 3 4 5 6 7 8 9 ");
    expect(Math.abs(heardUpTo.samples - said.length)).toBeLessThanOrEqual(EXACT);
    await heard.fellSilent();
    expect(heard.loud.length).toBeGreaterThanOrEqual(said.length / 960 - 1);
  });

  test("is stopped where it says that it was heard up to", async () => {
    const said = sweep(4 * RATE);
    const words = heard.agent.say({ chunks: wholeOf(said, 9600), sampleRate: RATE });
    await heard.begun();
    words.stop();
    const { reason, heardUpTo } = await words.ended;
    expect(reason).toBe("stopped");
    await heard.fellSilent();
    expect(Math.abs(endOf(heard.blocks, said) - heardUpTo.samples)).toBeLessThanOrEqual(EXACT);
    expect(heardUpTo.text.trim().split(" ")).toHaveLength(Math.ceil(heardUpTo.samples / 9600));
    expect(heardUpTo.ms).toBe(heardUpTo.samples / 48);
  });
});
