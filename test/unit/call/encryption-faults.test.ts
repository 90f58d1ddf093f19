// Effects of lost, doubled, late and broken messages on our client's encryption; the rest of the room is right.
import { describe, expect, it } from "vitest";
import { splitCommitWelcome, VoiceOpcode } from "../../../lib/wire/index.js";
import { CHANNEL_ID, DaveScene, type Tamper } from "../../support/dave-scene.js";
import { DaveyMember, type DaveClient, type DaveMessage } from "../../support/davey-member.js";
import { TestGateway } from "../../support/mls/gateway.js";
import { SdkMember } from "../../support/sdk-dave-member.js";
import { seededBytes } from "../../support/seeded-bytes.js";

const SPEECH = Buffer.from("one encoded frame of speech");
const OURS = "800000000000000001";

class Room {
  readonly scene = new DaveScene();
  readonly ours = this.member(1);
  #next = 2;

  member(index: number): SdkMember {
    return new SdkMember(String(800_000_000_000_000_000n + BigInt(index)), CHANNEL_ID, seededBytes(index));
  }

  /** Ours among two others of ours and one stranger, all talking. */
  static open(): Room {
    const room = new Room();
    room.scene.join(room.ours);
    for (let others = 0; others < 3; others += 1) room.join();
    room.settle();
    return room;
  }

  join(): SdkMember | DaveyMember {
    const index = this.#next++;
    const isStranger = index === 2;
    const member = isStranger
      ? new DaveyMember(String(800_000_000_000_000_000n + BigInt(index)), CHANNEL_ID)
      : this.member(index);
    this.scene.join(member);
    this.scene.advance(50);
    return member;
  }

  /** Lets 10 s pass, with ours' clock. */
  settle(ms = 10_000): void {
    for (let at = 0; at < ms; at += 100) {
      this.scene.advance(100);
      this.ours.timeout(this.scene.now);
    }
  }

  /** Messages to ours of this op go through `tamper`, `times` times. */
  disturb(op: number, tamper: (message: DaveMessage) => DaveMessage[], times = 1): void {
    let left = times;
    const hook: Tamper = (userId, message) => {
      if (userId !== OURS || message.op !== op || left === 0) return [message];
      left -= 1;
      return tamper(message);
    };
    this.scene.toClient = hook;
  }

  expectHealthy(): void {
    expect(this.scene.exceptions).toEqual([]);
    expect(this.scene.isTogether, this.scene.codes.join(" ")).toBe(true);
    const others = [...this.scene.seats.values()]
      .map((seat) => seat.client)
      .filter((client): client is SdkMember => client instanceof SdkMember && client !== this.ours);
    for (const other of others) {
      expect(this.ours.hear(other.userId, other.speak(SPEECH)!)).toEqual(SPEECH);
      expect(other.hear(OURS, this.ours.speak(SPEECH)!)).toEqual(SPEECH);
    }
  }
}

function flipped(message: DaveMessage): DaveMessage {
  if (!("payload" in message)) throw new Error("only binary messages can be flipped");
  const payload = Buffer.from(message.payload);
  payload[payload.length - 3]! ^= 1;
  return { op: message.op, payload };
}

/** The commit of an op 28, with one bit of its signature flipped. */
function withWrongSignature(message: { op: number; payload: Uint8Array }): DaveMessage {
  const payload = Uint8Array.from(message.payload);
  const { commit } = splitCommitWelcome(payload);
  const at = Buffer.from(payload).indexOf(commit.message.signature);
  payload[at + commit.message.signature.length - 1]! ^= 1;
  return { op: message.op, payload };
}

const EVERY_OP = Object.entries({
  prepareTransition: VoiceOpcode.DavePrepareTransition,
  executeTransition: VoiceOpcode.DaveExecuteTransition,
  prepareEpoch: VoiceOpcode.DavePrepareEpoch,
  externalSender: VoiceOpcode.MlsExternalSender,
  proposals: VoiceOpcode.MlsProposals,
  announcedCommit: VoiceOpcode.MlsAnnounceCommit,
  welcome: VoiceOpcode.MlsWelcome,
});

/** Everything a member can meet: others join and leave, it is alone, it is in company again. */
function story(room: Room): void {
  const guest = room.join();
  room.settle(500);
  room.scene.leave(guest.userId);
  room.settle(500);
  for (const userId of [...room.scene.seats.keys()]) if (userId !== OURS) room.scene.leave(userId);
  room.settle(500);
  room.join();
  room.join();
  room.settle();
}

