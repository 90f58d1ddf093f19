import type { IdLike } from "../argument.js";
import { field, id, text } from "./field.js";

/** The members that servers and their channels have in common. */
export interface NamedMembers {
  /** The id; 0: none. @mirrors GuildMinimal::Id, GuildChannel::Id, LinkedChannel::Id */
  get id(): bigint;
  set id(value: IdLike);

  /**
   * Sets {@link id}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors GuildMinimal::SetId, GuildChannel::SetId, LinkedChannel::SetId
   */
  setId(value: IdLike): void;

  /** Readable name. @mirrors GuildMinimal::Name, GuildChannel::Name, LinkedChannel::Name */
  name: string;

  /**
   * Sets {@link name}.
   * @throws {ArgumentError} when not a string
   * @mirrors GuildMinimal::SetName, GuildChannel::SetName, LinkedChannel::SetName
   */
  setName(value: string): void;
}

export const namedFields = { id: field(id, 0n), name: field(text, "") };
