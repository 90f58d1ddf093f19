import type { FastifyInstance, FastifyRequest } from "fastify";
import { badJson, invalidField, tooLarge } from "../domain/rules/faults.js";
import { Fault } from "../domain/rules/outcome.js";
import type { Guard } from "../guard/guard.js";
import { parseLossless } from "../json/lossless.js";
import { readMultipart, type MultipartForm } from "./multipart.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Permitted content of a multipart body; undefined: only other bodies are accepted. */
    readonly form?: MultipartForm;
  }
}

/** Carries a fault through Fastify, whose parsers can only throw errors. */
export class FaultError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
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
export function acceptBodies(app: FastifyInstance, guard: Guard): void {
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
  const readParts = async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
    const form = formOf(request);
    if (form === undefined) return rejectOther(body.toString("latin1"));
    const read = await readMultipart(form, request.headers["content-type"] ?? "", body, guard);
    if (read instanceof Fault) throw new FaultError(read);
    return read;
  };
  app.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, readParts);
  accept("*", rejectOther);
}

function formOf(request: FastifyRequest): MultipartForm | undefined {
  return request.routeOptions.config.form;
}

export function readForm(text: string): FormBody {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) fields[name] ??= value;
  return fields;
}

function readJson(text: string): unknown {
  if (text === "") return undefined;
  try {
    return parseLossless(text);
  } catch {
    throw new FaultError(badJson());
  }
}

function rejectOther(text: string): undefined {
  if (text === "") return undefined;
  throw new FaultError(
    invalidField(
      "_content_type",
      "CONTENT_TYPE_INVALID",
      'Expected "Content-Type" header to be one of the accepted types.',
    ),
  );
}
