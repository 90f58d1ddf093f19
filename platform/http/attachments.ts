import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../domain/rules/faults.js";
import { attachmentPath, ephemeralPath } from "../domain/records/message/attachment.js";
import { fileTypeOf, isShown } from "../domain/records/message/file-types.js";
import { fileAt } from "../domain/world/message/files.js";
import type { World } from "../domain/world/world.js";
import type { Query } from "./query.js";
import { sendFault } from "./reply.js";

interface Params {
  /** The channel of its message, or the application that may show it. */
  readonly owner: string;
  readonly id: string;
  readonly name: string;
}

/**
 * Mounts the addresses of files that belong to messages, and of those that applications show, below the site's root. An address that is not signed, that has expired or whose
 * file is gone is unknown. Parts of files are not served.
 */
export function mountAttachments(app: FastifyInstance, world: World): void {
  const serve = (folder: string, pathOf: typeof ephemeralPath): void => {
    app.get(`/${folder}/:owner/:id/:name`, (request: FastifyRequest<{ Params: Params }>, reply) => {
      const { owner, id, name } = request.params;
      const isValid = world.fileLinks.accepts(pathOf(owner, { id, filename: name }), request.query as Query);
      const file = isValid ? fileAt(world, owner, id, name) : undefined;
      if (file === undefined) return sendFault(reply, notFound());
      return sendFile(reply, file.filename, Buffer.from(file.data, "base64"));
    });
  };
  serve("attachments", attachmentPath);
  serve("ephemeral-attachments", ephemeralPath);
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
