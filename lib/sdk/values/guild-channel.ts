import { ChannelType } from "../../enums/index.js";
import { LinkedLobby } from "./linked-lobby.js";
import type { IdLike } from "../argument.js";
import { copyOf } from "./copy-of.js";
import { boolean, field, id, integer, oneOf, optional } from "./field.js";
import { namedFields, type NamedFields } from "./named-fields.js";
import { defineFields, filled, ValueObject, type SettersOf } from "./value-object.js";

const MAX_INT32 = 2 ** 31 - 1;

/** The properties of a {@link GuildChannel}. */
export interface GuildChannelFields extends NamedFields {
  /**
   * Kind of channel; only `GuildText` can be linked.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors GuildChannel::Type, GuildChannel::SetType
   */
  type: ChannelType;

  /**
   * Position among the channels of its category and kind, a 32-bit integer; `Client.getGuildChannels` sorts by it.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors GuildChannel::Position, GuildChannel::SetPosition
   */
  position: number;

  /**
   * The channel's category; undefined: none.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors GuildChannel::ParentId, GuildChannel::SetParentId
   */
  get parentId(): bigint | undefined;
  set parentId(value: IdLike | undefined);

  /**
   * Whether the player could link the channel to a lobby: a text channel that is not age-restricted and not linked, in
   * which the player may manage channels, read and write.
   * @throws {ArgumentError} when not a boolean
   * @mirrors GuildChannel::IsLinkable, GuildChannel::SetIsLinkable
   */
  isLinkable: boolean;

  /**
   * Whether every member of the server may read and write in the channel. If not, a game should warn before linking: all
   * members of the lobby will be able to read and write.
   * @throws {ArgumentError} when not a boolean
   * @mirrors GuildChannel::IsViewableAndWriteableByAllMembers, GuildChannel::SetIsViewableAndWriteableByAllMembers
   */
  isViewableAndWriteableByAllMembers: boolean;

  /**
   * The lobby that the channel is linked to, of any game; a copy.
   * @throws {ArgumentError} when not an object of the class LinkedLobby
   * @mirrors GuildChannel::LinkedLobby, GuildChannel::SetLinkedLobby
   */
  linkedLobby: LinkedLobby | undefined;
}

export interface GuildChannel extends GuildChannelFields, SettersOf<GuildChannelFields> {}

/**
 * A channel of a server, as it was when it was requested. A value object, created by the client.
 * @mirrors GuildChannel
 */
export class GuildChannel extends ValueObject {
  declare static readonly nullobj: GuildChannel;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: GuildChannel) {
    super(other);
  }
}

defineFields<GuildChannel>(GuildChannel, {
  ...namedFields,
  type: field(oneOf(ChannelType), ChannelType.GuildText),
  position: field(integer(-MAX_INT32 - 1, MAX_INT32), 0),
  parentId: field(optional(id), undefined),
  isLinkable: field(boolean, false),
  isViewableAndWriteableByAllMembers: field(boolean, false),
  linkedLobby: field(optional(copyOf(LinkedLobby)), undefined),
});

/** Makes one from values of the platform, which may exceed the limits of the setters. */
export function guildChannelOf(values: GuildChannelFields): GuildChannel {
  return filled(new GuildChannel(), values);
}
