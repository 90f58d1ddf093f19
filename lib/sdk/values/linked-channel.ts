import type { IdLike } from "../argument.js";
import { field, id } from "./field.js";
import { namedFields, type NamedFields } from "./named-fields.js";
import { defineFields, filled, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of a {@link LinkedChannel}. */
export interface LinkedChannelFields extends NamedFields {
  /**
   * The channel's server.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors LinkedChannel::GuildId, LinkedChannel::SetGuildId
   */
  get guildId(): bigint;
  set guildId(value: IdLike);
}

export interface LinkedChannel extends LinkedChannelFields, SettersOf<LinkedChannelFields> {}

/**
 * The text channel that a lobby is linked to, as it was when it was read. A value object, created by the client.
 * @mirrors LinkedChannel
 */
export class LinkedChannel extends ValueObject {
  declare static readonly nullobj: LinkedChannel;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: LinkedChannel) {
    super(other);
  }
}

defineFields<LinkedChannel>(LinkedChannel, {
  ...namedFields,
  guildId: field(id, 0n),
});

/** Makes one from values of the platform, which may exceed the limits of the setters. */
export function linkedChannelOf(values: LinkedChannelFields): LinkedChannel {
  return filled(new LinkedChannel(), values);
}
