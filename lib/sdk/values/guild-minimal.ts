import { namedFields, type NamedMembers } from "./named-fields.js";
import { filled, valueObject, type ValuesOf } from "./value-object.js";

/**
 * A platform server that the player is in. A value object, created by the client: copies are independent.
 * @mirrors GuildMinimal
 */
export class GuildMinimal extends valueObject<NamedMembers>({
  ...namedFields,
}) {
  declare static readonly nullobj: GuildMinimal;

  /** @internal values of the platform may exceed the limits of the setters */
  static of(values: ValuesOf<NamedMembers>): GuildMinimal {
    return filled(new GuildMinimal(), values);
  }
}
