import { concatBytes, isSameBytes } from "../../wire/index.js";
import { bufferView } from "../buffer-view.js";
import type { MlsMember } from "../mls/group.js";
import { sha256Bytes } from "../mls/hash.js";
import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";

/** A member of the group in the current epoch. */
export interface DaveMember extends MlsMember {
  /** the epoch of the group in which this key appeared */
  readonly sinceEpoch: bigint;
}

/** Notices about a member. */
export interface MemberNews {
  readonly type: "unannouncedMember" | "memberKeyChanged";
  readonly member: DaveMember;
}

/** Time without an op 11 after which a member is reported, milliseconds; races of joins are shorter. */
const UNANNOUNCED_MS = 5000;
/** Remembered keys per user: some clients create a new one whenever they rejoin. */
const KEYS_PER_USER = 32;
/** Users whose keys are remembered; those that were in the group longest ago fall out. */
const USERS = 1024;
/** Remembered of a key: enough that nobody finds another key of the same digest. */
const DIGEST_BYTES = 16;

const FIELDS = savedFields({
  known: 1,
  announced: 2,
  unannounced: 3,
  member: 4,
  epoch: 5,
  userId: 6,
  keyDigests: 7,
  dueAt: 8,
  sinceEpoch: 9,
});

/**
 * Watches the members of a call's group (voice E2EE 12.9): members that the gateway never announced, and members with
 * a key that is new in this call. Keys are remembered until the call ends, across voice sessions.
 */
export class MemberWatch {
  /** Digests of keys. */
  readonly #keys = new Map<bigint, Set<string>>();
  readonly #announced = new Set<bigint>();
  /** Users in a group without an op 11, and when to report them; Infinity: reported. */
  readonly #unannounced = new Map<bigint, number>();
  readonly #news: MemberNews[] = [];
  #members = new Map<bigint, DaveMember>();
  #epoch = 0n;

