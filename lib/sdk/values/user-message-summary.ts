import { readOnly } from "./field.js";
import { defineFields, filled, ValueObject } from "./value-object.js";

/** The properties of an {@link UserMessageSummary}. */
export interface UserMessageSummaryFields {
  /** The last message of either user. @mirrors UserMessageSummary::LastMessageId */
  readonly lastMessageId: bigint;

  /** The other user. @mirrors UserMessageSummary::UserId */
  readonly userId: bigint;
}

export interface UserMessageSummary extends UserMessageSummaryFields {}

/**
 * A user that the player has exchanged messages with. A value object, created by the client.
 * @mirrors UserMessageSummary
 */
export class UserMessageSummary extends ValueObject {
  declare static readonly nullobj: UserMessageSummary;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: UserMessageSummary) {
    super(other);
  }
}

defineFields<UserMessageSummary>(UserMessageSummary, {
  lastMessageId: readOnly(0n),
  userId: readOnly(0n),
});

/** Makes one from values of the platform, which may exceed the limits of the setters. */
export function userMessageSummaryOf(values: UserMessageSummaryFields): UserMessageSummary {
  return filled(new UserMessageSummary(), values);
}
