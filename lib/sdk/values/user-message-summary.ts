import { readOnly } from "./field.js";
import { filled, valueObject, type ValuesOf } from "./value-object.js";

interface UserMessageSummaryMembers {
  /** The last message of either user. @mirrors UserMessageSummary::LastMessageId */
  readonly lastMessageId: bigint;

  /** The other user. @mirrors UserMessageSummary::UserId */
  readonly userId: bigint;
}

/**
 * A user with whom the player has exchanged messages. A value object, created by the client.
 * @mirrors UserMessageSummary
 */
export class UserMessageSummary extends valueObject<UserMessageSummaryMembers>({
  lastMessageId: readOnly(0n),
  userId: readOnly(0n),
}) {
  declare static readonly nullobj: UserMessageSummary;

  /** @internal values of the platform may exceed the limits of the setters */
  static of(values: ValuesOf<UserMessageSummaryMembers>): UserMessageSummary {
    return filled(new UserMessageSummary(), values);
  }
}
