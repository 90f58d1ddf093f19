import { describe, expect, it } from "vitest";
import { Pace } from "../../../packages/electron/renderer/pace.js";

/** A page whose screen and visibility are in the hands of the test, with what it has told the process. */
function paceScene() {
  const tasks: (() => void)[] = [];
  const listeners = new Set<() => void>();
  const told: [version: number, frames: number][] = [];
  const visibility = {
    isHidden: false,
    watch(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const pace = new Pace({
    nextFrame: (task) => tasks.push(task),
    visibility,
    drawn: (version, frames) => told.push([version, frames]),
  });
  const draw = (): void => tasks.splice(0).forEach((task) => task());
  const turn = (isHidden: boolean): void => {
    visibility.isHidden = isHidden;
    for (const one of listeners) one();
  };
  /** Takes frames up to a version, each drawn before the next one comes. */
  const keepUp = (from: number, to: number): void => {
    for (let version = from; version <= to; version += 1) {
      pace.took(version);
      draw();
    }
  };
  return { pace, draw, turn, keepUp, listeners, told: () => told.splice(0), isDrawing: () => tasks.length };
}

describe("the pace of a page", () => {
  it("begins with a snapshot that is drawn, and then an answer for every fourth of eight frames", () => {
    const { pace, draw, keepUp, told } = paceScene();
    pace.began(7);
    expect(told()).toEqual([]);
    draw();
    expect(told()).toEqual([[7, 8]]);
    keepUp(8, 20);
    expect(told()).toEqual([
      [11, 8],
      [15, 8],
      [19, 8],
    ]);
  });

  it("tells the newest that it holds when it draws, once", () => {
    const { pace, draw, told, isDrawing } = paceScene();
    pace.began(1);
    draw();
    for (const version of [2, 3, 4, 5, 6]) pace.took(version);
    expect([told(), isDrawing()]).toEqual([[[1, 8]], 1]);
    draw();
    expect(told()).toEqual([[6, 8]]);
  });

  it("takes fewer frames while they come faster than it draws, and more again behind that", () => {
    const { pace, draw, keepUp, told } = paceScene();
    pace.began(1);
    draw();
    let version = 1;
    let window = 8;
    const windows: number[] = [];
    for (let drawn = 0; drawn < 5; drawn += 1) {
      // all that it takes are there before it draws
      for (let taken = 0; taken < window; taken += 1) pace.took((version += 1));
      draw();
      window = told().at(-1)![1];
      windows.push(window);
    }
    // one that takes one is tried with two again
    expect(windows).toEqual([4, 2, 1, 2, 1]);
    keepUp(version + 1, version + 10);
    expect(told().map(([, frames]) => frames)).toEqual([2, 4, 8, 8]);
  });

  it("is one frame for an answer while it is hidden, and the newest at once when it is seen again", () => {
    const { pace, draw, turn, keepUp, told } = paceScene();
    pace.began(1);
    draw();
    keepUp(2, 3);
    turn(true);
    expect(told()).toEqual([
      [1, 8],
      [3, 1],
    ]);
    keepUp(4, 6);
    expect(told()).toEqual([
      [4, 1],
      [5, 1],
      [6, 1],
    ]);
    pace.took(7);
    turn(false);
    expect(told()).toEqual([[7, 8]]);
  });

  it("tells nothing while it waits for a snapshot, nor when it has ended", () => {
    const { pace, draw, turn, listeners, told } = paceScene();
    turn(true);
    turn(false);
    pace.began(1);
    pace.lost();
    draw();
    turn(true);
    expect(told()).toEqual([]);
    pace.began(3);
    draw();
    expect(told()).toEqual([[3, 1]]);
    pace.end();
    expect(listeners.size).toBe(0);
    draw();
    expect(told()).toEqual([]);
  });
});
