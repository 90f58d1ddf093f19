import type { MessageActivityType } from "sdkpp/wire";
import { ACTIVITY_INVITE_LIFE_MS, type MessageActivityPayload, type Snowflake } from "sdkpp/wire";
import type { Clock } from "../../clock/clock.js";

/** What a message asks for that is an invite. */
export interface MessageActivity {
  readonly type: MessageActivityType;
  readonly partyId: string;
  /** Of the sender. */
  readonly sessionId: string;
}

/** An invite or a join request that was sent. */
export interface ActivityInvite extends MessageActivity {
  readonly messageId: Snowflake;
  /** Of the message, as the recipient sees it. */
  readonly channelId: Snowflake;
  readonly applicationId: Snowflake;
  readonly senderId: Snowflake;
  readonly recipientId: Snowflake;
  /** Unix milliseconds */
  readonly sentAt: number;
}

/** Who was invited. Kept while it counts; like the sessions it names it does not outlive the platform. */
export class ActivityInvites {
  /** by message, oldest first */
  readonly #invites = new Map<Snowflake, ActivityInvite>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  put(invite: ActivityInvite): void {
    this.#forgetExpired();
    this.#invites.set(invite.messageId, invite);
  }

  /** One that still counts. */
  get(messageId: Snowflake): ActivityInvite | undefined {
    this.#forgetExpired();
    return this.#invites.get(messageId);
  }

  #forgetExpired(): void {
    for (const { messageId, sentAt } of this.#invites.values()) {
      if (this.#clock.now() - sentAt < ACTIVITY_INVITE_LIFE_MS) return;
      this.#invites.delete(messageId);
    }
  }
}

export function messageActivityView({ type, partyId, sessionId }: MessageActivity): MessageActivityPayload {
  return { type, party_id: partyId, session_id: sessionId };
}
