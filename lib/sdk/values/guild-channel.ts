import { booleanArgument, enumArgument, idArgument, integerArgument, type IdLike } from "../argument.js";
import { ChannelType } from "../enums.js";
import { optionalCopyOf } from "./copy-of.js";
import { LinkedLobby } from "./linked-lobby.js";
import { NamedValue } from "./named-value.js";

interface GuildChannelFields {
  id: bigint;
  name: string;
  type: ChannelType;
  position: number;
  parentId: bigint | undefined;
  isLinkable: boolean;
  isViewableAndWriteableByAllMembers: boolean;
  linkedLobby: LinkedLobby | undefined;
}

const defaults = (): GuildChannelFields => ({
  id: 0n,
  name: "",
  type: ChannelType.GuildText,
  position: 0,
  parentId: undefined,
  isLinkable: false,
  isViewableAndWriteableByAllMembers: false,
  linkedLobby: undefined,
});

const MAX_INT32 = 2 ** 31 - 1;

/** A channel of a server. A value object: a copy of what the platform told when it was asked. @mirrors GuildChannel */
export class GuildChannel extends NamedValue<GuildChannelFields> {
  static readonly nullobj = GuildChannel.invalid(new GuildChannel());

  /** @internal made by the client only */
  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: GuildChannel): GuildChannel {
    return new GuildChannel().moveAssign(other);
  }

  /** @internal what the platform tells; the limits are for what a game sets */
  static of(fields: GuildChannelFields): GuildChannel {
    const made = new GuildChannel();
    made.fill(fields);
    return made;
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): GuildChannel {
    return new GuildChannel().assign(this);
  }

  /** Only `GuildText` can be linked. @mirrors GuildChannel::Type */
  get type(): ChannelType {
    return this.fields.type;
  }

  /** @throws {ArgumentRangeError} for one that the enum does not have */
  set type(value: ChannelType) {
    this.change("type", enumArgument("type", ChannelType, value));
  }

  /** @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for an unknown one. @mirrors GuildChannel::SetType */
  setType(value: ChannelType): void {
    this.type = value;
  }

  /**
   * Where it stands among the channels of its category and kind; `Client.getGuildChannels` has sorted by it already.
   * @mirrors GuildChannel::Position
   */
  get position(): number {
    return this.fields.position;
  }

  /** @throws {ArgumentRangeError} outside 32 bits */
  set position(value: number) {
    this.change("position", integerArgument("position", value, -MAX_INT32 - 1, MAX_INT32));
  }

  /** @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside 32 bits. @mirrors GuildChannel::SetPosition */
  setPosition(value: number): void {
    this.position = value;
  }

  /** The category it stands in; undefined: in none. @mirrors GuildChannel::ParentId */
  get parentId(): bigint | undefined {
    return this.fields.parentId;
  }

  set parentId(value: IdLike | undefined) {
    this.change("parentId", value === undefined ? undefined : idArgument("parentId", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id. @mirrors GuildChannel::SetParentId */
  setParentId(value: IdLike | undefined): void {
    this.parentId = value;
  }

  /**
   * Whether the player could link it to a lobby: a text channel, not age-restricted, linked to no lobby, in which the
   * player may manage channels, read and write.
   * @mirrors GuildChannel::IsLinkable
   */
  get isLinkable(): boolean {
    return this.fields.isLinkable;
  }

  /** @throws {ArgumentError} when not a boolean */
  set isLinkable(value: boolean) {
    this.change("isLinkable", booleanArgument("isLinkable", value));
  }

  /** @throws {ArgumentError} when not a boolean. @mirrors GuildChannel::SetIsLinkable */
  setIsLinkable(value: boolean): void {
    this.isLinkable = value;
  }

  /**
   * Whether nothing keeps any member of the server from reading and writing there. Where it is false a game should warn
   * before it links: all members of the lobby will read and write.
   * @mirrors GuildChannel::IsViewableAndWriteableByAllMembers
   */
  get isViewableAndWriteableByAllMembers(): boolean {
    return this.fields.isViewableAndWriteableByAllMembers;
  }

  /** @throws {ArgumentError} when not a boolean */
  set isViewableAndWriteableByAllMembers(value: boolean) {
    const name = "isViewableAndWriteableByAllMembers";
    this.change(name, booleanArgument(name, value));
  }

  /** @throws {ArgumentError} when not a boolean. @mirrors GuildChannel::SetIsViewableAndWriteableByAllMembers */
  setIsViewableAndWriteableByAllMembers(value: boolean): void {
    this.isViewableAndWriteableByAllMembers = value;
  }

  /** The lobby that is linked to it now, as a copy; at most one, of any game. @mirrors GuildChannel::LinkedLobby */
  get linkedLobby(): LinkedLobby | undefined {
    return this.fields.linkedLobby?.clone();
  }

  set linkedLobby(value: LinkedLobby | undefined) {
    this.change("linkedLobby", optionalCopyOf("linkedLobby", value, LinkedLobby));
  }

  /** @throws {ArgumentError} when no LinkedLobby. @mirrors GuildChannel::SetLinkedLobby */
  setLinkedLobby(value: LinkedLobby | undefined): void {
    this.linkedLobby = value;
  }
}
