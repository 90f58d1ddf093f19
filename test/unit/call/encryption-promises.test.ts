// Our client's promises against the platform itself: each message comes from a platform that breaks the rules.
import { describe, expect, it } from "vitest";
import { createKeyPackage } from "../../../lib/protocol/mls/key-package.js";
import { generateSignatureKey } from "../../../lib/protocol/mls/signature-key.js";
import { OwnGroup } from "../../../lib/protocol/dave/own-group.js";
import type { DaveStatus } from "../../../lib/protocol/index.js";
import { encodeDaveTransition, encodeExternalSender, VoiceOpcode } from "../../../lib/wire/index.js";
import { CHANNEL_ID, DaveScene } from "../../support/dave-scene.js";
import type { DaveMessage } from "../../support/davey-member.js";
import { foreignWelcome } from "../../support/mls/foreign-welcome.js";
import { TestGateway } from "../../support/mls/gateway.js";
import { SdkMember, type SdkMemberOptions } from "../../support/sdk-dave-member.js";
import { seededBytes } from "../../support/seeded-bytes.js";

const SPEECH = Buffer.from("one encoded frame of speech");
const OURS = "800000000000000001";
const BOB = "800000000000000002";
const CAROL = "800000000000000003";
const OPEN = Infinity;

/** Ours in a call with Bob, and a platform that says what the test wants. */
class Call {
  readonly scene = new DaveScene();
  readonly ours: SdkMember;
  readonly bob = new SdkMember(BOB, CHANNEL_ID, seededBytes(2));
  /** The status that people saw when clear frames of others were let through. */
  readonly shownWhenOpened: DaveStatus[] = [];

  constructor(options: SdkMemberOptions = {}) {
    this.ours = new SdkMember(OURS, CHANNEL_ID, seededBytes(1), options);
    this.ours.keys.passthroughChanged = (durationMs) => {
      if (durationMs > 0) this.shownWhenOpened.push(this.ours.statuses.at(-1)!);
    };
    this.scene.join(this.ours);
  }

  static encrypted(options: SdkMemberOptions = {}): Call {
    const call = new Call(options);
    call.scene.join(call.bob);
    call.pass(100);
    expect(call.state).toBe("on");
    return call;
  }

  get state(): string {
    return this.ours.encryption.session.status.state;
  }

  /** Participants and their states, without repetitions. */
  get states(): string[] {
    const states = this.ours.statuses.map(({ state }) => state);
    return states.filter((state, at) => state !== states[at - 1]);
  }

  say(message: DaveMessage): DaveMessage[] {
    return this.ours.receive(message, this.scene.now);
  }

  announceEnd(transitionId: number): void {
    this.say({
      op: VoiceOpcode.DavePrepareTransition,
      d: { transition_id: transitionId, protocol_version: 0 },
    });
  }

  execute(transitionId: number): void {
    this.say({ op: VoiceOpcode.DaveExecuteTransition, d: { transition_id: transitionId } });
  }

  /** Time passes, and timers fire when their time has come. */
  pass(ms: number): void {
    const { session } = this.ours.encryption;
    for (const end = this.scene.now + ms; this.scene.now < end;) {
      const next = Math.min(end, session.nextDeadline() ?? end, this.scene.now + 50);
      this.scene.advance(Math.max(1, next - this.scene.now));
      this.ours.timeout(this.scene.now);
    }
  }

  /** A member without encryption comes, where that is allowed. */
  joinPlain(userId = CAROL): void {
    this.scene.join({ userId, privacyCode: undefined, receive: () => [] }, 0);
  }

  get isSealed(): boolean {
    const sent = this.ours.speak(SPEECH);
    return sent !== undefined && !sent.equals(SPEECH);
  }
}