describe("a duplicate message with another number", () => {
  it.each(EVERY_OP)("%s: changes nothing", (_name, op) => {
    const room = Room.open();
    room.disturb(op, (message) => [message, message], Infinity);
    story(room);
    room.expectHealthy();
    expect(room.ours.failures).toBe(0);
    expect(room.scene.counters.failures).toBe(0);
  });

  it("all of them, always, in a room of our clients: no failure", () => {
    const scene = new DaveScene();
    scene.toClient = (_userId, message) => [message, message];
    const members = [1, 2, 3].map((index) => {
      const member = new SdkMember(
        String(800_000_000_000_000_000n + BigInt(index)),
        CHANNEL_ID,
        seededBytes(index),
      );
      scene.join(member);
      scene.advance(100);
      return member;
    });
    scene.leave(members[1]!.userId);
    scene.advance(5000);
    expect(scene.isTogether).toBe(true);
    expect(scene.counters.failures).toBe(0);
  });
});

describe("a lost message", () => {
  it.each(EVERY_OP)("%s: heals", (_name, op) => {
    const room = Room.open();
    room.disturb(op, () => []);
    story(room);
    room.expectHealthy();
    expect(room.ours.failures).toBeLessThanOrEqual(1);
  });

  it("op 22: own frames use the new key before others forget the old one", () => {
    const room = Room.open();
    const other = [...room.scene.seats.values()]
      .map((seat) => seat.client)
      .find((client): client is SdkMember => client instanceof SdkMember && client !== room.ours)!;
    room.disturb(VoiceOpcode.DaveExecuteTransition, () => []);
    room.join();
    room.settle(9000);
    expect(room.ours.phases.filter((phase) => phase.startsWith("e2eeOverdue"))).toHaveLength(1);
    const newest = other.keys.receive.get(BigInt(OURS))![0]!;
    expect(room.ours.keys.sending).toEqual(newest);
  });
});

describe("a late message", () => {
  it.each(EVERY_OP)("%s, after its successor: heals", (_name, op) => {
    const room = Room.open();
    let late: DaveMessage | undefined;
    let isDone = false;
    room.scene.toClient = (userId, message) => {
      if (userId !== OURS || isDone) return [message];
      if (late !== undefined) {
        isDone = true;
        return [message, late];
      }
      if (message.op !== op) return [message];
      late = message;
      return [];
    };
    story(room);
    room.expectHealthy();
    expect(room.ours.failures).toBeLessThanOrEqual(1);
  });
});

describe("a broken message", () => {
  it("commit: is reported once, and the member is removed and added again", () => {
    const room = Room.open();
    room.disturb(VoiceOpcode.MlsAnnounceCommit, (message) => [flipped(message)]);
    // another member wins the commit
    room.scene.toService = (userId, message) =>
      userId === OURS && message.op === VoiceOpcode.MlsCommitWelcome ? [] : [message];
    room.join();
    room.settle();
    room.expectHealthy();
    expect(room.ours.failures).toBe(1);
    expect(room.scene.counters.failures).toBe(1);
    // meanwhile it went on speaking with the keys it had
    expect(room.ours.keys.stops).toBe(0);
  });

  it("welcome: is reported once, and the member joins", () => {
    const room = Room.open();
    room.scene.leave(OURS);
    room.settle(500);
    const again = room.member(99);
    let isBroken = false;
    room.scene.toClient = (userId, message) => {
      if (userId !== again.userId || message.op !== VoiceOpcode.MlsWelcome || isBroken) return [message];
      isBroken = true;
      return [flipped(message)];
    };
    room.scene.join(again);
    room.scene.advance(10_000);
    expect(room.scene.isTogether).toBe(true);
    expect(again.failures).toBe(1);
  });

  it("a copy of a rejected message is not reported again", () => {
    const room = Room.open();
    room.scene.toService = (userId, message) =>
      userId === OURS && message.op === VoiceOpcode.MlsCommitWelcome ? [] : [message];
    room.disturb(VoiceOpcode.MlsAnnounceCommit, (message) => [flipped(message), flipped(message)]);
    room.join();
    room.settle();
    expect(room.ours.failures).toBe(1);
    room.expectHealthy();
  });

  it("proposals: are ignored, without op 31", () => {
    const room = Room.open();
    room.disturb(VoiceOpcode.MlsProposals, (message) => [flipped(message)]);
    room.join();
    room.settle();
    room.expectHealthy();
    expect(room.ours.phases.some((phase) => phase.startsWith("e2eeIgnored"))).toBe(true);
    expect(room.ours.failures).toBeLessThanOrEqual(1);
  });
});

