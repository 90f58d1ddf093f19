import { expect, it } from "vitest";
import { WorldNews } from "../../../lib/sdk/core/world-news.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

it("waits for the world, looks at each change, and leaves nothing behind", async () => {
  const clock = new VirtualClock();
  const news = new WorldNews(clock);
  let looks = 0;
  let holds = false;
  let isDone = false;
  void news.until(() => ((looks += 1), holds)).then(() => (isDone = true));
  news.changed();
  await settle();
  expect([isDone, looks]).toEqual([false, 2]);
  holds = true;
  news.changed();
  await settle();
  expect([isDone, clock.pending]).toEqual([true, 0]);
  news.changed();
  expect(looks).toBe(3);
});

it("gives up after two seconds, and does not wait for what is there", async () => {
  const clock = new VirtualClock();
  const news = new WorldNews(clock);
  await news.until(() => true);
  expect(clock.pending).toBe(0);
  let isDone = false;
  let looks = 0;
  void news.until(() => ((looks += 1), false)).then(() => (isDone = true));
  clock.advance(1999);
  await settle();
  expect(isDone).toBe(false);
  clock.advance(1);
  await settle();
  news.changed();
  expect([isDone, looks]).toEqual([true, 1]);
});
