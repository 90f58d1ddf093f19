// Encrypted sessions that move between processes, in rooms of the real MLS code and the pure delivery service.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DaveSession, RestoreError } from "../../../lib/protocol/index.js";
import { CHANNEL_ID, DaveScene } from "../../support/dave-scene.js";
import { MovingDaveMember, outputsOf, type Moment } from "../../support/moving-dave-member.js";
import { repeatSignatures } from "../../support/repeatable-signatures.js";
import { errorOf, readerOf, savedBytes, withoutEach } from "../../support/saved-copies.js";
import { SdkMember } from "../../support/sdk-dave-member.js";
import { seeded } from "../../support/seeded.js";
import { seededBytes } from "../../support/seeded-bytes.js";

const OWN = "700000000000000001";
const STEPS = 40;

let restoreSignatures = () => {};
beforeAll(() => {
  restoreSignatures = repeatSignatures();
});
afterAll(() => restoreSignatures());

/** How likely a move is at a moment: few moments are rare. */
const WEIGHTS: Readonly<Record<Moment, number>> = {
  random: 0.3,
  ready: 1,
  ownCommit: 1,
  leaving: 2,
  entering: 2,
  waiting: 3,
  alone: 1,
};

/** A room of 3 to 5, of which one member moves; now and then one without encryption is in it. */
class SeededRoom {
  readonly random: () => number;
  readonly scene: DaveScene;
  readonly mover: MovingDaveMember;
  #nextId = 800_000_000_000_000_000n;

  constructor(
    readonly seed: number,
    chance = 0.25,
  ) {
    this.random = seeded(seed);
    this.scene = new DaveScene({ random: this.random, delayMs: 40 });
    const requirement = (["preferred", "sticky"] as const)[seed % 2]!;
    this.mover = new MovingDaveMember(OWN, CHANNEL_ID, `mover ${String(seed)}`, requirement);
    this.mover.chance = (moment) => this.random() < chance * WEIGHTS[moment];
    this.scene.join(this.mover);
  }

