import { ValueObject } from "./value-object.js";

interface UserMessageSummaryFields {
  userId: bigint;
  lastMessageId: bigint;
}

const defaults = (): UserMessageSummaryFields => ({ userId: 0n, lastMessageId: 0n });

/** One user whom the player has exchanged messages with. A value object. @mirrors UserMessageSummary */
export class UserMessageSummary extends ValueObject<UserMessageSummaryFields> {
  static readonly nullobj = UserMessageSummary.invalid(new UserMessageSummary());

  /** @internal made by the client only */
  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: UserMessageSummary): UserMessageSummary {
    return new UserMessageSummary().moveAssign(other);
  }

  /** @internal */
  static of({ userId, lastMessageId }: UserMessageSummaryFields): UserMessageSummary {
    const summary = new UserMessageSummary();
    summary.change("userId", userId);
    summary.change("lastMessageId", lastMessageId);
    return summary;
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): UserMessageSummary {
    return new UserMessageSummary().assign(this);
  }

  /** Of the last message, of either. @mirrors UserMessageSummary::LastMessageId */
  get lastMessageId(): bigint {
    return this.fields.lastMessageId;
  }

  /** The other user. @mirrors UserMessageSummary::UserId */
  get userId(): bigint {
    return this.fields.userId;
  }
}
