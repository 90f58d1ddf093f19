import { NamedValue } from "./named-value.js";

interface GuildMinimalFields {
  id: bigint;
  name: string;
}

const defaults = (): GuildMinimalFields => ({ id: 0n, name: "" });

/** A server of the platform that the player is in. A value object: copies are independent. @mirrors GuildMinimal */
export class GuildMinimal extends NamedValue<GuildMinimalFields> {
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
}
