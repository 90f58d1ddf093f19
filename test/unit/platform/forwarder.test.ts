import { AeadMode } from "sdkpp/wire";
import { beforeEach, describe, expect, it } from "vitest";
import { STRANGER_OPENINGS, STRANGER_PERIOD_MS } from "../../../platform/voice/sfu/address-latch.js";
import { makeAead } from "../../../platform/voice/sfu/aead.js";
import { EARLY_DISCOVERY_MS, MAX_EARLY_DISCOVERIES } from "../../../platform/voice/sfu/early-discoveries.js";
import { Forwarder } from "../../../platform/voice/sfu/forwarder.js";
import { COUNTER_END, HOLD_LIMIT, HOLD_MS, MediaSession } from "../../../platform/voice/sfu/media-session.js";
import { readRtcp } from "../../../platform/voice/sfu/rtcp.js";
import { hex, vectors } from "./voice-vectors.js";

interface Sent {
  readonly data: Buffer;
  readonly port: number;
  readonly to: number | undefined;
}

const ADA_KEY = Buffer.alloc(32, 1);
const BEN_KEY = Buffer.alloc(32, 2);
const ADA = 1000;
const BEN = 2000;
const open = { maySpeak: true, mayHear: true };

let sent: Sent[];
let exhausted: number[];
let warnings: string[];
let forwarder: Forwarder;

beforeEach(() => {
  sent = [];
  exhausted = [];
  warnings = [];
  forwarder = new Forwarder({
    send: (data, length, port, _address, session) =>
      sent.push({ data: Buffer.from(data.subarray(0, length)), port, to: session?.ssrc }),
    exhausted: (ssrc) => exhausted.push(ssrc),
    warn: (text) => warnings.push(text),
  });
});

/** Ada talks to Ben in one room. */
function twoInARoom(announced = true): void {
  forwarder.add(0, new MediaSession(ADA, "ada", "room", open));
  forwarder.add(0, new MediaSession(BEN, "ben", "room", open));
  forwarder.select(ADA, AeadMode.Aes256Gcm, ADA_KEY, "127.0.0.1", 1111, 0x8000_0000);
  forwarder.select(BEN, AeadMode.XChaCha20Poly1305, BEN_KEY, "127.0.0.1", 2222, 0x8000_0010);
  if (announced) forwarder.announce(0, ADA);
}

function rtp(
  counter: number,
  options: { sequence?: number; first?: number; rest?: string; payload?: string; ssrc?: number } = {},
): Buffer {
  const fixed = Buffer.alloc(12);
  fixed.writeUInt8(options.first ?? 0x80, 0);
  fixed.writeUInt8(0x78, 1);
  fixed.writeUInt16BE((options.sequence ?? counter) & 0xffff, 2);
  fixed.writeUInt32BE((counter * 960) >>> 0, 4);
  fixed.writeUInt32BE(options.ssrc ?? ADA, 8);
  const clear = Buffer.concat([fixed, hex(options.rest ?? "")]);
  const out = Buffer.alloc(2048);
  clear.copy(out);
  const length = makeAead(AeadMode.Aes256Gcm, ADA_KEY).seal(
    out,
    clear.length,
    hex(options.payload ?? "f8aabbcc"),
    counter,
  );
  return out.subarray(0, length);
}

function ping(): Buffer {
  const request = Buffer.alloc(8);
  request.writeUInt32BE(0x1337cafe, 0);
  return request;
}

const arrive = (packet: Buffer, now = 0, port = 1111): void =>
  forwarder.handle(now, packet, "127.0.0.1", port);

function openedByBen(packet: Buffer, clearLength = 12): string | undefined {
  return makeAead(AeadMode.XChaCha20Poly1305, BEN_KEY).open(packet, clearLength)?.toString("hex");
}

