import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AUTHORIZE_PAGE_PATH } from "sdkpp/wire";
import {
  approve,
  type AuthorizeAnswer,
  type AuthorizeQuery,
  readAuthorizeQuery,
  deny,
} from "../domain/rules/oauth2/authorize.js";
import { followInstallLink } from "../domain/rules/oauth2/install-link.js";
import { isOpen, withGuild } from "../domain/rules/oauth2/install-request.js";
import { Fault } from "../domain/rules/outcome.js";
import { isAccount } from "../domain/world/user/account-logins.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { User } from "../domain/records/user/user.js";
import type { World } from "../domain/world/world.js";
import { authorizePage, installedPage } from "../pages/authorize-page.js";
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

/** The answers that show a page. */
type Asked = Exclude<AuthorizeAnswer, { kind: "reject" | "redirect" }>;

function show(context: AuthorizeContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = ask(context, request, reply);
  if (asked === undefined) return reply;
  const user = context.autoApprove === undefined ? undefined : context.world.users.get(context.autoApprove);
  if (user !== undefined && isAccount(user) && !isUndecided(asked)) return agree(context, asked, user, reply);
  const { application, scope, install } = asked.kind === "ask" ? asked.request : asked.link;
  const html = authorizePage({
    application,
    scope,
    accounts: context.world.users.all().filter(isAccount),
    servers: isOpen(install) ? context.world.guilds.all() : undefined,
    action: request.url,
    formToken: context.forms.issue(request.url),
  });
  return sendPage(reply, 200, html, asked.kind === "ask" ? originOf(asked.request.redirectUri) : undefined);
}

/** An installation has nothing to agree to before its server is chosen. */
function isUndecided(asked: Asked): boolean {
  return asked.kind === "install" && isOpen(asked.link.install);
}

function decide(context: AuthorizeContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (rejectForeignForm(context.forms, request, reply)) return reply;
  const came = ask(context, request, reply);
  if (came === undefined) return reply;
  const fields = request.body instanceof FormData ? request.body.fields : {};
  if ("cancel" in fields)
    return came.kind === "ask"
      ? redirect(reply, deny(came.request))
      : sendPage(reply, 200, rejectionPage("You have added nothing."));
  const user = context.world.users.get(fields["user_id"] ?? "");
  if (!("authorize" in fields) || user === undefined || !isAccount(user)) {
    return sendPage(reply, 400, rejectionPage("Choose an account and press Authorize or Cancel."));
  }
  const asked = withServer(came, fields["guild_id"]);
  if (isUndecided(asked)) return sendPage(reply, 400, rejectionPage("Choose the server to add it to."));
  return agree(context, asked, user, reply);
}

function withServer(asked: Asked, chosen: string | undefined): Asked {
  const guildId = chosen === "" ? undefined : chosen;
  return asked.kind === "ask"
    ? { kind: "ask", request: withGuild(asked.request, guildId) }
    : { kind: "install", link: withGuild(asked.link, guildId) };
}

function agree(
  { world, publisher }: AuthorizeContext,
  asked: Asked,
  user: User,
  reply: FastifyReply,
): FastifyReply {
  if (asked.kind === "ask") {
    const location = publisher.settle<string, never>(() => approve(world, asked.request, user));
    return redirect(reply, location);
  }
  const guild = publisher.settle(() => followInstallLink(world, asked.link, user));
  return guild instanceof Fault
    ? sendPage(reply, 403, rejectionPage("This account does not manage the server."))
    : sendPage(reply, 200, installedPage(asked.link.application.name, guild?.name));
}

/** Reads an authorize request. Answers an invalid one at once and returns undefined. */
function ask(context: AuthorizeContext, request: FastifyRequest, reply: FastifyReply): Asked | undefined {
  if (rejectForeign(request, reply)) return undefined;
  const answer = readAuthorizeQuery(context.world, readQuery(request.url), context.addresses.webBase);
  if (answer.kind === "ask" || answer.kind === "install") return answer;
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
