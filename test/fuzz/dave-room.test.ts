// Made-up and broken messages from clients to the delivery service: it throws nothing and changes no group by them.
import davey from "@snazzah/davey";
import fc from "fast-check";
import { VoiceOpcode } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { checkKeyPackage } from "../../platform/dave/key-package-check.js";
import { CHANNEL_ID, DaveScene } from "../support/dave-scene.js";
import { freshKey, keyPackageOf, offTheCurve } from "../support/mls/hostile-key-package.js";
import { DaveyMember, type DaveClient, type DaveMessage } from "../support/davey-member.js";
import { forRuns } from "./support-runs.js";

const [ADA, BEN, CEM] = ["101", "102", "103"] as const;

/** Properties below. */
const SHARES = 5;

/** Nothing in it is wrong. */
const RIGHT = {
  version: 1,
  suite: 2,
  abilities: {},
  identity: undefined,
  notBefore: 0n,
  notAfter: 2n ** 64n - 1n,
  leafExtensions: [],
  extensions: [],
};

/** Ben is asked for a key package, and has no socket until the answer is overdue. */
const RETURNS_LATE = [
  { what: "enter", who: BEN, number: 0 },
  { what: "bare", who: CEM, number: 0 },
  { what: "cut", who: BEN, number: 0 },
  { what: "left", who: CEM, number: 0 },
  { what: "wait", who: ADA, number: 2 },
  { what: "back", who: BEN, number: 0 },
] as const;

/** Encryption keys of the members, as their key packages showed them. */
function leafKeys(scene: DaveScene): Uint8Array[] {
  return [ADA, BEN].map((userId) => scene.keyPackages.get(userId)!.slice(73, 138));
}

class Mute implements DaveClient {
  readonly privacyCode = undefined;
  constructor(readonly userId: string) {}
  receive(): DaveMessage[] {
    return [];
  }
}

/** Ada and Ben in a group that was asked to add Cem, and what Ada and Cem said to that. */
function proposed() {
  const scene = new DaveScene();
  for (const userId of [ADA, BEN]) scene.join(new DaveyMember(userId, CHANNEL_ID));
  scene.advance(10);
  let commit = new Uint8Array();
  let keyPackage = new Uint8Array();
  scene.toService = (userId, message) => {
    if (!("payload" in message)) return [message];
    if (message.op === VoiceOpcode.MlsKeyPackage) {
      keyPackage = Uint8Array.from(message.payload);
      return [message];
    }
    if (userId === ADA) commit = Uint8Array.from(message.payload);
    return [];
  };
  scene.join(new DaveyMember(CEM, CHANNEL_ID));
  scene.advance(10);
  return { scene, commit, keyPackage };
}

/** One to three bytes changed, cut off or added. */
function broken(whole: Uint8Array): fc.Arbitrary<Uint8Array> {
  const place = fc.nat(whole.length - 1);
  const turned = fc
    .array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 3 })
    .map((turns) => {
      const copy = Uint8Array.from(whole);
      for (const [at, bits] of turns) copy[at]! ^= bits;
      return copy;
    });
  const cut = place.map((length) => whole.subarray(0, length));
  const more = fc
    .uint8Array({ minLength: 1, maxLength: 40 })
    .map((tail) => Uint8Array.from([...whole, ...tail]));
  return fc.oneof(turned, cut, more);
}

