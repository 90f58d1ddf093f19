import { idArgument, textArgument, type IdLike } from "../argument.js";
import { ValueObject } from "./value-object.js";

interface DeviceAuthorizationArgsFields {
  clientId: bigint;
  scopes: string;
}

const defaults = (): DeviceAuthorizationArgsFields => ({ clientId: 0n, scopes: "" });

/**
 * What an authorization on another device asks for. A value object: copies are independent.
 * @mirrors DeviceAuthorizationArgs
 */
export class DeviceAuthorizationArgs extends ValueObject<DeviceAuthorizationArgsFields> {
  static readonly nullobj = DeviceAuthorizationArgs.invalid(new DeviceAuthorizationArgs());

  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: DeviceAuthorizationArgs): DeviceAuthorizationArgs {
    return new DeviceAuthorizationArgs().moveAssign(other);
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): DeviceAuthorizationArgs {
    return new DeviceAuthorizationArgs().assign(this);
  }

  /** 0: the application id of the client. @mirrors DeviceAuthorizationArgs::ClientId */
  get clientId(): bigint {
    return this.fields.clientId;
  }

  /** @throws {ArgumentError} when not a 64-bit id */
  set clientId(value: IdLike) {
    this.change("clientId", idArgument("clientId", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id. @mirrors DeviceAuthorizationArgs::SetClientId */
  setClientId(value: IdLike): void {
    this.clientId = value;
  }

  /** Separated by spaces; there is no default. @mirrors DeviceAuthorizationArgs::Scopes */
  get scopes(): string {
    return this.fields.scopes;
  }

  /** @throws {ArgumentError} when not a string */
  set scopes(value: string) {
    this.change("scopes", textArgument("scopes", value));
  }

  /** @throws {ArgumentError} when not a string. @mirrors DeviceAuthorizationArgs::SetScopes */
  setScopes(value: string): void {
    this.scopes = value;
  }
}
