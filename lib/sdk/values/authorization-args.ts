import { IntegrationType } from "../../enums/index.js";
import { AuthorizationCodeChallenge } from "./authorization-code-challenge.js";
import type { IdLike } from "../argument.js";
import { copyOf } from "./copy-of.js";
import { field, id, oneOf, optional, text } from "./field.js";
import { valueObject } from "./value-object.js";

interface AuthorizationArgsMembers {
  /** Id of the application; 0: the client's application id. @mirrors AuthorizationArgs::ClientId */
  get clientId(): bigint;
  set clientId(value: IdLike);

  /**
   * Sets {@link clientId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors AuthorizationArgs::SetClientId
   */
  setClientId(value: IdLike): void;

  /** Scopes, separated by spaces; required. @mirrors AuthorizationArgs::Scopes */
  scopes: string;

  /**
   * Sets {@link scopes}.
   * @throws {ArgumentError} when not a string
   * @mirrors AuthorizationArgs::SetScopes
   */
  setScopes(value: string): void;

  /**
   * Value against forged redirects; at least 16 characters, or `authorize` fails. Undefined: a random value.
   * @mirrors AuthorizationArgs::State
   */
  state: string | undefined;

  /**
   * Sets {@link state}.
   * @throws {ArgumentError} when not a string
   * @mirrors AuthorizationArgs::SetState
   */
  setState(value: string | undefined): void;

  /** OpenID Connect nonce, for servers that check ID tokens. @mirrors AuthorizationArgs::Nonce */
  nonce: string | undefined;

  /**
   * Sets {@link nonce}.
   * @throws {ArgumentError} when not a string
   * @mirrors AuthorizationArgs::SetNonce
   */
  setNonce(value: string | undefined): void;

  /** PKCE challenge, which `getToken` needs; a copy. @mirrors AuthorizationArgs::CodeChallenge */
  codeChallenge: AuthorizationCodeChallenge | undefined;

  /**
   * Sets {@link codeChallenge}.
   * @throws {ArgumentError} when not an object of the class AuthorizationCodeChallenge
   * @mirrors AuthorizationArgs::SetCodeChallenge
   */
  setCodeChallenge(value: AuthorizationCodeChallenge | undefined): void;

  /** Where the application is installed. @mirrors AuthorizationArgs::IntegrationType */
  integrationType: IntegrationType | undefined;

  /**
   * Sets {@link integrationType}.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors AuthorizationArgs::SetIntegrationType
   */
  setIntegrationType(value: IntegrationType | undefined): void;

  /**
   * Scheme of the redirect with the host option `redirect: "scheme"`; otherwise it has no effect. Undefined: `discord-` and the
   * application id.
   * @mirrors AuthorizationArgs::CustomSchemeParam
   */
  customSchemeParam: string | undefined;

  /**
   * Sets {@link customSchemeParam}.
   * @throws {ArgumentError} when not a string
   * @mirrors AuthorizationArgs::SetCustomSchemeParam
   */
  setCustomSchemeParam(value: string | undefined): void;
}

/** The arguments of an authorization. A value object: copies are independent. @mirrors AuthorizationArgs */
export class AuthorizationArgs extends valueObject<AuthorizationArgsMembers>({
  clientId: field(id, 0n),
  scopes: field(text, ""),
  state: field(optional(text), undefined),
  nonce: field(optional(text), undefined),
  codeChallenge: field(optional(copyOf(AuthorizationCodeChallenge)), undefined),
  integrationType: field(optional(oneOf(IntegrationType)), undefined),
  customSchemeParam: field(optional(text), undefined),
}) {
  static readonly secrets = ["state", "nonce"];
  declare static readonly nullobj: AuthorizationArgs;
}
