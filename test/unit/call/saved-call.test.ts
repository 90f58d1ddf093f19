// The parts of a call that its TypeScript side owns, saved and restored in another process.
import { describe, expect, it } from "vitest";
import { CallEncryption, type CallEncryptionOptions } from "../../../lib/call/call-encryption.js";
import { SignatureKeys, VerifiedKeys } from "../../../lib/call/index.js";
import { SendCondition } from "../../../lib/call/send-condition.js";
import { SessionFacts } from "../../../lib/call/session-facts.js";
import { generateSignatureKey, RestoreError, Secret } from "../../../lib/protocol/index.js";
import { CHANNEL_ID, DaveScene } from "../../support/dave-scene.js";
import { errorOf, readerOf, savedBytes, withoutEach } from "../../support/saved-copies.js";
import { KeyHolder, SdkMember } from "../../support/sdk-dave-member.js";
import { seededBytes } from "../../support/seeded-bytes.js";

describe("saved session facts", () => {
  const facts = new SessionFacts(1n, undefined);
  facts.learnState(2n, "session", 3n);
  facts.learnServer({ endpoint: "voice.test", token: new Secret("token") });

  it("open the same session", () => {
    const copy = SessionFacts.restore(readerOf(savedBytes(facts)));
    expect(copy.credentials()).toEqual(facts.credentials());
    expect(copy.credentials()!.token.reveal()).toBe("token");
    expect([copy.endpoint, copy.groupId, copy.userId]).toEqual(["voice.test", 3n, 2n]);
  });

  it("may be incomplete, but need their server", () => {
    const optional = ["userId", "channelId", "sessionId", "server"];
    for (const { field, error } of withoutEach(facts, 0, (saved) => SessionFacts.restore(saved)))
      if (optional.includes(field)) expect(error).toBeUndefined();
      else expect(error).toMatchObject({ code: "missing", field });
  });
});

describe("a saved send condition", () => {
  it("goes on waiting on another clock", () => {
    const condition = new SendCondition();
    condition.begin(1000);
    condition.encryption("pending", 1000);
    condition.participant(7n, true, 1000);
    condition.status(4, 2000);
    const copy = SendCondition.restore(readerOf(savedBytes(condition, 2500), 90_000));
    expect(copy.nextDeadline()).toBe(90_500);
    expect(copy.timeout(90_500)).toBeUndefined();
    expect(condition.timeout(3000)).toBeUndefined();
    expect([copy.maySend, copy.isAlone]).toEqual([condition.maySend, condition.isAlone]);
    expect([...copy.others]).toEqual([7n]);
    expect(copy.timeout(93_500)).toBe(condition.timeout(6000));
    for (const { field, error } of withoutEach(condition, 0, (saved) => SendCondition.restore(saved)))
      if (["other", "namedBy", "warnAt"].includes(field)) expect(error).toBeUndefined();
      else expect(error).toMatchObject({ code: "missing", field });
  });
});

describe("signature keys", () => {
  it("are adopted once; a call that brings another one is refused", () => {
    const keys = new SignatureKeys(seededBytes(1));
    const key = generateSignatureKey(seededBytes(2));
    const lease = keys.adopt(5n, key);
    expect(lease.made).toBe(key);
    const same = { publicKey: key.publicKey, privateKey: key.privateKey.slice() };
    const second = keys.adopt(5n, same);
    expect(second.key()).toBe(key);
    expect(same.privateKey.every((byte) => byte === 0)).toBe(true);
    const other = generateSignatureKey(seededBytes(3));
    expect(errorOf(() => keys.adopt(5n, other))).toMatchObject({ code: "SIGNATURE_KEY_DIFFERS" });
    lease.release();
    expect(second.key()).toBe(key);
    second.release();
    expect(key.privateKey.every((byte) => byte === 0)).toBe(true);
    expect(keys.adopt(5n, other).key()).toBe(other);
  });
});

