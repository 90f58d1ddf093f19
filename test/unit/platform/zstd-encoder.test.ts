import { Decompress } from "fzstd";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Guard } from "../../../platform/guard/guard.js";
import type { Encoder } from "../../../platform/gateway/encoder.js";
import { RawZstdEncoder } from "../../../platform/gateway/raw-zstd-encoder.js";
import { zstdStreamEncoder } from "../../../platform/gateway/zstd-encoder.js";

/** Sends texts, and reads each message at once with an independent decoder. */
async function throughADecoder(encoder: Encoder, texts: readonly string[]): Promise<string[]> {
  const messages: Buffer[] = [];
  await new Promise<void>((resolve) => {
    for (const text of texts) encoder.encode(text, (data) => messages.push(data as Buffer));
    encoder.whenDrained(resolve);
  });
  encoder.close();
  expect(messages).toHaveLength(texts.length);
  const chunks: Uint8Array[] = [];
  const decoder = new Decompress((data) => chunks.push(Uint8Array.from(data)));
  return messages.map((message) => {
    decoder.push(message);
    return Buffer.concat(chunks.splice(0)).toString("utf8");
  });
}

const HELLO = '{"op":10,"d":{"heartbeat_interval":41250}}';
/** Texts around the maximum block size, and with multi-byte characters. */
const TEXTS = [
  HELLO,
  '{"t":"É 鍵 🎧"}',
  "a".repeat(131_071),
  "b".repeat(131_072),
  "c".repeat(131_073),
  "鍵".repeat(200_000),
  '{"op":11}',
];

describe.each<[string, () => Encoder]>([
  ["of this Node", () => zstdStreamEncoder(new Guard("gateway", () => undefined))],
  ["without a codec", () => new RawZstdEncoder()],
])("zstd-stream %s", (_name, make) => {
  it("delivers every message complete, at once and in order", async () => {
    expect(await throughADecoder(make(), TEXTS)).toEqual(TEXTS);
  });

  it("round-trips any text", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "binary", minLength: 1 }), { minLength: 1 }),
        async (texts) => {
          // The decoder needs 18 bytes before it starts; Hello is always longer.
          const wellFormed = [HELLO, ...texts.map((text) => text.toWellFormed())];
          expect(await throughADecoder(make(), wellFormed)).toEqual(wellFormed);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("a frame without a codec", () => {
  it("has the layout of RFC 8878", () => {
    const encoder = new RawZstdEncoder();
    const messages: string[] = [];
    const big = "x".repeat(131_072 + 5);
    for (const text of ["hi", "there", big])
      encoder.encode(text, (data) => messages.push((data as Buffer).toString("hex")));
    // Magic number, descriptor, window of 128 KiB; a raw block of 2 bytes that is not the last.
    expect(messages[0]).toBe("28b52ffd" + "00" + "38" + "100000" + "6869");
    expect(messages[1]).toBe("280000" + "7468657265");
    const [first, second] = [messages[2]!.slice(0, 6), messages[2]!.slice(6 + 131_072 * 2, 12 + 131_072 * 2)];
    // Sizes 131,072 and 5, each above three bits of flags, little endian.
    expect([first, second]).toEqual(["000010", "280000"]);
  });
});
