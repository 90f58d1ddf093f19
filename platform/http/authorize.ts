import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AUTHORIZE_PAGE_PATH } from "sdkpp/wire";
import {
  approve,
  type AuthorizeQuery,
  type AuthorizeRequest,
  readAuthorizeQuery,
  deny,
} from "../domain/rules/oauth2/authorize.js";
import { isAccount } from "../domain/world/user/account-logins.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { User } from "../domain/records/user/user.js";
import type { World } from "../domain/world/world.js";
import { authorizePage } from "../pages/authorize-page.js";
import { rejectionPage } from "../pages/rejection-page.js";
import { FormData } from "./body.js";
import type { FormTokens } from "./form-tokens.js";
import type { Addresses } from "./route.js";
import { rejectForeign, rejectForeignForm, sendPage } from "./page.js";

interface AuthorizeContext {
  readonly world: World;
  readonly publisher: Publisher;
  readonly autoApprove: string | undefined;
  readonly forms: FormTokens;
  readonly addresses: Addresses;
}

/** Mounts the page where a player authorizes an application, at the site root (H§2.2, H§2.3). */
export function mountAuthorizePage(app: FastifyInstance, context: AuthorizeContext): void {
  app.get(AUTHORIZE_PAGE_PATH, (request, reply) => show(context, request, reply));
  app.post(AUTHORIZE_PAGE_PATH, (request, reply) => decide(context, request, reply));
}

function show(context: AuthorizeContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = ask(context, request, reply);
  if (asked === undefined) return reply;
  const user = context.autoApprove === undefined ? undefined : context.world.users.get(context.autoApprove);
  if (user !== undefined && isAccount(user)) return redirect(reply, agree(context, asked, user));
  const accounts = context.world.users.all().filter(isAccount);
  const html = authorizePage({
    application: asked.application,
    scope: asked.scope,
    accounts,
    action: request.url,
    formToken: context.forms.issue(request.url),
  });
  return sendPage(reply, 200, html, originOf(asked.redirectUri));
}

function decide(context: AuthorizeContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (rejectForeignForm(context.forms, request, reply)) return reply;
  const asked = ask(context, request, reply);
  if (asked === undefined) return reply;
  const fields = request.body instanceof FormData ? request.body.fields : {};
  if ("cancel" in fields) return redirect(reply, deny(asked));
  const user = context.world.users.get(fields["user_id"] ?? "");
  if (!("authorize" in fields) || user === undefined || !isAccount(user)) {
    return sendPage(reply, 400, rejectionPage("Choose an account and press Authorize or Cancel."));
  }
  return redirect(reply, agree(context, asked, user));
}

/** @returns where the browser goes */
function agree({ world, publisher }: AuthorizeContext, asked: AuthorizeRequest, user: User): string {
  return publisher.settle<string, never>(() => approve(world, asked, user));
}

/** Reads an authorize request. Answers an invalid one at once and returns undefined. */
function ask(
  context: AuthorizeContext,
  request: FastifyRequest,
  reply: FastifyReply,
): AuthorizeRequest | undefined {
  if (rejectForeign(request, reply)) return undefined;
  const answer = readAuthorizeQuery(context.world, readQuery(request.url), context.addresses.webBase);
  if (answer.kind === "ask") return answer.request;
  if (answer.kind === "redirect") redirect(reply, answer.location);
  else sendPage(reply, 400, rejectionPage(answer.message));
  return undefined;
}

function readQuery(url: string): AuthorizeQuery {
  const start = url.indexOf("?");
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(start < 0 ? "" : url.slice(start + 1)))
    query[name] ??= value;
  return query;
}

function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply
    .code(302)
    .headers({ location, "cache-control": "no-store", "referrer-policy": "no-referrer" })
    .send();
}

function originOf(redirectUri: string): string {
  const loopback = /^https?:\/\/[^/?#]+/.exec(redirectUri)?.[0];
  return loopback ?? redirectUri.slice(0, redirectUri.indexOf(":") + 1);
}
