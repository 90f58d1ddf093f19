import { decodeDaveTransition, decodeWelcome, VoiceOpcode } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { DaveScene } from "../../support/dave-scene.js";
import type { DaveyMember, DaveMessage } from "../../support/davey-member.js";
import {
  ADA,
  BEN,
  CEM,
  DOT,
  call,
  join,
  sent,
  ops,
  proposals,
  Mute,
  keyPackageOf,
  without,
  expectHealthy,
} from "./support-dave-room.js";

describe("a room without a group", () => {
  it("sends a newcomer op 4, then the present members, the external sender and the pending adds", () => {
    const scene = new DaveScene();
    scene.join(new Mute(ADA));
    scene.room.keyPackage(scene.now, ADA, keyPackageOf(ADA));
    scene.join(new Mute(BEN));
    expect(ops(scene, ADA)).toEqual([4, 25, 11]);
    expect(ops(scene, BEN)).toEqual([4, 11, 25, 27]);
  });

  it("sends the add of a user to all other pending members", () => {
    const scene = new DaveScene();
    for (const userId of [ADA, BEN, CEM]) scene.join(new Mute(userId));
    scene.act(() => scene.room.keyPackage(scene.now, CEM, keyPackageOf(CEM)));
    expect([ADA, BEN, CEM].map((userId) => proposals(scene, userId).length)).toEqual([1, 1, 0]);
  });

  it("accepts the first valid commit, announces it to its author only and welcomes the others", () => {
    const scene = new DaveScene();
    join(scene, ADA);
    join(scene, BEN);
    scene.advance(10);
    const founders = [ADA, BEN].filter((userId) =>
      ops(scene, userId).includes(VoiceOpcode.MlsAnnounceCommit),
    );
    const welcomed = [ADA, BEN].filter((userId) => ops(scene, userId).includes(VoiceOpcode.MlsWelcome));
    expect([founders.length, welcomed.length]).toEqual([1, 1]);
    expect(founders[0]).not.toBe(welcomed[0]);
    expect(scene.counters).toMatchObject({ epochs: 1, transitions: 1, droppedCommits: 1 });
    expectHealthy(scene);
  });

  it("revokes all proposals when a member leaves and signs new ones: no member gets a proposal twice", () => {
    const scene = new DaveScene();
    for (const userId of [ADA, BEN, CEM]) {
      scene.join(new Mute(userId));
      scene.act(() => scene.room.keyPackage(scene.now, userId, keyPackageOf(userId)));
    }
    expect(proposals(scene, ADA)).toEqual(["append add", "append add"]);
    scene.leave(CEM);
    expect(proposals(scene, ADA)).toEqual(["append add", "append add", "revoke 2", "append add"]);
    const adds = sent(scene, ADA).filter(({ op }) => op === VoiceOpcode.MlsProposals);
    const bytes = adds.map((one) => Buffer.from((one as { payload: Uint8Array }).payload).toString("hex"));
    expect(new Set(bytes).size).toBe(bytes.length);
  });

  it("does the same when a key package is replaced, and ignores a duplicate", () => {
    const scene = new DaveScene();
    for (const userId of [ADA, BEN]) scene.join(new Mute(userId));
    const first = keyPackageOf(BEN);
    for (const payload of [first, first, keyPackageOf(BEN)])
      scene.act(() => scene.room.keyPackage(scene.now, BEN, payload));
    expect(proposals(scene, ADA)).toEqual(["append add", "revoke 1", "append add"]);
  });

  it("works with davey when members leave and return and after a revoke without an append", () => {
    const scene = new DaveScene();
    scene.toService = (_from, message) => (message.op === VoiceOpcode.MlsCommitWelcome ? [] : [message]);
    for (const userId of [ADA, BEN, CEM]) join(scene, userId);
    scene.advance(10);
    scene.leave(CEM);
    scene.leave(BEN);
    expect(proposals(scene, ADA).at(-1)).toBe("revoke 1");
    scene.toService = (_from, message) => [message];
    join(scene, BEN);
    scene.advance(10);
    expectHealthy(scene);
    expect(scene.counters.restarts).toBe(0);
  });

  it("starts over when no member commits for five seconds", () => {
    const scene = new DaveScene();
    scene.toService = (_from, message) => (message.op === VoiceOpcode.MlsCommitWelcome ? [] : [message]);
    for (const userId of [ADA, BEN]) join(scene, userId);
    scene.advance(4999);
    expect(scene.counters.restarts).toBe(0);
    scene.toService = (_from, message) => [message];
    scene.advance(10);
    expect(scene.counters.restarts).toBe(1);
    expect(ops(scene, ADA).filter((op) => op === VoiceOpcode.DavePrepareEpoch)).toHaveLength(1);
    expectHealthy(scene);
  });

  it("does not time out while all sockets are gone", () => {
    const scene = new DaveScene();
    for (const userId of [ADA, BEN]) {
      scene.join(new Mute(userId));
      scene.act(() => scene.room.keyPackage(scene.now, userId, keyPackageOf(userId)));
    }
    scene.cut(ADA);
    scene.cut(BEN);
    scene.advance(60_000);
    expect(scene.room.nextDeadline(scene.now)).toBeUndefined();
    expect(scene.counters.restarts).toBe(0);
  });
});

