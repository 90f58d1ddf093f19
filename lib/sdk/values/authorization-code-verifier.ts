import { showAs } from "../shown.js";
import { AuthorizationCodeChallenge } from "./authorization-code-challenge.js";
import { copyOf } from "./copy-of.js";
import { field, text } from "./field.js";
import { defineFields, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of an {@link AuthorizationCodeVerifier}. */
export interface AuthorizationCodeVerifierFields {
  /**
   * The public half; a copy.
   * @throws {ArgumentError} when not an object of the class AuthorizationCodeChallenge
   * @mirrors AuthorizationCodeVerifier::Challenge, AuthorizationCodeVerifier::SetChallenge
   */
  challenge: AuthorizationCodeChallenge;

  /**
   * The secret half; it must not be logged.
   * @throws {ArgumentError} when not a string
   * @mirrors AuthorizationCodeVerifier::Verifier, AuthorizationCodeVerifier::SetVerifier
   */
  verifier: string;
}

export interface AuthorizationCodeVerifier
  extends AuthorizationCodeVerifierFields, SettersOf<AuthorizationCodeVerifierFields> {}

/**
 * A PKCE pair: the challenge is an argument of the authorization, the verifier of the token exchange. A value
 * object,
 * created by the client: copies are independent.
 * @mirrors AuthorizationCodeVerifier
 */
export class AuthorizationCodeVerifier extends ValueObject {
  declare static readonly nullobj: AuthorizationCodeVerifier;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: AuthorizationCodeVerifier) {
    super(other);
  }
}

defineFields<AuthorizationCodeVerifier>(AuthorizationCodeVerifier, {
  challenge: field(copyOf(AuthorizationCodeChallenge), new AuthorizationCodeChallenge()),
  verifier: field(text, ""),
});
showAs(AuthorizationCodeVerifier, { secrets: ["verifier"] });
