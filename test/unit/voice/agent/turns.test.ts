// The watches of an agent, and what they leave behind on the media thread.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Turns } from "../../../../lib/voice/agent/turns.js";
import type { TurnCandidate } from "../../../../lib/voice/agent/turn-detector.js";
import { turnPolicyArgument } from "../../../../lib/voice/agent/turn-policy.js";
import { FakeNativeSession } from "../../../support/fake-native.js";
import type { HeardTurn } from "../../../../lib/native/index.js";

const PAUSE: HeardTurn = {
  kind: "pause",
  userId: 5n,
  timestamp: 48_000,
  decided: 48_100,
  decidedAtMs: 1000,
  speechBegan: 100,
  speechEnded: 40_000,
  silenceMs: 100,
  probability: 0.4,
  energySlope: 0,
  pitchHz: 0,
  pitchSlope: 0,
};

function scene() {
  const session = new FakeNativeSession({ onWake: () => undefined } as never);
  session.answers.set("mediaTime", () => 1000);
  const counts = { asked: 0, missed: 0, failed: 0 };
  const ears = { add: () => ({ dispose: () => undefined, [Symbol.dispose]: () => undefined }) };
  const turns = new Turns({
    call: { media: session.asSession() },
    ears,
    counts,
    emit: () => undefined,
  } as never);
  /** Of everyone, as the media thread has it. */
  const policy = () => session.argsOf("setTurnPolicies").at(-1)![0] as { asksDetector: boolean };
  const asked: TurnCandidate[] = [];
  const detector = (candidate: TurnCandidate) => {
    asked.push(candidate);
    return new Promise<boolean>(() => undefined);
  };
  return { turns, policy, asked, detector, counts };
}

it("the media thread asks no detector behind the last watch, nor behind the agent", () => {
  const { turns, policy, detector } = scene();
  const watch = turns.watch("everyone", { detector });
  expect(policy().asksDetector).toBe(true);
  watch.close();
  expect(policy().asksDetector).toBe(false);
  turns.watch("everyone", { detector });
  turns.close(false);
  expect(policy().asksDetector).toBe(false);
});

it("a question ends with its watch or policy, and the next pause is asked again", () => {
  const { turns, asked, detector } = scene();
  const watch = turns.watch("everyone", { detector });
  turns.turn(PAUSE);
  watch.setPolicy({ detector, minSilenceMs: 100 });
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true]);
  turns.turn({ ...PAUSE, timestamp: 52_800 });
  watch.close();
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  turns.watch("everyone", { detector });
  turns.turn({ ...PAUSE, timestamp: 57_600 });
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
});

it("the usual policy is the one whose figures are published", () => {
  const header = readFileSync(
    join(import.meta.dirname, "../../../../native/core/turns/turn_settings.h"),
    "utf8",
  );
  const judged = (name: string): number =>
    Number(
      new RegExp(`${name} = (?:std::chrono::milliseconds\\()?([\\d.']+)`).exec(header)![1]!.replace("'", ""),
    );
  const { minSilenceMs, maxSilenceMs, threshold, minProbability } = turnPolicyArgument("policy", {}).native;
  expect([minSilenceMs, maxSilenceMs, threshold, minProbability]).toEqual(
    ["min_silence", "max_silence", "threshold", "min_probability"].map(judged),
  );
});