describe("forwarding", () => {
  it("agrees with the vector: same header and plaintext, the receiver's key, mode and counter", () => {
    const { inbound, outbound } = vectors.forward;
    const ssrc = hex(inbound.packet).readUInt32BE(8);
    forwarder.add(0, new MediaSession(ssrc, "sender", "room", open));
    forwarder.select(ssrc, inbound.mode, hex(inbound.key), "127.0.0.1", 1, 0x8000_0000);
    forwarder.announce(0, ssrc);
    outbound.forEach((one, index) => {
      forwarder.add(0, new MediaSession(5000 + index, `r${index}`, "room", open));
      forwarder.select(5000 + index, one.mode, hex(one.key), "127.0.0.1", 2, one.counter);
    });
    arrive(hex(inbound.packet));
    expect(sent.map((one) => one.data.toString("hex"))).toEqual(outbound.map((one) => one.packet));
  });

  it("forwards to the room, but not to the sender or another room", () => {
    twoInARoom();
    forwarder.add(0, new MediaSession(3000, "eve", "other", open));
    forwarder.select(3000, AeadMode.Aes256Gcm, Buffer.alloc(32, 3), "127.0.0.1", 3333, 0x8000_0000);
    arrive(rtp(1));
    expect(sent.map((one) => one.to)).toEqual([BEN]);
    expect(openedByBen(sent[0]!.data)).toBe("f8aabbcc");
  });

  it("strips CSRC list, padding and foreign extensions", () => {
    twoInARoom();
    // CC 2, padding 3, extension profile 0x1000 with one word
    arrive(
      rtp(1, {
        first: 0xb2,
        rest: "0000000100000002" + "10000001",
        payload: "01020304" + "f8aabb" + "000003",
      }),
    );
    const { data } = sent[0]!;
    expect(data.readUInt8(0)).toBe(0x80);
    expect(openedByBen(data)).toBe("f8aabb");
  });

  it.each([
    ["padding of zero", { first: 0xa0, payload: "f8aabb00" }],
    ["padding longer than the payload", { first: 0xa0, payload: "f8aabb05" }],
    ["an extension longer than the plaintext", { first: 0x90, rest: "bede0009", payload: "f8aabb" }],
    ["padding that eats the extension", { first: 0xb0, rest: "bede0001", payload: "1000000003" }],
  ])("drops %s", (_claim, options) => {
    twoInARoom();
    arrive(rtp(1, options));
    expect(sent).toEqual([]);
    expect(forwarder.counters.malformed).toBe(1);
  });

  it("withholds media from members who may not hear and of members who may not speak", () => {
    twoInARoom();
    forwarder.find(BEN)!.mayHear = false;
    arrive(rtp(1));
    forwarder.find(BEN)!.mayHear = true;
    forwarder.find(ADA)!.maySpeak = false;
    arrive(rtp(2));
    expect(sent).toEqual([]);
    expect(forwarder.counters.silenced).toBe(1);
  });
});

