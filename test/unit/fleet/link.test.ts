// Links of a fleet over a network that the test drives: it loses frames, sends them twice and in another order, and lies.
import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { LinkCipher, type LinkSide } from "../../../packages/fleet/bus/link-cipher.js";
import { Link } from "../../../packages/fleet/bus/link.js";
import { seeded } from "../../support/seeded.js";
import { VirtualClock } from "../../support/virtual-clock.js";

const KEY = new Uint8Array(32).fill(7);
const SALT = new Uint8Array(48).fill(9);
const ACK_MS = 20;

let clock: VirtualClock;

/** One side, and what is on its way from it. */
class Side {
  readonly link: Link;
  readonly heard: string[] = [];
  readonly failures: string[] = [];
  frames: Uint8Array[] = [];

  constructor(side: LinkSide, salt = SALT) {
    this.link = new Link({
      cipher: new LinkCipher(KEY, salt, side),
      clock,
      transmit: (frame) => this.frames.push(frame),
      deliver: (message) => this.heard.push(Buffer.from(message).toString()),
      failed: (reason) => this.failures.push(reason),
    });
  }

  take(): Uint8Array[] {
    return this.frames.splice(0);
  }
}

function pair(): [Side, Side] {
  return [new Side("controller"), new Side("worker")];
}

/** All frames arrive, until nobody sends any more. */
function exchange(...[one, other]: [Side, Side]): void {
  for (let idle = 0; idle < 4; idle += 1) {
    for (const frame of one.take()) other.link.receive(frame);
    for (const frame of other.take()) one.link.receive(frame);
    if (one.frames.length + other.frames.length > 0) idle = 0;
    clock.advance(ACK_MS);
  }
}

beforeEach(() => {
  clock = new VirtualClock();
});

describe("a link", () => {
  it("delivers each message once and in order, whatever the network does", () => {
    const random = seeded(39);
    const [one, other] = pair();
    const sent = Array.from(
      { length: 200 },
      (_, at) => `${String(at)}:${"x".repeat(Math.floor(random() * 2000))}`,
    );
    const onTheWay: [Side, Uint8Array][] = [];
    for (let turn = 0; other.heard.length < sent.length && turn < 20_000; turn += 1) {
      const next = sent[turn];
      if (next !== undefined) one.link.send(Buffer.from(next));
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const)
        for (const frame of from.take()) {
          if (random() < 0.2) continue;
          onTheWay.splice(Math.floor(random() * onTheWay.length), 0, [to, frame]);
          if (random() < 0.1) onTheWay.push([to, frame]);
        }
      for (const [to, frame] of onTheWay.splice(0, 5)) to.link.receive(frame);
      clock.advance(10);
    }
    expect(other.heard).toEqual(sent);
    expect([one.failures, other.failures]).toEqual([[], []]);
  });

  it("has 256 KiB under way at most, and sends a message of megabytes whole", () => {
    const [one, other] = pair();
    const message = randomBytes(3_000_000).toString("hex");
    one.link.send(Buffer.from(message));
    expect(one.frames.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(256 * 1024);
    exchange(one, other);
    expect(other.heard).toEqual([message]);
  });

  it("fails by name when nothing is taken", () => {
    const [silent, full] = pair();
    silent.link.send(Buffer.from("a"));
    for (let seconds = 0; seconds < 7; seconds += 1) clock.advance(1000);
    expect(silent.failures).toEqual(["the other side is silent"]);
    const [, other] = pair();
    for (let megabytes = 0; megabytes < 65; megabytes += 1) other.link.send(Buffer.alloc(1024 * 1024));
    expect(other.failures).toEqual([
      expect.stringMatching(/^more than 64 MiB wait to be sent: play long files/),
    ]);
    full.link.end();
  });

  it("lives while nothing is said, and is no shorter for that when a frame is lost", () => {
    const [one, other] = pair();
    for (let seconds = 0; seconds < 60; seconds += 1) {
      exchange(one, other);
      clock.advance(1000);
    }
    one.link.send(Buffer.from("late"));
    one.take();
    clock.advance(300);
    exchange(one, other);
    expect([other.heard, one.failures, other.failures]).toEqual([["late"], [], []]);
  });

  it("ends when what was sent has arrived, and waits for no other side", async () => {
    const [one, other] = pair();
    one.link.send(Buffer.from("last"));
    const finished = one.link.finish();
    exchange(one, other);
    await finished;
    expect(other.heard).toEqual(["last"]);
    const [alone] = pair();
    alone.link.send(Buffer.from("nobody"));
    const given = alone.link.finish();
    clock.advance(1000);
    await given;
    expect(alone.failures).toEqual([]);
  });

  it.each([
    ["a frame of another link", () => frameOf("controller", new Uint8Array(48).fill(8))],
    ["its own frame", () => frameOf("worker")],
    ["a frame with a bit changed", () => changed(frameOf("controller"), 20)],
    ["a frame with another number", () => changed(frameOf("controller"), 6)],
    ["an empty frame", () => new Uint8Array(0)],
    ["a header alone", () => frameOf("controller").subarray(0, 7)],
    ["an unknown kind", () => changed(frameOf("controller"), 0)],
  ])("takes nothing of %s", (_what, frame) => {
    const other = new Side("worker");
    other.link.receive(frame());
    clock.advance(ACK_MS);
    expect([other.heard, other.frames]).toEqual([[], []]);
  });
});

function frameOf(side: LinkSide, salt = SALT): Uint8Array {
  const one = new Side(side, salt);
  one.link.send(Buffer.from("hello"));
  return one.frames[0]!;
}

function changed(frame: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(frame);
  copy[at] = copy[at]! ^ 4;
  return copy;
}
