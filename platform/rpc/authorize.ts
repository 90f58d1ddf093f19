import { RpcErrorCode, type RpcAuthenticatePayload } from "sdkpp/wire";
import {
  approve,
  deny,
  readAuthorizeQuery,
  type AuthorizeRequest,
} from "../domain/rules/oauth2/authorize.js";
import { bearerActor } from "../domain/world/oauth2/actor.js";
import type { DesktopApp } from "./desktop-app.js";
import type { RpcGame } from "./game.js";
import { RpcRejection } from "./rejection.js";
import { readAuthenticate, readAuthorize, type AuthorizeInput } from "./request-shapes.js";
import { rpcUserView } from "./views.js";

/** AUTHORIZE: the same rules as the authorize page, and the user answers in the desktop app. */
export function authorize(app: DesktopApp, game: RpcGame, args: object): unknown {
  const input = readAuthorize(args);
  if (input === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPayload, readAuthorize.complaint("args", args));
  if (String(input.client_id) !== game.applicationId)
    return new RpcRejection(RpcErrorCode.InvalidClientId, "client_id must be the one of the handshake");
  if (game.isAsking)
    return new RpcRejection(RpcErrorCode.RateLimited, "An earlier AUTHORIZE still waits for the user");
  const { world, addresses } = app.context;
  const answer = readAuthorizeQuery(world, queryOf(input), addresses.webBase);
  if (answer.kind === "reject") return oauth2Rejection("invalid_request", answer.message);
  if (answer.kind === "redirect") return rejectionAt(answer.location);
  if (answer.kind === "install") return oauth2Rejection("invalid_request", "response_type is required");
  const request = { ...answer.request, isDirect: true } as const;
  return app.approvesAll ? agree(app, request) : ask(app, game, request);
}

/** AUTHENTICATE: with an access token of this game and of the user whose desktop app it is. */
export function authenticate(app: DesktopApp, game: RpcGame, args: object): unknown {
  const input = readAuthenticate(args);
  if (input === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPayload, readAuthenticate.complaint("args", args));
  const actor = bearerActor(app.context.world, input.access_token);
  const isOwn = actor?.application.id === game.applicationId && actor.user.id === game.userId;
  if (actor === undefined || !isOwn)
    return new RpcRejection(RpcErrorCode.InvalidToken, "Invalid access token");
  game.authenticated = actor;
  const { id, name, description, icon } = actor.application;
  return {
    application: { id, name, description, icon: icon ?? null },
    scopes: [...actor.scopes],
    expires: new Date(actor.expiresAt ?? 0).toISOString(),
    user: rpcUserView(actor.user),
    access_token: input.access_token,
  } satisfies RpcAuthenticatePayload;
}

/** The user agrees. @returns the answer to AUTHORIZE */
function agree({ context, userId }: DesktopApp, request: AuthorizeRequest): unknown {
  const { world, publisher } = context;
  const user = world.users.get(userId);
  if (user === undefined || user.banned === true) return rejectionAt(deny(request));
  const location = publisher.settle<string, never>(() => approve(world, request, user));
  const code = new URL(location).searchParams.get("code");
  return code === null ? rejectionAt(location) : { code };
}

async function ask(app: DesktopApp, game: RpcGame, request: AuthorizeRequest): Promise<unknown> {
  game.isAsking = true;
  const isAccepted = await app.authorizations.ask(game, request);
  game.isAsking = false;
  return isAccepted ? agree(app, request) : rejectionAt(deny(request));
}

function queryOf(input: AuthorizeInput): Record<string, string | undefined> {
  const { client_id, scopes, state, nonce, code_challenge, code_challenge_method } = input;
  const { response_type, permissions, integration_type, guild_id } = input;
  const given = {
    response_type: response_type ?? "code",
    client_id,
    scope: Array.isArray(scopes) ? scopes.join(" ") : scopes,
    state,
    nonce,
    code_challenge,
    code_challenge_method,
    permissions,
    integration_type,
    guild_id,
  };
  const set = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

/** The error that the authorize page would send to the game's redirect address. */
function rejectionAt(location: string): RpcRejection {
  const { searchParams } = new URL(location);
  return oauth2Rejection(
    searchParams.get("error") ?? "invalid_request",
    searchParams.get("error_description") ?? "",
  );
}

function oauth2Rejection(error: string, description: string): RpcRejection {
  const message = `OAuth2 Error: ${error}: ${description}`;
  return new RpcRejection(RpcErrorCode.OAuth2Error, message, { error, error_description: description });
}