describe("authentication", () => {
  it("ignores the address of a packet that is not authentic", () => {
    twoInARoom();
    const packet = rtp(1);
    packet.writeUInt8(packet.readUInt8(20) ^ 1, 20);
    arrive(packet, 0, 9999);
    expect(sent).toEqual([]);
    expect(forwarder.find(ADA)?.port).toBe(1111);
    arrive(rtp(1));
    expect(sent).toHaveLength(1);
  });

  it("latches the address of the newest authentic packet, not of a replay", () => {
    twoInARoom();
    arrive(rtp(1), 0, 5555);
    expect(forwarder.find(ADA)?.port).toBe(5555);
    arrive(rtp(1), 0, 6666);
    expect(forwarder.find(ADA)?.port).toBe(5555);
    expect(forwarder.counters.replayed).toBe(1);
    expect(sent).toHaveLength(1);
  });

  it("follows a second op 1, with the same key and counters", () => {
    twoInARoom();
    arrive(rtp(1));
    forwarder.move(ADA, "127.0.0.1", 5555);
    expect(forwarder.find(ADA)).toMatchObject({ port: 5555, counter: 0x8000_0000 });
    arrive(rtp(2), 0, 5555);
    arrive(rtp(2), 0, 5555);
    expect(forwarder.counters).toMatchObject({ opened: 2, replayed: 1, unexpected: 0 });
  });

  it("without latching ignores packets from addresses other than that of op 1", () => {
    twoInARoom();
    forwarder.latches = false;
    arrive(rtp(1), 0, 5555);
    arrive(ping(), 0, 5555);
    expect(sent).toEqual([]);
    expect(forwarder.counters).toMatchObject({ unexpected: 2, opened: 0, pings: 0 });
    forwarder.move(ADA, "127.0.0.1", 5555);
    arrive(rtp(1), 0, 5555);
    arrive(ping(), 0, 5555);
    expect(sent.map(({ port }) => port)).toEqual([2222, 5555]);
  });

  it("rejects a packet recorded 65 536 packets earlier", () => {
    twoInARoom();
    const recorded = rtp(5);
    arrive(recorded);
    for (let counter = 6; counter <= 5 + 65_536; counter += 512) arrive(rtp(counter));
    arrive(recorded);
    expect(forwarder.counters.replayed).toBe(1);
  });

  it("warns once about many packets that are not authentic", () => {
    twoInARoom();
    const packet = rtp(1);
    packet.writeUInt8(packet.readUInt8(20) ^ 1, 20);
    for (let n = 0; n < 2000; n += 1) arrive(packet, n);
    expect(warnings).toHaveLength(1);
    expect(forwarder.counters.refused).toBe(2000);
  });

  describe("datagrams from other addresses than the session's", () => {
    const forged = (n: number): Buffer => {
      const packet = rtp(100 + n);
      packet.writeUInt8(packet.readUInt8(20) ^ 1, 20);
      return packet;
    };

    it("are opened within a budget, so that a flood does not affect the session", () => {
      twoInARoom();
      arrive(rtp(1), 0);
      // Ten seconds of 4,700 forged packets a second, and 50 good ones.
      for (let ms = 0; ms < 10_000; ms += 1) {
        for (let n = 0; n < 5; n += 1) arrive(forged(n), ms, 2000 + n);
        if (ms % 20 === 0) arrive(rtp(1000 + ms), ms);
      }
      const { refused, unexpected, opened } = forwarder.counters;
      expect(opened).toBe(1 + 500);
      expect(refused + unexpected).toBe(50_000);
      expect(refused).toBe((10_000 / STRANGER_PERIOD_MS) * STRANGER_OPENINGS);
      expect(forwarder.sessionStats().find(({ ssrc }) => ssrc === ADA)?.refused).toBe(refused);
      expect(warnings).toEqual([`received many packets with SSRC ${ADA} that are not authentic`]);
    });

    it("are all opened before the first authentic one, and the session may move", () => {
      twoInARoom();
      for (let n = 0; n < 200; n += 1) arrive(forged(n), 0, 3333);
      expect(forwarder.counters).toMatchObject({ refused: 200, unexpected: 0 });
      arrive(rtp(1), 0, 5555);
      for (let n = 2; n < 40; n += 1) arrive(rtp(n), n * 20, 6666);
      expect(forwarder.counters).toMatchObject({ opened: 39, unexpected: 0 });
      expect(forwarder.find(ADA)?.port).toBe(6666);
      // Reports have the same budget as packets.
      for (let n = 0; n < 200; n += 1) arrive(forged(n), 900, 7777);
      expect(forwarder.counters.unexpected).toBeGreaterThanOrEqual(150);
    });

    describe("when the session moves, as with a call that goes on in another process", () => {
      /** Two seconds of sound, which a successor sends at once. */
      const BACKLOG = 100;
      /** The counter of the next packet. */
      let next: number;
      /** When packets of the session were forwarded. */
      let forwardedAt: number[];

      beforeEach(() => {
        twoInARoom();
        arrive(rtp(1), 0);
        sent = [];
        next = 2;
        forwardedAt = [];
      });

      function send(now: number): void {
        const before = sent.length;
        arrive(rtp(next), now, 5555);
        next += 1;
        if (sent.length > before) forwardedAt.push(now);
      }

      /** Two seconds with the move and, before each packet of the session, those of a flood. */
      function moveAt(start: number, forgedPerS: number, floodEnd: number): void {
        const packet = forged(0);
        for (let ms = 0; ms < 2000; ms += 1) {
          const due = Math.floor(((ms + 1) * forgedPerS) / 1000) - Math.floor((ms * forgedPerS) / 1000);
          if (ms < floodEnd) for (let n = 0; n < due; n += 1) arrive(packet, ms, 3333);
          if (ms === start) for (let n = 0; n < BACKLOG; n += 1) send(ms);
          else if (ms > start && (ms - start) % 20 === 0) send(ms);
        }
      }

      it("one opening is enough for all that it sends at once", () => {
        for (let n = 0; n < BACKLOG; n += 1) send(20);
        expect(forwardedAt).toHaveLength(BACKLOG);
        for (let n = 0; n < BACKLOG; n += 1) arrive(forged(n), 20, 3333);
        expect(forwarder.counters).toMatchObject({ opened: 1 + BACKLOG, refused: 49, unexpected: 51 });
      });

      it.each([100, 500, 1000, 2400])(
        "it is heard within a second while %i forged packets a second go on, whatever comes first",
        (rate) => {
          for (let phase = 0; phase < 20; phase += 1) {
            forwarder.select(ADA, AeadMode.Aes256Gcm, ADA_KEY, "127.0.0.1", 1111, 0x8000_0000);
            arrive(rtp(1), 0);
            [next, forwardedAt] = [2, []];
            moveAt(700 + phase, rate, Infinity);
            const [first = Infinity] = forwardedAt;
            expect(first - (700 + phase), `phase ${phase}`).toBeLessThan(1000);
            expect(forwardedAt.at(-1)).toBeGreaterThanOrEqual(1980);
          }
        },
      );

      it("it is heard within a second of a flood that has left no budget", () => {
        moveAt(700, 5000, 700);
        expect(forwardedAt[0]).toBeLessThan(1700);
        expect(forwardedAt.at(-1)).toBe(1980);
      });

      it("op 1 needs no budget", () => {
        for (let n = 0; n < 200; n += 1) arrive(forged(n), 10, 3333);
        send(10);
        expect(forwardedAt).toEqual([]);
        forwarder.move(ADA, "127.0.0.1", 5555);
        send(10);
        expect(forwardedAt).toEqual([10]);
      });
    });

    it("are opened again after a new key, and after the clock is set back", () => {
      twoInARoom();
      arrive(rtp(1), 1_000_000);
      for (let n = 0; n < 100; n += 1) arrive(forged(n), 1_000_000, 3333);
      expect(forwarder.counters).toMatchObject({ refused: 50, unexpected: 50 });
      for (let n = 0; n < 100; n += 1) arrive(forged(n), n * 20, 3333);
      expect(forwarder.counters.refused).toBeGreaterThan(140);
      forwarder.select(ADA, AeadMode.Aes256Gcm, ADA_KEY, "127.0.0.1", 1111, 0x8000_0000);
      arrive(rtp(5000), 0, 4444);
      expect(forwarder.find(ADA)?.port).toBe(4444);
    });
  });

  it("survives 10,000 random datagrams and changes nothing but counters", () => {
    twoInARoom();
    let state = 42;
    const random = (below: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state % below;
    };
    for (let n = 0; n < 10_000; n += 1) {
      const data = Buffer.from({ length: random(1500) } as ArrayLike<number>).map(() => random(256));
      const packet = Buffer.from(data);
      if (packet.length > 12 && n % 2 === 0) {
        packet.writeUInt8(0x80 | random(64), 0);
        packet.writeUInt8(n % 4 === 0 ? 0x78 : 200 + random(8), 1);
        packet.writeUInt32BE(ADA, n % 4 === 0 ? 8 : 4);
      }
      arrive(packet, n, 9999);
    }
    const toSessions = sent.filter((one) => one.to !== undefined);
    expect(toSessions).toEqual([]);
    expect(forwarder.find(ADA)?.port).toBe(1111);
    expect(forwarder.counters.opened).toBe(0);
    expect(forwarder.counters.received).toBe(10_000);
    arrive(rtp(1));
    expect(sent.filter((one) => one.to === BEN)).toHaveLength(1);
  });
});

