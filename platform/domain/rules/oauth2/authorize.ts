import { AUTHORIZATION_CODE_LIFE_S, NONCE_MAX, OAuth2ErrorName, Scope } from "sdkpp/wire";
import type { Application } from "../../records/oauth2/application.js";
import type { User } from "../../records/user/user.js";
import { isKnownScope, splitScopes, unapprovedScope } from "../../views/oauth2/scopes.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort, DigestPort, IdsPort, RandomPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { done, type Outcome } from "../outcome.js";
import { install } from "./install.js";
import { withInstallDefaults } from "./install-defaults.js";
import { isInstallLink, readInstallLink, type InstallLink } from "./install-link.js";
import { installOf, installProblem, isOpen, type InstallRequest, type Problem } from "./install-request.js";
import { isRegisteredRedirect, withQuery } from "./redirect-uri.js";

/** The slices of the world that these rules use. */
type Touched = ApplicationWorld &
  OAuth2World &
  GuildWorld &
  UserWorld &
  ClockPort &
  DigestPort &
  IdsPort &
  RandomPort;

/** The query of the authorize page as it came. */
export type AuthorizeQuery = Readonly<Record<string, string | undefined>>;

/** A request the page can show. */
export interface AuthorizeRequest {
  readonly application: Application;
  readonly scope: string;
  readonly redirectUri: string;
  /** The code goes straight to the game that asked, without a redirect. */
  readonly isDirect?: true;
  readonly state: string | undefined;
  readonly challenge: string | undefined;
  /** For the ID token; only with the scope `openid`. */
  readonly nonce: string | undefined;
  /** Identifies the platform in every redirect (RFC 9207). */
  readonly issuer: string;
  /** Absent when the application is only authorized; an installation without a chosen server has no effect. */
  readonly install: InstallRequest | undefined;
}

/** The answer to a browser that came to the authorize page. */
export type AuthorizeAnswer =
  | { readonly kind: "ask"; readonly request: AuthorizeRequest }
  | { readonly kind: "install"; readonly link: InstallLink }
  /** There is no address to redirect to, so the page itself shows the message. */
  | { readonly kind: "reject"; readonly message: string }
  | { readonly kind: "redirect"; readonly location: string };

const PARENT_ONLY = "This game belongs to a publisher: only the publisher's application can be authorized.";
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Reads the query (H§2.2). A bad client or redirect never redirects. */
export function readAuthorizeQuery(
  world: ApplicationWorld,
  asked: AuthorizeQuery,
  issuer: string,
): AuthorizeAnswer {
  const application = world.applications.get(asked["client_id"] ?? "");
  if (application === undefined) return { kind: "reject", message: "Unknown application." };
  const query = withInstallDefaults(application, asked);
  if (isInstallLink(query)) return readInstallLink(application, query);
  if (application.parentId !== undefined) return { kind: "reject", message: PARENT_ONLY };
  const redirectUri = query["redirect_uri"] ?? application.redirectUris[0];
  if (redirectUri === undefined || !isRegisteredRedirect(application.redirectUris, redirectUri)) {
    return { kind: "reject", message: "This redirect address is not registered for the application." };
  }
  const problem =
    protocolProblem(query) ??
    nonceProblem(query["nonce"]) ??
    approvalProblem(application, query["scope"] ?? "") ??
    schemeProblem(redirectUri, query["code_challenge"]) ??
    installProblem(application, query);
  if (problem !== undefined)
    return {
      kind: "redirect",
      location: problemLocation({ redirectUri, state: query["state"], issuer }, problem),
    };
  const scopes = splitScopes(query["scope"] ?? "");
  const request = {
    application,
    scope: scopes.join(" "),
    redirectUri,
    state: query["state"],
    challenge: query["code_challenge"],
    nonce: scopes.includes(Scope.OpenId) ? query["nonce"] : undefined,
    issuer,
    install: installOf(query),
  };
  return { kind: "ask", request };
}

/**
 * The account holder agreed: a code that lives {@link AUTHORIZATION_CODE_LIFE_S} seconds, and the application is installed
 * where the request says.
 * @returns where the browser goes
 */
