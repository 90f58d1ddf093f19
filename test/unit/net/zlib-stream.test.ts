import { constants, createDeflate } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ZlibStream } from "../../../lib/net/index.js";
import { settle } from "../../support/virtual-clock.js";

/** One deflate context, each message flushed, as the platform sends them. */
async function deflateAll(messages: string[]): Promise<Buffer[]> {
  const deflate = createDeflate();
  const frames: Buffer[] = [];
  for (const message of messages) {
    const parts: Buffer[] = [];
    const collect = (part: Buffer): void => void parts.push(part);
    deflate.on("data", collect);
    deflate.write(message);
    await new Promise<void>((resolve) => deflate.flush(constants.Z_SYNC_FLUSH, resolve));
    deflate.off("data", collect);
    frames.push(Buffer.concat(parts));
  }
  return frames;
}

interface Collected {
  stream: ZlibStream;
  texts: string[];
  failures: string[];
  /** resolves when the condition holds; looked at with every event */
  until: (holds: () => boolean) => Promise<void>;
}

function collecting(): Collected {
  const texts: string[] = [];
  const failures: string[] = [];
  let look = (): void => undefined;
  const stream = new ZlibStream({
    text: (text) => (texts.push(text), look()),
    failed: (reason) => (failures.push(reason), look()),
  });
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      look = () => (holds() ? resolve() : undefined);
      look();
    });
  return { stream, texts, failures, until };
}

describe("zlib-stream", () => {
  const messages = ["{}", JSON.stringify({ text: "ß€".repeat(50_000) }), '{"a":1}', '{"a":1}'];

  it("emits the messages in order, with one context", async () => {
    const { stream, texts, until } = collecting();
    for (const frame of await deflateAll(messages)) stream.push(frame);
    await until(() => texts.length === messages.length);
    expect(texts).toEqual(messages);
    stream.stop();
  });

  it("assembles a message from pieces", async () => {
    const { stream, texts, until } = collecting();
    const [frame = Buffer.alloc(0)] = await deflateAll(['{"in":"pieces"}']);
    for (const byte of frame) stream.push(Buffer.of(byte));
    await until(() => texts.length > 0);
    expect(texts).toEqual(['{"in":"pieces"}']);
    stream.stop();
  });

  it("reports an invalid stream once, and nothing after it", async () => {
    const { stream, texts, failures, until } = collecting();
    const [good = Buffer.alloc(0)] = await deflateAll(["{}"]);
    stream.push(Buffer.from("this is not deflate"));
    stream.push(good);
    await until(() => failures.length > 0);
    await settle();
    expect([texts.length, failures.length]).toEqual([0, 1]);
  });

  it("rejects a message that inflates without end", async () => {
    const { stream, texts, failures, until } = collecting();
    const [bomb = Buffer.alloc(0)] = await deflateAll(["a".repeat(40 * 1024 * 1024)]);
    expect(bomb.length).toBeLessThan(100_000);
    stream.push(bomb);
    await until(() => failures.length > 0);
    expect([texts, failures]).toEqual([[], ["the message is too large"]]);
  });

  it("calls nothing after stop, neither for what waits nor for what comes", async () => {
    const [frame = Buffer.alloc(0)] = await deflateAll(["{}"]);
    const { stream, texts } = collecting();
    stream.push(frame);
    stream.stop();
    await settle();
    stream.push(frame);
    await settle();
    expect(texts).toEqual([]);
  });
});

describe("zlib-stream, once it is open", () => {
  /** A stream that has inflated its first message, and the frames that follow. */
  async function open(...messages: string[]): Promise<Collected & { frames: Buffer[] }> {
    const [first = Buffer.alloc(0), ...frames] = await deflateAll(["first", ...messages]);
    const collected = collecting();
    collected.stream.push(first);
    await collected.until(() => collected.texts.length === 1);
    await settle();
    collected.texts.length = 0;
    return { ...collected, frames };
  }

  it("gives a small message at once", async () => {
    const { stream, texts, frames } = await open('{"a":1}', '{"a":1}');
    for (const frame of frames) stream.push(frame);
    expect(texts).toEqual(['{"a":1}', '{"a":1}']);
    stream.stop();
  });

  it("keeps the order of small and large messages", async () => {
    const large = Array.from({ length: 20_000 }, (_, at) => String((at * 7919) % 10_007)).join();
    const messages = ["1", large, "2", "3", large, "4"];
    const { stream, texts, frames, until } = await open(...messages);
    expect(frames[1]?.length).toBeGreaterThan(4096);
    for (const frame of frames) stream.push(frame);
    await until(() => texts.length === messages.length);
    expect(texts).toEqual(messages);
    stream.stop();
  });

  it("assembles a message from pieces", async () => {
    const { stream, texts, frames } = await open('{"in":"pieces"}');
    for (const byte of frames[0] ?? []) stream.push(Buffer.of(byte));
    expect(texts).toEqual(['{"in":"pieces"}']);
    stream.stop();
  });

  it("rejects a message that inflates without end, in pieces or at once", async () => {
    const { stream, texts, failures, frames } = await open("a".repeat(40 * 1024 * 1024));
    const [bomb = Buffer.alloc(0)] = frames;
    for (let at = 0; at < bomb.length && failures.length === 0; at += 4096)
      stream.push(bomb.subarray(at, at + 4096));
    await settle();
    expect([texts, failures]).toEqual([[], ["the message is too large"]]);
  });

  it("reports an invalid frame once, and nothing after it", async () => {
    const { stream, texts, failures, frames } = await open("{}");
    stream.push(Buffer.from("this is not deflate"));
    for (const frame of frames) stream.push(frame);
    await settle();
    expect([texts.length, failures.length]).toEqual([0, 1]);
  });

  it("leaves no listener behind", async () => {
    const { stream, frames } = await open(...Array.from({ length: 100 }, (_, at) => String(at)));
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on("warning", warned);
    for (const frame of frames) stream.push(frame);
    await settle();
    process.off("warning", warned);
    expect(warnings).toEqual([]);
    stream.stop();
  });
});
