import type { ActivityPayload, MessageActivityType } from "../wire/index.js";
import type { UserRecord } from "./records.js";

/** Invites kept; beyond it the oldest is dropped. */
const INVITES_MAX = 200;

/** An invite or a join request as an event carries it. */
export interface ActivityInviteFacts {
  messageId: bigint;
  channelId: bigint;
  sender: UserRecord;
  type: MessageActivityType;
  applicationId: bigint;
  parentApplicationId: bigint;
  partyId: string;
  sessionId: string;
}

/** The client's record of an invite. */
export interface ActivityInviteRecord extends Omit<ActivityInviteFacts, "sender"> {
  senderId: bigint;
  /** whether it can still be accepted */
  isValid: boolean;
}

export type ActivityInviteChange = {
  type: "activityInviteCreated" | "activityInviteUpdated";
  messageId: bigint;
};

interface Kept {
  readonly record: ActivityInviteRecord;
  isExpired: boolean;
  /** Whether the host's presence has ever shown the party; without that presence it proves nothing. */
  wasSeen: boolean;
}

/** Whether the host's presence shows the invite's party now. */
type Sees = (record: ActivityInviteRecord) => boolean;

/** Invites and join requests that others sent to the player. */
export class ActivityInviteStore {
  readonly #kept = new Map<bigint, Kept>();

  get(messageId: bigint): ActivityInviteRecord | undefined {
    return this.#kept.get(messageId)?.record;
  }

  clear(): void {
    this.#kept.clear();
  }

  /** Reports each arrival: the second one means that the invite was accepted on another device. */
  create({ sender, ...facts }: ActivityInviteFacts): ActivityInviteChange[] {
    if (!this.#kept.has(facts.messageId)) {
      const record = { ...facts, senderId: sender.id, isValid: true };
      this.#kept.set(facts.messageId, { record, isExpired: false, wasSeen: false });
      const [oldest] = this.#kept.keys();
      if (this.#kept.size > INVITES_MAX && oldest !== undefined) this.#kept.delete(oldest);
    }
    return [{ type: "activityInviteCreated", messageId: facts.messageId }];
  }

  /** Marks an invite as expired. */
  expire(messageId: bigint): void {
    const kept = this.#kept.get(messageId);
    if (kept !== undefined) kept.isExpired = true;
  }

  /** Compares the invites with the hosts' presences. @returns the invites that became valid or invalid */
  revalidate(sees: Sees): ActivityInviteChange[] {
    if (this.#kept.size === 0) return [];
    return [...this.#kept.values()]
      .filter((kept) => changeValidity(kept, sees))
      .map(({ record: { messageId } }) => ({ type: "activityInviteUpdated", messageId }));
  }
}

/** Whether one of the activities shows the party. */
export function isInParty(
  activities: readonly ActivityPayload[],
  { applicationId, partyId }: Pick<ActivityInviteRecord, "applicationId" | "partyId">,
): boolean {
  return activities.some(
    (activity) => activity.application_id === String(applicationId) && activity.party?.id === partyId,
  );
}

function changeValidity(kept: Kept, sees: Sees): boolean {
  const { record } = kept;
  const before = record.isValid;
  const isSeen = sees(record);
  kept.wasSeen ||= isSeen;
  record.isValid = !kept.isExpired && (isSeen || !kept.wasSeen);
  return before !== record.isValid;
}
