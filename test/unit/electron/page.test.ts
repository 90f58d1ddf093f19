import { describe, expect, it } from "vitest";
import { Page } from "../../../packages/electron/social/page.js";
import { feedScene, userOf } from "./page-scene.js";

/** A page whose messages are what a test says, whose snapshot is not drawn. */
function pageScene() {
  const { records, levels, feed, clock, pieces, frames } = feedScene();
  let say: (message: unknown) => void = () => undefined;
  const port = {
    post: () => undefined,
    onMessage: (listener: (message: unknown) => void) => void (say = listener),
    onClose: () => undefined,
    close: () => undefined,
  };
  const calls = { start: () => undefined, cancel: () => undefined, end: () => undefined };
  new Page({ port, feed, calls: calls as never, ended: () => undefined });
  /** @returns the version of the state */
  const begin = (): number => {
    say({ type: "sync" });
    clock.advance(0);
    return pieces().at(-1)!.version!;
  };
  /** How many frames the page gets in a second of changes. */
  const framesInSecond = (): number => {
    for (let ms = 0; ms < 1000; ms += 1) {
      records.put("users", userOf("1", String(clock.now())));
      levels.listener?.();
      clock.advance(1);
    }
    return frames().length;
  };
  return { begin, say: (message: unknown) => say(message), framesInSecond };
}

describe("a page that says that it has drawn", () => {
  it.each([1, 2, 8])("gets the %d frames that it takes", (window) => {
    const { begin, say, framesInSecond } = pageScene();
    say({ type: "drawn", version: begin(), frames: window });
    expect(framesInSecond()).toBe(window);
  });

  it.each([0, -1, 9, 1e9, 1.5, NaN, Infinity, "8", [8], null, undefined])(
    "gets nothing for taking %j frames",
    (window) => {
      const { begin, say, framesInSecond } = pageScene();
      say({ type: "drawn", version: begin(), frames: window });
      expect(framesInSecond()).toBe(0);
    },
  );

  it.each([0, -1, 2, 1e9, 1.5, NaN, Infinity, "1", [1], null, undefined])(
    "gets nothing for version %j, which was not sent",
    (version) => {
      const { begin, say, framesInSecond } = pageScene();
      begin();
      say({ type: "drawn", version, frames: 8 });
      expect(framesInSecond()).toBe(0);
    },
  );

  it("gets nothing before it has asked for the state, levels neither", () => {
    const { say, framesInSecond } = pageScene();
    say({ type: "levels", wanted: true });
    say({ type: "drawn", version: 0, frames: 8 });
    expect(framesInSecond()).toBe(0);
  });
});
