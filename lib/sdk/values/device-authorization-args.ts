import type { IdLike } from "../argument.js";
import { field, id, text } from "./field.js";
import { valueObject } from "./value-object.js";

interface DeviceAuthorizationArgsMembers {
  /** Id of the application; 0: the client's application id. @mirrors DeviceAuthorizationArgs::ClientId */
  get clientId(): bigint;
  set clientId(value: IdLike);

  /**
   * Sets {@link clientId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors DeviceAuthorizationArgs::SetClientId
   */
  setClientId(value: IdLike): void;

  /** Scopes, separated by spaces; required. @mirrors DeviceAuthorizationArgs::Scopes */
  scopes: string;

  /**
   * Sets {@link scopes}.
   * @throws {ArgumentError} when not a string
   * @mirrors DeviceAuthorizationArgs::SetScopes
   */
  setScopes(value: string): void;
}

/**
 * The arguments of an authorization on another device. A value object: copies are independent.
 * @mirrors DeviceAuthorizationArgs
 */
export class DeviceAuthorizationArgs extends valueObject<DeviceAuthorizationArgsMembers>({
  clientId: field(id, 0n),
  scopes: field(text, ""),
}) {
  declare static readonly nullobj: DeviceAuthorizationArgs;
}
