import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import { badJson, invalidField, tooLarge } from "../domain/rules/faults.js";
import { parseLossless } from "../json/lossless.js";
import { FaultError } from "./fault-error.js";
import type { MultipartForm } from "./multipart.js";
import type { MultipartReader } from "./multipart-reader.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Permitted content of a multipart body; undefined: only other bodies are accepted. */
    readonly form?: MultipartForm;
  }
}

/** The fields of a form; a repeated field keeps its first value. */
export type FormBody = Readonly<Record<string, string>>;

/** A body that is a form, not JSON: the only one that the OAuth2 endpoints accept. */
export class FormData {
  constructor(readonly fields: FormBody) {}
}

/** Size of a body without files, bytes, on routes that set no other limit. */
export const BODY_BYTES_MAX = 1 << 20;

/**
 * Registers the body types of the platform: JSON, forms and, for routes that take files, multipart; other types are
 * rejected (H§1.3).
 */
export function acceptBodies(app: FastifyInstance, reader: MultipartReader): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: "string" } as const;
  const accept = (type: string, read: (text: string) => unknown): void => {
    app.addContentTypeParser(type, options, async (request: FastifyRequest, body: string) => {
      // Only files may make a body larger than other routes allow.
      if (formOf(request) !== undefined && Buffer.byteLength(body) > BODY_BYTES_MAX)
        throw new FaultError(tooLarge());
      return read(body);
    });
  };
  accept("application/json", readJson);
  accept("application/x-www-form-urlencoded", (text) => new FormData(readForm(text)));
  const readParts = (request: FastifyRequest, body: Readable): Promise<unknown> => {
    const form = formOf(request);
    return form === undefined
      ? refuseParts(request, body)
      : reader.read(form, request.headers["content-type"] ?? "", body);
  };
  app.addContentTypeParser("multipart/form-data", readParts);
  accept("*", (text) => (text === "" ? undefined : rejectOther()));
}

function formOf(request: FastifyRequest): MultipartForm | undefined {
  return request.routeOptions.config.form;
}

export function readForm(text: string): FormBody {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) fields[name] ??= value;
  return fields;
}

/** The body of a route that takes no files: nothing of it is kept, and it may be as large as any other. */
async function refuseParts(request: FastifyRequest, body: Readable): Promise<undefined> {
  if (Number(request.headers["content-length"] ?? 0) > BODY_BYTES_MAX) throw new FaultError(tooLarge());
  let size = 0;
  for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > BODY_BYTES_MAX) throw new FaultError(tooLarge());
  }
  return size === 0 ? undefined : rejectOther();
}

function readJson(text: string): unknown {
  if (text === "") return undefined;
  try {
    return parseLossless(text);
  } catch {
    throw new FaultError(badJson());
  }
}

function rejectOther(): never {
  throw new FaultError(
    invalidField(
      "_content_type",
      "CONTENT_TYPE_INVALID",
      'Expected "Content-Type" header to be one of the accepted types.',
    ),
  );
}
