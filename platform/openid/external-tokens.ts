import { JsonErrorCode, PROVIDER_OF, type ExternalAuthType } from "sdkpp/wire";
import type { Application } from "../domain/records/oauth2/application.js";
import { Fault } from "../domain/rules/outcome.js";
import { invalidExternalToken } from "../domain/rules/oauth2/provisional-faults.js";
import type { ProvenAccount } from "../domain/rules/oauth2/provisional.js";
import { bearerActor } from "../domain/world/oauth2/actor.js";
import { identityOf } from "../domain/world/user/identities.js";
import type { World } from "../domain/world/world.js";
import type { ExternalIdentity, OidcIssuers, TokenProblem } from "./external-identities.js";
import { readTestTicket } from "./test-tickets.js";

/** How H§3.4 words what is wrong with an ID token. */
const OIDC_FAULTS: Readonly<Record<TokenProblem, readonly [code: number, message: string]>> = {
  malformed: [JsonErrorCode.OidcTokenInvalid, "Invalid OIDC token"],
  kidMissing: [JsonErrorCode.OidcKidMissing, "The OIDC token has no key id"],
  expired: [JsonErrorCode.ExternalTokenExpired, "The ID token has expired"],
  wrongIssuer: [JsonErrorCode.ExternalIssuerMismatch, "The issuer of the ID token does not match"],
  wrongAudience: [JsonErrorCode.ExternalAudienceMismatch, "The audience of the ID token does not match"],
  tooOld: [JsonErrorCode.ExternalTokenTooOld, "The ID token was issued more than a week ago"],
  configurationNotFound: [JsonErrorCode.OidcConfigurationNotFound, "OIDC configuration not found"],
  keysNotFound: [JsonErrorCode.OidcKeysNotFound, "OIDC JWKS not found"],
};

/**
 * Finds out whose external token it is: tokens of OpenID Connect issuers and of the game's own bot for real, tokens of other
 * providers as test tickets (H§3.1).
 */
export class ExternalTokens {
  readonly #world: World;
  readonly #issuers: Pick<OidcIssuers, "verify">;

  constructor(world: World, issuers: Pick<OidcIssuers, "verify">) {
    this.#world = world;
    this.#issuers = issuers;
  }

  async provenAccount(
    application: Application,
    type: ExternalAuthType,
    token: string,
  ): Promise<ProvenAccount | Fault> {
    if (type === "DISCORD_BOT_ISSUED_ACCESS_TOKEN") return this.#issuedByBot(application, token);
    const identity = type === "OIDC" ? await this.#issued(application, token) : readTestTicket(token);
    if (identity instanceof Fault) return identity;
    if (identity === undefined) return invalidExternalToken();
    const { subject, displayName } = identity;
    return { providerType: PROVIDER_OF[type], externalId: subject, displayName };
  }

  async #issued({ oidc }: Application, token: string): Promise<ExternalIdentity | Fault> {
    const identity = oidc === undefined ? "configurationNotFound" : await this.#issuers.verify(token, oidc);
    if (typeof identity !== "string") return identity;
    const [code, message] = OIDC_FAULTS[identity];
    return new Fault(400, code, message);
  }

  /** The access token of a guest that the game's server has signed in. */
  #issuedByBot(application: Application, token: string): ProvenAccount | Fault {
    const actor = bearerActor(this.#world, token);
    if (actor?.application.id !== application.id) return invalidExternalToken();
    const identity = identityOf(this.#world, application.id, actor.user.id);
    if (identity?.providerType !== "DISCORD_BOT") return invalidExternalToken();
    return { providerType: identity.providerType, externalId: identity.externalId };
  }
}
