import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { KeptProcess } from "../../../packages/electron/main/kept-process.js";
import type { UtilityProcessPart } from "../../../packages/electron/main/electron-parts.js";
import { VirtualClock } from "../../support/virtual-clock.js";

/** A process that does nothing. */
class Idle extends EventEmitter {
  readonly pid = undefined;
  readonly posted: unknown[] = [];
  isKilled = false;

  postMessage(message: unknown): void {
    this.posted.push(message);
  }

  kill(): boolean {
    this.isKilled = true;
    return true;
  }
}

function scene(restarts = 3) {
  const clock = new VirtualClock();
  const forked: Idle[] = [];
  const pauses: number[] = [];
  const heard: unknown[] = [];
  const reasons: string[] = [];
  const kept = new KeptProcess({
    clock,
    restarts,
    fork: () => {
      const one = new Idle();
      forked.push(one);
      return one as UtilityProcessPart;
    },
    started: () => kept.post("start"),
    heard: (message) => heard.push(message),
    ended: (reason, pauseMs) => {
      reasons.push(reason);
      pauses.push(pauseMs);
    },
  });
  kept.start();
  const end = (): void => void forked.at(-1)!.emit("exit", 9);
  return { kept, clock, forked, pauses, heard, reasons, end };
}

it("three ends in 60 s are followed at once, further ones after pauses that double", () => {
  const { clock, forked, pauses, end } = scene();
  for (let each = 0; each < 3; each += 1) end();
  expect(forked).toHaveLength(4);
  for (const pauseMs of [1000, 2000, 4000, 8000, 16_000, 30_000]) {
    const before = forked.length;
    end();
    clock.advance(pauseMs - 1);
    expect(forked).toHaveLength(before);
    clock.advance(1);
    expect(forked).toHaveLength(before + 1);
  }
  expect(pauses).toEqual([0, 0, 0, 1000, 2000, 4000, 8000, 16_000, 30_000]);
});

it("ends of long ago count no more", () => {
  const { clock, forked, pauses, end } = scene(1);
  end();
  clock.advance(60_000);
  end();
  expect([pauses, forked.length]).toEqual([[0, 0], 3]);
});

it("each process is told how to start, and one that has ended says nothing more", () => {
  const { forked, heard, end } = scene();
  forked[0]!.emit("message", 1);
  end();
  forked[0]!.emit("message", 2);
  forked[0]!.emit("exit", 9);
  forked[1]!.emit("message", 3);
  expect(forked.map(({ posted }) => posted)).toEqual([["start"], ["start"]]);
  expect(heard).toEqual([1, 3]);
});

it("one that is ended from here is followed as any other, and only its own end has the reason", () => {
  const { kept, forked, reasons, pauses, end } = scene();
  kept.end("it hangs");
  expect([forked[0]!.isKilled, forked.length, reasons]).toEqual([true, 1, []]);
  end();
  end();
  expect([forked.length, reasons, pauses]).toEqual([3, ["it hangs", "exit code 9"], [0, 0]]);
});

it("nothing follows a process that was closed, nor one that has a pause", () => {
  const closed = scene();
  closed.kept.close();
  closed.end();
  closed.kept.post("unheard");
  expect([closed.forked.length, closed.forked[0]!.isKilled, closed.pauses]).toEqual([1, true, []]);
  const paused = scene(0);
  paused.end();
  paused.kept.close();
  expect([paused.clock.pending, paused.kept.isRunning]).toEqual([0, false]);
});