describe("an established group", () => {
  it("sends its members the commit, the newcomer the welcome, and pending ones no proposals", () => {
    const scene = call(ADA, BEN);
    join(scene, CEM);
    scene.advance(10);
    expect(ops(scene, ADA)).toEqual([11, 27, 29, 22]);
    expect(ops(scene, BEN)).toEqual([11, 27, 29, 22]);
    expect(ops(scene, CEM)).toEqual([4, 11, 25, 30, 22]);
    expectHealthy(scene);
  });

  it("gives each newcomer only its own secrets", () => {
    const scene = call(ADA, BEN);
    join(scene, CEM);
    join(scene, DOT);
    scene.advance(10);
    for (const userId of [CEM, DOT]) {
      const welcome = sent(scene, userId).find(({ op }) => op === VoiceOpcode.MlsWelcome) as {
        payload: Uint8Array;
      };
      expect(decodeWelcome(decodeDaveTransition(welcome.payload).message).secrets).toHaveLength(1);
    }
    expectHealthy(scene);
  });

  it("sends one op 27 per epoch: later changes wait for the next epoch", () => {
    const scene = call(ADA, BEN, CEM);
    let held: [string, DaveMessage][] = [];
    scene.toService = (from, message) => {
      if (message.op !== VoiceOpcode.MlsCommitWelcome) return [message];
      held.push([from, message]);
      return [];
    };
    scene.leave(CEM);
    join(scene, DOT);
    scene.advance(10);
    expect(proposals(scene, ADA)).toEqual(["append remove"]);
    scene.toService = (_from, message) => [message];
    for (const [userId, message] of held.splice(0))
      scene.act(
        () => void scene.room.commit(scene.now, userId, (message as { payload: Uint8Array }).payload),
      );
    held = [];
    scene.advance(10);
    expect(proposals(scene, ADA)).toEqual(["append remove", "append add"]);
    expectHealthy(scene);
  });

  it("removes and re-adds a member with a new session in one commit", () => {
    const scene = call(ADA, BEN, CEM);
    without(scene, BEN, VoiceOpcode.DaveTransitionReady);
    join(scene, DOT);
    scene.advance(10);
    expect(scene.room.phase).toBe("changing");
    scene.leave(CEM);
    join(scene, CEM);
    scene.advance(10);
    scene.act(() => scene.room.ready(scene.now, BEN, scene.counters.transitions + 1));
    scene.advance(10);
    expect(proposals(scene, ADA)).toEqual(["append add", "append remove add"]);
    scene.toService = (_from, message) => [message];
    scene.advance(5000);
    expectHealthy(scene);
  });

  it("sends no op 27 until all members answered the transition or two seconds passed", () => {
    const scene = call(ADA, BEN);
    without(scene, BEN, VoiceOpcode.DaveTransitionReady);
    join(scene, CEM);
    scene.advance(10);
    join(scene, DOT);
    scene.advance(1900);
    expect(scene.counters.epochs).toBe(2);
    expect(ops(scene, ADA).filter((op) => op === VoiceOpcode.DaveExecuteTransition)).toHaveLength(0);
    scene.toService = (_from, message) => [message];
    scene.advance(200);
    expect(scene.counters).toMatchObject({ lateTransitions: 1, asked: 1 });
    scene.advance(200);
    expectHealthy(scene);
  });

  it.each([
    ["waits for a member that resumes before it heard of a change", true],
    ["does not wait for one that resumes behind it: its op 23 may be lost", false],
  ])("%s", (_what, isUnheard) => {
    const scene = call(ADA, BEN, CEM);
    const seat = scene.seats.get(CEM)!;
    const said: boolean[] = [];
    const isExecuted = (): boolean => ops(scene, ADA).includes(VoiceOpcode.DaveExecuteTransition);
    scene.toService = (from, message) => {
      if (from === CEM && message.op === VoiceOpcode.DaveTransitionReady) said.push(isExecuted());
      return [message];
    };
    scene.toClient = (to, message) => {
      if (to !== CEM || message.op !== VoiceOpcode.MlsAnnounceCommit) return [message];
      scene.toClient = (_to, next) => [next];
      if (isUnheard) seat.received -= 1;
      scene.replace(CEM);
      return isUnheard ? [] : [message];
    };
    if (!isUnheard) without(scene, CEM, VoiceOpcode.DaveTransitionReady);
    join(scene, DOT);
    scene.advance(100);
    expect(isExecuted()).toBe(true);
    expect(said).toEqual(isUnheard ? [false] : []);
    expect(scene.counters).toMatchObject({ lateTransitions: 0, asked: 0 });
    expectHealthy(scene);
  });

  it("tolerates a client that never sends op 23", () => {
    const scene = new DaveScene();
    without(scene, BEN, VoiceOpcode.DaveTransitionReady);
    join(scene, ADA);
    join(scene, BEN);
    scene.advance(3000);
    join(scene, CEM);
    scene.advance(5000);
    expect(scene.counters).toMatchObject({ transitions: 2, lateTransitions: 2, asked: 0, failures: 0 });
    expectHealthy(scene);
  });

  it("executes every announced id once, in order", () => {
    const scene = new DaveScene({ lastId: 65_534 });
    for (const userId of [ADA, BEN, CEM]) {
      join(scene, userId);
      scene.advance(100);
    }
    scene.leave(CEM);
    scene.advance(100);
    const [ada, ben] = [scene.client<DaveyMember>(ADA), scene.client<DaveyMember>(BEN)];
    expect(ada.executed).toEqual([65_535, 1, 2]);
    expect(ben.executed).toEqual([65_535, 1, 2]);
  });

  it("rejects commits of another epoch, of strangers, and repeated ones", () => {
    const scene = call(ADA, BEN);
    const heard: [string, DaveMessage][] = [];
    scene.toService = (from, message) => {
      if (message.op === VoiceOpcode.MlsCommitWelcome) heard.push([from, message]);
      return [message];
    };
    join(scene, CEM);
    scene.advance(10);
    const { epoch } = scene.room;
    for (const [userId, message] of heard) {
      const { payload } = message as { payload: Uint8Array };
      for (const from of [userId, CEM, "999"])
        scene.act(() => expect(scene.room.commit(scene.now, from, payload)).toBeUndefined());
    }
    expect(scene.room.epoch).toBe(epoch);
    expectHealthy(scene);
  });
});

