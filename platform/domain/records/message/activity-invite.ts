import type { MessageActivityType, Snowflake } from "sdkpp/wire";

/** The activity of an invite message. */
export interface MessageActivity {
  readonly type: MessageActivityType;
  readonly partyId: string;
  /** The sender's session. */
  readonly sessionId: string;
}

/** An invite or a join request that was sent. */
export interface ActivityInvite extends MessageActivity {
  readonly messageId: Snowflake;
  /** The channel of the message, as the recipient sees it. */
  readonly channelId: Snowflake;
  readonly applicationId: Snowflake;
  readonly senderId: Snowflake;
  readonly recipientId: Snowflake;
  /** Unix milliseconds */
  readonly sentAt: number;
}
