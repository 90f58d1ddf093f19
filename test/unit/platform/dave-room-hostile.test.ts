// One hostile member among others, in virtual time: no other member fails, and it is detected and held back.
import { splitCommitWelcome, VoiceCloseCode, VoiceOpcode } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import type { RoomOutput } from "../../../platform/dave/index.js";
import { CHANNEL_ID, DaveScene, type Tamper } from "../../support/dave-scene.js";
import { DaveyMember, type DaveMessage } from "../../support/davey-member.js";
import { HostileFounder } from "../../support/hostile-founder.js";
import { HostileMember } from "../../support/hostile-member.js";
import { BAD_KEY_PACKAGES, keysIn } from "../../support/mls/bad-key-packages.js";
import { keyPackageOf, offTheCurve } from "../../support/mls/hostile-key-package.js";
import { SdkMember } from "../../support/sdk-dave-member.js";
import { seededBytes } from "../../support/seeded-bytes.js";
import { ADA, BEN, CEM, DOT, call, corrupt, expectHealthy, join } from "./support-dave-room.js";

const EVE = "105";
const CEM_ID = BigInt(CEM);

describe("a key package that members could not use", () => {
  it.each(BAD_KEY_PACKAGES)(
    "with %s is never proposed, and the third one ends its sender's session",
    (_what, make) => {
      const scene = call(ADA, BEN);
      const code = scene.codes[0];
      const cem = new HostileMember(CEM, () =>
        keyPackageOf({ userId: CEM_ID, ...make(keysIn(scene.keyPackages.get(BEN)!)) }),
      );
      scene.join(cem);
      scene.advance(60_000);
      expect([cem.sent, cem.asked]).toEqual([3, 2]);
      expect(scene.closed).toEqual([[CEM, VoiceCloseCode.SessionInvalid]]);
      expect(scene.counters).toMatchObject({ refusedKeyPackages: 3, barred: 1, failures: 0, restarts: 0 });
      expectHealthy(scene);
      expect(scene.codes[0]).toBe(code);
    },
  );

  it.each<[string, (path: ReturnType<typeof pathKeys>) => Uint8Array]>([
    ["the new leaf of a commit", ({ leaf }) => leaf],
    ["a node of a commit's path", ({ nodes }) => nodes[0]!],
  ])("with the key of %s is never proposed", (_whose, pick) => {
    const scene = call(ADA, BEN, CEM, DOT);
    let announced: Uint8Array | undefined;
    scene.toClient = (_userId, message) => {
      if (message.op === VoiceOpcode.MlsAnnounceCommit && "payload" in message)
        announced = message.payload.slice(2);
      return [message];
    };
    scene.leave(CEM);
    scene.advance(100);
    const taken = pick(pathKeys(announced!));
    scene.join(new HostileMember(EVE, () => keyPackageOf({ userId: BigInt(EVE), encryptionKey: taken })));
    scene.advance(1000);
    expect(scene.counters).toMatchObject({ refusedKeyPackages: 3, barred: 1 });
    expectHealthy(scene);
  });

  it("with the key of another newcomer is never proposed, in either order of arrival", () => {
    const scene = new DaveScene();
    scene.join(new HostileMember(CEM, () => keyPackageOf({ userId: CEM_ID })));
    scene.advance(10);
    const offered = keysIn(scene.keyPackages.get(CEM)!);
    scene.join(new HostileMember(DOT, () => keyPackageOf({ userId: BigInt(DOT), initKey: offered.init })));
    scene.advance(1000);
    expect(scene.closed).toEqual([[DOT, VoiceCloseCode.SessionInvalid]]);
    for (const userId of [ADA, BEN]) join(scene, userId);
    scene.advance(100);
    expect(scene.exceptions).toEqual([]);
  });

  it("counts against its user across sessions for ten minutes; a valid one is accepted at any time", () => {
    const scene = call(ADA, BEN);
    let isGood = false;
    const session = () => {
      const parts = () => (isGood ? {} : { initKey: offTheCurve() });
      const cem = new HostileMember(CEM, () => keyPackageOf({ userId: CEM_ID, ...parts() }));
      scene.join(cem);
      scene.advance(1000);
      return cem;
    };
    expect(session().sent).toBe(3);
    for (let again = 0; again < 3; again += 1) {
      const { sent, asked } = session();
      expect([sent, asked], "not asked again").toEqual([1, 0]);
    }
    scene.advance(600_000);
    expect(session().sent).toBe(3);
    isGood = true;
    session();
    expect(scene.closed).toHaveLength(5);
    expect(scene.counters.epochs).toBe(2);
    expect(scene.exceptions).toEqual([]);
  });

  it("has no consequence but requests for a member that corrects it in time", () => {
    const scene = call(ADA, BEN);
    let tries = 0;
    const cem = new DaveyMember(CEM, CHANNEL_ID);
    scene.toService = (userId, message) => {
      if (userId !== CEM || message.op !== VoiceOpcode.MlsKeyPackage || tries === 2) return [message];
      tries += 1;
      return [{ op: message.op, payload: keyPackageOf({ userId: CEM_ID, encryptionKey: offTheCurve() }) }];
    };
    scene.join(cem);
    scene.advance(100);
    expectHealthy(scene);
    expect(scene.counters).toMatchObject({ refusedKeyPackages: 2, barred: 0 });
  });
});