  /**
   * @param members of the group that is watched, which has them from its own saved state
   * @throws {RestoreError} when other members were saved than these
   */
  static restore(saved: FieldReader, members: readonly MlsMember[]): MemberWatch {
    const watch = new MemberWatch();
    saved.each(FIELDS.known, (known) => watch.#keys.set(known.u64(FIELDS.userId), restoreDigests(known)));
    saved.eachU64(FIELDS.announced, (userId) => watch.#announced.add(userId));
    saved.each(FIELDS.unannounced, (each) => {
      watch.#unannounced.set(each.u64(FIELDS.userId), each.time(FIELDS.dueAt) ?? Infinity);
    });
    watch.#epoch = saved.u64(FIELDS.epoch);
    watch.#members = restoreMembers(saved, members);
    return watch;
  }

  save(out: FieldWriter): void {
    for (const [userId, digests] of this.#keys)
      out.record(FIELDS.known, () => {
        out.number(FIELDS.userId, userId);
        out.bytes(
          FIELDS.keyDigests,
          concatBytes(...[...digests].map((digest) => Buffer.from(digest, "hex"))),
        );
      });
    for (const userId of this.#announced) out.number(FIELDS.announced, userId);
    for (const [userId, dueAtMs] of this.#unannounced)
      out.record(FIELDS.unannounced, () => {
        out.number(FIELDS.userId, userId);
        out.time(FIELDS.dueAt, dueAtMs);
      });
    for (const { userId, sinceEpoch } of this.#members.values())
      out.record(FIELDS.member, () => {
        out.number(FIELDS.userId, userId);
        out.number(FIELDS.sinceEpoch, sinceEpoch);
      });
    out.number(FIELDS.epoch, this.#epoch);
  }

  poll(): MemberNews | undefined {
    return this.#news.shift();
  }

  /** In the order of their leaves. */
  members(): DaveMember[] {
    return [...this.#members.values()];
  }

  isAnnounced(userId: bigint): boolean {
    return this.#announced.has(userId);
  }

  /** A new voice session, which announces all members again. */
  begin(): void {
    this.#announced.clear();
    this.#unannounced.clear();
    this.leaveGroup();
  }

  /** Keeps unannounced users: a group that is founded repeatedly would hide them. */
  leaveGroup(): void {
    this.#members.clear();
    this.#epoch = 0n;
  }

  /** A new epoch. @param ownId the own user, which is not watched */
  adopt(members: readonly MlsMember[], epoch: bigint, ownId: bigint, nowMs: number): void {
    const before = epoch > this.#epoch ? this.#members : new Map<bigint, DaveMember>();
    this.#epoch = epoch;
    this.#members = new Map(members.map((member) => [member.userId, this.#enter(member, before, ownId)]));
    for (const { userId } of members) if (userId !== ownId) this.#expect(userId, nowMs);
  }

  /** Op 11. */
  announce(userIds: readonly bigint[]): void {
    for (const userId of userIds) {
      this.#announced.add(userId);
      this.#unannounced.delete(userId);
    }
  }

  /** Op 13: the user has to leave the group too. */
  retract(userId: bigint, nowMs: number): void {
    this.#announced.delete(userId);
    if (this.#members.has(userId)) this.#expect(userId, nowMs);
  }

  /** Time of the next {@link timeout}, Infinity for never. */
  nextDeadline(): number {
    return Math.min(Infinity, ...[...this.#overdueFrom()].map(([, dueAtMs]) => dueAtMs));
  }

  timeout(nowMs: number): void {
    for (const [member, dueAtMs] of this.#overdueFrom()) {
      if (nowMs < dueAtMs) continue;
      this.#unannounced.set(member.userId, Infinity);
      this.#news.push({ type: "unannouncedMember", member });
    }
  }

  #overdueFrom(): [DaveMember, number][] {
    return [...this.#unannounced].flatMap(([userId, dueAtMs]): [DaveMember, number][] => {
      const member = this.#members.get(userId);
      return member === undefined ? [] : [[member, dueAtMs]];
    });
  }

  #expect(userId: bigint, nowMs: number): void {
    if (this.#announced.has(userId) || this.#unannounced.has(userId)) return;
    this.#unannounced.set(userId, nowMs + UNANNOUNCED_MS);
    forgetOldest(this.#unannounced, USERS);
  }

  #enter(member: MlsMember, before: ReadonlyMap<bigint, DaveMember>, ownId: bigint): DaveMember {
    const isOther = member.userId !== ownId && this.#isOtherKey(member.userId, digestOf(member));
    const known = before.get(member.userId);
    if (known !== undefined && isSameBytes(known.signatureKey, member.signatureKey))
      return { ...member, sinceEpoch: known.sinceEpoch };
    const fresh = { ...member, sinceEpoch: this.#epoch };
    if (isOther) this.#news.push({ type: "memberKeyChanged", member: fresh });
    return fresh;
  }

  /** Remembers a key. @returns whether the user had others before, and never this one */
  #isOtherKey(userId: bigint, digest: string): boolean {
    const keys = this.#keys.get(userId) ?? new Set<string>();
    this.#keys.delete(userId);
    this.#keys.set(userId, keys);
    forgetOldest(this.#keys, USERS);
    if (keys.has(digest)) return false;
    const hadOthers = keys.size > 0;
    keys.add(digest);
    forgetOldest(keys, KEYS_PER_USER);
    return hadOthers;
  }
}

/** Hex. */
function digestOf({ signatureKey }: MlsMember): string {
  return hexOf(sha256Bytes(signatureKey).subarray(0, DIGEST_BYTES));
}

function hexOf(bytes: Uint8Array): string {
  return bufferView(bytes).toString("hex");
}

function forgetOldest<T>(entries: Map<T, unknown> | Set<T>, most: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(oldest);
  }
}

function restoreDigests(saved: FieldReader): Set<string> {
  const bytes = saved.bytes(FIELDS.keyDigests);
  const count = bytes.length / DIGEST_BYTES;
  if (!Number.isInteger(count) || count > KEYS_PER_USER)
    saved.refuse(
      FIELDS.keyDigests,
      `at most ${String(KEYS_PER_USER)} digests of 16 bytes`,
      `${String(bytes.length)} bytes`,
    );
  const places = Array.from({ length: count }, (_, at) => at * DIGEST_BYTES);
  return new Set(places.map((at) => hexOf(bytes.subarray(at, at + DIGEST_BYTES))));
}

/** In the order of their leaves. */
function restoreMembers(saved: FieldReader, members: readonly MlsMember[]): Map<bigint, DaveMember> {
  const since = new Map<bigint, bigint>();
  saved.each(FIELDS.member, (each) => since.set(each.u64(FIELDS.userId), each.u64(FIELDS.sinceEpoch)));
  const restored = members.map((member): DaveMember => {
    const sinceEpoch = since.get(member.userId);
    return sinceEpoch === undefined ? refuseMembers(saved) : { ...member, sinceEpoch };
  });
  if (since.size !== members.length) refuseMembers(saved);
  return new Map(restored.map((member) => [member.userId, member]));
}

function refuseMembers(saved: FieldReader): never {
  return saved.refuse(FIELDS.member, "the members of the group", "others");
}