describe("key packages", () => {
  it("are requested three seconds after op 4", () => {
    const scene = call(ADA, BEN);
    without(scene, CEM, VoiceOpcode.MlsKeyPackage);
    join(scene, CEM);
    scene.advance(2999);
    expect(scene.counters.asked).toBe(0);
    scene.toService = (_from, message) => [message];
    scene.advance(10);
    expect(scene.counters.asked).toBe(1);
    expectHealthy(scene);
  });

  it("are requested at growing intervals from a silent member, whose leaf is removed in the meantime", () => {
    const scene = call(ADA, BEN, CEM);
    scene.act(() => scene.room.invalid(scene.now, CEM, 1));
    without(scene, CEM, VoiceOpcode.MlsKeyPackage);
    scene.advance(2999);
    expect(scene.counters).toMatchObject({ asked: 0, epochs: 1 });
    scene.advance(100_000);
    expect(scene.counters).toMatchObject({ asked: 5, epochs: 2 });
    expect(proposals(scene, ADA)).toEqual(["append remove"]);
    scene.toService = (_from, message) => [message];
    scene.advance(100_000);
    expectHealthy(scene);
  });

  it("are requested at once when a member without leaf and key package resumes", () => {
    const scene = call(ADA, BEN);
    without(scene, CEM, VoiceOpcode.MlsKeyPackage);
    join(scene, CEM);
    scene.advance(10);
    scene.cut(CEM);
    scene.toService = (_from, message) => [message];
    scene.resume(CEM);
    scene.advance(10);
    expect(scene.counters.asked).toBe(1);
    expectHealthy(scene);
  });

  it("are requested when a resume could not replay missed messages", () => {
    const scene = call(ADA, BEN, CEM);
    scene.cut(CEM);
    join(scene, DOT);
    scene.advance(100);
    scene.resume(CEM, false);
    scene.advance(100);
    expect(scene.counters.asked).toBe(1);
    expectHealthy(scene);
  });

  it("of another user, or damaged, are rejected, and the sender is asked for another", () => {
    const scene = call(ADA, BEN);
    const damaged = Uint8Array.from(keyPackageOf(ADA));
    damaged[damaged.length - 3]! ^= 1;
    expect(scene.room.keyPackage(scene.now, ADA, damaged.subarray(0, 100))).toBe("undecodable");
    expect(scene.room.keyPackage(scene.now, "999", keyPackageOf(BEN))).toBeUndefined();
    for (const bad of [keyPackageOf(BEN), damaged]) {
      scene.act(() => expect(scene.room.keyPackage(scene.now, ADA, bad)).toBeUndefined());
      expect(sent(scene, ADA).at(-1)).toEqual({ op: 24, d: { epoch: 1, protocol_version: 1 } });
      scene.advance(100);
    }
    expect(scene.counters).toMatchObject({ refusedKeyPackages: 3, asked: 2, failures: 0 });
    expectHealthy(scene);
  });

  it("are accepted in both forms, bare and as an MLSMessage", () => {
    const scene = new DaveScene();
    for (const userId of [ADA, BEN]) scene.join(new Mute(userId));
    const wrapped = Buffer.concat([Buffer.from("00010005", "hex"), keyPackageOf(BEN)]);
    scene.act(() => expect(scene.room.keyPackage(scene.now, BEN, wrapped)).toBeUndefined());
    expect(proposals(scene, ADA)).toEqual(["append add"]);
  });

  it("that repeat a used one do not make the member start over", () => {
    const scene = call(ADA, BEN);
    let spent: Uint8Array | undefined;
    scene.toService = (from, message) => {
      if (from === CEM && message.op === VoiceOpcode.MlsKeyPackage)
        spent = (message as { payload: Uint8Array }).payload;
      return [message];
    };
    join(scene, CEM);
    scene.advance(10);
    scene.act(() => void scene.room.keyPackage(scene.now, CEM, spent!));
    scene.advance(10);
    expect(scene.counters.epochs).toBe(2);
  });
});

