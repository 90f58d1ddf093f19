import { expect, it } from "vitest";
import type { DuplexInput } from "../../../../lib/voice/agent/duplex.js";
import { DuplexQueue } from "../../../../lib/voice/agent/duplex-queue.js";
import type { SdkError } from "../../../../lib/wire/index.js";

const MOST = 25 * 5 * 50;
const MOST_PAUSES = 25 * 5 * 10;
const MOST_EVENTS = 1000;
const frame = (timestamp: number): DuplexInput => ({ type: "frame", frame: { timestamp } }) as DuplexInput;
const end = (at: number): DuplexInput => ({ type: "endOfTurn", end: { at } }) as DuplexInput;
const pause = (at: number): DuplexInput => ({ type: "pause", pause: { at } }) as DuplexInput;
const resume = (at: number): DuplexInput => ({ type: "resume", start: { at } }) as DuplexInput;
const neverHung = (error: SdkError): void => expect.fail(error.message);
const reading = (queue: DuplexQueue): AsyncIterator<DuplexInput, undefined> => queue[Symbol.asyncIterator]();

it("keeps the order of what is told, and ends behind what waits", async () => {
  const queue = new DuplexQueue(neverHung);
  const told = [frame(1), end(2), frame(3)];
  for (const one of told) queue.push(one);
  queue.close();
  queue.push(frame(4));
  const seen: DuplexInput[] = [];
  for await (const one of queue) seen.push(one);
  expect(seen).toEqual(told);
});

it("hands what comes to a reader that waits, and ends one that waits for nothing", async () => {
  const queue = new DuplexQueue(neverHung);
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
  const queue = new DuplexQueue(neverHung);
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
  const queue = new DuplexQueue(neverHung);
  const [first, second] = [reading(queue).next(), reading(queue).next()];
  queue.push(frame(1));
  expect([(await first).done, (await second).value]).toEqual([true, frame(1)]);
});

it("drops the oldest pauses and resumes of an adapter that does not read", async () => {
  const queue = new DuplexQueue(neverHung);
  queue.push(end(0));
  for (let at = 1; at <= MOST_PAUSES + 2; at += 1) queue.push(at % 2 === 1 ? pause(at) : resume(at));
  queue.push(end(9));
  queue.close();
  const seen: DuplexInput[] = [];
  for await (const one of queue) seen.push(one);
  expect([seen.length, queue.dropped]).toEqual([MOST_PAUSES + 2, 0]);
  expect([seen[0], seen[1], seen.at(-1)]).toEqual([end(0), pause(3), end(9)]);
});

it("gives up an adapter that leaves too many other events, and keeps nothing", async () => {
  const errors: SdkError[] = [];
  const queue = new DuplexQueue((error) => errors.push(error));
  for (let at = 1; at <= MOST_EVENTS; at += 1) queue.push(end(at));
  expect(errors).toEqual([]);
  queue.push(end(0));
  queue.push(end(0));
  expect(errors.map(({ code }) => code)).toEqual(["ADAPTER_HUNG"]);
  expect(errors[0]?.message).toContain("1000 events");
  expect((await reading(queue).next()).done).toBe(true);
});

it("looks at what waits no more often when more of it waits", () => {
  const queue = new DuplexQueue(neverHung);
  let looks = 0;
  const looked = {
    get type() {
      looks += 1;
      return "endOfTurn";
    },
  } as unknown as DuplexInput;
  queue.push(looked);
  const before = looks;
  for (let at = 1; at <= MOST + 1000; at += 1) queue.push(frame(at));
  expect([looks, queue.dropped]).toEqual([before, 1000]);
});

it("keeps the order of what was dropped from, read while it is filled", async () => {
  const queue = new DuplexQueue(neverHung);
  const reader = reading(queue);
  const seen: DuplexInput[] = [];
  for (let at = 1; at <= 3 * MOST; at += 1) {
    queue.push(at % 10 === 0 ? pause(at) : frame(at));
    if (at % 3 === 0) seen.push((await reader.next()).value!);
  }
  queue.close();
  for await (const one of queue) seen.push(one);
  const times = seen.map((one) =>
    one.type === "frame" ? one.frame.timestamp : (one as { pause: { at: number } }).pause.at,
  );
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(queue.dropped).toBeGreaterThan(0);
});
