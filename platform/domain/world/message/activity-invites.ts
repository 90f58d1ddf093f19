import { ACTIVITY_INVITE_LIFE_MS, type Snowflake } from "sdkpp/wire";
import type { Clock } from "../../../clock/clock.js";
import type { ActivityInvite } from "../../records/message/activity-invite.js";

/** Open activity invites. Each is kept while it is valid; like the sessions it names it does not outlive the platform. */
export class ActivityInvites {
  /** by message, oldest first */
  readonly #invites = new Map<Snowflake, ActivityInvite>();
  /** When each ends, in time that has elapsed. */
  readonly #ends = new Map<Snowflake, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  put(invite: ActivityInvite): void {
    this.#forgetExpired();
    this.#invites.set(invite.messageId, invite);
    this.#ends.set(invite.messageId, this.#clock.elapsed() + ACTIVITY_INVITE_LIFE_MS);
  }

  /** One that still counts. */
  get(messageId: Snowflake): ActivityInvite | undefined {
    this.#forgetExpired();
    return this.#invites.get(messageId);
  }

  /** The newest one between two users in a game that still counts. */
  newest(
    wanted: Pick<ActivityInvite, "type" | "senderId" | "recipientId" | "applicationId">,
  ): ActivityInvite | undefined {
    this.#forgetExpired();
    return [...this.#invites.values()].findLast(
      (one) =>
        one.type === wanted.type &&
        one.senderId === wanted.senderId &&
        one.recipientId === wanted.recipientId &&
        one.applicationId === wanted.applicationId,
    );
  }

  #forgetExpired(): void {
    for (const [messageId, end] of this.#ends) {
      if (this.#clock.elapsed() < end) return;
      this.#ends.delete(messageId);
      this.#invites.delete(messageId);
    }
  }
}
