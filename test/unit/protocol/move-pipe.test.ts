import { describe, expect, it } from "vitest";
import {
  PipeCipher,
  readOffer,
  readPipeMessage,
  PIPE,
  writeOffer,
  writePipeMessage,
  type PipeMessage,
} from "../../../lib/protocol/index.js";
import { errorOf } from "../../support/saved-copies.js";
import { seeded } from "../../support/seeded.js";

const KEY = new Uint8Array(32).fill(7);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const ALL: PipeMessage[] = [
  { type: "claim" },
  { type: "claimed", isYours: true },
  { type: "claimed", isYours: false },
  { type: "taken" },
  { type: "whole" },
  { type: "datagrams", bytes: Uint8Array.of(1, 0, 7) },
  { type: "textFrame", bytes: bytesOf("{}") },
  { type: "binaryFrame", bytes: new Uint8Array(0) },
  { type: "event", json: '{"name":"voiceState"}' },
];

describe("messages between the two processes of a move", () => {
  it("come as they were written", () => {
    for (const message of ALL) expect(readPipeMessage(writePipeMessage(message))).toEqual(message);
  });

  it("that are cut, changed or of a newer version are one named error, or another message", () => {
    const random = seeded(3);
    for (const message of ALL) {
      const bytes = writePipeMessage(message);
      for (let at = 0; at < bytes.length; at += 1) {
        const changed = bytes.map((byte, place) =>
          place === at ? byte ^ (1 + Math.floor(random() * 255)) : byte,
        );
        for (const damaged of [bytes.slice(0, at), changed]) {
          const error = errorOf(() => readPipeMessage(damaged));
          if (error !== undefined) expect(error).toMatchObject({ code: "HANDOVER_DAMAGED" });
        }
      }
    }
  });

  it("cannot be read by others, are opened once, in their order, and by the other side only", () => {
    const [source, target] = [new PipeCipher(KEY, "source"), new PipeCipher(KEY, "target")];
    const sealed = ["one", "two", "three"].map((text) => source.seal(bytesOf(text)));
    expect(Buffer.concat(sealed).includes("two")).toBe(false);
    expect(source.open(sealed[0]!)).toBeUndefined();
    expect(Buffer.from(target.open(sealed[0]!)!).toString()).toBe("one");
    expect([target.open(sealed[0]!), target.hasGap]).toEqual([undefined, false]);
    expect(Buffer.from(target.open(sealed[2]!)!).toString()).toBe("three");
    expect([target.open(sealed[1]!), target.hasGap]).toEqual([undefined, true]);
    const flipped = source.seal(bytesOf("four")).map((byte, at) => (at === 30 ? byte : byte ^ 1));
    expect(target.open(flipped)).toBeUndefined();
    expect(target.open(new Uint8Array(5))).toBeUndefined();
    target.end();
    expect(target.open(source.seal(bytesOf("five")))).toBeUndefined();
  });

  it("begin with an offer, which names the call", () => {
    const offer = { call: "7/5", fence: 3n, source: "a" };
    expect(readOffer(writeOffer(offer, PIPE), PIPE)).toEqual(offer);
    expect(errorOf(() => readOffer(Uint8Array.of(1, 2), PIPE))).toMatchObject({ code: "HANDOVER_DAMAGED" });
  });
});