describe("the last member", () => {
  it("gets op 24 for epoch 1 and op 21 with id 0, and can found the next group", () => {
    const scene = call(ADA, BEN);
    scene.leave(BEN);
    expect(sent(scene, ADA).slice(-2)).toEqual([
      { op: 24, d: { epoch: 1, protocol_version: 1 } },
      { op: 21, d: { transition_id: 0, protocol_version: 1 } },
    ]);
    scene.advance(10);
    expect(scene.codes).toEqual([undefined]);
    expect(scene.room.epoch).toBe(0n);
    join(scene, CEM);
    scene.advance(10);
    expectHealthy(scene);
    expect(scene.counters).toMatchObject({ alone: 1, restarts: 0, failures: 0 });
  });
});

describe("a mixed room", () => {
  const version = (scene: DaveScene, userId: string): number => scene.client<DaveyMember>(userId).version;

  it("turns E2EE off when a member without support enters, and on when it leaves", () => {
    const scene = call(ADA, BEN);
    expect(scene.room.versionFor(0)).toBe(0);
    scene.join(new Mute(CEM), 0);
    expect(scene.room.phase).toBe("downgrading");
    expect(scene.forwarding).toMatchObject({ isLifted: true });
    expect(sent(scene, ADA).at(-1)).toEqual({ op: 21, d: { transition_id: 2, protocol_version: 0 } });
    scene.advance(10);
    expect(scene.room.phase).toBe("clear");
    expect(ops(scene, CEM)).toEqual([4, 11]);
    expect([version(scene, ADA), version(scene, BEN)]).toEqual([0, 0]);
    expect(scene.forwarding).toEqual({ isLifted: false, isChanging: false, members: [] });

    join(scene, DOT);
    scene.advance(10);
    expect(version(scene, DOT)).toBe(0);

    scene.leave(CEM);
    expect(scene.forwarding?.isLifted).toBe(true);
    expect(ops(scene, DOT)).toEqual([4, 11, 13, 24, 25]);
    scene.advance(100);
    expect([ADA, BEN, DOT].map((userId) => version(scene, userId))).toEqual([1, 1, 1]);
    expect(scene.forwarding?.isLifted).toBe(false);
    expect(scene.counters).toMatchObject({ downgrades: 1, upgrades: 1, failures: 0 });
    expectHealthy(scene);
  });

  it("executes announced changes before the downgrade", () => {
    const scene = call(ADA, BEN);
    without(scene, BEN, VoiceOpcode.DaveTransitionReady);
    join(scene, DOT);
    scene.advance(10);
    scene.join(new Mute(CEM), 0);
    expect(scene.room.phase).toBe("changing");
    scene.toService = (_from, message) => [message];
    scene.advance(5000);
    expect(scene.room.phase).toBe("clear");
    expect(scene.client<DaveyMember>(ADA).executed).toEqual([1, 2, 3]);
    expect(scene.exceptions).toEqual([]);
  });

  it("without any member that supports E2EE sends nothing", () => {
    const scene = new DaveScene();
    for (const userId of [ADA, BEN]) scene.join(new Mute(userId), 0);
    scene.advance(60_000);
    expect(ops(scene, ADA)).toEqual([4, 11]);
    expect(ops(scene, BEN)).toEqual([4, 11]);
    expect(scene.forwarding).toBeUndefined();
  });

  it("in which one member remains lets it wait for others", () => {
    const scene = call(ADA, BEN);
    scene.join(new Mute(CEM), 0);
    scene.advance(10);
    scene.leave(BEN);
    scene.leave(CEM);
    scene.advance(10);
    expect(version(scene, ADA)).toBe(1);
    expect(scene.forwarding?.isLifted).toBe(false);
    join(scene, BEN);
    scene.advance(10);
    expectHealthy(scene);
  });
});