describe("before the first op 5", () => {
  it("holds at most 20 packets and forwards the fresh ones in order", () => {
    twoInARoom(false);
    for (let counter = 1; counter <= HOLD_LIMIT + 5; counter += 1) arrive(rtp(counter), counter);
    expect(sent).toEqual([]);
    forwarder.announce(HOLD_MS + 3, ADA);
    expect(sent.map((one) => one.data.readUInt16BE(2))).toEqual(
      Array.from({ length: HOLD_LIMIT - 2 }, (_, n) => n + 3),
    );
    expect(forwarder.counters.unannounced).toBe(7);
  });
});

describe("counters", () => {
  it("are shared by RTP and RTCP, and a session that used up its quarter sends nothing", () => {
    twoInARoom();
    forwarder.find(BEN)!.counter = COUNTER_END;
    arrive(rtp(1));
    arrive(rtp(2));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.data.readUInt32BE(sent[0].data.length - 4)).toBe(COUNTER_END);
    expect(exhausted).toEqual([BEN]);
  });

  it("warn once about a client that uses the platform's quarter", () => {
    twoInARoom();
    arrive(rtp(0x8000_0005));
    arrive(rtp(0x8000_0006));
    expect(warnings).toHaveLength(1);
  });
});

describe("loss feedback", () => {
  function reportToAda(): number | undefined {
    const packet = sent.findLast((one) => one.to === ADA)?.data;
    if (packet === undefined) return undefined;
    const body = makeAead(AeadMode.Aes256Gcm, ADA_KEY).open(packet, 8);
    return readRtcp(packet, body!).losses[0]?.fractionLost;
  }

  function benReports(fractionLost: number, counter: number): void {
    const clear = hex("81c90007" + BEN.toString(16).padStart(8, "0"));
    const body = Buffer.alloc(24);
    body.writeUInt32BE(ADA, 0);
    body.writeUInt8(fractionLost, 4);
    const out = Buffer.alloc(2048);
    clear.copy(out);
    const length = makeAead(AeadMode.XChaCha20Poly1305, BEN_KEY).seal(out, 8, body, counter);
    forwarder.handle(1000, out.subarray(0, length), "127.0.0.1", 2222);
  }

  it("reports the uplink's loss to a sender", () => {
    twoInARoom();
    for (let n = 1; n <= 20; n += 1) if (n % 4 !== 0) arrive(rtp(n), n * 20);
    arrive(rtp(21), 420);
    forwarder.report(1000);
    expect(reportToAda()).toBe(Math.floor((5 * 256) / 21));
  });

  it("reports the receivers' loss when it is greater", () => {
    twoInARoom();
    arrive(rtp(1), 900);
    benReports(64, 1);
    forwarder.report(1000);
    expect(reportToAda()).toBe(64);
  });

  it("sends no report to a client that has not sent", () => {
    twoInARoom();
    forwarder.report(1000);
    expect(sent).toEqual([]);
  });
});