function pathKeys(commit: Uint8Array): { leaf: Uint8Array; nodes: Uint8Array[] } {
  const { content } = splitCommitWelcome(Uint8Array.from(commit)).commit.message;
  if (content.body.kind !== "commit" || content.body.commit.path === undefined) throw new Error("no path");
  const { leaf, nodes } = content.body.commit.path;
  return { leaf: leaf.encryptionKey, nodes: nodes.map(({ encryptionKey }) => encryptionKey) };
}

describe("a commit with an invalid public part", () => {
  /** Flips one byte in a public part of one member's op 28. */
  function withFlaw(scene: DaveScene, userId: string, pick: (commit: Uint8Array) => Uint8Array): Tamper {
    return (from, message) => {
      if (from !== userId || message.op !== VoiceOpcode.MlsCommitWelcome || !("payload" in message))
        return [message];
      const payload = Uint8Array.from(message.payload);
      const part = pick(payload);
      const at = Buffer.from(payload).indexOf(part);
      payload[at + part.length - 1]! ^= 1;
      return [{ op: message.op, payload }];
    };
  }

  const pathOf = (payload: Uint8Array) => {
    const { content } = splitCommitWelcome(Uint8Array.from(payload)).commit.message;
    return content.body.kind === "commit" ? content.body.commit.path! : undefined!;
  };

  it.each<[string, (payload: Uint8Array) => Uint8Array]>([
    ["the leaf's encryption key", (payload) => pathOf(payload).leaf.encryptionKey],
    ["the leaf's signature", (payload) => pathOf(payload).leaf.signature],
    ["a node's key", (payload) => pathOf(payload).nodes[0]!.encryptionKey],
    ["the key of a sealed secret", (payload) => pathOf(payload).nodes[0]!.ciphertexts[0]!.kemOutput],
  ])("(%s) is dropped, and the next one is accepted", (_what, pick) => {
    const scene = call(ADA, BEN, CEM, DOT);
    const flaw = withFlaw(scene, ADA, pick);
    scene.toService = (from, message) => flaw(from, message);
    scene.leave(DOT);
    scene.advance(100);
    expect(scene.counters).toMatchObject({ failures: 0, restarts: 0, excludedCommitters: 0 });
    expectHealthy(scene);
  });
});

/** A member with our implementation; it ignores adds of users that no op 11 has announced. */
function ours(scene: DaveScene, userId: string): SdkMember {
  const member = new SdkMember(userId, CHANNEL_ID, seededBytes(Number(userId)));
  scene.join(member);
  return member;
}

