import { AeadMode } from "sdkpp/wire";
import { beforeEach, describe, expect, it } from "vitest";
import { makeAead } from "../../../platform/voice/sfu/aead.js";
import { Forwarder } from "../../../platform/voice/sfu/forwarder.js";
import { MediaSession } from "../../../platform/voice/sfu/media-session.js";
import type { E2eeMember } from "../../../platform/voice/sfu/messages.js";
import { frameCounter, isMarked } from "../../../platform/voice/sfu/protocol-frame.js";

const KEY = Buffer.alloc(32, 1);
const [ADA, BEN, CEM] = [1000, 2000, 3000];
const CLEAR = "f8aabbcc";
const SILENCE = "f8fffe";

let heardBy: number[];
let forwarder: Forwarder;
let counter: number;

/** An encrypted frame: one byte of sound, tag, counter, size, marker. */
function frame(nonce: number, body = "01"): string {
  const digits: number[] = [];
  for (let rest = nonce; ; rest = Math.floor(rest / 128)) {
    digits.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    if (rest < 128) break;
  }
  return `${body}${"00".repeat(8)}${Buffer.from([...digits, 8 + digits.length + 3]).toString("hex")}fafa`;
}

beforeEach(() => {
  heardBy = [];
  counter = 1;
  forwarder = new Forwarder({
    send: (_data, _length, _port, _address, session) => heardBy.push(session!.ssrc),
    exhausted: () => undefined,
    warn: () => undefined,
  });
  for (const ssrc of [ADA, BEN, CEM]) {
    forwarder.add(0, new MediaSession(ssrc, String(ssrc), "room", { maySpeak: true, mayHear: true }));
    forwarder.select(ssrc, AeadMode.Aes256Gcm, KEY, "127.0.0.1", ssrc, 0x8000_0000);
    forwarder.announce(0, ssrc);
  }
});

/** The receivers of one packet of Ada. */
function say(payload: string, now = 0): number[] {
  const out = Buffer.alloc(2048);
  out.writeUInt16BE(0x8078, 0);
  out.writeUInt16BE(counter, 2);
  out.writeUInt32BE(ADA, 8);
  const length = makeAead(AeadMode.Aes256Gcm, KEY).seal(out, 12, Buffer.from(payload, "hex"), counter);
  counter += 1;
  heardBy = [];
  forwarder.handle(now, out.subarray(0, length), "127.0.0.1", ADA);
  return heardBy;
}

function member(ssrc: number, more: Partial<E2eeMember> = {}): E2eeMember {
  return { ssrc, version: 1, hasKeys: true, owesReady: false, ...more };
}

function room(members: E2eeMember[], { isLifted = false, isChanging = false, now = 0 } = {}): void {
  forwarder.setE2ee(now, "room", isLifted, isChanging, members);
}

const everybody = () => [member(ADA), member(BEN), member(CEM)];

describe("without end-to-end encryption", () => {
  it("forwards everything to all, even sound that ends with the marker by chance", () => {
    expect(say(CLEAR)).toEqual([BEN, CEM]);
    expect(say("f8aafafa")).toEqual([BEN, CEM]);
  });
});

describe("with end-to-end encryption", () => {
  it("drops clear frames except silence", () => {
    room(everybody());
    expect(say(CLEAR)).toEqual([]);
    expect(say(SILENCE)).toEqual([BEN, CEM]);
    expect(say(frame(1))).toEqual([BEN, CEM]);
    expect(forwarder.counters).toMatchObject({ e2eeClear: 1 });
  });

  it("withholds encrypted frames from a member that is not in the group yet", () => {
    room([member(ADA), member(BEN), member(CEM, { hasKeys: false })]);
    expect(say(frame(1))).toEqual([BEN]);
    expect(say(SILENCE)).toEqual([BEN, CEM]);
    expect(forwarder.counters).toMatchObject({ e2eeKeyless: 1 });
    room(everybody());
    expect(say(frame(2))).toEqual([BEN, CEM]);
  });

  it("withholds them from a member without support, even during a downgrade", () => {
    room([member(ADA), member(BEN), member(CEM, { version: 0 })], { isLifted: true });
    expect(say(frame(1))).toEqual([BEN]);
    expect(say(CLEAR)).toEqual([BEN, CEM]);
    expect(forwarder.counters).toMatchObject({ e2eeUnaware: 1, e2eeClear: 0 });
  });

  it("suspends the rules while a downgrade or upgrade is in progress", () => {
    room([member(ADA, { hasKeys: false }), member(BEN), member(CEM, { hasKeys: false })], { isLifted: true });
    expect(say(CLEAR)).toEqual([BEN, CEM]);
    expect(say(frame(1))).toEqual([BEN, CEM]);
  });
});

