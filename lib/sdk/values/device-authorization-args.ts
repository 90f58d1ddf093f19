import type { IdLike } from "../argument.js";
import { field, id, text } from "./field.js";
import { defineFields, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of a {@link DeviceAuthorizationArgs}. */
export interface DeviceAuthorizationArgsFields {
  /**
   * Id of the application; 0: the client's application id.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors DeviceAuthorizationArgs::ClientId, DeviceAuthorizationArgs::SetClientId
   */
  get clientId(): bigint;
  set clientId(value: IdLike);

  /**
   * Scopes, separated by spaces; required.
   * @throws {ArgumentError} when not a string
   * @mirrors DeviceAuthorizationArgs::Scopes, DeviceAuthorizationArgs::SetScopes
   */
  scopes: string;
}

export interface DeviceAuthorizationArgs
  extends DeviceAuthorizationArgsFields, SettersOf<DeviceAuthorizationArgsFields> {}

/**
 * The arguments of an authorization on another device. A value object: copies are independent.
 * @mirrors DeviceAuthorizationArgs
 */
export class DeviceAuthorizationArgs extends ValueObject {
  declare static readonly nullobj: DeviceAuthorizationArgs;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: DeviceAuthorizationArgs) {
    super(other);
  }
}

defineFields<DeviceAuthorizationArgs>(DeviceAuthorizationArgs, {
  clientId: field(id, 0n),
  scopes: field(text, ""),
});
