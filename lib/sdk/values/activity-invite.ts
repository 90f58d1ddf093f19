import { booleanArgument, enumArgument, idArgument, textArgument, type IdLike } from "../argument.js";
import { ActivityActionTypes } from "../enums.js";
import { ValueObject } from "./value-object.js";

export interface ActivityInviteFields {
  senderId: bigint;
  channelId: bigint;
  messageId: bigint;
  type: ActivityActionTypes;
  applicationId: bigint;
  parentApplicationId: bigint;
  partyId: string;
  sessionId: string;
  valid: boolean;
}

const defaults = (): ActivityInviteFields => ({
  senderId: 0n,
  channelId: 0n,
  messageId: 0n,
  type: ActivityActionTypes.Invalid,
  applicationId: 0n,
  parentApplicationId: 0n,
  partyId: "",
  sessionId: "",
  valid: false,
});

/** An invite into another player's party, or the wish for one. A value object: copies are independent. @mirrors ActivityInvite */
export class ActivityInvite extends ValueObject<ActivityInviteFields> {
  static readonly nullobj = ActivityInvite.invalid(new ActivityInvite());

  constructor() {
    super(defaults);
  }

  /** As the platform tells it. @internal */
  static of(fields: ActivityInviteFields): ActivityInvite {
    const made = new ActivityInvite();
    made.fill(fields);
    return made;
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: ActivityInvite): ActivityInvite {
    return new ActivityInvite().moveAssign(other);
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): ActivityInvite {
    return new ActivityInvite().assign(this);
  }

  /** Who sent it. @mirrors ActivityInvite::SenderId */
  get senderId(): bigint {
    return this.fields.senderId;
  }

  set senderId(value: IdLike) {
    this.change("senderId", idArgument("senderId", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id @mirrors ActivityInvite::SetSenderId */
  setSenderId(value: IdLike): void {
    this.senderId = value;
  }

  /** Of the message it travelled in. @mirrors ActivityInvite::ChannelId */
  get channelId(): bigint {
    return this.fields.channelId;
  }

  set channelId(value: IdLike) {
    this.change("channelId", idArgument("channelId", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id @mirrors ActivityInvite::SetChannelId */
  setChannelId(value: IdLike): void {
    this.channelId = value;
  }

  /** The message it travelled in. @mirrors ActivityInvite::MessageId */
  get messageId(): bigint {
    return this.fields.messageId;
  }

  set messageId(value: IdLike) {
    this.change("messageId", idArgument("messageId", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id @mirrors ActivityInvite::SetMessageId */
  setMessageId(value: IdLike): void {
    this.messageId = value;
  }

  /** @mirrors ActivityInvite::Type */
  get type(): ActivityActionTypes {
    return this.fields.type;
  }

  set type(value: ActivityActionTypes) {
    this.change("type", enumArgument("type", ActivityActionTypes, value));
  }

  /** @throws {ArgumentRangeError} for a value the enum does not have @mirrors ActivityInvite::SetType */
  setType(value: ActivityActionTypes): void {
    this.type = value;
  }

  /** The game; it may be a sibling. @mirrors ActivityInvite::ApplicationId */
  get applicationId(): bigint {
    return this.fields.applicationId;
  }

  set applicationId(value: IdLike) {
    this.change("applicationId", idArgument("applicationId", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id @mirrors ActivityInvite::SetApplicationId */
  setApplicationId(value: IdLike): void {
    this.applicationId = value;
  }

  /** The publisher of the game; 0: none. @mirrors ActivityInvite::ParentApplicationId */
  get parentApplicationId(): bigint {
    return this.fields.parentApplicationId;
  }

  set parentApplicationId(value: IdLike) {
    this.change("parentApplicationId", idArgument("parentApplicationId", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id @mirrors ActivityInvite::SetParentApplicationId */
  setParentApplicationId(value: IdLike): void {
    this.parentApplicationId = value;
  }

  /** @mirrors ActivityInvite::PartyId */
  get partyId(): string {
    return this.fields.partyId;
  }

  set partyId(value: string) {
    this.change("partyId", textArgument("partyId", value));
  }

  /** @throws {ArgumentError} when not a string @mirrors ActivityInvite::SetPartyId */
  setPartyId(value: string): void {
    this.partyId = value;
  }

  /** Gateway session of the sender. @mirrors ActivityInvite::SessionId */
  get sessionId(): string {
    return this.fields.sessionId;
  }

  set sessionId(value: string) {
    this.change("sessionId", textArgument("sessionId", value));
  }

  /** @throws {ArgumentError} when not a string @mirrors ActivityInvite::SetSessionId */
  setSessionId(value: string): void {
    this.sessionId = value;
  }

  /** Whether it can still be accepted; `isValid()` is about this object. @mirrors ActivityInvite::IsValid */
  get valid(): boolean {
    return this.fields.valid;
  }

  set valid(value: boolean) {
    this.change("valid", booleanArgument("isValid", value));
  }

  /** @throws {ArgumentError} when not a boolean @mirrors ActivityInvite::SetIsValid */
  setIsValid(value: boolean): void {
    this.valid = value;
  }
}
