import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  loadAddon,
  readEars,
  type HeardBlock,
  type HeardTurn,
  type NativeTurnPolicy,
  type NativeVoiceSession,
} from "../../../lib/native/index.js";

const EAR = 3;
const TURN = 4;

/** A record of `takeReceived`; `body` is written behind its head. */
function record(format: number, time: number, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(40 + ((body.length + 7) & ~7));
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(32 + body.length), true);
  view.setUint32(12, format, true);
  view.setUint32(20, body.length, true);
  view.setBigUint64(24, BigInt(time), true);
  bytes.set(body, 40);
  return bytes;
}

function earBody(samples: number, flags: number, lost: number): Uint8Array {
  const body = new Uint8Array(40 + samples * 2);
  const view = new DataView(body.buffer);
  view.setBigUint64(0, 2n ** 63n + 5n, true);
  view.setBigUint64(8, 4_999_999_000n, true);
  [-20, -30, 0.25, 0.75].forEach((value, at) => view.setFloat32(16 + at * 4, value, true));
  view.setUint32(32, lost, true);
  view.setUint16(36, samples === 480 ? 24_000 : 16_000, true);
  view.setUint8(38, flags);
  view.setInt16(40, -7, true);
  return body;
}

function turnBody(kind: number): Uint8Array {
  const body = new Uint8Array(64);
  const view = new DataView(body.buffer);
  [6n, 4_999_999_000n, 5_000_000_100n, 5_000_001_000n, 12_500_000n].forEach((value, at) =>
    view.setBigUint64(at * 8, value, true),
  );
  [200, 0.5, -40, 120, -2].forEach((value, at) => view.setFloat32(40 + at * 4, value, true));
  view.setUint8(60, kind);
  return body;
}

function read(...records: Uint8Array[]): { blocks: HeardBlock[]; turns: HeardTurn[] } {
  const all = Uint8Array.from(records.flatMap((each) => [...each]));
  const blocks: HeardBlock[] = [];
  const turns: HeardTurn[] = [];
  readEars(all.buffer, { block: (block) => blocks.push(block), turn: (turn) => turns.push(turn) });
  return { blocks, turns };
}

describe("reading what an agent hears", () => {
  it("gives blocks of both rates, with all that is known of them", () => {
    const { blocks } = read(
      record(EAR, 5_000_000_000, earBody(320, 1, 3)),
      record(EAR, 5_000_000_960, earBody(480, 2 | 4 | 8, 0)),
    );
    const [first, second] = blocks;
    expect(first).toEqual({
      userId: 2n ** 63n + 5n,
      timestamp: 5_000_000_000,
      rate: 16_000,
      speechBegan: 4_999_999_000,
      isSilent: false,
      isConcealed: false,
      isOwnEcho: false,
      lost: 3,
      levels: [-20, -30],
      probabilities: [0.25, 0.75],
      samples: Int16Array.from({ length: 320 }, (_, at) => (at === 0 ? -7 : 0)),
    });
    expect(second).toMatchObject({ rate: 24_000, speechBegan: undefined, isSilent: true, isConcealed: true, isOwnEcho: true, lost: 0 });
    expect(second!.samples.length).toBe(480);
  });

  it("gives turns", () => {
    const kinds = [0, 1, 2, 3, 4].map((kind) => record(TURN, 5_000_000_960, turnBody(kind)));
    const { turns } = read(...kinds);
    expect(turns.map(({ kind }) => kind)).toEqual(["speechStart", "pause", "resume", "endOfTurn", "missedDeadline"]);
    expect(turns[1]).toEqual({
      kind: "pause",
      userId: 6n,
      timestamp: 5_000_000_960,
      speechBegan: 4_999_999_000,
      speechEnded: 5_000_000_100,
      decided: 5_000_001_000,
      decidedAtMs: 12.5,
      silenceMs: 200,
      probability: 0.5,
      energySlope: -40,
      pitchHz: 120,
      pitchSlope: -2,
    });
  });

  it("leaves out all other records", () => {
    expect(read(record(0, 1, Uint8Array.of(1, 2, 3)), record(1, 2, new Uint8Array(4)))).toEqual({ blocks: [], turns: [] });
    expect(read()).toEqual({ blocks: [], turns: [] });
  });
});

describe("arguments of the addon's ears", () => {
  const POLICY: NativeTurnPolicy = {
    minSilenceMs: 100,
    maxSilenceMs: 1000,
    threshold: 0.5,
    minProbability: 0.5,
    usesProsody: true,
    asksDetector: false,
    detectorDeadlineMs: 100,
  };

  function withSession(use: (session: NativeVoiceSession) => void): void {
    const session = loadAddon().createVoiceSession({
      userId: 1n,
      seed: randomBytes(32),
      preferredMode: "",
      recovery: "full",
      admission: "usual",
      start: "running",
      onWake: () => undefined,
    });
    try {
      use(session);
    } finally {
      session.close();
    }
  }

  it.each<[string, (session: NativeVoiceSession) => void]>([
    ["rate", (session) => session.setListening(8000 as never, "named", [])],
    ["whom", (session) => session.setListening(16_000, "somebody" as never, [])],
    ["userIds", (session) => session.setListening(16_000, "named", [1 as never])],
    ["rate", (session) => session.stopListening(1 as never)],
    ["usual", (session) => session.setTurnPolicies(undefined as never, [], [])],
    ["usual.threshold", (session) => session.setTurnPolicies({ ...POLICY, threshold: 1.5 }, [], [])],
    ["own", (session) => session.setTurnPolicies(POLICY, [5n], [])],
    ["own.maxSilenceMs", (session) => session.setTurnPolicies(POLICY, [5n], [{ ...POLICY, maxSilenceMs: -1 }])],
    ["pause", (session) => session.judgeTurn(5n, -1, "ends")],
    ["verdict", (session) => session.judgeTurn(5n, 1, "maybe" as never)],
  ])("a wrong %s is refused by name", (name, call) => {
    withSession((session) => expect(() => call(session)).toThrow(name));
  });

  it("more than 25 policies are refused", () => {
    const ids = Array.from({ length: 26 }, (_, at) => BigInt(at + 1));
    withSession((session) => {
      expect(() => session.setTurnPolicies(POLICY, ids, ids.map(() => POLICY))).toThrow("At most 25 users");
      session.setTurnPolicies(POLICY, ids.slice(1), ids.slice(1).map(() => POLICY));
    });
  });

  it("listening begins and ends at both rates, more than once", () => {
    withSession((session) => {
      for (const rate of [16_000, 24_000] as const) {
        session.setListening(rate, "everyone", [5n]);
        session.setListening(rate, "named", [5n, 6n]);
        session.stopListening(rate);
        session.stopListening(rate);
      }
      expect(session.mediaTime()).toBeGreaterThan(0);
    });
  });
});
