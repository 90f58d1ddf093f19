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

  it("calls nothing after stop", async () => {
    const { stream, texts } = collecting();
    const [frame = Buffer.alloc(0)] = await deflateAll(["{}"]);
    stream.push(frame);
    stream.stop();
    await settle();
    expect(texts).toEqual([]);
  });
});
