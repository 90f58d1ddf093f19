import { describe, expect, it } from "vitest";
import { Page } from "../../../packages/electron/social/page.js";
import { feedScene, userOf } from "./page-scene.js";

/** A page whose messages are what a test says, with the snapshot already there and not drawn. */
function pageScene() {
  const { records, feed, clock, pieces, frames } = feedScene();
  let say: (message: unknown) => void = () => undefined;
  const port = {
    post: () => undefined,
    onMessage: (listener: (message: unknown) => void) => void (say = listener),
    onClose: () => undefined,
    close: () => undefined,
  };
  const calls = { start: () => undefined, cancel: () => undefined, end: () => undefined };
  new Page({ port, feed, calls: calls as never, ended: () => undefined });
  say({ type: "sync" });
  clock.advance(0);
  const version = pieces().at(-1)!.version!;
  /** How many frames the page gets in a second of changes. */
  const framesInSecond = (): number => {
    for (let ms = 0; ms < 1000; ms += 1) {
      records.put("users", userOf("1", String(clock.now())));
      clock.advance(1);
    }
    return frames().length;
  };
  return { version, say: (message: unknown) => say(message), framesInSecond };
}

describe("a page that says that it has drawn", () => {
  it.each([1, 2, 8])("gets the %d frames that it takes", (window) => {
    const { version, say, framesInSecond } = pageScene();
    say({ type: "drawn", version, frames: window });
    expect(framesInSecond()).toBe(window);
  });

  it.each([0, -1, 9, 1e9, 1.5, NaN, Infinity, "8", [8], null, undefined])(
    "gets nothing for taking %j frames",
    (window) => {
      const { version, say, framesInSecond } = pageScene();
      say({ type: "drawn", version, frames: window });
      expect(framesInSecond()).toBe(0);
    },
  );

  it.each([0, -1, 2, 1e9, 1.5, NaN, Infinity, "1", [1], null, undefined])(
    "gets nothing for version %j, which was not sent",
    (version) => {
      const { say, framesInSecond } = pageScene();
      say({ type: "drawn", version, frames: 8 });
      expect(framesInSecond()).toBe(0);
    },
  );
});
