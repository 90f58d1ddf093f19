import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { acceptAs, shownInvite } from "../domain/rules/guild/invites.js";
import { Fault } from "../domain/rules/outcome.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { World } from "../domain/world/world.js";
import { invitePage, joinedPage, noInvitePage } from "../pages/invite-page.js";
import { FormData } from "./body.js";
import type { FormTokens } from "./form-tokens.js";
import { rejectForeign, rejectForeignForm, sendPage } from "./page.js";

interface InvitePageContext {
  readonly world: World;
  readonly publisher: Publisher;
  readonly forms: FormTokens;
}

type InviteRequest = FastifyRequest<{ Params: { code: string } }>;

/** Mounts the page of an invite, at the site root, where a player accepts it as in the platform's app. */
export function mountInvitePage(app: FastifyInstance, context: InvitePageContext): void {
  app.get("/invite/:code", (request: InviteRequest, reply) => show(context, request, reply));
  app.post("/invite/:code", (request: InviteRequest, reply) => accept(context, request, reply));
}

function show(
  { world, forms }: InvitePageContext,
  request: InviteRequest,
  reply: FastifyReply,
): FastifyReply {
  if (rejectForeign(request, reply)) return reply;
  const shown = shownInvite(world, request.params.code);
  if (shown instanceof Fault) return sendPage(reply, 404, noInvitePage());
  const { guild, channel, users } = shown;
  const html = invitePage({
    guildName: guild.name,
    channelName: channel.name,
    memberCount: guild.memberIds.length,
    users,
    action: request.url,
    formToken: forms.issue(request.url),
  });
  return sendPage(reply, 200, html);
}

function accept(context: InvitePageContext, request: InviteRequest, reply: FastifyReply): FastifyReply {
  if (rejectForeignForm(context.forms, request, reply)) return reply;
  const { world, publisher } = context;
  const fields = request.body instanceof FormData ? request.body.fields : {};
  const shown = shownInvite(world, request.params.code);
  if (shown instanceof Fault || !("join" in fields)) return show(context, request, reply);
  const { guild, users } = shown;
  const user = users.length === 1 ? users[0] : users.find(({ id }) => id === fields["user_id"]);
  if (user === undefined) return show(context, request, reply);
  const accepted = publisher.settle(() => acceptAs(world, user, request.params.code));
  if (accepted instanceof Fault) return sendPage(reply, 404, noInvitePage());
  return sendPage(reply, 200, joinedPage(guild.name, user.globalName ?? user.username));
}
