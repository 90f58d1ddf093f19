import { describe, expect, test } from "vitest";
import type { BargeIn, EarFrame } from "sdkpp/voice/agent";
import { babble } from "../../../packages/testing/sound/babble.js";
import { randomFrom } from "../../../packages/testing/sound/random.js";
import { waitFor } from "../../support/wait-for.js";
import { heardAgentPerTest, type HeardAgent } from "./support-heard-agent.js";
import { wavFile } from "./support-voice-bots.js";

let heard: HeardAgent;
let told: BargeIn[];
heardAgentPerTest((...begun) => ([heard, told] = begun));

/** With the hiss of consonants, without which one period of a voice is like the next. */
function words(seconds: number): Int16Array {
  const random = randomFrom(5);
  const voice = babble(seconds, random).data;
  return Int16Array.from(voice, (value) => Math.round((value + (random() - 0.5) * 0.04) * 32_767));
}

describe("an agent whose words come back from somebody's loudspeaker", () => {
  test("marks them, and takes them for nobody's turn nor interruption", async () => {
    const frames: EarFrame[] = [];
    using ears = heard.agent.listen(heard.otherId);
    ears.on("frame", (frame) => frames.push(frame));
    const said = words(8);
    const utterance = heard.agent.say({ type: "wav", file: wavFile(said) });
    heard.sendBack(said);
    // at first nobody knows how late they are
    await waitFor("half a second of marks, in nobody's turn", () => {
      const newest = frames.slice(-25);
      return newest.length === 25 && newest.every(({ isOwnEcho, isInTurn }) => isOwnEcho && !isInTurn);
    });
    const voices = frames.slice(-25).filter(({ voiceProbability }) => voiceProbability >= 0.6);
    expect(voices.length, "they sound like somebody who speaks").toBeGreaterThan(10);
    heard.agent.bargeIn({ minSpeechMs: 600 });
    expect((await utterance.ended).reason).toBe("finished");
    expect(told).toEqual([]);
    await waitFor("that nothing comes back any more", () => frames.at(-1)?.isOwnEcho === false);
    await heard.speak(2);
    await waitFor("a turn of somebody who speaks", () => frames.at(-1)?.isInTurn === true);
    expect(frames.at(-1)?.isOwnEcho).toBe(false);
  });
});
