import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { messageOnPage } from "../domain/rules/message/message-page.js";
import { connectedGames } from "../domain/rules/oauth2/connected-games.js";
import { Fault } from "../domain/rules/outcome.js";
import type { World } from "../domain/world/world.js";
import { connectedGamesPage, messagePage, noMessagePage } from "../pages/app-pages.js";
import { rejectForeign, sendPage } from "./page.js";

type MessageRequest = FastifyRequest<{ Params: { channel: string; message: string } }>;

/**
 * Mounts the pages that a game opens in the platform's app, at the site root: a message, and the settings of games. They
 * need no login, as the authorize page, which lets everybody on this machine be anybody.
 */
export function mountAppPages(app: FastifyInstance, world: World): void {
  app.get("/channels/:server/:channel/:message", (request: MessageRequest, reply) =>
    showMessage(world, request, reply),
  );
  app.get("/settings/connected-games", (request, reply) => {
    if (rejectForeign(request, reply)) return reply;
    const games = connectedGames(world).map(({ application, users }) => ({
      name: application.name,
      users: users.map(({ globalName, username }) => globalName ?? username),
    }));
    return sendPage(reply, 200, connectedGamesPage(games));
  });
}

function showMessage(world: World, request: MessageRequest, reply: FastifyReply): FastifyReply {
  if (rejectForeign(request, reply)) return reply;
  const { channel, message: id } = request.params;
  const shown = messageOnPage(world, channel, id);
  if (shown instanceof Fault) return sendPage(reply, 404, noMessagePage());
  const { message, author, channelName } = shown;
  const { content, sentAt } = message;
  const authorName = author.globalName ?? author.username;
  return sendPage(reply, 200, messagePage({ authorName, content, sentAt: new Date(sentAt), channelName }));
}