describe("new keys", () => {
  const owing = () => [member(ADA), member(BEN, { owesReady: true }), member(CEM)];

  it("are detected by a counter that restarts, and withheld from members without them", () => {
    room(everybody());
    for (const nonce of [1, 2, 300]) say(frame(nonce));
    room(owing(), { isChanging: true, now: 100 });
    expect(say(frame(301), 100)).toEqual([BEN, CEM]);
    expect(say(frame(1), 120)).toEqual([CEM]);
    expect(say(frame(2), 140)).toEqual([CEM]);
    expect(forwarder.counters).toMatchObject({ e2eeEarly: 2 });
    room(everybody(), { isChanging: true, now: 150 });
    expect(say(frame(3), 160)).toEqual([BEN, CEM]);
  });

  it("from before the change, and those of an executed change, are forwarded to all", () => {
    room(everybody());
    say(frame(5), 10);
    say(frame(1), 20);
    room(owing(), { isChanging: true, now: 100 });
    expect(say(frame(2), 110)).toEqual([BEN, CEM]);
    expect(say(frame(1), 120)).toEqual([CEM]);
    room(owing(), { now: 130 });
    expect(say(frame(2), 140)).toEqual([BEN, CEM]);
  });

  it("of an executed change are forwarded to all, even if the next change is announced before their first frame", () => {
    room(everybody());
    say(frame(5), 10);
    room(owing(), { isChanging: true, now: 100 });
    room(everybody(), { now: 110 });
    room(owing(), { isChanging: true, now: 115 });
    expect(say(frame(1), 120)).toEqual([BEN, CEM]);
    expect(say(frame(1), 140)).toEqual([CEM]);
    expect(forwarder.counters).toMatchObject({ e2eeEarly: 1 });
  });

  it("of changes executed in quick succession are forwarded to all, whichever of them a sender uses", () => {
    room(everybody());
    say(frame(5), 10);
    for (const now of [100, 120]) {
      room(owing(), { isChanging: true, now });
      room(everybody(), { now: now + 10 });
    }
    // It was notified of both, and processes the second only now, in the middle of the third.
    expect(say(frame(1), 131)).toEqual([BEN, CEM]);
    room(owing(), { isChanging: true, now: 140 });
    expect(say(frame(1), 150)).toEqual([BEN, CEM]);
    expect(say(frame(2), 170)).toEqual([BEN, CEM]);
    expect(forwarder.counters).toMatchObject({ e2eeEarly: 0 });
    // No member has been notified of the third.
    expect(say(frame(1), 190)).toEqual([CEM]);
  });

  it("of a sender that was silent for long are not mistaken for early keys of a later change", () => {
    room(everybody());
    say(frame(5), 10);
    room(owing(), { isChanging: true, now: 100 });
    room(everybody(), { now: 110 });
    room(owing(), { isChanging: true, now: 60_000 });
    expect(say(frame(1), 60_010)).toEqual([BEN, CEM]);
    expect(say(frame(1), 60_020)).toEqual([CEM]);
  });

  it("of an early sender are forwarded to all once the change is executed, and are early again in the next", () => {
    room(everybody());
    say(frame(5), 10);
    room(owing(), { isChanging: true, now: 100 });
    expect(say(frame(1), 105)).toEqual([CEM]);
    room(everybody(), { now: 110 });
    expect(say(frame(2), 112)).toEqual([BEN, CEM]);
    room(owing(), { isChanging: true, now: 115 });
    expect(say(frame(3), 120)).toEqual([BEN, CEM]);
    expect(say(frame(1), 140)).toEqual([CEM]);
  });

  it("are the first keys of a newcomer", () => {
    room(owing(), { isChanging: true, now: 100 });
    expect(say(frame(1), 110)).toEqual([CEM]);
  });
});

describe("the counter of a frame", () => {
  it.each([0, 1, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 28, 2 ** 32 - 1])("%i is read", (nonce) => {
    expect(frameCounter(Buffer.from(frame(nonce), "hex"))).toBe(nonce);
  });

  it.each([
    ["nothing", ""],
    ["a clear frame", "f8aabbccddeeff00112233"],
    ["too short", "00000000000000000bfafa".slice(2)],
    ["a size below the minimum", `01${"00".repeat(8)}010afafa`],
    ["a size beyond the frame", `01${"00".repeat(8)}01fffafa`],
    ["a counter without an end", `01${"00".repeat(8)}800cfafa`],
    ["a counter of eleven bytes", `${"00".repeat(8)}${"80".repeat(10)}0116fafa`],
  ])("is not read from %s", (_claim, text) => {
    expect(frameCounter(Buffer.from(text, "hex"))).toBeUndefined();
  });

  it("keeps the low 32 bits of a longer one", () => {
    const text = `01${"00".repeat(8)}8180808080011${"1"}fafa`;
    expect(isMarked(Buffer.from(text, "hex"))).toBe(true);
    expect(frameCounter(Buffer.from(text, "hex"))).toBe(1);
  });
});