describe("an announced end of encryption", () => {
  it("allows nothing before its execution, shows for ten seconds, and can be executed later", () => {
    const call = Call.encrypted();
    call.announceEnd(40_000);
    expect(call.state).toBe("leaving");
    expect(call.ours.keys.passthroughMs).toBe(0);
    expect(call.isSealed).toBe(true);
    call.pass(9900);
    expect(call.state).toBe("leaving");
    call.pass(200);
    expect(call.state).toBe("on");
    expect(call.ours.keys.passthroughMs).toBe(0);
    const before = call.ours.transitions.length;
    call.execute(40_000);
    call.execute(40_000);
    expect(call.ours.transitions.slice(before)).toEqual([40_000]);
    expect(call.state).toBe("off");
    expect(call.ours.keys.passthroughMs).toBe(OPEN);
    expect(call.ours.speak(SPEECH)).toBe(SPEECH);
    expect(call.shownWhenOpened.map(({ state }) => state)).toEqual(["off"]);
  });

  it("is not prolonged by a second announcement", () => {
    const call = Call.encrypted();
    call.announceEnd(40_000);
    call.pass(9000);
    call.announceEnd(40_001);
    call.pass(1100);
    expect(call.state).toBe("on");
    expect(call.ours.keys.passthroughMs).toBe(0);
  });

  it("waits while the socket is down", () => {
    const call = Call.encrypted();
    const { session } = call.ours.encryption;
    call.announceEnd(40_000);
    call.pass(5000);
    session.interrupted(call.scene.now);
    call.pass(60_000);
    session.resumed(call.scene.now);
    call.pass(4900);
    expect(call.state).toBe("leaving");
    call.pass(200);
    expect(call.state).toBe("on");
  });

  it("with id 0, or by op 24, is emitted before the first unencrypted frame can be played", () => {
    const byId = Call.encrypted();
    byId.announceEnd(0);
    const byEpoch = Call.encrypted();
    byEpoch.say({ op: VoiceOpcode.DavePrepareEpoch, d: { epoch: 1, protocol_version: 0 } });
    for (const call of [byId, byEpoch]) {
      expect(call.state).toBe("off");
      expect(call.shownWhenOpened.map(({ state }) => state)).toEqual(["off"]);
    }
  });

  it("leaves no keys that an old transition could restore", () => {
    const call = Call.encrypted();
    const { scene } = call;
    // the change of keys that Carol's coming brings is announced, and not executed before the end is
    scene.toClient = (userId, message) =>
      userId === OURS && message.op === VoiceOpcode.DaveExecuteTransition ? [] : [message];
    scene.join(new SdkMember(CAROL, CHANNEL_ID, seededBytes(3)));
    scene.advance(100);
    call.announceEnd(40_000);
    call.execute(40_000);
    expect(call.state).toBe("off");
    for (let id = 1; id < 10; id += 1) call.execute(id);
    expect(call.state).toBe("off");
    expect(call.ours.speak(SPEECH)).toBe(SPEECH);
    call.pass(9000);
    expect(call.states.slice(-1)).toEqual(["off"]);
    expect(call.ours.speak(SPEECH)).toBe(SPEECH);
  });
});

describe("the return of encryption", () => {
  function returned(options: SdkMemberOptions): Call {
    const call = Call.encrypted(options);
    call.joinPlain();
    call.pass(100);
    call.scene.leave(CAROL);
    call.pass(100);
    return call;
  }

  it("is still to be reported when its time passes while something else happens", () => {
    const call = returned({ requirement: "preferred" });
    const { session } = call.ours.encryption;
    call.scene.advance(2500);
    expect(session.nextDeadline()).toBeLessThanOrEqual(call.scene.now);
    call.ours.timeout(call.scene.now);
    expect(call.states.at(-1)).toBe("on");
    expect(session.nextDeadline()).toBeUndefined();
  });

  it('accepts unencrypted frames of others for less than 2 s, and then reports "on"', () => {
    const call = returned({ requirement: "preferred" });
    expect(call.state).toBe("entering");
    expect(call.isSealed).toBe(true);
    expect(call.ours.keys.passthroughMs).toBe(1500);
    call.pass(1800);
    expect(call.state).toBe("entering");
    call.pass(200);
    expect(call.state).toBe("on");
    expect(call.states).toEqual(["pending", "on", "leaving", "off", "entering", "on"]);
  });

  it("that comes with id 0 and no keys is pending and silent, and says so", () => {
    const call = Call.encrypted();
    call.announceEnd(0);
    const answers = call.say({
      op: VoiceOpcode.DavePrepareTransition,
      d: { transition_id: 0, protocol_version: 1 },
    });
    expect(call.state).toBe("pending");
    expect(call.ours.speak(SPEECH)).toBeUndefined();
    expect(call.ours.keys.passthroughMs).toBe(0);
    expect(answers.map(({ op }) => op)).toEqual([VoiceOpcode.MlsKeyPackage]);
  });

  it("is not `on` while frames that came in the clear may still wait to be played", () => {
    const call = Call.encrypted();
    call.announceEnd(0);
    const [answer] = call.say({
      op: VoiceOpcode.DavePrepareTransition,
      d: { transition_id: 0, protocol_version: 1 },
    });
    const { room } = call.scene;
    call.scene.act(() => {
      room.invalid(call.scene.now, OURS, 1);
      room.keyPackage(call.scene.now, OURS, (answer as { payload: Uint8Array }).payload);
    });
    call.pass(100);
    expect(call.states.at(-1)).toBe("entering");
    call.pass(500);
    expect(call.state).toBe("on");
  });
});