/** Hides this user from others: stands for any add that members reject for a reason that the service cannot see. */
function unnamed(scene: DaveScene, culprit: string): void {
  scene.toClient = (userId, message) => {
    if (message.op !== VoiceOpcode.ClientsConnect || userId === culprit) return [message];
    const { user_ids: ids } = (message as { d: { user_ids: string[] } }).d;
    const rest = ids.filter((id) => id !== culprit);
    return rest.length === 0 ? [] : [{ op: message.op, d: { user_ids: rest } }];
  };
}

const stateOf = (member: SdkMember): string => member.encryption.session.status.state;
const COMMIT_MS = 5000;
/** Measured from the moment when the fault becomes visible. */
const HEALED_MS = 2000;

describe("an add that no member commits", () => {
  it("leaves an established group unchanged, and later newcomers join within two seconds", () => {
    const scene = new DaveScene();
    unnamed(scene, EVE);
    const [ada, ben] = [ours(scene, ADA), ours(scene, BEN)];
    scene.advance(100);
    const epoch = ada.encryption.session.status.epoch;
    const [cem, eve, dot] = [ours(scene, CEM), ours(scene, EVE), ours(scene, DOT)];
    scene.advance(COMMIT_MS - 100);
    // Only the service knows with which adds the first one was proposed: it may already be in the group.
    scene.advance(100 + HEALED_MS);
    for (const member of [ada, ben, cem, dot]) expect(stateOf(member), member.userId).toBe("on");
    expect(stateOf(eve)).not.toBe("on");
    expect(ada.encryption.session.status.epoch).toBeGreaterThan(epoch);
    expect([ada, ben].map(({ keys }) => keys.stops)).toEqual([0, 0]);
    expect(scene.counters).toMatchObject({ restarts: 0, failures: 0 });
    const suspected = [ADA, BEN, CEM, DOT, EVE].filter((userId) =>
      scene.suspects.isSuspect(scene.now, userId),
    );
    expect(suspected).toEqual([EVE]);
    scene.advance(20_000);
    expect(scene.counters).toMatchObject({ restarts: 0, barred: 1 });
    expect(scene.closed).toEqual([[EVE, VoiceCloseCode.SessionInvalid]]);
  });

  it("does not harm davey with its revoke", () => {
    const scene = call(ADA, BEN);
    scene.toService = (_from, message) => (message.op === VoiceOpcode.MlsCommitWelcome ? [] : [message]);
    join(scene, CEM);
    join(scene, DOT);
    scene.advance(COMMIT_MS - 1);
    scene.toService = (_from, message) => [message];
    scene.advance(HEALED_MS);
    expectHealthy(scene);
    expect(scene.counters).toMatchObject({ ignoredEpochs: 1, restarts: 0, barred: 0 });
  });

  it.each([0, 1, 2, 3])(
    "lets all others have keys within two seconds when there is no group yet (culprit %i)",
    (at) => {
      const scene = new DaveScene();
      unnamed(scene, EVE);
      const order: string[] = [ADA, BEN, CEM];
      order.splice(at, 0, EVE);
      const members = order.map((userId) => ours(scene, userId));
      // The culprit itself does not commit.
      scene.toService = (from, message) =>
        from === EVE && message.op === VoiceOpcode.MlsCommitWelcome ? [] : [message];
      scene.advance(COMMIT_MS + HEALED_MS);
      for (const member of members)
        if (member.userId !== EVE) expect(stateOf(member), member.userId).toBe("on");
      scene.advance(20_000);
      expect(scene.closed).toEqual([[EVE, VoiceCloseCode.SessionInvalid]]);
      expect(scene.counters.failures).toBe(0);
    },
  );

  it("has no culprit when all possible committers lost their sockets", () => {
    const scene = call(ADA, BEN);
    join(scene, CEM);
    for (const userId of [ADA, BEN]) scene.cut(userId);
    scene.advance(COMMIT_MS + 1000);
    for (const userId of [ADA, BEN]) scene.resume(userId);
    scene.advance(COMMIT_MS);
    expect(scene.counters).toMatchObject({ suspects: 0, ignoredEpochs: 0 });
    expectHealthy(scene);
  });
});

