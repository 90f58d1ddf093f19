import { enumArgument, idArgument, type IdLike, optionalArgument, textArgument } from "../argument.js";
import { IntegrationType } from "../enums.js";
import { AuthorizationCodeChallenge } from "./authorization-code-challenge.js";
import { optionalCopyOf } from "./copy-of.js";
import { ValueObject } from "./value-object.js";

interface AuthorizationArgsFields {
  clientId: bigint;
  scopes: string;
  state: string | undefined;
  nonce: string | undefined;
  codeChallenge: AuthorizationCodeChallenge | undefined;
  integrationType: IntegrationType | undefined;
  customSchemeParam: string | undefined;
}

const defaults = (): AuthorizationArgsFields => ({
  clientId: 0n,
  scopes: "",
  state: undefined,
  nonce: undefined,
  codeChallenge: undefined,
  integrationType: undefined,
  customSchemeParam: undefined,
});

/** What an authorization asks for. A value object: copies are independent. @mirrors AuthorizationArgs */
export class AuthorizationArgs extends ValueObject<AuthorizationArgsFields> {
  static readonly nullobj = AuthorizationArgs.invalid(new AuthorizationArgs());

  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: AuthorizationArgs): AuthorizationArgs {
    return new AuthorizationArgs().moveAssign(other);
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): AuthorizationArgs {
    return new AuthorizationArgs().assign(this);
  }

  /** 0: the application id of the client. @mirrors AuthorizationArgs::ClientId */
  get clientId(): bigint {
    return this.fields.clientId;
  }

  set clientId(value: IdLike) {
    this.change("clientId", idArgument("clientId", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id. @mirrors AuthorizationArgs::SetClientId */
  setClientId(value: IdLike): void {
    this.clientId = value;
  }

  /** Separated by spaces; there is no default. @mirrors AuthorizationArgs::Scopes */
  get scopes(): string {
    return this.fields.scopes;
  }

  set scopes(value: string) {
    this.change("scopes", textArgument("scopes", value));
  }

  /** @throws {ArgumentError} when not a string. @mirrors AuthorizationArgs::SetScopes */
  setScopes(value: string): void {
    this.scopes = value;
  }

  /** At least 16 characters, or `authorize` fails. Undefined: `authorize` makes a random one. @mirrors AuthorizationArgs::State */
  get state(): string | undefined {
    return this.fields.state;
  }

  set state(value: string | undefined) {
    this.change("state", optionalArgument("state", value, textArgument));
  }

  /** @throws {ArgumentError} when not a string nor undefined. @mirrors AuthorizationArgs::SetState */
  setState(value: string | undefined): void {
    this.state = value;
  }

  /** OpenID Connect nonce, for servers that check ID tokens. @mirrors AuthorizationArgs::Nonce */
  get nonce(): string | undefined {
    return this.fields.nonce;
  }

  set nonce(value: string | undefined) {
    this.change("nonce", optionalArgument("nonce", value, textArgument));
  }

  /** @throws {ArgumentError} when not a string nor undefined. @mirrors AuthorizationArgs::SetNonce */
  setNonce(value: string | undefined): void {
    this.nonce = value;
  }

  /** Needed for `getToken`. @mirrors AuthorizationArgs::CodeChallenge */
  get codeChallenge(): AuthorizationCodeChallenge | undefined {
    return this.fields.codeChallenge?.clone();
  }

  set codeChallenge(value: AuthorizationCodeChallenge | undefined) {
    this.change("codeChallenge", optionalCopyOf("codeChallenge", value, AuthorizationCodeChallenge));
  }

  /**
   * @throws {ArgumentError} when not an AuthorizationCodeChallenge nor undefined
   * @mirrors AuthorizationArgs::SetCodeChallenge
   */
  setCodeChallenge(value: AuthorizationCodeChallenge | undefined): void {
    this.codeChallenge = value;
  }

  /** Where the application is installed. @mirrors AuthorizationArgs::IntegrationType */
  get integrationType(): IntegrationType | undefined {
    return this.fields.integrationType;
  }

  set integrationType(value: IntegrationType | undefined) {
    this.change(
      "integrationType",
      optionalArgument("integrationType", value, (name, type) => enumArgument(name, IntegrationType, type)),
    );
  }

  /**
   * @throws {ArgumentError} when not a number nor undefined, {@link ArgumentRangeError} for one that the enum does not have
   * @mirrors AuthorizationArgs::SetIntegrationType
   */
  setIntegrationType(value: IntegrationType | undefined): void {
    this.integrationType = value;
  }

  /**
   * Redirect scheme on mobile systems; without effect on a desktop.
   * @mirrors AuthorizationArgs::CustomSchemeParam
   */
  get customSchemeParam(): string | undefined {
    return this.fields.customSchemeParam;
  }

  set customSchemeParam(value: string | undefined) {
    this.change("customSchemeParam", optionalArgument("customSchemeParam", value, textArgument));
  }

  /** @throws {ArgumentError} when not a string nor undefined. @mirrors AuthorizationArgs::SetCustomSchemeParam */
  setCustomSchemeParam(value: string | undefined): void {
    this.customSchemeParam = value;
  }
}