export function approve(world: Touched, request: AuthorizeRequest, user: User): Outcome<string> {
  const { application } = request;
  const asked = isOpen(request.install) ? undefined : request.install;
  const installed = install(world, { ...request, install: asked }, user);
  if (installed === undefined) return done(deny(request));
  const code = issueCode(world, request, user);
  const scopes = splitScopes(request.scope);
  const hints = installed.guild && {
    guild_id: installed.guild.id,
    permissions: asked?.permissions,
  };
  return done(location(request, { code, ...hints }), [
    ...installed.facts,
    {
      kind: "applicationAuthorized",
      application,
      user,
      scopes,
      context: asked?.context,
      guild: installed.guild,
    },
  ]);
}

function issueCode(world: Touched, request: AuthorizeRequest, user: User): string {
  const code = world.random.token(30);
  const { application, scope, redirectUri, challenge, nonce, isDirect } = request;
  world.codes.put({
    hash: world.digest.sha256(code),
    applicationId: application.id,
    userId: user.id,
    redirectUri,
    scope,
    authorizedAt: world.clock.now(),
    expiresAt: world.clock.now() + AUTHORIZATION_CODE_LIFE_S * 1000,
    ...(isDirect === undefined ? {} : { isDirect }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(challenge === undefined ? {} : { challenge }),
  });
  return code;
}

/** The account holder did not agree. */
export function deny(request: AuthorizeRequest): string {
  return problemLocation(request, {
    error: OAuth2ErrorName.AccessDenied,
    description: "The resource owner or authorization server denied the request",
  });
}

/** The address that a browser returns to, with the parameters of every answer. */
type Redirect = Pick<AuthorizeRequest, "redirectUri" | "state" | "issuer">;

function problemLocation(redirect: Redirect, { error, description }: Problem): string {
  return location(redirect, { error, error_description: description });
}

function location(
  { redirectUri, state, issuer }: Redirect,
  members: Readonly<Record<string, string | undefined>>,
): string {
  return withQuery(redirectUri, { ...members, state, iss: issuer });
}

function protocolProblem(query: AuthorizeQuery): Problem | undefined {
  if (query["response_type"] !== "code") {
    const error =
      query["response_type"] === undefined ? OAuth2ErrorName.InvalidRequest : "unsupported_response_type";
    return { error, description: 'response_type must be "code"' };
  }
  const scopes = splitScopes(query["scope"] ?? "");
  if (scopes.length === 0 || !scopes.every(isKnownScope)) {
    return {
      error: OAuth2ErrorName.InvalidScope,
      description: "The requested scope is invalid, unknown, or malformed.",
    };
  }
  return challengeProblem(query["code_challenge"], query["code_challenge_method"]);
}

function approvalProblem(application: Application, scope: string): Problem | undefined {
  const unapproved = unapprovedScope(application, scope);
  if (unapproved === undefined) return undefined;
  return {
    error: OAuth2ErrorName.InvalidScope,
    description: `The application is not approved for the scope ${unapproved}.`,
  };
}

/** Any program of a device can claim a scheme of its own; only the one that asked has the verifier (RFC 8252 section 8.1). */
function schemeProblem(redirectUri: string, challenge: string | undefined): Problem | undefined {
  if (challenge !== undefined || /^https?:/i.test(redirectUri)) return undefined;
  return {
    error: OAuth2ErrorName.InvalidRequest,
    description: "A redirect to a custom scheme needs code_challenge with code_challenge_method S256",
  };
}

function challengeProblem(challenge: string | undefined, method: string | undefined): Problem | undefined {
  if (challenge === undefined && method === undefined) return undefined;
  if (challenge !== undefined && method === "S256" && CHALLENGE.test(challenge)) return undefined;
  return {
    error: OAuth2ErrorName.InvalidRequest,
    description: "code_challenge needs code_challenge_method S256",
  };
}

function nonceProblem(nonce = ""): Problem | undefined {
  if (nonce.length <= NONCE_MAX) return undefined;
  return {
    error: OAuth2ErrorName.InvalidRequest,
    description: `nonce has more than ${String(NONCE_MAX)} characters`,
  };
}