describe("verified keys", () => {
  const none = () => new VerifiedKeys({ store: undefined, failed: () => undefined });

  it("of one user travel, as far as no store has them", async () => {
    const [first, second] = [2, 3].map((seed) => generateSignatureKey(seededBytes(seed)).publicKey);
    const verified = none();
    await verified.add(1n, 5n, first!, false);
    await verified.add(1n, 5n, second!, false);
    await verified.add(9n, 5n, second!, false);
    const bytes = savedBytes({ save: (out) => verified.save(out, 1n) });
    const copy = none();
    await copy.add(1n, 6n, first!, false);
    copy.restore(readerOf(bytes), 1n);
    expect([copy.has(1n, 5n, first!), copy.has(1n, 5n, second!), copy.has(1n, 6n, first!)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(copy.knows(9n, 5n)).toBe(false);
  });
});

describe("the encryption of a call", () => {
  function room() {
    const scene = new DaveScene();
    const member = new SdkMember("100", CHANNEL_ID, seededBytes(1));
    scene.join(member);
    scene.join(new SdkMember("101", CHANNEL_ID, seededBytes(2)));
    scene.advance(10_000);
    expect(scene.isTogether).toBe(true);
    return { scene, encryption: member.encryption };
  }

  function options(phases: string[] = []): CallEncryptionOptions {
    const random = seededBytes(9);
    const ignored = () => undefined;
    return {
      native: new KeyHolder(),
      keys: new SignatureKeys(random),
      verifiedKeys: new VerifiedKeys({ store: undefined, failed: ignored }),
      keyDirectory: undefined,
      random,
      maxVersion: 1,
      requirement: "preferred",
      outlets: {
        send: ignored,
        sendBinary: ignored,
        changed: ignored,
        transitioned: ignored,
        begun: ignored,
        phase: (phase) => phases.push(phase),
        lost: ignored,
        end: ignored,
        membersChanged: ignored,
        unannouncedMember: ignored,
        memberKeyChanged: ignored,
      },
    };
  }

  it("goes on with its group, its key and what people verified", async () => {
    const { scene, encryption } = room();
    const other = encryption.members.list().find(({ userId }) => userId === 101n)!;
    await encryption.members.verify(other);
    const bytes = savedBytes(encryption, scene.now);
    const copy = CallEncryption.restore(readerOf(bytes, 5), options());
    bytes.fill(0);
    expect(copy.session.status).toEqual(encryption.session.status);
    expect(copy.members.list()).toEqual(encryption.members.list());
    expect(copy.members.list().every(({ verified }) => verified)).toBe(true);
    expect(await copy.members.verificationCode(101n)).toBe(await encryption.members.verificationCode(101n));
    expect(Buffer.compare(savedBytes(copy, 5), savedBytesInterrupted(encryption, scene.now))).toBe(0);
    copy.end();
  });

  it("leaves what calls share unchanged when it cannot be restored", () => {
    const { scene, encryption } = room();
    const shared = options();
    for (const { field, error } of withoutEach(encryption, scene.now, (saved) => {
      CallEncryption.restore(saved, shared).end();
    })) {
      if (error === undefined) continue;
      expect(error, field).toBeInstanceOf(RestoreError);
      const fresh = generateSignatureKey(seededBytes(4));
      // Would be refused if a failed restore had left a key behind.
      shared.keys.adopt(100n, fresh).release();
    }
  });

  it("is refused where its user already speaks with another key", () => {
    const { scene, encryption } = room();
    const taken = options();
    taken.keys.lease(100n).key();
    const bytes = savedBytes(encryption, scene.now);
    expect(errorOf(() => CallEncryption.restore(readerOf(bytes), taken))).toMatchObject({
      code: "SIGNATURE_KEY_DIFFERS",
    });
  });

  it("is nothing before a session begins", () => {
    const idle = new CallEncryption(options());
    const copy = CallEncryption.restore(readerOf(savedBytes(idle)), options());
    expect(copy.session.status.state).toBe("off");
  });
});

function savedBytesInterrupted(encryption: CallEncryption, nowMs: number): Uint8Array {
  encryption.session.interrupted(nowMs);
  return savedBytes(encryption, nowMs);
}