describe("a call that requires encryption", () => {
  const required = { requirement: "required" } as const;

  it("goes silent when encryption ends, says so, and goes on when it comes back", () => {
    const call = Call.encrypted(required);
    call.joinPlain();
    call.pass(100);
    expect(call.state).toBe("refused");
    expect(call.ours.speak(SPEECH)).toBeUndefined();
    expect(call.ours.keys.passthroughMs).toBe(0);
    expect(call.ours.lost).toHaveLength(1);
    call.pass(20_000);
    call.scene.leave(CAROL);
    call.pass(100);
    expect(call.state).toBe("on");
    expect(call.isSealed).toBe(true);
    call.pass(60_000);
    expect(call.ours.ends).toEqual([]);
    expect(call.shownWhenOpened).toEqual([]);
    expect(call.states).toEqual(["pending", "on", "leaving", "refused", "pending", "on"]);
  });

  it("ends after 30 s, with the reason in words", () => {
    const call = Call.encrypted(required);
    call.joinPlain();
    call.pass(29_900);
    expect(call.ours.ends).toEqual([]);
    call.pass(200);
    expect(call.ours.ends).toEqual([expect.stringMatching(/requires end-to-end encryption.*30 s/)]);
    call.pass(60_000);
    expect(call.ours.ends).toHaveLength(1);
  });

  it.each<[string, (call: Call) => void]>([
    ["op 21 with id 0", (call) => call.announceEnd(0)],
    [
      "op 24 for a new group",
      (call) => void call.say({ op: VoiceOpcode.DavePrepareEpoch, d: { epoch: 1, protocol_version: 0 } }),
    ],
    [
      "op 24 for the next epoch",
      (call) => void call.say({ op: VoiceOpcode.DavePrepareEpoch, d: { epoch: 7, protocol_version: 0 } }),
    ],
  ])("refuses version 0 in %s, and says it once", (_how, end) => {
    const call = Call.encrypted(required);
    end(call);
    call.pass(1000);
    end(call);
    expect(call.state).toBe("refused");
    expect(call.ours.lost).toHaveLength(1);
    expect(call.ours.speak(SPEECH)).toBeUndefined();
    expect(call.shownWhenOpened).toEqual([]);
    call.pass(29_000);
    expect(call.ours.ends).toHaveLength(1);
  });

  it("rejects a platform without encryption", () => {
    const ours = new SdkMember(OURS, CHANNEL_ID, seededBytes(1), required);
    ours.receive({ op: VoiceOpcode.SessionDescription, d: { dave_protocol_version: 0 } });
    expect(ours.encryption.session.status.state).toBe("refused");
    expect(ours.speak(SPEECH)).toBeUndefined();
    expect(ours.keys.passthroughMs).toBe(0);
  });
});

describe("a call that was encrypted once, unless that is only preferred", () => {
  it("does not go on in the clear, also not in the next voice session", () => {
    const call = Call.encrypted({ requirement: "sticky" });
    call.announceEnd(0);
    expect(call.state).toBe("refused");
    call.ours.encryption.begin(BigInt(OURS), BigInt(CHANNEL_ID));
    call.say({ op: VoiceOpcode.SessionDescription, d: { dave_protocol_version: 0 } });
    expect(call.state).toBe("refused");
  });

  it("goes on in the clear before", () => {
    const call = new Call({ requirement: "sticky" });
    call.pass(100);
    call.announceEnd(0);
    expect(call.state).toBe("off");
    expect(call.ours.speak(SPEECH)).toBe(SPEECH);
  });
});

