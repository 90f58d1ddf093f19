import { namedFields, type NamedFields } from "./named-fields.js";
import { defineFields, filled, ValueObject, type SettersOf } from "./value-object.js";

export interface GuildMinimal extends NamedFields, SettersOf<NamedFields> {}

/**
 * A platform server that the player is in. A value object, created by the client: copies are independent.
 * @mirrors GuildMinimal
 */
export class GuildMinimal extends ValueObject {
  declare static readonly nullobj: GuildMinimal;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: GuildMinimal) {
    super(other);
  }
}

defineFields<GuildMinimal>(GuildMinimal, {
  ...namedFields,
});

/** Makes one from values of the platform, which may exceed the limits of the setters. */
export function guildMinimalOf(values: NamedFields): GuildMinimal {
  return filled(new GuildMinimal(), values);
}
