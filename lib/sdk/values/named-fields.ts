import type { IdLike } from "../argument.js";
import { field, id, text } from "./field.js";

/** The properties that servers and their channels have in common. */
export interface NamedFields {
  /**
   * The id; 0: none.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors GuildMinimal::Id, GuildChannel::Id, LinkedChannel::Id, GuildMinimal::SetId, GuildChannel::SetId, LinkedChannel::SetId
   */
  get id(): bigint;
  set id(value: IdLike);

  /**
   * Readable name.
   * @throws {ArgumentError} when not a string
   * @mirrors GuildMinimal::Name, GuildChannel::Name, LinkedChannel::Name, GuildMinimal::SetName, GuildChannel::SetName, LinkedChannel::SetName
   */
  name: string;
}

export const namedFields = { id: field(id, 0n), name: field(text, "") };
