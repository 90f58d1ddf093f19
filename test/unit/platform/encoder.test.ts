import { constants, createInflate, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Guard } from "../../../platform/guard/guard.js";
import { payloadEncoder, streamEncoder } from "../../../platform/gateway/encoder.js";

/** Hardly compressible, so that one message is many chunks. */
function noise(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return String.fromCharCode(33 + ((state >>> 16) % 90));
  }).join("");
}

describe("zlib-stream", () => {
  it("sends one WebSocket message per gateway message, each flushed, in order and before waiting actions", async () => {
    const encoder = streamEncoder(new Guard("gateway", () => undefined));
    const texts = ["small", noise(1_000_000), "", noise(20_000), "last"].map((text) =>
      JSON.stringify({ text }),
    );
    const delivered: Buffer[] = [];
    await new Promise<void>((resolve) => {
      for (const text of texts) encoder.encode(text, (data) => delivered.push(data as Buffer));
      encoder.whenDrained(resolve);
    });
    encoder.close();
    expect(delivered).toHaveLength(texts.length);
    for (const data of delivered) expect(data.subarray(-4).toString("hex")).toBe("0000ffff");
    const inflate = createInflate({ flush: constants.Z_SYNC_FLUSH });
    const whole = new Promise<string>((resolve) => {
      let text = "";
      inflate.on("data", (chunk) => {
        text += String(chunk);
        if (text.length === texts.join("").length) resolve(text);
      });
    });
    for (const data of delivered) inflate.write(data);
    expect(await whole).toBe(texts.join(""));
  });
});

describe("zlib-stream, of small messages", () => {
  it("delivers at once, in the order of large ones, and leaves no listener behind", async () => {
    const encoder = streamEncoder(new Guard("gateway", () => undefined));
    const texts = [
      ...Array.from({ length: 100 }, (_, at) => `small ${String(at)}`),
      noise(50_000),
      "behind it",
      "last",
    ];
    const inflate = createInflate({ flush: constants.Z_SYNC_FLUSH });
    let heard = "";
    inflate.on("data", (chunk) => (heard += String(chunk)));
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on("warning", warned);
    let delivered = 0;
    for (const text of texts)
      encoder.encode(text, (data) => {
        delivered += 1;
        inflate.write(data);
      });
    expect(delivered).toBe(100);
    await new Promise<void>((resolve) => encoder.whenDrained(resolve));
    await new Promise((resolve) => inflate.write("", resolve));
    process.off("warning", warned);
    expect([delivered, heard, warnings]).toEqual([texts.length, texts.join(""), []]);
    encoder.encode("at once again", (data) => (heard = (data as Buffer).toString("hex", data.length - 4)));
    expect(heard).toBe("0000ffff");
    encoder.close();
    encoder.encode("after the end", () => expect.unreachable());
  });
});

describe("payload compression", () => {
  it("keeps small messages as text and compresses READY and large ones separately", () => {
    const sent: (string | Buffer)[] = [];
    const encoder = payloadEncoder();
    for (const text of ['{"op":11}', noise(2000), '{"t":"READY"}'])
      encoder.encode(text, (data) => sent.push(data));
    expect(sent[0]).toBe('{"op":11}');
    expect(inflateSync(sent[1] as Buffer).toString()).toBe(noise(2000));
    expect(inflateSync(sent[2] as Buffer).toString()).toBe('{"t":"READY"}');
  });
});
