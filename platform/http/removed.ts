import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authenticate } from "../domain/rules/oauth2/authenticate.js";
import { usersOnly } from "../domain/rules/faults.js";
import { Fault } from "../domain/rules/outcome.js";
import type { World } from "../domain/world/world.js";
import { API_PATH } from "./api-version.js";
import { sendFault } from "./reply.js";

/** Operations that applications had once: the real platform rejects them, whatever the body. */
export const REMOVED_PATHS: readonly string[] = ["/guilds"];

/** `POST /guilds`: only the platform's own client creates servers now. */
export function mountRemovedOperations(app: FastifyInstance, world: World): void {
  for (const path of REMOVED_PATHS) {
    const onRequest = (request: FastifyRequest, reply: FastifyReply, _done: () => void) => {
      const actor = authenticate(world, request.headers.authorization);
      void sendFault(reply, actor instanceof Fault ? actor : usersOnly());
    };
    app.post(API_PATH + path, { onRequest }, (_request, reply) => reply);
  }
}
