import { idArgument, textArgument, type IdLike } from "../argument.js";
import { ValueObject } from "./value-object.js";

/** What servers and their channels have in common: an id, and a name for people to read. */
export abstract class NamedValue<F extends { id: bigint; name: string }> extends ValueObject<F> {
  /** 0 when there is none. @mirrors GuildMinimal::Id, GuildChannel::Id, LinkedChannel::Id */
  get id(): bigint {
    return this.fields.id;
  }

  /** @throws {ArgumentError} when not a 64-bit id */
  set id(value: IdLike) {
    this.change("id", idArgument("id", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id. @mirrors GuildMinimal::SetId, GuildChannel::SetId, LinkedChannel::SetId */
  setId(value: IdLike): void {
    this.id = value;
  }

  /** @mirrors GuildMinimal::Name, GuildChannel::Name, LinkedChannel::Name */
  get name(): string {
    return this.fields.name;
  }

  /** @throws {ArgumentError} when not a string */
  set name(value: string) {
    this.change("name", textArgument("name", value));
  }

  /** @throws {ArgumentError} when not a string. @mirrors GuildMinimal::SetName, GuildChannel::SetName, LinkedChannel::SetName */
  setName(value: string): void {
    this.name = value;
  }
}