describe("the delivery service", () => {
  it("takes any bytes for a key package or a commit", () => {
    const { scene } = proposed();
    const { epoch, phase } = scene.room;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.constantFrom(ADA, CEM, "999"), (bytes, from) => {
        scene.act(() => void scene.room.keyPackage(scene.now, from, bytes));
        scene.act(() => void scene.room.commit(scene.now, from, bytes));
        expect([scene.room.epoch, scene.room.phase]).toEqual([epoch, phase]);
      }),
      forRuns(1000, SHARES),
    );
  });

  it("rejects broken key packages", () => {
    const { keyPackage } = proposed();
    fc.assert(
      fc.property(broken(keyPackage), (bytes) => {
        // A turned byte may still be the same, when it is turned twice.
        if (Buffer.from(bytes).equals(keyPackage)) return;
        expect(checkKeyPackage(bytes, CEM)).toMatch(/undecodable|unacceptable/);
      }),
      forRuns(500, SHARES),
    );
  });

  it("rejects key packages that would end a client without error handling", () => {
    const numbers = fc.array(fc.constantFrom<number[]>(0, 1, 2, 3, 5, 0x0a0a, 0xffff), { maxLength: 5 });
    const extensions = fc.array(
      fc.record({ type: fc.constantFrom<number[]>(1, 2, 4, 10, 77), data: fc.uint8Array({ maxLength: 4 }) }),
      { maxLength: 2 },
    );
    const key = fc.constantFrom("fresh", "off the curve", "of Ada's leaf", "of Ben's package", "its other");
    const parts = fc.record({
      version: fc.constantFrom<number[]>(1, 1, 1, 2),
      suite: fc.constantFrom<number[]>(2, 2, 2, 1, 3),
      abilities: fc.record(
        { versions: numbers, suites: numbers, extensions: numbers, proposals: numbers, credentials: numbers },
        { requiredKeys: [] },
      ),
      identity: fc.oneof(
        { weight: 9, arbitrary: fc.constant(undefined) },
        fc.uint8Array({ minLength: 7, maxLength: 9 }),
      ),
      notBefore: fc.constantFrom(0n, 0n, 0n, 1n, 2n ** 63n),
      notAfter: fc.constantFrom(2n ** 64n - 1n, 2n ** 64n - 1n, 2n ** 64n - 1n, 0n, 4_000_000_000n),
      leafExtensions: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, extensions),
      extensions: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, extensions),
    });
    let taken = 0;
    fc.assert(
      fc.property(parts, key, key, fc.boolean(), ({ identity, ...rest }, init, encryption, isGood) => {
        const scene = new DaveScene();
        for (const userId of [ADA, BEN]) scene.join(new DaveyMember(userId, CHANNEL_ID));
        scene.advance(10);
        const other = freshKey();
        const keyOf = (which: string): Uint8Array => {
          if (which === "off the curve") return offTheCurve();
          if (which === "its other") return other;
          const [at] = which === "of Ada's leaf" ? [0] : [1];
          return which === "fresh" ? freshKey() : leafKeys(scene)[at]!;
        };
        const hostile = keyPackageOf({
          userId: BigInt(CEM),
          ...(isGood ? {} : rest),
          ...(identity === undefined ? {} : { identity }),
          initKey: keyOf(init),
          encryptionKey: keyOf(encryption),
        });
        scene.join(new Mute(CEM));
        scene.act(() => void scene.room.keyPackage(scene.now, CEM, hostile));
        taken += scene.counters.refusedKeyPackages === 0 ? 1 : 0;
        scene.advance(5000);
        scene.leave(CEM);
        scene.advance(5000);
        expect(scene.exceptions).toEqual([]);
        expect(scene.isTogether).toBe(true);
      }),
      { ...forRuns(150, SHARES), examples: [[RIGHT, "fresh", "fresh", true]] },
    );
    expect(taken, "the first was right").toBeGreaterThan(0);
  });

  it("accepts a broken commit only when members must check it, and they recover", () => {
    const { scene: other, commit: sample } = proposed();
    expect(other.room.phase).toBe("proposed");
    fc.assert(
      fc.property(fc.nat(sample.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const { scene, commit } = proposed();
        commit[Math.min(at, commit.length - 1)]! ^= bits;
        scene.act(() => void scene.room.commit(scene.now, ADA, commit));
        scene.toService = (_userId, message) => [message];
        scene.advance(15_000);
        expect(scene.exceptions).toEqual([]);
        expect(scene.isTogether).toBe(true);
      }),
      forRuns(25, SHARES),
    );
  });

  it("keeps its promises in any order of events", () => {
    const users = [ADA, BEN, CEM];
    const packages = new Map(
      users.map((userId) => [
        userId,
        Array.from({ length: 3 }, () =>
          new davey.DAVESession(1, userId, CHANNEL_ID).getSerializedKeyPackage(),
        ),
      ]),
    );
    const step = fc.record({
      what: fc.constantFrom(
        "enter",
        "bare",
        "left",
        "cut",
        "back",
        "blind",
        "key",
        "ready",
        "invalid",
        "wait",
      ),
      who: fc.constantFrom(...users),
      number: fc.nat(2),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const scene = new DaveScene();
        const { room } = scene;
        const bare = new Set<string>();
        for (const { what, who, number } of steps) {
          const isThere = scene.seats.has(who);
          if (what === "enter" && !isThere) scene.join(new Mute(who));
          if (what === "bare" && !isThere) {
            scene.join(new Mute(who), 0);
            bare.add(who);
          }
          if (what === "left" && isThere) {
            scene.leave(who);
            bare.delete(who);
          }
          if (what === "cut") scene.cut(who);
          if (what === "back") scene.resume(who);
          if (what === "blind") scene.resume(who, false);
          if (what === "key")
            scene.act(() => void room.keyPackage(scene.now, who, packages.get(who)![number]!));
          if (what === "ready") scene.act(() => room.ready(scene.now, who, number));
          if (what === "invalid") scene.act(() => room.invalid(scene.now, who, number));
          if (what === "wait") scene.advance([1, 1000, 7000][number]!);
          expect(room.nextDeadline(scene.now) ?? Infinity).toBeGreaterThan(scene.now);
        }
        scene.advance(20_000);
        const isClear = room.versionFor(1) === 0;
        expect(room.phase === "clear").toBe(isClear);
        for (const { client, sent } of scene.seats.values())
          if (bare.has(client.userId)) expect(sent.every(({ op }) => op < 21)).toBe(true);
      }),
      { ...forRuns(300, SHARES), examples: [[[...RETURNS_LATE]]] },
    );
  });
});
