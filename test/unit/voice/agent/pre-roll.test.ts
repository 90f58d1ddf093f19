import { describe, expect, it } from "vitest";
import { framesOf, type EarFrame } from "../../../../lib/voice/agent/ear-frame.js";
import { PreRoll } from "../../../../lib/voice/agent/pre-roll.js";
import { heardBlock } from "./heard-block.js";

const TICKS_PER_MS = 48;

/** 20 ms of a user. */
function frameAt(ms: number, userId = 1n, samples = new Int16Array(320)): EarFrame {
  return framesOf(heardBlock({ userId, timestamp: ms * TICKS_PER_MS, samples }), 20)[0]!;
}

/** When frames begin that are handed out with the first one of a turn. */
function handedOut(preRoll: PreRoll, frame: EarFrame, beganMs: number): number[] {
  return preRoll.take(frame, beganMs * TICKS_PER_MS).map(({ timestamp }) => timestamp / TICKS_PER_MS);
}

describe("frames that wait for a turn", () => {
  it("of somebody who has gone do not wait for ever", () => {
    const preRoll = new PreRoll(300);
    preRoll.forget(1n);
    preRoll.take(frameAt(0), undefined);
    preRoll.take(frameAt(1000, 2n), undefined);
    expect(handedOut(preRoll, frameAt(20), 0)).toEqual([20]);
  });

  it("wait while a turn may still be found behind them, whoever else is heard", () => {
    const preRoll = new PreRoll(300);
    preRoll.take(frameAt(0), undefined);
    preRoll.take(frameAt(900, 2n), undefined);
    expect(handedOut(preRoll, frameAt(20), 0)).toEqual([0, 20]);
  });

  it("do not keep the batch in which they came", () => {
    const preRoll = new PreRoll(300);
    const batch = Int16Array.from({ length: 10_000 }, (_, at) => at);
    preRoll.take(frameAt(0, 1n, batch.subarray(1000, 1320)), undefined);
    const [held] = preRoll.take(frameAt(20), 0);
    expect([held!.samples.buffer.byteLength, held!.samples[0], held!.samples.at(-1)]).toEqual([
      640, 1000, 1319,
    ]);
  });
});