describe("a version that was not announced", () => {
  it.each<[string, number, DaveMessage]>([
    ["op 4", 2, { op: VoiceOpcode.SessionDescription, d: { dave_protocol_version: 2 } }],
    ["op 21", 2, { op: VoiceOpcode.DavePrepareTransition, d: { transition_id: 9, protocol_version: 2 } }],
    [
      "op 21, at once",
      2,
      { op: VoiceOpcode.DavePrepareTransition, d: { transition_id: 0, protocol_version: 7 } },
    ],
    ["op 24", 2, { op: VoiceOpcode.DavePrepareEpoch, d: { epoch: 1, protocol_version: 2 } }],
    [
      "op 24, in the same group",
      2,
      { op: VoiceOpcode.DavePrepareEpoch, d: { epoch: 9, protocol_version: 2 } },
    ],
  ])("ends the call: %s", (_where, _version, message) => {
    const call = Call.encrypted();
    call.say(message);
    expect(call.ours.ends).toHaveLength(1);
    expect(call.ours.ends[0]).toMatch(/version \d of end-to-end encryption/);
    expect(call.state).not.toBe("on");
    expect(call.ours.speak(SPEECH)).toBeUndefined();
  });

  it("ends the call of a client that announced none", () => {
    const ours = new SdkMember(OURS, CHANNEL_ID, seededBytes(1), { maxVersion: 0 });
    ours.receive({ op: VoiceOpcode.SessionDescription, d: { dave_protocol_version: 1 } });
    expect(ours.ends).toHaveLength(1);
  });
});

describe("an established group", () => {
  const platform = new TestGateway(BigInt(CHANNEL_ID), seededBytes(7));

  /** A group of somebody else with our key package in it. */
  const welcomeTo = (keyPackage: Uint8Array, seed: number): Uint8Array =>
    foreignWelcome(platform, BigInt(CAROL), keyPackage, seededBytes(seed));

  function joined(): { ours: SdkMember; keyPackage: Uint8Array } {
    const ours = new SdkMember(OURS, CHANNEL_ID, seededBytes(1));
    const [answer] = ours.receive({ op: VoiceOpcode.SessionDescription, d: { dave_protocol_version: 1 } });
    const keyPackage = (answer as { payload: Uint8Array }).payload;
    ours.receive({ op: VoiceOpcode.MlsExternalSender, payload: platform.sender });
    welcome(ours, 1, welcomeTo(keyPackage, 8));
    expect(ours.encryption.session.state).toBe("established");
    return { ours, keyPackage };
  }

  const welcome = (ours: SdkMember, transitionId: number, message: Uint8Array) =>
    ours.receive({ op: VoiceOpcode.MlsWelcome, payload: encodeDaveTransition({ transitionId, message }) });

  it("is not left for another by a welcome to the same key package", () => {
    const { ours, keyPackage } = joined();
    const code = ours.privacyCode;
    expect(welcome(ours, 2, welcomeTo(keyPackage, 9))).toEqual([]);
    expect(ours.privacyCode).toBe(code);
    expect(ours.failures).toBe(0);
  });

  it("keeps its external sender", () => {
    const { ours } = joined();
    const other = new TestGateway(BigInt(CHANNEL_ID), seededBytes(10));
    const sender = encodeExternalSender({ signatureKey: other.key.publicKey, identity: Uint8Array.of(0) });
    expect(ours.receive({ op: VoiceOpcode.MlsExternalSender, payload: sender })).toEqual([]);
    ours.receive({ op: VoiceOpcode.DavePrepareEpoch, d: { epoch: 1, protocol_version: 1 } });
    ours.receive({ op: VoiceOpcode.ClientsConnect, d: { user_ids: [BOB] } });
    const random = seededBytes(15);
    const { bytes } = createKeyPackage(BigInt(BOB), generateSignatureKey(random), random);
    ours.encryption.session.appendProposals([
      platform.propose(0n, { kind: "add", keyPackage: bytes }).message,
    ]);
    const output = ours.encryption.session.poll();
    expect(output?.type, "a commit of what the known sender proposed").toBe("commitWelcome");
  });

  it("leaves neither key package nor init key behind, whether joined or founded", () => {
    const random = seededBytes(11);
    const key = generateSignatureKey(random);
    const identity = { userId: BigInt(OURS), groupId: platform.groupId };
    const fresh = (): OwnGroup => {
      const own = new OwnGroup({ random, signatureKey: () => key });
      own.setExternalSender(platform.sender);
      own.renewKeyPackage(identity);
      own.create(identity);
      return own;
    };
    const joiner = fresh();
    const recorded = [welcomeTo(joiner.keyPackage!, 12), welcomeTo(joiner.keyPackage!, 13)] as const;
    joiner.adopt(joiner.join(recorded[0], identity)!);
    const founder = fresh();
    const later = welcomeTo(founder.keyPackage!, 14);
    const other = createKeyPackage(BigInt(BOB), generateSignatureKey(random), random);
    const add = platform.propose(0n, { kind: "add", keyPackage: other.bytes });
    founder.append([add.message], () => true);
    const { commit } = founder.commit()!;
    founder.adopt(founder.takeOwnCommit(commit)!);
    for (const [group, replay] of [
      [joiner, recorded[1]],
      [founder, later],
    ] as const) {
      expect(group.keyPackage).toBeUndefined();
      expect(group.join(replay, identity), "a welcome that was recorded").toBeUndefined();
    }
  });
});

