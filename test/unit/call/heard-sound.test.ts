import { expect, it } from "vitest";
import { HeardSound } from "../../../lib/call/heard-sound.js";

type Subscribed = [userId: bigint, format?: string, tag?: number];

function heardSound(tagsFrom = 0) {
  const subscribed: Subscribed[] = [];
  const media = {
    subscribe: (...one: [bigint, string, number]) => void subscribed.push(one),
    unsubscribe: (userId: bigint) => void subscribed.push([userId]),
  };
  let receiving = 0;
  const on = () => {
    receiving += 1;
    const dispose = (): void => void (receiving -= 1);
    return { dispose, [Symbol.dispose]: dispose };
  };
  const heard = new HeardSound({ media, on }, () => undefined, tagsFrom);
  return { heard, receiving: () => receiving, newest: () => subscribed.at(-1)!, subscribed };
}

it("subscribes to a user once for all who listen", () => {
  const { heard, newest, receiving, subscribed } = heardSound();
  const [one, two] = [heard.listen(7n, () => undefined), heard.listen(7n, () => undefined)];
  expect(subscribed).toEqual([[7n, "pcm", expect.any(Number)]]);
  one.dispose();
  one.dispose();
  expect([subscribed.length, receiving()]).toEqual([1, 1]);
  two.dispose();
  expect([newest(), receiving()]).toEqual([[7n], 0]);
});

it("listens to a user whose sound goes elsewhere, and takes nothing from there", () => {
  const { heard, newest } = heardSound();
  heard.pass(7n, "opus", 3);
  expect([newest(), heard.isPassed(7n)]).toEqual([[7n, "opus", 3], true]);
  const listening = heard.listen(7n, () => undefined);
  expect(newest()).toEqual([7n, "both", 3]);
  heard.pass(7n, "pcm", 4);
  expect(newest()).toEqual([7n, "pcm", 4]);
  listening.dispose();
  expect(newest()).toEqual([7n, "pcm", 4]);
  heard.passNoMore(7n);
  expect([newest(), heard.isPassed(7n)]).toEqual([[7n], false]);
});

it("goes on listening when the sound goes elsewhere no more", () => {
  const { heard, newest } = heardSound(1000);
  heard.listen(7n, () => undefined);
  expect(newest()).toEqual([7n, "pcm", 1001]);
  heard.pass(7n, "both", 3);
  heard.passNoMore(7n);
  expect(newest()).toEqual([7n, "pcm", 1002]);
});
