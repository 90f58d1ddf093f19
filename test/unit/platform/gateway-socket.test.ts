import { describe, expect, it } from "vitest";
import { GatewaySocket } from "../../../platform/sockets/gateway-socket.js";
import { UNSENT_BYTES_MAX } from "../../../platform/sockets/socket-port.js";
import { NO_TAP } from "../../../platform/taps/wire-tap.js";
import { FakePort, HandClock } from "./support-gateway.js";

const INTERVAL = 10_000;

/** A socket of a gateway whose session is the user's name. */
function scene({ forgivesStalls = true, isDrained = true } = {}) {
  const clock = new HandClock();
  const beats = new HandClock();
  const port = new FakePort();
  const logs: string[] = [];
  const released: string[] = [];
  const waiting: (() => void)[] = [];
  const socket = new GatewaySocket<string>(port, {
    gateway: "test gateway",
    tap: NO_TAP,
    log: (line) => logs.push(line),
    clock,
    heartbeats: { clock: beats, intervalMs: INTERVAL, forgivesStalls },
    unidentified: { code: 4003, reason: "too late" },
    unreadCode: 4000,
    silent: (patienceMs) => ({ code: 4009, reason: `silent for ${patienceMs}` }),
    userIdOf: (session) => session,
    release: (session) => released.push(session),
    afterSending: (then) => (isDrained ? then() : waiting.push(then)),
  });
  return { clock, beats, port, logs, released, waiting, socket };
}

const message = (port: { send(data: string): void }) => port.send("{}");

describe("a socket of a gateway", () => {
  it("closes when the client does not identify within 30 s, regardless of heartbeats", () => {
    const { clock, port, socket } = scene();
    clock.advance(29_999);
    socket.beat();
    expect(port.closing).toBeUndefined();
    clock.advance(1);
    expect(port.closing).toEqual({ code: 4003, reason: "too late" });
  });

  it("stays open once the client has identified", () => {
    const { clock, port, socket } = scene();
    socket.begin("ada");
    clock.advance(60_000);
    expect(port.closing).toBeUndefined();
    expect(socket.owner).toBe("user ada");
  });

  it("closes after three missed heartbeats on the heartbeat clock and releases its session", () => {
    const { beats, port, logs, released, socket } = scene();
    socket.begin("ada");
    beats.advance(29_999);
    socket.beat();
    beats.advance(29_999);
    expect(port.closing).toBeUndefined();
    beats.advance(1);
    expect(port.closing).toEqual({ code: 4009, reason: "silent for 30000" });
    expect(logs).toEqual(["test gateway: closed user ada with 4009: silent for 30000"]);
    expect(released).toEqual(["ada"]);
    expect([socket.isOpen, socket.session]).toEqual([false, undefined]);
  });

  it.each([
    [true, undefined],
    [false, 4009],
  ])("that forgives stalls (%s) closes after one with %s", (forgivesStalls, code) => {
    const { beats, port } = scene({ forgivesStalls });
    beats.stall(3 * INTERVAL + 1001);
    beats.advance(0);
    expect(port.closing?.code).toBe(code);
  });

  it("drops a client that does not read, without a close frame, and releases its session", () => {
    const { port, logs, released, socket } = scene();
    socket.begin("ada");
    port.unsentBytes = UNSENT_BYTES_MAX;
    socket.send("{}", message);
    expect(port.isTerminated).toBe(false);
    port.unsentBytes = UNSENT_BYTES_MAX + 1;
    socket.send("{}", message);
    expect([port.isTerminated, port.closing]).toEqual([true, undefined]);
    expect(logs).toEqual([
      "test gateway: closed user ada with 4000: the client is not reading: 16 MiB are unsent",
    ]);
    expect(released).toEqual(["ada"]);
    socket.send("{}", message);
    expect(port.frames).toHaveLength(2);
  });

  it("closes once, after sent messages are written; the resume window starts at the call", () => {
    const { port, logs, released, waiting, socket } = scene({ isDrained: false });
    socket.begin("ada");
    socket.close({ code: 4000, reason: "first" });
    socket.close({ code: 4001, reason: "second" });
    expect([port.closing, released]).toEqual([undefined, ["ada"]]);
    waiting.forEach((then) => then());
    expect(port.closing).toEqual({ code: 4000, reason: "first" });
    expect(logs).toHaveLength(1);
  });

  it("sends nothing while frozen and still closes after missed heartbeats, unless they are stopped", () => {
    for (const isExpected of [true, false]) {
      const { beats, port, socket } = scene();
      socket.freeze();
      if (!isExpected) socket.stopHeartbeats();
      socket.send("{}", message);
      expect([socket.isOpen, port.frames]).toEqual([false, []]);
      beats.advance(3 * INTERVAL);
      expect(port.closing?.code).toBe(isExpected ? 4009 : undefined);
    }
  });

  it("after a reset has no timer and keeps its session until the connection is closed", () => {
    const { clock, beats, port, logs, released, socket } = scene();
    socket.begin("ada");
    socket.reset();
    clock.advance(60_000);
    beats.advance(60_000);
    expect([port.isTerminated, port.closing, released]).toEqual([true, undefined, []]);
    expect(logs).toEqual(["test gateway: closed user ada with 1006: the connection was cut"]);
    expect([socket.end(1000), socket.end(1000)]).toEqual(["ada", undefined]);
  });

  it('without a session is called "a socket" in the log', () => {
    const { logs, socket } = scene();
    socket.close({ code: 4002, reason: "bad" });
    expect(logs).toEqual(["test gateway: closed a socket with 4002: bad"]);
  });
});
