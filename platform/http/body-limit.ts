import type { FastifyReply, FastifyRequest } from "fastify";
import { Transform, type Readable } from "node:stream";
import { tooLarge } from "../domain/rules/faults.js";
import { Fault } from "../domain/rules/outcome.js";
import { filesBytesMax, type FileSender } from "../domain/rules/posting/attachments.js";
import type { Guard } from "../guard/guard.js";
import { BODY_BYTES_MAX, FaultError } from "./body.js";
import type { MultipartForm } from "./multipart.js";
import { sendFault } from "./reply.js";

type Done = (error?: null, body?: Readable) => void;

/**
 * Hooks of a route whose body may have files: for callers who may not use it none of the body is read, for others no more than
 * they may send there.
 * @param admit who sends, if that decides how large files may be; or why nobody does
 */
export function limitedBody(
  form: MultipartForm,
  admit: (request: FastifyRequest) => FileSender | Fault | undefined,
  guard: Guard,
) {
  const limits = new WeakMap<FastifyRequest, number>();
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const sender = admit(request);
    if (sender instanceof Fault) return void sendFault(reply, sender);
    const limit = limitOf(form, sender, request.headers["content-type"]);
    const declared = Number(request.headers["content-length"] ?? 0);
    if (declared > limit) return void sendFault(reply.header("connection", "close"), tooLarge());
    limits.set(request, limit);
    done();
  };
  const preParsing = (request: FastifyRequest, _reply: FastifyReply, body: Readable, done: Done): void => {
    // A body whose length was declared has no more than that.
    const isMeasured = request.headers["transfer-encoding"] === undefined;
    done(null, isMeasured ? body : cutAt(limits.get(request) ?? form.bodyLimit, body, guard));
  };
  return { onRequest, preParsing };
}

/** Only files may make a body larger than other routes allow. */
function limitOf(form: MultipartForm, sender: FileSender | undefined, contentType = ""): number {
  if (!/^multipart\/form-data\b/i.test(contentType)) return BODY_BYTES_MAX;
  const ofSender = sender === undefined ? Infinity : filesBytesMax(sender) + BODY_BYTES_MAX;
  return Math.min(form.bodyLimit, ofSender);
}

function cutAt(limit: number, body: Readable, guard: Guard): Readable {
  let read = 0;
  const cut = new Transform({
    transform: (piece: Buffer, _encoding, next) => {
      read += piece.length;
      if (read > limit) next(new FaultError(tooLarge()));
      else next(null, piece);
    },
  });
  // Otherwise nothing would ever end what waits for the rest.
  body.on(
    "error",
    guard.listener("a body", (error: Error) => void cut.destroy(error)),
  );
  return body.pipe(cut);
}
