import type { IdLike } from "../argument.js";
import { field, id } from "./field.js";
import { namedFields, type NamedMembers } from "./named-fields.js";
import { filled, valueObject, type ValuesOf } from "./value-object.js";

interface LinkedChannelMembers extends NamedMembers {
  /** The channel's server. @mirrors LinkedChannel::GuildId */
  get guildId(): bigint;
  set guildId(value: IdLike);

  /**
   * Sets {@link guildId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors LinkedChannel::SetGuildId
   */
  setGuildId(value: IdLike): void;
}

/**
 * The text channel that a lobby is linked to, as it was when it was read. A value object, created by the client.
 * @mirrors LinkedChannel
 */
export class LinkedChannel extends valueObject<LinkedChannelMembers>({
  ...namedFields,
  guildId: field(id, 0n),
}) {
  declare static readonly nullobj: LinkedChannel;

  /** @internal values of the platform may exceed the limits of the setters */
  static of(values: ValuesOf<LinkedChannelMembers>): LinkedChannel {
    return filled(new LinkedChannel(), values);
  }
}
