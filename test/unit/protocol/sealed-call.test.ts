import { describe, expect, it } from "vitest";
import {
  fleet,
  MoveTarget,
  PIPE,
  sealCall,
  type Authenticity,
  type MoveParts,
} from "../../../lib/protocol/index.js";
import { errorOf } from "../../support/saved-copies.js";
import { seededBytes } from "../../support/seeded-bytes.js";

const MOVE = { call: "guild 7", fence: 4n, source: "worker-a", target: "worker-b" };
const KEY = new Uint8Array(32).fill(9);
const RECORD = Uint8Array.from({ length: 5000 }, (_, at) => at & 0xff);

interface Side {
  readonly parts: MoveParts;
  nowMs: number;
}

function side(authenticity: Authenticity, seed = 1): Side {
  const it: Side = {
    nowMs: 1_800_000_000_000,
    parts: { authenticity, random: seededBytes(seed), wallClock: () => it.nowMs },
  };
  return it;
}

const seal = (target: MoveTarget, { parts }: Side) =>
  sealCall(target.invitation, MOVE, RECORD.slice(), parts);

describe.each([
  ["over a pipe", () => PIPE],
  ["in a fleet", () => fleet(KEY)],
])("a sealed call, %s", (_name, authenticity) => {
  it("is opened by the process that invited it, once, and wiped where it was", () => {
    const there = side(authenticity());
    const target = new MoveTarget(MOVE, there.parts);
    const record = RECORD.slice();
    const sealed = sealCall(target.invitation, MOVE, record, side(authenticity(), 2).parts);
    expect(record.every((byte) => byte === 0)).toBe(true);
    expect(Buffer.from(sealed).includes(Buffer.from(RECORD.subarray(0, 16)))).toBe(false);
    expect(target.open(sealed)).toEqual(RECORD);
    expect(errorOf(() => target.open(sealed))).toMatchObject({ code: "HANDOVER_USED" });
  });

  it("is for this move only", () => {
    const here = side(authenticity());
    const target = new MoveTarget(MOVE, here.parts);
    const sealed = seal(target, here);
    for (const change of [
      { target: "worker-c" },
      { fence: 5n },
      { call: "guild 8" },
      { source: "worker-x" },
    ]) {
      const other = new MoveTarget({ ...MOVE, ...change }, here.parts);
      const [name] = Object.keys(change);
      expect(errorOf(() => other.open(sealed))).toMatchObject({
        code: "HANDOVER_OTHER_MOVE",
        message: expect.stringContaining(`${name!}: expected`) as string,
      });
    }
    const again = new MoveTarget(MOVE, here.parts);
    expect(errorOf(() => again.open(sealed))).toMatchObject({ code: "HANDOVER_DAMAGED" });
    expect(target.open(sealed)).toEqual(RECORD);
  });

  it("is not sealed for who invites another call or process", () => {
    const here = side(authenticity());
    const { invitation } = new MoveTarget(MOVE, here.parts);
    for (const own of [
      { ...MOVE, call: "guild 8" },
      { ...MOVE, source: "worker-x" },
    ]) {
      const record = RECORD.slice();
      const error = errorOf(() => sealCall(invitation, own, record, here.parts));
      expect(error).toMatchObject({ code: "HANDOVER_OTHER_MOVE" });
      expect(record.every((byte) => byte === 0)).toBe(true);
    }
  });

  it("expires after 10 s, on either side", () => {
    const here = side(authenticity());
    const target = new MoveTarget(MOVE, here.parts);
    here.nowMs += 9_999;
    const sealed = seal(target, here);
    here.nowMs += 1;
    expect(errorOf(() => seal(target, here))).toMatchObject({ code: "HANDOVER_EXPIRED" });
    expect(errorOf(() => target.open(sealed))).toMatchObject({ code: "HANDOVER_EXPIRED" });
    here.nowMs -= 1;
    expect(target.open(sealed)).toEqual(RECORD);
  });

  it("answers each flipped bit and each cut with a named error, and is still good afterwards", () => {
    const here = side(authenticity());
    const target = new MoveTarget(MOVE, here.parts);
    const sealed = seal(target, here);
    const codes = new Set<unknown>();
    const flip = (bytes: Uint8Array, at: number) =>
      bytes.map((byte, place) => (place === at ? byte ^ 0x11 : byte));
    const heads = Array.from({ length: 300 }, (_, at) => at);
    for (const at of [...heads, sealed.length - 1, 2000])
      codes.add((errorOf(() => target.open(flip(sealed, at))) as { code: unknown }).code);
    for (const length of [0, 1, 31, 32, 33, 100, sealed.length - 1])
      codes.add((errorOf(() => target.open(sealed.slice(0, length))) as { code: unknown }).code);
    for (let at = 0; at < target.invitation.length; at += 1) {
      const invitation = flip(target.invitation, at);
      const error = errorOf(() => sealCall(invitation, MOVE, RECORD.slice(), here.parts));
      if (error !== undefined) codes.add((error as { code: unknown }).code);
    }
    for (const code of codes)
      expect(code).toMatch(/^HANDOVER_(DAMAGED|NOT_AUTHENTIC|VERSION|OTHER_MOVE|EXPIRED)$/);
    expect(target.open(sealed)).toEqual(RECORD);
  });

  it("does not go to a target that gave up", () => {
    const here = side(authenticity());
    const target = new MoveTarget(MOVE, here.parts);
    const sealed = seal(target, here);
    target.end();
    expect(errorOf(() => target.open(sealed))).toMatchObject({ code: "HANDOVER_USED" });
  });
});

describe("a fleet", () => {
  it("takes neither an invitation nor a call of somebody who does not have its key", () => {
    const here = side(fleet(KEY));
    const strangers = [side(fleet(new Uint8Array(32).fill(8))), side(PIPE)];
    for (const stranger of strangers) {
      const forged = new MoveTarget(MOVE, stranger.parts);
      expect(errorOf(() => seal(forged, here))).toMatchObject({ code: "HANDOVER_NOT_AUTHENTIC" });
      const target = new MoveTarget(MOVE, here.parts);
      const sealed = seal(forged, stranger);
      expect(errorOf(() => target.open(sealed))).toMatchObject({ code: "HANDOVER_NOT_AUTHENTIC" });
    }
  });

  it("does not take one kind of message for the other", () => {
    const here = side(fleet(KEY));
    const target = new MoveTarget(MOVE, here.parts);
    expect(errorOf(() => target.open(target.invitation))).toMatchObject({ code: "HANDOVER_NOT_AUTHENTIC" });
    const piped = new MoveTarget(MOVE, side(PIPE).parts);
    expect(errorOf(() => piped.open(piped.invitation))).toMatchObject({ code: "HANDOVER_DAMAGED" });
  });

  it("names a version that it does not speak", () => {
    const here = side(PIPE);
    const target = new MoveTarget(MOVE, here.parts);
    const sealed = seal(target, here);
    sealed[4] = 2; // the content of the first field
    expect(errorOf(() => target.open(sealed))).toMatchObject({
      code: "HANDOVER_VERSION",
      message: expect.stringContaining("expected 1, received 2") as string,
    });
  });

  it("has a key of at least 32 bytes", () => {
    expect(() => fleet(new Uint8Array(31))).toThrow("fleetKey: expected at least 32 bytes, received 31");
  });
});
