import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../domain/rules/faults.js";
import { attachmentPath } from "../domain/records/message/attachment.js";
import { fileTypeOf, isShown } from "../domain/records/message/file-types.js";
import { fileAt } from "../domain/world/message/files.js";
import type { World } from "../domain/world/world.js";
import type { Query } from "./query.js";
import { sendFault } from "./reply.js";

interface Params {
  readonly channel: string;
  readonly id: string;
  readonly name: string;
}

/**
 * Mounts the addresses of messages' files, below the site's root. An address that is not signed, that has expired or whose
 * file is gone is unknown. Parts of files are not served.
 */
export function mountAttachments(app: FastifyInstance, world: World): void {
  app.get("/attachments/:channel/:id/:name", (request: FastifyRequest<{ Params: Params }>, reply) => {
    const { channel, id, name } = request.params;
    const path = attachmentPath(channel, { id, filename: name });
    const isValid = world.fileLinks.accepts(path, request.query as Query);
    const file = isValid ? fileAt(world, channel, id, name) : undefined;
    if (file === undefined) return sendFault(reply, notFound());
    return sendFile(reply, file.filename, Buffer.from(file.data, "base64"));
  });
}

/** @param filename safe in a header: it was made so when it was stored */
function sendFile(reply: FastifyReply, filename: string, bytes: Buffer): FastifyReply {
  const type = fileTypeOf(filename);
  return reply
    .headers({
      "content-type": type,
      "content-disposition": `${isShown(type) ? "inline" : "attachment"}; filename="${filename}"`,
      "accept-ranges": "none",
      "cache-control": "private, max-age=86400",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    })
    .send(bytes);
}
