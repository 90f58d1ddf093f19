import { expect, it } from "vitest";
import type { DuplexInput } from "../../../../lib/voice/agent/duplex.js";
import { DuplexQueue } from "../../../../lib/voice/agent/duplex-queue.js";

const MOST = 25 * 5 * 50;
const frame = (timestamp: number): DuplexInput => ({ type: "frame", frame: { timestamp } }) as DuplexInput;
const end = (at: number): DuplexInput => ({ type: "endOfTurn", end: { at } }) as DuplexInput;
const reading = (queue: DuplexQueue): AsyncIterator<DuplexInput, undefined> => queue[Symbol.asyncIterator]();

it("keeps the order of what is told, and ends behind what waits", async () => {
  const queue = new DuplexQueue();
  const told = [frame(1), end(2), frame(3)];
  for (const one of told) queue.push(one);
  queue.close();
  queue.push(frame(4));
  const seen: DuplexInput[] = [];
  for await (const one of queue) seen.push(one);
  expect(seen).toEqual(told);
});

it("hands what comes to a reader that waits, and ends one that waits for nothing", async () => {
  const queue = new DuplexQueue();
  const reader = reading(queue);
  const first = reader.next();
  queue.push(frame(1));
  expect(await first).toEqual({ value: frame(1), done: false });
  const last = reader.next();
  queue.close();
  expect((await last).done).toBe(true);
  expect((await reader.next()).done).toBe(true);
});

it("drops the oldest frames of an adapter that does not read, and nothing else", async () => {
  const queue = new DuplexQueue();
  queue.push(end(0));
  for (let at = 1; at <= MOST + 3; at += 1) queue.push(frame(at));
  queue.push(end(9));
  expect(queue.dropped).toBe(3);
  const reader = reading(queue);
  expect([(await reader.next()).value, (await reader.next()).value]).toEqual([end(0), frame(4)]);
  queue.push(frame(1_000_000));
  expect(queue.dropped).toBe(3);
});

it("ends a read that is followed by another one", async () => {
  const queue = new DuplexQueue();
  const [first, second] = [reading(queue).next(), reading(queue).next()];
  queue.push(frame(1));
  expect([(await first).done, (await second).value]).toEqual([true, frame(1)]);
});
