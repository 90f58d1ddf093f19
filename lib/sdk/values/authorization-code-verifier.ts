import { textArgument } from "../argument.js";
import { AuthorizationCodeChallenge } from "./authorization-code-challenge.js";
import { copyOf } from "./copy-of.js";
import { ValueObject } from "./value-object.js";

interface AuthorizationCodeVerifierFields {
  challenge: AuthorizationCodeChallenge;
  verifier: string;
}

const defaults = (): AuthorizationCodeVerifierFields => ({
  challenge: new AuthorizationCodeChallenge(),
  verifier: "",
});

/**
 * A PKCE pair: the challenge goes into the arguments, the verifier into the token exchange. A value object:
 * copies are independent.
 * @mirrors AuthorizationCodeVerifier
 */
export class AuthorizationCodeVerifier extends ValueObject<AuthorizationCodeVerifierFields> {
  static readonly nullobj = AuthorizationCodeVerifier.invalid(new AuthorizationCodeVerifier());

  /** @internal made by the client only */
  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: AuthorizationCodeVerifier): AuthorizationCodeVerifier {
    return new AuthorizationCodeVerifier().moveAssign(other);
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): AuthorizationCodeVerifier {
    return new AuthorizationCodeVerifier().assign(this);
  }

  /** The public half. @mirrors AuthorizationCodeVerifier::Challenge */
  get challenge(): AuthorizationCodeChallenge {
    return this.fields.challenge.clone();
  }

  set challenge(value: AuthorizationCodeChallenge) {
    this.change("challenge", copyOf("challenge", value, AuthorizationCodeChallenge));
  }

  /** @throws {ArgumentError} when not an AuthorizationCodeChallenge. @mirrors AuthorizationCodeVerifier::SetChallenge */
  setChallenge(value: AuthorizationCodeChallenge): void {
    this.challenge = value;
  }

  /** The secret half; never to be logged. @mirrors AuthorizationCodeVerifier::Verifier */
  get verifier(): string {
    return this.fields.verifier;
  }

  set verifier(value: string) {
    this.change("verifier", textArgument("verifier", value));
  }

  /** @throws {ArgumentError} when not a string. @mirrors AuthorizationCodeVerifier::SetVerifier */
  setVerifier(value: string): void {
    this.verifier = value;
  }
}