describe("IP discovery", () => {
  const asksFor = (ssrc: number): Buffer => {
    const request = Buffer.alloc(74);
    request.writeUInt16BE(1, 0);
    request.writeUInt16BE(70, 2);
    request.writeUInt32BE(ssrc, 4);
    return request;
  };
  const add = (ssrc: number, now: number): void =>
    forwarder.add(now, new MediaSession(ssrc, "ada", "room", open));
  const answers = (): string[] =>
    sent.map(({ data, port }) => `${data.readUInt16BE(0)} ${data.readUInt32BE(4)} ${port}`);

  it("answers with the sender's address, at that address", () => {
    add(ADA, 0);
    arrive(asksFor(ADA), 0, 4444);
    expect(answers()).toEqual([`2 ${ADA} 4444`]);
  });

  it("answers a client that was faster than its session once, at its last address", () => {
    arrive(asksFor(ADA), 0, 4444);
    arrive(asksFor(ADA), 10, 5555);
    expect(answers()).toEqual([]);
    add(BEN, 20);
    expect(answers()).toEqual([]);
    add(ADA, EARLY_DISCOVERY_MS + 10);
    add(ADA, EARLY_DISCOVERY_MS + 10);
    expect(answers()).toEqual([`2 ${ADA} 5555`]);
    expect(forwarder.counters).toMatchObject({ unknownSsrc: 2, discoveries: 1 });
  });

  it("does not answer a request that is too old", () => {
    arrive(asksFor(ADA));
    add(ADA, EARLY_DISCOVERY_MS + 1);
    expect(sent).toEqual([]);
  });

  it("keeps only the newest of many requests", () => {
    for (let ssrc = 1; ssrc <= MAX_EARLY_DISCOVERIES + 1; ssrc += 1) arrive(asksFor(ssrc));
    for (let ssrc = 1; ssrc <= MAX_EARLY_DISCOVERIES + 1; ssrc += 1) add(ssrc, 0);
    expect(sent).toHaveLength(MAX_EARLY_DISCOVERIES);
    expect(answers()[0]).toBe("2 2 1111");
  });
});
