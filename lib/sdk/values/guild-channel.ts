import { ChannelType } from "../../enums/index.js";
import { LinkedLobby } from "./linked-lobby.js";
import type { IdLike } from "../argument.js";
import { copyOf } from "./copy-of.js";
import { boolean, field, id, integer, oneOf, optional } from "./field.js";
import { namedFields, type NamedMembers } from "./named-fields.js";
import { filled, valueObject, type ValuesOf } from "./value-object.js";

const MAX_INT32 = 2 ** 31 - 1;

interface GuildChannelMembers extends NamedMembers {
  /** Kind of channel; only `GuildText` can be linked. @mirrors GuildChannel::Type */
  type: ChannelType;

  /**
   * Sets {@link type}.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors GuildChannel::SetType
   */
  setType(value: ChannelType): void;

  /**
   * Position among the channels of its category and kind, a 32-bit integer; `Client.getGuildChannels` sorts by it.
   * @mirrors GuildChannel::Position
   */
  position: number;

  /**
   * Sets {@link position}.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors GuildChannel::SetPosition
   */
  setPosition(value: number): void;

  /** The channel's category; undefined: none. @mirrors GuildChannel::ParentId */
  get parentId(): bigint | undefined;
  set parentId(value: IdLike | undefined);

  /**
   * Sets {@link parentId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors GuildChannel::SetParentId
   */
  setParentId(value: IdLike | undefined): void;

  /**
   * Whether the player could link the channel to a lobby: a text channel that is not age-restricted and not linked, in
   * which the player may manage channels, read and write.
   * @mirrors GuildChannel::IsLinkable
   */
  isLinkable: boolean;

  /**
   * Sets {@link isLinkable}.
   * @throws {ArgumentError} when not a boolean
   * @mirrors GuildChannel::SetIsLinkable
   */
  setIsLinkable(value: boolean): void;

  /**
   * Whether every member of the server may read and write in the channel. If not, a game should warn before linking: all
   * members of the lobby will be able to read and write.
   * @mirrors GuildChannel::IsViewableAndWriteableByAllMembers
   */
  isViewableAndWriteableByAllMembers: boolean;

  /**
   * Sets {@link isViewableAndWriteableByAllMembers}.
   * @throws {ArgumentError} when not a boolean
   * @mirrors GuildChannel::SetIsViewableAndWriteableByAllMembers
   */
  setIsViewableAndWriteableByAllMembers(value: boolean): void;

  /** The lobby that the channel is linked to, of any game; a copy. @mirrors GuildChannel::LinkedLobby */
  linkedLobby: LinkedLobby | undefined;

  /**
   * Sets {@link linkedLobby}.
   * @throws {ArgumentError} when not an object of the class LinkedLobby
   * @mirrors GuildChannel::SetLinkedLobby
   */
  setLinkedLobby(value: LinkedLobby | undefined): void;
}

/**
 * A channel of a server, as it was when it was requested. A value object, created by the client.
 * @mirrors GuildChannel
 */
export class GuildChannel extends valueObject<GuildChannelMembers>({
  ...namedFields,
  type: field(oneOf(ChannelType), ChannelType.GuildText),
  position: field(integer(-MAX_INT32 - 1, MAX_INT32), 0),
  parentId: field(optional(id), undefined),
  isLinkable: field(boolean, false),
  isViewableAndWriteableByAllMembers: field(boolean, false),
  linkedLobby: field(optional(copyOf(LinkedLobby)), undefined),
}) {
  declare static readonly nullobj: GuildChannel;

  /** @internal values of the platform may exceed the limits of the setters */
  static of(values: ValuesOf<GuildChannelMembers>): GuildChannel {
    return filled(new GuildChannel(), values);
  }
}