/** Waits for look-ups in the store of verified keys. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("the members of a call", () => {
  it("are public: who they are, their keys, since when", () => {
    const call = Call.encrypted();
    call.scene.join(new SdkMember(CAROL, CHANNEL_ID, seededBytes(3)));
    call.pass(100);
    const { members, session } = call.ours.encryption;
    const list = members.list();
    const byId = list.toSorted((left, right) => Number(left.userId - right.userId));
    expect(byId.map(({ userId, sinceEpoch, verified }) => [userId, sinceEpoch, verified])).toEqual([
      [BigInt(OURS), 1n, true],
      [BigInt(BOB), 1n, false],
      [BigInt(CAROL), 2n, false],
    ]);
    for (const [at, { userId, signatureKey }] of session.members().entries()) {
      const id = userId.toString(16).padStart(16, "0");
      expect(list[at]!.keyFingerprint).toBe(`0000${Buffer.from(signatureKey).toString("hex")}${id}`);
    }
  });

  it("are none outside of a group", () => {
    expect(new Call().ours.encryption.members.list()).toEqual([]);
  });

  it("that the gateway never announced are reported after 5 s, once", () => {
    const call = Call.encrypted();
    call.scene.toClient = (userId, message) =>
      userId === OURS && message.op === VoiceOpcode.ClientsConnect ? [] : [message];
    // Ours does not commit what it does not expect; Bob does.
    call.scene.join(new SdkMember(CAROL, CHANNEL_ID, seededBytes(3)));
    call.pass(100);
    call.ours.encryption.session.interrupted(call.scene.now);
    const known = call.ours.encryption.members.list().map(({ userId }) => userId);
    if (!known.includes(BigInt(CAROL))) rejoin(call);
    expect(call.ours.encryption.members.list().map(({ userId }) => userId)).toContain(BigInt(CAROL));
    call.pass(4500);
    expect(call.ours.unannounced).toEqual([]);
    call.pass(600);
    expect(call.ours.unannounced.map(({ userId }) => userId)).toEqual([BigInt(CAROL)]);
    call.pass(60_000);
    expect(call.ours.unannounced).toHaveLength(1);
  });

  /** A commit that it could not follow: it is welcomed into the group as it is. */
  function rejoin(call: Call): void {
    call.scene.act(() => call.scene.room.invalid(call.scene.now, OURS, 1));
    call.pass(100);
    expect(call.ours.encryption.session.state).toBe("established");
  }

  it("that were announced as gone and stay in the group are reported too", () => {
    const call = Call.encrypted();
    call.say({ op: VoiceOpcode.ClientDisconnect, d: { user_id: BOB } });
    call.pass(5100);
    expect(call.ours.unannounced.map(({ userId }) => userId)).toEqual([BigInt(BOB)]);
  });

  it("with a new key in this call are reported", async () => {
    const call = Call.encrypted();
    const before = call.ours.encryption.members.list().find(({ userId }) => userId === BigInt(BOB));
    call.scene.leave(BOB);
    call.pass(100);
    call.scene.join(new SdkMember(BOB, CHANNEL_ID, seededBytes(20)));
    call.pass(100);
    await settled();
    const [[member, wasVerified] = []] = call.ours.keyChanges;
    expect(member?.userId).toBe(BigInt(BOB));
    expect(member?.keyFingerprint).not.toBe(before!.keyFingerprint);
    expect(wasVerified).toBe(false);
    expect(call.ours.keyChanges).toHaveLength(1);
  });

  it("that return with the same key are not reported", async () => {
    const call = Call.encrypted();
    call.scene.leave(BOB);
    call.pass(100);
    call.scene.join(new SdkMember(BOB, CHANNEL_ID, seededBytes(2)));
    call.pass(100);
    await settled();
    expect(call.ours.keyChanges).toEqual([]);
  });
});