  join(maxVersion = 1): void {
    const userId = String(this.#nextId++);
    const random = seededBytes(this.seed * 1000 + Number(this.#nextId % 1000n));
    this.scene.join(new SdkMember(userId, CHANNEL_ID, random, { maxVersion }), maxVersion);
  }

  live(steps = STEPS): void {
    for (let step = 0; step < steps; step += 1) {
      this.#change();
      this.#advance(this.random() < 0.3 ? 20 : this.random() * 2000);
      if (this.random() < 0.2) this.mover.move("random", this.scene.now);
    }
    expect(this.scene.exceptions).toEqual([]);
  }

  #change(): void {
    const others = [...this.scene.seats.keys()].filter((userId) => userId !== OWN);
    const dice = this.random();
    if (others.length < 2 || (dice < 0.5 && others.length < 4)) this.join(this.random() < 0.15 ? 0 : 1);
    else if (dice < 0.9) this.scene.leave(others[Math.floor(this.random() * others.length)]!);
    else this.mover.undecryptable(others[0]!, this.scene.now);
  }

  #advance(ms: number): void {
    for (let left = ms; left > 0; left -= 250) {
      this.scene.advance(Math.min(left, 250));
      this.mover.wake(this.scene.now);
    }
  }
}

describe("a session that moves", () => {
  const moments = new Map<Moment, number>();

  it.each([1, 2, 3, 4, 5, 6])("answers as the one that stayed (seed %i)", (seed) => {
    const room = new SeededRoom(seed);
    room.live();
    for (const [moment, count] of room.mover.moments) moments.set(moment, (moments.get(moment) ?? 0) + count);
  });

  it("moved at all moments that matter", () => {
    const wanted: Moment[] = ["random", "ready", "ownCommit", "leaving", "entering", "waiting", "alone"];
    for (const moment of wanted) expect(moments.get(moment) ?? 0, moment).toBeGreaterThan(0);
  });

  it("keeps what is left of an announced end of encryption", () => {
    const { scene, mover, join } = quietRoom(21);
    join(0);
    until(scene, () => mover.session.status.state === "leaving");
    // Op 22 does not come: the end expires 10 s after it was announced, in the copy too.
    const { session } = mover;
    session.resumed(scene.now);
    const deadline = session.nextDeadline()!;
    const savedAt = Math.floor(deadline) - 2000;
    const copy = DaveSession.restore(readerOf(savedBytes(session, savedAt), 50_000), mover.forkedOptions());
    expect(copy.status.state).toBe("leaving");
    copy.resumed(50_500);
    expect(copy.nextDeadline()).toBeCloseTo(50_500 + (deadline - savedAt), 3);
    copy.timeout(copy.nextDeadline()!);
    expect(outputsOf(copy).map(({ type }) => type)).toContain("status");
    expect(copy.status.state).not.toBe("leaving");
  });

  it("does not report again what the one before it rejected", () => {
    const { scene, mover } = quietRoom(23);
    const reject = (session: DaveSession, nowMs: number): string[] => {
      session.commitAnnounced(9, Uint8Array.of(1, 2, 3), nowMs);
      return outputsOf(session).map(({ type }) => type);
    };
    expect(reject(mover.session, scene.now)).toContain("invalidCommitWelcome");
    const copy = DaveSession.restore(readerOf(savedBytes(mover.session), 5), mover.forkedOptions());
    copy.resumed(6);
    expect(reject(copy, 6)).toEqual([]);
  });

  it("is saved only when nothing is left to poll", () => {
    const { mover } = quietRoom(22);
    mover.session.prepareTransition(77, 1, 0);
    expect(errorOf(() => savedBytes(mover.session))).toMatchObject({ code: "DAVE_NOT_DRAINED" });
    outputsOf(mover.session);
    expect(errorOf(() => savedBytes(mover.session))).toBeUndefined();
  });
});

/** Three members in one group, nothing in flight. */
function quietRoom(seed: number) {
  const room = new SeededRoom(seed, 0);
  room.join();
  room.join();
  room.scene.advance(10_000);
  expect(room.scene.isTogether).toBe(true);
  return { scene: room.scene, mover: room.mover, join: (maxVersion?: number) => room.join(maxVersion) };
}

/** Advances millisecond by millisecond. */
function until(scene: DaveScene, holds: () => boolean): void {
  for (let ms = 0; ms < 10_000; ms += 1) {
    if (holds()) return;
    scene.advance(1);
  }
  throw new Error("it did not come within ten seconds");
}

/** A member with a group, proposals and an own commit in flight. */
function committingMember(seed: number) {
  const { scene, mover, join } = quietRoom(seed);
  let isCommitting = false;
  mover.chance = (moment) => {
    isCommitting ||= moment === "ownCommit" && mover.session.state === "established";
    return false;
  };
  join();
  until(scene, () => isCommitting);
  return { scene, mover };
}

describe("a saved session", () => {
  /** Fields that are there only where there is something to say, and lists. */
  const MAY_BE_MISSING = new Set(
    ["known", "announced", "unannounced", "accused", "prepared", "cached", "pair", "member"].concat(
      ["enteringUntil", "leavingUntil", "socketLostAt", "endsAt", "dueAt", "ratchetId"],
      ["rejected", "joinedFrom", "keyPackage", "ownCommit"],
    ),
  );

  it("needs all its fields", () => {
    const { scene, mover } = committingMember(31);
    const answers = withoutEach(mover.session, scene.now, (saved) =>
      DaveSession.restore(saved, mover.forkedOptions()),
    );
    expect(answers.length).toBeGreaterThan(60);
    for (const { field, error } of answers) {
      if (error === undefined) expect(MAY_BE_MISSING, field).toContain(field);
      else expect(error, field).toBeInstanceOf(RestoreError);
      if (!MAY_BE_MISSING.has(field)) expect(error).toMatchObject({ field });
    }
  });

  it("is refused with one error or goes on without an exception, whichever bit of it is another", () => {
    const { scene, mover } = committingMember(32);
    const random = seeded(5);
    const savedAt = Math.ceil(scene.now);
    const whole = savedBytes(mover.session, savedAt);
    const options = Array.from({ length: 300 }, () => mover.forkedOptions());
    const begin = mover.steps.length;
    scene.advance(3000);
    const rest = mover.steps.slice(begin);
    expect(rest.length).toBeGreaterThan(1);
    let refused = 0;
    for (const option of options) {
      const bytes = whole.slice();
      bytes[Math.floor(random() * bytes.length)]! ^= 1 << Math.floor(random() * 8);
      try {
        const session = DaveSession.restore(readerOf(bytes, savedAt), option);
        session.resumed(savedAt);
        for (const { step, nowMs } of rest) step(session, nowMs);
        session.timeout(savedAt + 20_000);
        session.end();
      } catch (error) {
        expect(error).toBeInstanceOf(RestoreError);
        expect((error as Error).message).not.toMatch(/[0-9a-f]{16}/);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(150);
  });

  it("belongs to one signature key, and to versions that are spoken", () => {
    const { scene, mover } = quietRoom(33);
    const bytes = savedBytes(mover.session, scene.now);
    const other = new MovingDaveMember(OWN, CHANNEL_ID, "another key");
    expect(errorOf(() => DaveSession.restore(readerOf(bytes), other.options()))).toBeInstanceOf(RestoreError);
    const old = { ...mover.forkedOptions(), maxVersion: 0 };
    expect(errorOf(() => DaveSession.restore(readerOf(bytes), old))).toMatchObject({ field: "version" });
  });

  it("does not grow with the epochs behind it", () => {
    const { scene, mover } = quietRoom(34);
    const size = () => savedBytes(mover.session, scene.now).length;
    const sizes: number[] = [];
    const epochs = Number(process.env["SDKPP_SAVED_EPOCHS"] ?? 160);
    let generation = 0;
    const comeAndGo = (): void => {
      const userId = "800000000000000099";
      const fresh = seededBytes(1000 + generation++);
      const key = seededBytes(7)(32);
      let isFirst = true;
      // One key for all stays: whoever brings another each time is remembered with 32 of them.
      const random = (length: number) => {
        const bytes = isFirst ? key.slice() : fresh(length);
        isFirst = false;
        return bytes;
      };
      scene.join(new SdkMember(userId, CHANNEL_ID, random));
      scene.advance(3000);
      scene.leave(userId);
      scene.advance(3000);
    };
    for (let round = 0; round < epochs && scene.counters.epochs < epochs; round += 1) {
      comeAndGo();
      if (scene.counters.epochs >= 8 && sizes.length === 0) sizes.push(size());
    }
    sizes.push(size());
    expect(Number(scene.counters.epochs)).toBeGreaterThanOrEqual(epochs);
    console.log(
      `saved after 8 epochs: ${String(sizes[0])} bytes, after ${String(epochs)}: ${String(sizes[1])}`,
    );
    expect(sizes[1]! / sizes[0]!).toBeLessThanOrEqual(1.2);
  }, 600_000);
});
