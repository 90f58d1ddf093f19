import { idArgument, textArgument, type IdLike } from "../argument.js";
import { ValueObject } from "./value-object.js";

interface GuildMinimalFields {
  id: bigint;
  name: string;
}

const defaults = (): GuildMinimalFields => ({ id: 0n, name: "" });

/** A server of the platform that the player is in. A value object: copies are independent. @mirrors GuildMinimal */
export class GuildMinimal extends ValueObject<GuildMinimalFields> {
  static readonly nullobj = GuildMinimal.invalid(new GuildMinimal());

  /** @internal made by the client only */
  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: GuildMinimal): GuildMinimal {
    return new GuildMinimal().moveAssign(other);
  }

  /** @internal */
  static of(fields: GuildMinimalFields): GuildMinimal {
    const made = new GuildMinimal();
    made.fill(fields);
    return made;
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): GuildMinimal {
    return new GuildMinimal().assign(this);
  }

  /** @mirrors GuildMinimal::Id */
  get id(): bigint {
    return this.fields.id;
  }

  set id(value: IdLike) {
    this.change("id", idArgument("id", value));
  }

  /** @throws {TypeError} when not a 64-bit id. @mirrors GuildMinimal::SetId */
  setId(value: IdLike): void {
    this.id = value;
  }

  /** @mirrors GuildMinimal::Name */
  get name(): string {
    return this.fields.name;
  }

  /** @throws {TypeError} when not a string */
  set name(value: string) {
    this.change("name", textArgument("name", value));
  }

  /** @throws {TypeError} when not a string. @mirrors GuildMinimal::SetName */
  setName(value: string): void {
    this.name = value;
  }
}
