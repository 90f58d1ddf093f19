import type { FastifyReply, FastifyRequest } from "fastify";
import { finished, Transform, type Readable } from "node:stream";
import { tooLarge } from "../domain/rules/faults.js";
import { Fault } from "../domain/rules/outcome.js";
import { filesBytesMax, type FileSender } from "../domain/rules/posting/attachments.js";
import type { Guard } from "../guard/guard.js";
import { BODY_BYTES_MAX } from "./body.js";
import { FaultError } from "./fault-error.js";
import type { Admitted } from "./handler.js";
import type { MultipartForm } from "./multipart.js";
import { sendFault } from "./reply.js";
import type { UploadTurns } from "./upload-turns.js";

type Done = (error?: null, body?: Readable) => void;

/**
 * Hooks of a route whose body may have files: for callers who may not use it none of the body is read, for others no more than
 * they may send there, and few bodies of one caller at once.
 * @param admit who sends, or why nobody does
 */
export function limitedBody(
  form: MultipartForm,
  admit: (request: FastifyRequest) => Admitted | Fault,
  turns: UploadTurns,
  guard: Guard,
) {
  const known = new WeakMap<FastifyRequest, { readonly limit: number; readonly caller: string }>();
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const admitted = admit(request);
    if (admitted instanceof Fault) return void sendFault(reply, admitted);
    const { sender, caller } = admitted;
    const limit = limitOf(form, sender, request.headers["content-type"]);
    const declared = Number(request.headers["content-length"] ?? 0);
    if (declared > limit) return void sendFault(reply.header("connection", "close"), tooLarge());
    known.set(request, { limit, caller });
    done();
  };
  const preParsing = (request: FastifyRequest, _reply: FastifyReply, body: Readable, done: Done): void => {
    // A body whose length was declared has no more than that.
    const isMeasured = request.headers["transfer-encoding"] === undefined;
    const { limit, caller } = known.get(request) ?? { limit: form.bodyLimit, caller: "" };
    const begin = (): void => done(null, isMeasured ? body : cutAt(limit, body, guard));
    if (!isForm(request.headers["content-type"])) return begin();
    turns.enter(caller, () => {
      finished(
        body,
        guard.listener("the end of a body", () => turns.leave(caller)),
      );
      begin();
    });
  };
  return { onRequest, preParsing };
}

const isForm = (contentType = ""): boolean => /^multipart\/form-data\b/i.test(contentType);

/** Only files may make a body larger than other routes allow. */
function limitOf(form: MultipartForm, sender: FileSender | undefined, contentType = ""): number {
  if (!isForm(contentType)) return BODY_BYTES_MAX;
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
