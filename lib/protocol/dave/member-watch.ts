import type { MlsMember } from "../mls/group.js";

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

/**
 * Watches the members of a call's group (voice E2EE 12.9): members that the gateway never announced, and members with
 * a key that is new in this call. Keys are remembered until the call ends, across voice sessions.
 */
export class MemberWatch {
  readonly #keys = new Map<bigint, Set<string>>();
  readonly #announced = new Set<bigint>();
  /** Users in a group without an op 11, and when to report them; Infinity: reported. */
  readonly #unannounced = new Map<bigint, number>();
  readonly #news: MemberNews[] = [];
  #members = new Map<bigint, DaveMember>();
  #epoch = 0n;

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
  }

  #enter(member: MlsMember, before: ReadonlyMap<bigint, DaveMember>, ownId: bigint): DaveMember {
    const known = before.get(member.userId);
    const name = nameOf(member);
    if (known !== undefined && nameOf(known) === name) return { ...member, sinceEpoch: known.sinceEpoch };
    const fresh = { ...member, sinceEpoch: this.#epoch };
    if (member.userId !== ownId && this.#isOtherKey(member.userId, name))
      this.#news.push({ type: "memberKeyChanged", member: fresh });
    return fresh;
  }

  /** Remembers a key. @returns whether the user had others before, and never this one */
  #isOtherKey(userId: bigint, name: string): boolean {
    const keys = this.#keys.get(userId) ?? new Set<string>();
    this.#keys.set(userId, keys);
    if (keys.has(name)) return false;
    const hadOthers = keys.size > 0;
    keys.add(name);
    const [oldest] = keys;
    if (keys.size > KEYS_PER_USER && oldest !== undefined) keys.delete(oldest);
    return hadOthers;
  }
}

function nameOf({ signatureKey }: MlsMember): string {
  return Buffer.from(signatureKey).toString("hex");
}
