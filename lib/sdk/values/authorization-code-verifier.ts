import { AuthorizationCodeChallenge } from "./authorization-code-challenge.js";
import { copyOf } from "./copy-of.js";
import { field, text } from "./field.js";
import { valueObject } from "./value-object.js";

interface AuthorizationCodeVerifierMembers {
  /** The public half; a copy. @mirrors AuthorizationCodeVerifier::Challenge */
  challenge: AuthorizationCodeChallenge;

  /**
   * Sets {@link challenge}.
   * @throws {ArgumentError} when not an object of the class AuthorizationCodeChallenge
   * @mirrors AuthorizationCodeVerifier::SetChallenge
   */
  setChallenge(value: AuthorizationCodeChallenge): void;

  /** The secret half; it must not be logged. @mirrors AuthorizationCodeVerifier::Verifier */
  verifier: string;

  /**
   * Sets {@link verifier}.
   * @throws {ArgumentError} when not a string
   * @mirrors AuthorizationCodeVerifier::SetVerifier
   */
  setVerifier(value: string): void;
}

/**
 * A PKCE pair: the challenge is an argument of the authorization, the verifier of the token exchange. A value
 * object,
 * created by the client: copies are independent.
 * @mirrors AuthorizationCodeVerifier
 */
export class AuthorizationCodeVerifier extends valueObject<AuthorizationCodeVerifierMembers>({
  challenge: field(copyOf(AuthorizationCodeChallenge), new AuthorizationCodeChallenge()),
  verifier: field(text, ""),
}) {
  static readonly secrets = ["verifier"];
  declare static readonly nullobj: AuthorizationCodeVerifier;
}