describe("members that misbehave", () => {
  it("a member that disappears while its commit is announced: the others continue", () => {
    const room = Room.open();
    room.join();
    let hasVanished = false;
    room.scene.toClient = (userId, message) => {
      if (message.op === VoiceOpcode.MlsAnnounceCommit && userId !== OURS && !hasVanished) {
        hasVanished = true;
        room.scene.after(0, () => room.scene.leave(userId));
        return [];
      }
      return [message];
    };
    room.join();
    room.settle();
    expect(hasVanished).toBe(true);
    room.expectHealthy();
    expect(room.ours.failures).toBe(0);
  });

  it("a member with commits that only the service accepts: it is identified, and the others recover", () => {
    const room = Room.open();
    const liar = [...room.scene.seats.keys()][1]!;
    const faster = new Set([OURS, ...room.scene.seats.keys()].filter((userId) => userId !== liar));
    let lies = 0;
    // Its commit comes first, with a signature that only members can check.
    room.scene.toService = (userId, message) => {
      if (message.op !== VoiceOpcode.MlsCommitWelcome || !("payload" in message)) return [message];
      if (faster.has(userId)) return lies < 2 ? [] : [message];
      lies += 1;
      return lies <= 2 ? [withWrongSignature(message)] : [message];
    };
    room.join();
    room.settle(20_000);
    expect(lies).toBeGreaterThan(0);
    room.expectHealthy();
    expect(room.ours.failures).toBeLessThanOrEqual(2);
  });

  describe("frames that cannot be decrypted", () => {
    const told = (room: Room): number =>
      room.ours.phases.filter((phase) => phase.startsWith("e2eeUndecryptable")).length;
    const scene = () => {
      const room = Room.open();
      const other = BigInt([...room.scene.seats.keys()][1]!);
      const { session } = room.ours.encryption;
      return { room, session, accuse: (atMs: number) => session.undecryptable(other, atMs) };
    };

    it("make the client leave and rejoin after two reports, once per user", () => {
      const { room, session, accuse } = scene();
      accuse(0);
      expect(session.state).toBe("established");
      accuse(3000);
      expect(session.state).toBe("pending");
      room.ours.encryption.drain();
      accuse(6000);
      accuse(9000);
      expect(told(room)).toBe(1);
    });

    it("do not count while the socket is down, nor for that time", () => {
      const { session, accuse } = scene();
      accuse(0);
      session.interrupted(100);
      accuse(3000);
      accuse(6000);
      session.resumed(6000);
      accuse(6500);
      expect(session.state).toBe("established");
    });

    it("do not count when reported at once after a stall, or far apart", () => {
      const { session, accuse } = scene();
      for (const atMs of [0, 1, 2, 15_000, 30_000]) accuse(atMs);
      expect(session.state).toBe("established");
    });

    it("do not count for a replaced key", () => {
      const { room, session, accuse } = scene();
      accuse(0);
      room.join();
      room.settle(500);
      accuse(3000);
      expect(session.state).toBe("established");
      room.settle();
      room.expectHealthy();
    });
  });
});

describe("versions", () => {
  it("a client without encryption joins and leaves: unencrypted in between, a new group afterwards", () => {
    const room = Room.open();
    const code = room.ours.privacyCode;
    const plain: DaveClient = { userId: "800000000000000777", privacyCode: undefined, receive: () => [] };
    room.scene.join(plain, 0);
    room.settle(500);
    expect(room.ours.encryption.session.status).toEqual({
      state: "off",
      version: 0,
      epoch: 0n,
      privacyCode: "",
    });
    expect(room.ours.speak(SPEECH)).toBe(SPEECH);
    expect(room.ours.keys.passthroughMs).toBe(Infinity);
    room.scene.leave(plain.userId);
    room.settle();
    room.expectHealthy();
    expect(room.ours.privacyCode).not.toBe(code);
    expect(room.ours.keys.passthroughMs).toBe(1500);
    expect(room.ours.failures).toBe(0);
  });
});

describe("an invalid external sender", () => {
  const broken = { op: VoiceOpcode.MlsExternalSender, payload: Uint8Array.of(1, 2, 3) };

  it("leaves a client without a group waiting for a valid one", () => {
    const room = new Room();
    const { ours, scene } = room;
    room.disturb(VoiceOpcode.MlsExternalSender, (message) => [broken, message]);
    const states: string[] = [];
    const deliver = ours.receive.bind(ours);
    ours.receive = (message, nowMs) => {
      const answers = deliver(message, nowMs);
      if (message.op === VoiceOpcode.MlsExternalSender) states.push(ours.encryption.session.state);
      return answers;
    };
    scene.join(ours);
    room.join();
    room.join();
    room.settle();
    expect(states).toEqual(["awaiting", "pending"]);
    room.expectHealthy();
  });

  it("leaves an existing local group unchanged", () => {
    const ours = new SdkMember(OURS, CHANNEL_ID, seededBytes(1));
    const { sender } = new TestGateway(BigInt(CHANNEL_ID), seededBytes(7));
    ours.receive({ op: VoiceOpcode.SessionDescription, d: { dave_protocol_version: 1 } });
    ours.receive({ op: VoiceOpcode.MlsExternalSender, payload: sender });
    expect(ours.receive(broken)).toEqual([]);
    expect(ours.encryption.session.state).toBe("pending");
  });
});