describe("a verified key", () => {
  function store() {
    const saved = new Map<string, Uint8Array>();
    return {
      saved,
      load: (name: string) => Promise.resolve(saved.get(name)),
      save: (name: string, bytes: Uint8Array) => Promise.resolve(void saved.set(name, bytes)),
    };
  }

  const bobIn = (call: Call) =>
    call.ours.encryption.members.list().find(({ userId }) => userId === BigInt(BOB))!;

  it("is known in later calls when its user stores it", async () => {
    const keeping = store();
    const first = Call.encrypted({ store: keeping });
    expect(await first.ours.encryption.members.verify(bobIn(first))).toBe(true);
    expect(bobIn(first).verified).toBe(true);
    expect([...keeping.saved.keys()]).toEqual([`${OURS}:verified:${BOB}:1`]);
    const later = Call.encrypted({ store: keeping });
    await settled();
    expect(bobIn(later).verified).toBe(true);
    expect(later.ours.keyChanges).toEqual([]);
  });

  it("is known until the client is destroyed without a store", async () => {
    const call = Call.encrypted();
    expect(await call.ours.encryption.members.verify(bobIn(call))).toBe(false);
    expect(bobIn(call).verified).toBe(true);
  });

  it("that changes raises a warning, in the same call and in a later one", async () => {
    const keeping = store();
    const call = Call.encrypted({ store: keeping });
    await call.ours.encryption.members.verify(bobIn(call));
    call.scene.leave(BOB);
    call.pass(100);
    call.scene.join(new SdkMember(BOB, CHANNEL_ID, seededBytes(21)));
    call.pass(100);
    await settled();
    expect(call.ours.keyChanges.map(([{ userId }, wasVerified]) => [userId, wasVerified])).toEqual([
      [BigInt(BOB), true],
    ]);
    expect(bobIn(call).verified).toBe(false);

    const later = new Call({ store: keeping });
    later.scene.join(new SdkMember(BOB, CHANNEL_ID, seededBytes(22)));
    later.pass(100);
    await settled();
    expect(later.ours.keyChanges.map(([{ userId }, wasVerified]) => [userId, wasVerified])).toEqual([
      [BigInt(BOB), true],
    ]);
  });

  it("is verified exactly as shown: not a newer one, not another user's, not the own", async () => {
    const call = Call.encrypted();
    const { members } = call.ours.encryption;
    const shown = bobIn(call);
    const own = members.list().find(({ userId }) => userId === BigInt(OURS));
    expect(await members.verify(own!)).toBeUndefined();
    expect(await members.verify({ ...shown, userId: BigInt(CAROL) })).toBeUndefined();
    call.scene.leave(BOB);
    call.pass(100);
    call.scene.join(new SdkMember(BOB, CHANNEL_ID, seededBytes(23)));
    call.pass(100);
    expect(await members.verify(shown)).toBeUndefined();
    expect(bobIn(call).verified).toBe(false);
  });

  it("survives a failing store", async () => {
    const broken = {
      load: () => Promise.reject(new Error("locked")),
      save: () => Promise.reject(new Error("locked")),
    };
    const call = Call.encrypted({ store: broken });
    expect(await call.ours.encryption.members.verify(bobIn(call))).toBe(false);
    expect(bobIn(call).verified).toBe(true);
    expect(call.ours.phases).toContain("locked");
  });
});
