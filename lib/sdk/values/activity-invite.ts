import { ActivityActionTypes } from "../../enums/index.js";
import type { IdLike } from "../argument.js";
import { boolean, field, id, oneOf, renamed, text } from "./field.js";
import { filled, valueObject, type ValuesOf } from "./value-object.js";

interface ActivityInviteMembers {
  /** The user who sent the invite. @mirrors ActivityInvite::SenderId */
  get senderId(): bigint;
  set senderId(value: IdLike);

  /**
   * Sets {@link senderId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors ActivityInvite::SetSenderId
   */
  setSenderId(value: IdLike): void;

  /** The channel of the message that carried the invite. @mirrors ActivityInvite::ChannelId */
  get channelId(): bigint;
  set channelId(value: IdLike);

  /**
   * Sets {@link channelId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors ActivityInvite::SetChannelId
   */
  setChannelId(value: IdLike): void;

  /** The message that carried the invite. @mirrors ActivityInvite::MessageId */
  get messageId(): bigint;
  set messageId(value: IdLike);

  /**
   * Sets {@link messageId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors ActivityInvite::SetMessageId
   */
  setMessageId(value: IdLike): void;

  /** Whether it is an invite or a join request. @mirrors ActivityInvite::Type */
  type: ActivityActionTypes;

  /**
   * Sets {@link type}.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors ActivityInvite::SetType
   */
  setType(value: ActivityActionTypes): void;

  /** The game, which may be another game of the same publisher. @mirrors ActivityInvite::ApplicationId */
  get applicationId(): bigint;
  set applicationId(value: IdLike);

  /**
   * Sets {@link applicationId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors ActivityInvite::SetApplicationId
   */
  setApplicationId(value: IdLike): void;

  /** The game's publisher; 0: none. @mirrors ActivityInvite::ParentApplicationId */
  get parentApplicationId(): bigint;
  set parentApplicationId(value: IdLike);

  /**
   * Sets {@link parentApplicationId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors ActivityInvite::SetParentApplicationId
   */
  setParentApplicationId(value: IdLike): void;

  /** Id of the party. @mirrors ActivityInvite::PartyId */
  partyId: string;

  /**
   * Sets {@link partyId}.
   * @throws {ArgumentError} when not a string
   * @mirrors ActivityInvite::SetPartyId
   */
  setPartyId(value: string): void;

  /** Gateway session of the sender. @mirrors ActivityInvite::SessionId */
  sessionId: string;

  /**
   * Sets {@link sessionId}.
   * @throws {ArgumentError} when not a string
   * @mirrors ActivityInvite::SetSessionId
   */
  setSessionId(value: string): void;

  /** Whether the invite can still be accepted; `isValid()` is about this object. @mirrors ActivityInvite::IsValid */
  valid: boolean;

  /**
   * Sets {@link valid}.
   * @throws {ArgumentError} when not a boolean
   * @mirrors ActivityInvite::SetIsValid
   */
  setIsValid(value: boolean): void;
}

/**
 * An invite into another player's party, or another player's request to join. A value object: copies are
 * independent.
 * @mirrors ActivityInvite
 */
export class ActivityInvite extends valueObject<ActivityInviteMembers>({
  senderId: field(id, 0n),
  channelId: field(id, 0n),
  messageId: field(id, 0n),
  type: field(oneOf(ActivityActionTypes), ActivityActionTypes.Invalid),
  applicationId: field(id, 0n),
  parentApplicationId: field(id, 0n),
  partyId: field(text, ""),
  sessionId: field(text, ""),
  valid: renamed(field(boolean, false), "setIsValid"),
}) {
  declare static readonly nullobj: ActivityInvite;

  /** @internal values of the platform may exceed the limits of the setters */
  static of(values: ValuesOf<ActivityInviteMembers>): ActivityInvite {
    return filled(new ActivityInvite(), values);
  }
}