describe("a committer that lies", () => {
  /** Its next commit arrives first, and no other member can process it. */
  function lie(scene: DaveScene, liar: string): void {
    let lies: number | undefined;
    scene.toService = (from, message) =>
      from === liar || message.op !== VoiceOpcode.MlsCommitWelcome || lies !== undefined ? [message] : [];
    scene.toClient = (userId, message) => {
      const isCommit = message.op === VoiceOpcode.MlsAnnounceCommit || message.op === VoiceOpcode.MlsWelcome;
      if (!isCommit || !("payload" in message)) return [message];
      const id = Buffer.from(message.payload).readUInt16BE(0);
      lies ??= id;
      return userId !== liar && id === lies ? [corrupt(message, 40)] : [message];
    };
  }

  it("and founds the group is not accepted again, even in its next session", () => {
    const scene = new DaveScene();
    lie(scene, ADA);
    for (const userId of [ADA, BEN, CEM]) join(scene, userId);
    scene.advance(100);
    expect(scene.counters.excludedCommitters).toBe(1);
    expectHealthy(scene);
    scene.leave(ADA);
    scene.advance(100);
    join(scene, ADA);
    scene.advance(100);
    expectHealthy(scene);
    const { epochs } = scene.counters;
    lie(scene, ADA);
    join(scene, DOT);
    scene.advance(1000);
    expect(scene.counters.epochs, "its commit is not taken").toBe(epochs);
  });

  it("in a room of two is replaced: the other member founds the next group", () => {
    const scene = new DaveScene();
    lie(scene, ADA);
    for (const userId of [ADA, BEN]) join(scene, userId);
    scene.advance(100);
    expectHealthy(scene);
    expect(scene.counters.excludedCommitters).toBe(0);
  });

  it.each([
    [1, false],
    [2, true],
    [3, false],
  ])(
    "and repeatedly founds the group faster than %i others delays their keys by 2 s at most (polite: %s)",
    (others, isPolite) => {
      const scene = new DaveScene();
      const innocent = [ADA, BEN, CEM].slice(0, others);
      scene.join(new DaveyMember(ADA, CHANNEL_ID));
      for (let round = 0; round < 4; round += 1) {
        const eve = new HostileFounder(EVE, CHANNEL_ID, isPolite);
        scene.join(eve);
        for (const userId of innocent.slice(1)) scene.join(new DaveyMember(userId, CHANNEL_ID));
        scene.advance(HEALED_MS);
        expect(scene.exceptions).toEqual([]);
        const codes = new Set(innocent.map((userId) => scene.client(userId).privacyCode));
        expect([codes.size, codes.has(undefined)], `round ${String(round)}`).toEqual([1, false]);
        for (const userId of [EVE, ...innocent.slice(1)]) scene.leave(userId);
        scene.advance(100);
      }
      expect(scene.counters).toMatchObject({ excludedCommitters: 1 });
      expect(scene.closed).toEqual([]);
    },
  );

  it("to newcomers only, who do not report it, is passed over", () => {
    const scene = call(ADA, BEN);
    scene.toService = (from, message) =>
      from === ADA && message.op === VoiceOpcode.MlsCommitWelcome ? [corrupt(message, 0)] : [message];
    // Ada's op 28 arrives first each time.
    join(scene, CEM);
    scene.advance(10_000);
    expectHealthy(scene);
  });

  it("is not a member that commits while another one stalls: the group stays and re-adds the late member", () => {
    const scene = call(ADA, BEN);
    const late: [string, DaveMessage][] = [];
    scene.toService = (from, message) => (from === ADA ? (late.push([from, message]), []) : [message]);
    join(scene, CEM);
    scene.advance(2500);
    const { epoch } = scene.room;
    scene.leave(CEM);
    scene.advance(10);
    expect(scene.room.epoch).toBe(epoch + 1n);
    scene.toService = (_from, message) => [message];
    scene.join(new DaveyMember(CEM, CHANNEL_ID));
    scene.advance(20_000);
    expectHealthy(scene);
    expect(late.map(([, { op }]) => op)).toContain(VoiceOpcode.MlsKeyPackage);
    expect(scene.counters.restarts).toBe(0);
  });

  it("is used as a last resort when no other member commits", () => {
    const scene = call(ADA, BEN, CEM);
    scene.act(() => scene.room.invalid(scene.now, BEN, 1));
    scene.advance(100);
    const id = scene.counters.transitions;
    for (const witness of [BEN, CEM]) scene.act(() => scene.room.invalid(scene.now, witness, id));
    scene.advance(COMMIT_MS + 5000);
    expectHealthy(scene);
  });
});

