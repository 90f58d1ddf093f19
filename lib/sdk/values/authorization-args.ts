import { showAs } from "../shown.js";
import { IntegrationType } from "../../enums/index.js";
import { AuthorizationCodeChallenge } from "./authorization-code-challenge.js";
import type { IdLike } from "../argument.js";
import { copyOf } from "./copy-of.js";
import { field, id, oneOf, optional, text } from "./field.js";
import { defineFields, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of an {@link AuthorizationArgs}. */
export interface AuthorizationArgsFields {
  /**
   * Id of the application; 0: the client's application id.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors AuthorizationArgs::ClientId, AuthorizationArgs::SetClientId
   */
  get clientId(): bigint;
  set clientId(value: IdLike);

  /**
   * Scopes, separated by spaces; required.
   * @throws {ArgumentError} when not a string
   * @mirrors AuthorizationArgs::Scopes, AuthorizationArgs::SetScopes
   */
  scopes: string;

  /**
   * Value against forged redirects; at least 16 characters, or `authorize` fails. Undefined: a random value.
   * @throws {ArgumentError} when not a string
   * @mirrors AuthorizationArgs::State, AuthorizationArgs::SetState
   */
  state: string | undefined;

  /**
   * OpenID Connect nonce, for servers that check ID tokens.
   * @throws {ArgumentError} when not a string
   * @mirrors AuthorizationArgs::Nonce, AuthorizationArgs::SetNonce
   */
  nonce: string | undefined;

  /**
   * PKCE challenge, which `getToken` needs; a copy.
   * @throws {ArgumentError} when not an object of the class AuthorizationCodeChallenge
   * @mirrors AuthorizationArgs::CodeChallenge, AuthorizationArgs::SetCodeChallenge
   */
  codeChallenge: AuthorizationCodeChallenge | undefined;

  /**
   * Where the application is installed.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors AuthorizationArgs::IntegrationType, AuthorizationArgs::SetIntegrationType
   */
  integrationType: IntegrationType | undefined;

  /**
   * Scheme of the redirect with the host option `redirect: "scheme"`; otherwise it has no effect. Undefined: `discord-` and the
   * application id.
   * @throws {ArgumentError} when not a string
   * @mirrors AuthorizationArgs::CustomSchemeParam, AuthorizationArgs::SetCustomSchemeParam
   */
  customSchemeParam: string | undefined;
}

export interface AuthorizationArgs extends AuthorizationArgsFields, SettersOf<AuthorizationArgsFields> {}

/** The arguments of an authorization. A value object: copies are independent. @mirrors AuthorizationArgs */
export class AuthorizationArgs extends ValueObject {
  declare static readonly nullobj: AuthorizationArgs;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: AuthorizationArgs) {
    super(other);
  }
}

defineFields<AuthorizationArgs>(AuthorizationArgs, {
  clientId: field(id, 0n),
  scopes: field(text, ""),
  state: field(optional(text), undefined),
  nonce: field(optional(text), undefined),
  codeChallenge: field(optional(copyOf(AuthorizationCodeChallenge)), undefined),
  integrationType: field(optional(oneOf(IntegrationType)), undefined),
  customSchemeParam: field(optional(text), undefined),
});
showAs(AuthorizationArgs, { secrets: ["state", "nonce"] });
