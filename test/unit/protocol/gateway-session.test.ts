import { describe, expect, it } from "vitest";
import { GATEWAY_TRANSITIONS } from "../../../lib/protocol/index.js";
import { GatewayPeer, GENERIC_URL, RESUME_URL } from "./gateway-peer.js";

function connected(random?: () => number): GatewayPeer {
  const peer = new GatewayPeer(random);
  peer.connect();
  return peer;
}

describe("a gateway session", () => {
  it("goes through its statuses on connect", () => {
    const peer = connected();
    expect(peer.statuses.map(({ status }) => status)).toEqual([
      "HttpWait",
      "Connecting",
      "Connected",
      "Ready",
    ]);
    expect(peer.delivered).toEqual(["READY"]);
  });

  it("disconnects with 1000 and ends Disconnected without error", () => {
    const peer = connected();
    peer.session.disconnect(peer.nowMs);
    peer.advance(0);
    peer.event("WAKE");
    peer.advance(3000);
    expect(peer.outputs.filter(({ type }) => type === "close")).toEqual([{ type: "close", code: 1000 }]);
    expect(peer.last()).toEqual({ type: "status", status: "Disconnected", error: "None", errorDetail: 0 });
  });

  it("reports a cancelled connect", () => {
    const peer = connected();
    peer.close(1006);
    peer.session.disconnect(peer.nowMs);
    peer.advance(1);
    expect(peer.session.status).toBe("Disconnected");
    expect(peer.session.nextDeadline()).toBeUndefined();
  });

  it("waits for the end of a disconnect before it connects again", () => {
    const peer = connected();
    peer.session.disconnect(peer.nowMs);
    peer.session.connect(peer.nowMs);
    peer.advance(5000);
    expect(peer.logins.identify).toBe(2);
    expect(peer.last()?.status).toBe("Ready");
  });

  it("sends the first heartbeat after a random part of the interval, then every interval", () => {
    const peer = connected(() => 0.25);
    peer.advance(41_250 * 0.25 - 1);
    expect(peer.outputs.filter(({ type }) => type === "heartbeat")).toHaveLength(0);
    peer.advance(1);
    expect(peer.outputs.filter(({ type }) => type === "heartbeat")).toEqual([{ type: "heartbeat", seq: 1 }]);
    peer.advance(41_250 * 3);
    expect(peer.outputs.filter(({ type }) => type === "heartbeat")).toHaveLength(4);
  });

  it("answers a heartbeat request at once", () => {
    const peer = connected();
    peer.send({ op: 1, d: null });
    expect(peer.outputs.at(-1)).toEqual({ type: "heartbeat", seq: 1 });
  });

  it("drops a dead connection when a heartbeat stays unanswered, and resumes", () => {
    const peer = connected();
    peer.acknowledges = false;
    peer.advance(41_250 * 0.5 + 41_250 - 1);
    expect(peer.logins.resume).toBe(0);
    peer.advance(1);
    expect(peer.outputs.filter(({ type }) => type === "abandon")).toEqual([{ type: "abandon", code: 4000 }]);
    expect(peer.logins).toEqual({ identify: 1, resume: 1 });
    expect(peer.last()?.status).toBe("Ready");
  });

  it("does not mistake its own sleep for a dead connection", () => {
    const peer = connected();
    peer.acknowledges = false;
    peer.advance(41_250 * 0.5);
    peer.nowMs += 120_000;
    peer.session.handleTimeout(peer.nowMs);
    expect(peer.session.state).toBe("live");
  });

  it("resumes at once after op 7, at the address from READY", () => {
    const peer = connected();
    peer.send({ op: 7, d: null });
    expect(peer.outputs.filter(({ type }) => type === "open").at(-1)).toEqual({
      type: "open",
      url: RESUME_URL,
    });
    expect(peer.logins).toEqual({ identify: 1, resume: 1 });
  });

  it("identifies on the same socket after 1 to 3 s when the session is lost", () => {
    const peer = connected(() => 0.5);
    peer.expireSession();
    peer.close(1006);
    peer.advance(750);
    expect(peer.logins).toEqual({ identify: 1, resume: 1 });
    const opened = peer.outputs.filter(({ type }) => type === "open").length;
    peer.advance(1999);
    expect([peer.logins.identify, peer.last()?.status]).toEqual([1, "Reconnecting"]);
    peer.advance(1);
    expect(peer.logins.identify).toBe(2);
    expect(peer.outputs.filter(({ type }) => type === "open")).toHaveLength(opened);
    expect(peer.last()?.status).toBe("Ready");
  });

  it("resumes again when an invalid session is resumable", () => {
    const peer = connected();
    peer.send({ op: 9, d: true });
    peer.advance(5000);
    expect(peer.logins).toEqual({ identify: 1, resume: 1 });
  });

  it("identifies after three resumes that are cut without an answer", () => {
    const peer = connected();
    peer.cutsResumes = true;
    peer.close(1006);
    peer.advance(60_000);
    expect(peer.logins).toEqual({ identify: 2, resume: 3 });
    expect(peer.last()?.status).toBe("Ready");
  });

  it("keeps resuming while each resume replays an event", () => {
    const peer = connected();
    peer.close(1006);
    for (let i = 0; i < 6; i += 1) peer.event(`EVENT_${String(i)}`);
    for (let i = 0; i < 6; i += 1) {
      peer.cutAfter = 2; // Hello and one event
      peer.advance(31_000);
    }
    expect(peer.logins.identify).toBe(1);
    expect(peer.delivered.filter((event) => event.startsWith("EVENT_"))).toHaveLength(6);
  });

  it("drops a copy of an event", () => {
    const peer = connected();
    peer.event("LOBBY_CREATE");
    peer.dispatch({ s: 2, t: "LOBBY_CREATE", d: {} });
    expect(peer.delivered).toEqual(["READY", "LOBBY_CREATE"]);
  });

  it("waits longer after each failure, up to 30 s", () => {
    const peer = new GatewayPeer(() => 0.999_999);
    const waits: number[] = [];
    peer.session.connect(0);
    for (let attempt = 0; attempt < 8; attempt += 1) {
      while (peer.session.poll() !== undefined);
      peer.session.handleLocateFailed(peer.nowMs);
      waits.push(Math.round(((peer.session.nextDeadline() ?? 0) - peer.nowMs) / 1000));
      peer.nowMs = peer.session.nextDeadline() ?? 0;
      peer.session.handleTimeout(peer.nowMs);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  });

  it("reports ConnectionFailed when a socket cannot be opened, and keeps trying", () => {
    const peer = new GatewayPeer();
    peer.session.connect(0);
    peer.session.handleLocated(GENERIC_URL, 0);
    peer.session.handleClosed(1006, 0);
    const statuses = [];
    for (let output = peer.session.poll(); output !== undefined; output = peer.session.poll()) {
      if (output.type === "status") statuses.push(output);
    }
    expect(statuses.at(-1)).toMatchObject({ status: "Reconnecting", error: "ConnectionFailed" });
    expect(peer.session.nextDeadline()).toBeDefined();
  });

  it("drops a silent socket", () => {
    const peer = new GatewayPeer();
    peer.session.connect(0);
    peer.session.handleLocated(GENERIC_URL, 0);
    peer.session.handleOpened(0);
    peer.session.handleTimeout(19_999);
    expect(peer.session.state).toBe("greeting");
    peer.session.handleTimeout(20_000);
    expect(peer.session.state).toBe("backingOff");
  });

  it("resumes after an undecodable message", () => {
    const peer = connected();
    peer.malformed();
    expect(peer.logins).toEqual({ identify: 1, resume: 1 });
  });

  it("falls back to the generic address when the resume address fails twice", () => {
    const peer = connected();
    peer.close(1006);
    const opens = (): unknown[] => peer.outputs.filter(({ type }) => type === "locate");
    const before = opens().length;
    peer.advance(60_000);
    expect(peer.last()?.status).toBe("Ready");
    expect(opens()).toHaveLength(before);
  });

  it("identifies with a replaced token when its resume is rejected", () => {
    const peer = connected();
    peer.session.replaceToken();
    peer.close(1006);
    peer.session.handleTimeout(peer.session.nextDeadline() ?? 0);
    peer.session.handleOpened(peer.nowMs);
    peer.session.handleFrame({ op: 10, d: { heartbeat_interval: 1000 }, s: null, t: null }, peer.nowMs);
    expect(peer.session.state).toBe("resuming");
    peer.session.handleClosed(4004, peer.nowMs);
    expect(peer.session.state).toBe("backingOff");
  });
});

describe("close codes", () => {
  const rows: [number, "resume" | "identify" | "stop"][] = [
    ...[1000, 1001, 1005, 1006, 4000, 4001, 4002, 4003, 4005, 4008].map((code): [number, "resume"] => [
      code,
      "resume",
    ]),
    ...[4007, 4009].map((code): [number, "identify"] => [code, "identify"]),
    ...[4004, 4010, 4011, 4012, 4013, 4014, 4015, 4016].map((code): [number, "stop"] => [code, "stop"]),
  ];

  it.each(rows)("%i in a live session: %s", (code, expected) => {
    const peer = connected();
    peer.close(code);
    peer.advance(60_000);
    const counts = {
      resume: { identify: 1, resume: 1 },
      identify: { identify: 2, resume: 0 },
      stop: { identify: 1, resume: 0 },
    };
    expect(peer.logins).toEqual(counts[expected]);
    expect(peer.last()?.status).toBe(expected === "stop" ? "Disconnected" : "Ready");
    if (expected === "stop")
      expect(peer.last()).toMatchObject({ error: "UnexpectedClose", errorDetail: code });
  });
});

describe("events over any cut", () => {
  const names = Array.from({ length: 12 }, (_, index) => `EVENT_${String(index)}`);

  // 1 Hello + 1 READY + 12 events, then further cuts during the replay.
  const cuts = Array.from({ length: 16 }, (_, first) =>
    Array.from({ length: 8 }, (__, second) => [first + 1, second + 1] as [number, number]),
  ).flat();

  it.each(cuts)("none is lost or duplicated: cut after message %i, then after %i more", (first, second) => {
    const peer = new GatewayPeer();
    peer.cutAfter = first;
    peer.connect();
    const untilReady = (): void => {
      for (let turn = 0; turn < 20 && peer.last()?.status !== "Ready"; turn += 1) peer.advance(5000);
    };
    const isEarly = peer.logins.identify === 0 || !peer.delivered.includes("READY");
    if (isEarly) untilReady();
    let cutsLeft = 1;
    for (const name of names) {
      peer.event(name);
      if (!peer.isSocketOpen && cutsLeft > 0) {
        cutsLeft -= 1;
        peer.cutAfter = second;
      }
    }
    untilReady();
    peer.advance(120_000);
    const events = peer.delivered.filter((name) => name.startsWith("EVENT_"));
    expect(events).toEqual(names);
    expect(peer.last()?.status).toBe("Ready");
  });
});

describe("a platform that cannot be trusted", () => {
  it.each([
    ["null", null],
    ["no user", { session_id: "s", resume_gateway_url: RESUME_URL }],
    ["no session id", { user: { id: "5", username: "ada" } }],
    ["an empty session id", { user: { id: "5", username: "ada" }, session_id: "" }],
  ])("does not make the client Ready with a READY of %s", (_name, d) => {
    const peer = new GatewayPeer();
    peer.ready = () => d;
    peer.connect();
    expect(peer.statuses.map(({ status }) => status)).not.toContain("Ready");
    expect(peer.delivered).toEqual([]);
    peer.ready = (good) => good;
    peer.advance(60_000);
    expect(peer.last()?.status).toBe("Ready");
  });

  it.each([
    ["an empty address", ""],
    ["no address", undefined],
    ["a relative address", "//resume"],
    ["another scheme", "wss://gateway-west.example.test"],
    ["a page", "http://gateway-west.example.test"],
    ["another domain", "ws://gateway-west.example.com"],
    ["a name with the same ending", "ws://evil-example.test"],
    ["another port", "ws://gateway-west.example.test:8080"],
    ["a user name", "ws://ada@gateway-west.example.test"],
  ])("cannot send the resume elsewhere: %s", (_name, url) => {
    const peer = new GatewayPeer();
    peer.ready = (d) => ({ ...d, resume_gateway_url: url });
    peer.connect();
    peer.close(1006);
    peer.advance(5000);
    expect(peer.opened).toEqual([GENERIC_URL, GENERIC_URL]);
    expect([peer.logins.resume, peer.last()?.status]).toEqual([1, "Ready"]);
  });

  it.each([0.001, 999, 3_600_001, 0, -1, NaN, "1000", null, undefined])(
    "cannot set the heartbeat interval: %s",
    (interval) => {
      const peer = new GatewayPeer();
      peer.hello = { heartbeat_interval: interval };
      peer.connect();
      peer.advance(41_250 * 10);
      expect(peer.outputs.filter(({ type }) => type === "heartbeat")).toHaveLength(10);
    },
  );
});

describe("the table", () => {
  it("has no dead end and no unreachable state", () => {
    const reached = new Set(["idle"]);
    for (const row of Object.values(GATEWAY_TRANSITIONS))
      for (const { next } of Object.values(row).flat()) reached.add(next);
    for (const [state, row] of Object.entries(GATEWAY_TRANSITIONS)) {
      expect(reached.has(state), state).toBe(true);
      expect(
        Object.values(row)
          .flat()
          .some(({ next }) => next !== state),
        state,
      ).toBe(true);
    }
  });
});