describe("adds with which two committers fail", () => {
  it("are held back after reports of two witnesses", () => {
    const scene = new DaveScene();
    for (const userId of [ADA, BEN, CEM]) ours(scene, userId);
    scene.advance(100);
    // All members except its author reject a commit that adds Eve.
    let adds = false;
    let committer = "";
    scene.toService = (from, message) => {
      if (message.op === VoiceOpcode.MlsCommitWelcome && committer === "") committer = from;
      return [message];
    };
    scene.toClient = (userId, message) => {
      if (message.op === VoiceOpcode.MlsProposals) committer = "";
      const isCommit = message.op === VoiceOpcode.MlsAnnounceCommit || message.op === VoiceOpcode.MlsWelcome;
      return adds && isCommit && userId !== committer && userId !== EVE ? [corrupt(message, 40)] : [message];
    };
    adds = true;
    ours(scene, EVE);
    for (let step = 0; step < 400 && scene.counters.suspects === 0; step += 1) scene.advance(50);
    expect(scene.counters.suspects).toBeGreaterThan(0);
    expect(scene.suspects.isSuspect(scene.now, EVE)).toBe(true);
    adds = false;
    scene.advance(20_000);
    expect(scene.exceptions).toEqual([]);
    expect(scene.isTogether).toBe(true);
  });
});

describe("unrequested key packages", () => {
  it("slow down their sender but not the others", () => {
    const scene = call(ADA, BEN, CEM);
    const before = scene.counters.epochs;
    for (let round = 0; round < 200; round += 1) {
      scene.act(() => void scene.room.keyPackage(scene.now, CEM, keyPackageOf({ userId: CEM_ID })));
      scene.advance(50);
    }
    expect(scene.counters.braked).toBeGreaterThan(0);
    expect(scene.counters.epochs - before).toBeLessThan(15);
    expect(scene.exceptions).toEqual([]);
  });
});

describe("the forwarder", () => {
  it("learns of a change before its first op 29 and op 30, and confirms its end before op 22", () => {
    const scene = new DaveScene();
    const outputs: string[] = [];
    const { room } = scene;
    const poll = room.poll.bind(room);
    room.poll = (): RoomOutput | undefined => {
      const output = poll();
      if (output?.type === "forwarding") outputs.push(output.forwarding.isChanging ? "changing" : "over");
      else if (output?.type === "confirmed") outputs.push("confirmed");
      else if (output?.type === "json" || output?.type === "binary") outputs.push(String(output.op));
      return output;
    };
    for (const userId of [ADA, BEN, CEM]) {
      join(scene, userId);
      scene.advance(100);
    }
    const told = outputs.join(" ");
    expect(told).not.toMatch(/(^| )(29|30) (?!.*changing)/);
    for (const at of outputs.keys()) {
      if (outputs[at] === "29")
        expect(outputs.slice(0, at).findLast((one) => one === "changing" || one === "over")).toBe("changing");
      if (outputs[at] === "22")
        expect(outputs.slice(0, at).findLast((one) => one !== "22")).toBe("confirmed");
    }
    const confirmed = outputs.indexOf("confirmed");
    expect(outputs.slice(0, confirmed).findLast((one) => one === "changing" || one === "over")).toBe("over");
  });
});
