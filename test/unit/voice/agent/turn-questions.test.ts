import { describe, expect, it } from "vitest";
import { turnPolicyArgument, type TurnPolicy } from "../../../../lib/voice/agent/turn-policy.js";
import type { TurnCandidate, TurnDetector } from "../../../../lib/voice/agent/turn-detector.js";
import type { TurnPause } from "../../../../lib/voice/agent/turn-events.js";
import { TurnQuestions } from "../../../../lib/voice/agent/turn-questions.js";

const pauseOf = (userId: bigint, at: number): TurnPause => ({
  userId,
  at,
  decidedAt: at,
  lateMs: 0,
  speechBegan: 0,
  speechMs: 500,
  silenceMs: 100,
  probability: 0.4,
  prosody: { energySlope: 0, pitchHz: undefined, pitchSlope: 0 },
});

function scene(detector: TurnDetector, policy: TurnPolicy = {}) {
  const judged: [bigint, number, string][] = [];
  const failures: unknown[] = [];
  const counts = { asked: 0, missed: 0, failed: 0 };
  const questions = new TurnQuestions({
    counts,
    judge: (...judgement) => judged.push(judgement),
    failed: (_userId, error) => failures.push(error),
  });
  const checked = turnPolicyArgument("policy", { ...policy, detector });
  const ask = (userId: bigint, at: number): void =>
    questions.ask(pauseOf(userId, at), checked, () => Int16Array.of(1, 2, 3));
  return { judged, failures, counts, questions, ask };
}

/** Until what was promised is settled. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("the answers of a turn detector", () => {
  it.each([
    [true, "ends"],
    [false, "goesOn"],
    [0.7, "ends"],
    [0.69, "goesOn"],
    [undefined, "policy"],
  ] as const)("%j: %s", async (answer, verdict) => {
    const { judged, ask } = scene(() => answer, { threshold: 0.7 });
    ask(5n, 1000);
    expect(judged).toEqual([[5n, 1000, verdict]]);
    const later = scene(() => Promise.resolve(answer), { threshold: 0.7 });
    later.ask(5n, 1000);
    expect(later.judged).toEqual([]);
    await settled();
    expect(later.judged).toEqual([[5n, 1000, verdict]]);
  });

  it.each<[string, TurnDetector]>([
    [
      "throws",
      () => {
        throw new Error("no model");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no model"))],
    ["gives nonsense", () => "no model" as never],
    ["gives a number that is no probability", () => 7],
  ])("leave it to the policy when it %s", async (_name, detector) => {
    const { judged, failures, counts, ask } = scene(detector);
    ask(5n, 1000);
    await settled();
    expect(judged).toEqual([[5n, 1000, "policy"]]);
    expect(counts).toEqual({ asked: 1, missed: 0, failed: 1 });
    expect(failures).toHaveLength(1);
  });

  it("do not count behind the deadline", async () => {
    let answer: ((isOver: boolean) => void) | undefined;
    let candidate: TurnCandidate | undefined;
    const { judged, counts, questions, ask } = scene((asked) => {
      candidate = asked;
      return new Promise<boolean>((resolve) => {
        answer = resolve;
      });
    });
    ask(5n, 1000);
    expect([candidate?.signal.aborted, [...candidate!.samples]]).toEqual([false, [1, 2, 3]]);
    questions.missed(5n, 1000);
    expect(candidate?.signal.aborted).toBe(true);
    answer!(true);
    await settled();
    expect([judged, counts]).toEqual([[], { asked: 1, missed: 1, failed: 0 }]);
  });

  it("of a later pause are waited for no longer either, and those that nobody asked are not counted", () => {
    const asked: TurnCandidate[] = [];
    const { counts, questions, ask } = scene((candidate) => {
      asked.push(candidate);
      return new Promise<boolean>(() => undefined);
    });
    questions.missed(5n, 900);
    ask(5n, 1000);
    questions.missed(5n, 900);
    expect([asked[0]?.signal.aborted, counts.missed]).toEqual([false, 0]);
    questions.missed(5n, 1100);
    ask(5n, 1200);
    expect([asked.length, asked[0]?.signal.aborted, counts.missed]).toEqual([2, true, 1]);
  });

  it("are for one question of a user at a time, and for the newest of it", async () => {
    const answers: ((isOver: boolean) => void)[] = [];
    const { judged, counts, questions, ask } = scene(
      () =>
        new Promise<boolean>((resolve) => {
          answers.push(resolve);
        }),
    );
    ask(5n, 1000);
    ask(5n, 5800);
    ask(6n, 5900);
    expect(counts.asked).toBe(2);
    questions.close(5n);
    ask(5n, 9000);
    answers[0]!(true);
    answers[2]!(false);
    await settled();
    expect(judged).toEqual([[5n, 9000, "goesOn"]]);
    questions.closeAll();
    answers[1]!(true);
    await settled();
    expect(judged).toHaveLength(1);
  });
});

describe("turn policies that are wrong", () => {
  it.each([
    [{ minSilenceMs: -1 }, "policy.minSilenceMs", "0 to 10000"],
    [{ minSilenceMs: 800, maxSilenceMs: 500 }, "policy.maxSilenceMs", "minSilenceMs (800) to 10000"],
    [{ threshold: 2 }, "policy.threshold", "0 to 1"],
    [{ minProbability: Number.NaN }, "policy.minProbability", "a number"],
    [{ usesProsody: 1 }, "policy.usesProsody", "a boolean"],
    [{ detector: {} }, "policy.detector", "a function"],
    [{ detectorDeadlineMs: 1 }, "policy.detectorDeadlineMs", "10 to 5000"],
  ])("%j are refused by name", (policy, name, expected) => {
    const refused = (): unknown => turnPolicyArgument("policy", policy as TurnPolicy);
    expect(refused).toThrow(name);
    expect(refused).toThrow(expected);
  });
});
