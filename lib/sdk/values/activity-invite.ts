import { ActivityActionTypes } from "../../enums/index.js";
import type { IdLike } from "../argument.js";
import { boolean, field, id, oneOf, renamed, text } from "./field.js";
import { defineFields, filled, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of an {@link ActivityInvite}. */
export interface ActivityInviteFields {
  /**
   * The user who sent the invite.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors ActivityInvite::SenderId, ActivityInvite::SetSenderId
   */
  get senderId(): bigint;
  set senderId(value: IdLike);

  /**
   * The channel of the message that carried the invite.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors ActivityInvite::ChannelId, ActivityInvite::SetChannelId
   */
  get channelId(): bigint;
  set channelId(value: IdLike);

  /**
   * The message that carried the invite.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors ActivityInvite::MessageId, ActivityInvite::SetMessageId
   */
  get messageId(): bigint;
  set messageId(value: IdLike);

  /**
   * Whether it is an invite or a join request.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors ActivityInvite::Type, ActivityInvite::SetType
   */
  type: ActivityActionTypes;

  /**
   * The game, which may be another game of the same publisher.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors ActivityInvite::ApplicationId, ActivityInvite::SetApplicationId
   */
  get applicationId(): bigint;
  set applicationId(value: IdLike);

  /**
   * The game's publisher; 0: none.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors ActivityInvite::ParentApplicationId, ActivityInvite::SetParentApplicationId
   */
  get parentApplicationId(): bigint;
  set parentApplicationId(value: IdLike);

  /**
   * Id of the party.
   * @throws {ArgumentError} when not a string
   * @mirrors ActivityInvite::PartyId, ActivityInvite::SetPartyId
   */
  partyId: string;

  /**
   * Gateway session of the sender.
   * @throws {ArgumentError} when not a string
   * @mirrors ActivityInvite::SessionId, ActivityInvite::SetSessionId
   */
  sessionId: string;

  /**
   * Whether the invite can still be accepted; `isValid()` is about this object.
   * @throws {ArgumentError} when not a boolean
   * @mirrors ActivityInvite::IsValid, ActivityInvite::SetIsValid
   */
  valid: boolean;
}

export interface ActivityInvite extends ActivityInviteFields, SettersOf<Omit<ActivityInviteFields, "valid">> {
  /** Sets {@link valid}. @throws {ArgumentError} when not a boolean. @mirrors ActivityInvite::SetIsValid */
  setIsValid(value: boolean): void;
}

/**
 * An invite into another player's party, or another player's request to join. A value object: copies are
 * independent.
 * @mirrors ActivityInvite
 */
export class ActivityInvite extends ValueObject {
  declare static readonly nullobj: ActivityInvite;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: ActivityInvite) {
    super(other);
  }
}

defineFields<ActivityInvite>(ActivityInvite, {
  senderId: field(id, 0n),
  channelId: field(id, 0n),
  messageId: field(id, 0n),
  type: field(oneOf(ActivityActionTypes), ActivityActionTypes.Invalid),
  applicationId: field(id, 0n),
  parentApplicationId: field(id, 0n),
  partyId: field(text, ""),
  sessionId: field(text, ""),
  valid: renamed(field(boolean, false), "setIsValid"),
});

/** Makes one from values of the platform, which may exceed the limits of the setters. */
export function activityInviteOf(values: ActivityInviteFields): ActivityInvite {
  return filled(new ActivityInvite(), values);
}
