import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../domain/rules/faults.js";
import { attachmentPath, ephemeralPath, type StoredFile } from "../domain/records/message/attachment.js";
import { fileTypeOf, isShown } from "../domain/records/message/file-types.js";
import { fileAt } from "../domain/world/message/files.js";
import type { World } from "../domain/world/world.js";
import type { OpenFile } from "../files/file-place.js";
import type { FileStore } from "../files/file-store.js";
import type { Guard } from "../guard/guard.js";
import { isKnown, isStillMeant, rangeIn } from "./byte-range.js";
import type { Query } from "./query.js";
import { sendFault } from "./reply.js";

interface Params {
  /** The channel of its message, or the application that may show it. */
  readonly owner: string;
  readonly id: string;
  readonly name: string;
}

type FileRequest = FastifyRequest<{ Params: Params }>;

interface AttachmentParts {
  readonly world: World;
  readonly files: FileStore;
  readonly guard: Guard;
  /** How long a reader may take nothing, milliseconds. */
  readonly requestTimeoutMs: number;
}

const NOT_MODIFIED = 304;
const PARTIAL = 206;
const NO_SUCH_RANGE = 416;

/**
 * Mounts the addresses of files that belong to messages, and of those that applications show, below the site's root: whole, or the
 * range that is asked for. An address that is not signed, that has expired or whose file is gone is unknown.
 */
export function mountAttachments(app: FastifyInstance, parts: AttachmentParts): void {
  const { world, files } = parts;
  const mount = (folder: string, pathOf: typeof ephemeralPath): void => {
    const handler = async (request: FileRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { owner, id, name } = request.params;
      const isValid = world.fileLinks.accepts(pathOf(owner, { id, filename: name }), request.query as Query);
      const file = isValid ? fileAt(world, owner, id, name) : undefined;
      const opened = file && (await files.open(file));
      if (file === undefined || opened === undefined) return sendFault(reply, notFound());
      return sendFile(parts, request, reply, file, opened);
    };
    // The framework's own HEAD would read the whole file.
    app.route({
      method: ["GET", "HEAD"],
      url: `/${folder}/:owner/:id/:name`,
      exposeHeadRoute: false,
      handler,
    });
  };
  mount("attachments", attachmentPath);
  mount("ephemeral-attachments", ephemeralPath);
}

async function sendFile(
  parts: AttachmentParts,
  { method, headers }: FileRequest,
  reply: FastifyReply,
  file: StoredFile,
  opened: OpenFile,
): Promise<FastifyReply> {
  const { hash, size } = file;
  const tag = `"${hash}"`;
  const asked =
    method === "GET" && isStillMeant(headers["if-range"], tag) ? rangeIn(headers.range, size) : undefined;
  reply.headers({ ...headersOf(file), etag: tag });
  if (isKnown(headers["if-none-match"], tag)) return sendHead(reply.code(NOT_MODIFIED), opened);
  if (asked === "none")
    return sendHead(
      reply.code(NO_SUCH_RANGE).headers({ "content-range": `bytes */${size}`, "content-length": 0 }),
      opened,
    );
  const { start, end } = asked ?? { start: 0, end: size - 1 };
  reply.header("content-length", end + 1 - start);
  if (asked !== undefined) reply.code(PARTIAL).header("content-range", `bytes ${start}-${end}/${size}`);
  if (method === "HEAD" || size === 0) return sendHead(reply, opened);
  endIdle(parts, reply);
  return reply.send(opened.read({ start, end }));
}

/** Answers without the bytes. */
async function sendHead(reply: FastifyReply, opened: OpenFile): Promise<FastifyReply> {
  await opened.close();
  return reply.send();
}

/** Ends a connection that takes nothing more: its file would stay open, and its socket. The framework sends no faster than it takes. */
function endIdle({ guard, requestTimeoutMs }: AttachmentParts, { raw }: FastifyReply): void {
  raw.setTimeout(
    requestTimeoutMs,
    guard.listener("the reader of a file", () => void raw.destroy()),
  );
}

/** The name is safe in a header: it was made so when it was stored. */
function headersOf({ filename }: StoredFile) {
  const type = fileTypeOf(filename);
  return {
    "content-type": type,
    "content-disposition": `${isShown(type) ? "inline" : "attachment"}; filename="${filename}"`,
    "accept-ranges": "bytes",
    "cache-control": "private, max-age=86400",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  };
}