describe("the state for the forwarder", () => {
  const member = (scene: DaveScene, userId: string) =>
    scene.forwarding?.members.find((one) => one.userId === userId);

  it("gives a newcomer keys from its op 23 on, and lists members that owe op 23", () => {
    const scene = call(ADA, BEN);
    expect(member(scene, ADA)).toEqual({ userId: ADA, version: 1, hasKeys: true, owesReady: false });
    scene.toService = (_from, message) => (message.op === VoiceOpcode.DaveTransitionReady ? [] : [message]);
    join(scene, CEM);
    scene.advance(10);
    expect(scene.forwarding?.isChanging).toBe(true);
    expect(member(scene, ADA)).toMatchObject({ hasKeys: true, owesReady: true });
    expect(member(scene, CEM)).toMatchObject({ hasKeys: false, owesReady: false });
    scene.act(() => scene.room.ready(scene.now, CEM, 2));
    expect(member(scene, CEM)).toMatchObject({ hasKeys: true });
    scene.act(() => scene.room.ready(scene.now, ADA, 2));
    expect(member(scene, ADA)).toMatchObject({ owesReady: false });
  });

  it("gives a member that starts over no keys", () => {
    const scene = call(ADA, BEN, CEM);
    scene.act(() => scene.room.invalid(scene.now, CEM, 1));
    expect(member(scene, CEM)).toMatchObject({ hasKeys: false });
    expect(member(scene, ADA)).toMatchObject({ hasKeys: true });
  });
});
