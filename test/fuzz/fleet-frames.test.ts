// Frames and letters of a fleet with damage anywhere, and of whoever has no key: they change nothing.
import fc from "fast-check";
import { expect, it } from "vitest";
import { Letters } from "../../packages/fleet/bus/letters.js";
import { LinkCipher } from "../../packages/fleet/bus/link-cipher.js";
import { parseOpenAnswer, parseOpenRequest } from "../../packages/fleet/bus/opening.js";
import { parseOrder } from "../../packages/fleet/bus/orders.js";
import { parseBeat } from "../../packages/fleet/roster/beat.js";
import { seededBytes } from "../support/seeded-bytes.js";
import { VirtualClock } from "../support/virtual-clock.js";
import { forRuns } from "./support-runs.js";

/** Properties below. */
const SHARES = 3;
const KEY = new Uint8Array(32).fill(3);
const SALT = new Uint8Array(48).fill(4);

const frame = new LinkCipher(KEY, SALT, "worker").seal("data", 7, Buffer.from("hello"));
const letters = new Letters({
  fleetKey: KEY,
  random: seededBytes(1),
  wallClock: () => 1_700_000_000_000,
  clock: new VirtualClock(),
});
const letter = letters.seal("order a", { do: "drain" });

/** Another one than `whole`: bytes changed, cut or added. */
function damaged(whole: Uint8Array): fc.Arbitrary<Uint8Array> {
  const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) });
  return fc
    .tuple(fc.array(change, { maxLength: 8 }), fc.nat(whole.length), fc.uint8Array({ maxLength: 40 }))
    .map(([changes, cut, more]) => {
      const copy = Buffer.concat([whole.subarray(0, cut), more]);
      for (const { at, byte } of changes) if (at < copy.length) copy[at] = byte;
      return Uint8Array.from(copy);
    })
    .filter((bytes) => Buffer.compare(bytes, whole) !== 0);
}

it("a damaged frame does not open", () => {
  const reader = new LinkCipher(KEY, SALT, "controller");
  expect(reader.open(frame)).toMatchObject({ kind: "data", number: 7 });
  fc.assert(
    fc.property(fc.oneof(damaged(frame), fc.uint8Array()), (bytes) => reader.open(bytes) === undefined),
    forRuns(2000, SHARES),
  );
});

it("a damaged letter does not open", () => {
  expect(letters.open("order a", letter)).toEqual({ do: "drain" });
  fc.assert(
    fc.property(
      fc.oneof(damaged(letter), fc.uint8Array()),
      (bytes) => letters.open("order a", bytes) === undefined,
    ),
    forRuns(2000, SHARES),
  );
});

it("what a letter has is of its form, or nothing", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const parse of [parseBeat, parseOpenAnswer, parseOpenRequest, parseOrder])
        expect([undefined, "object"]).toContain(parse(value) === undefined ? undefined : typeof parse(value));
    }),
    forRuns(2000, SHARES),
  );
});
