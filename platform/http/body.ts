import type { FastifyInstance, FastifyRequest } from "fastify";
import { badJson, invalidField } from "../domain/rules/faults.js";
import type { Fault } from "../domain/rules/outcome.js";
import { parseLossless } from "../json/lossless.js";

/** A refusal on its way through Fastify, which can only carry errors. */
export class FaultError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

/** A form as it came; a repeated field keeps its first value. */
export type FormBody = Readonly<Record<string, string>>;

/** The body is a form, not JSON: the OAuth2 endpoints accept nothing else. */
export class FormData {
  constructor(readonly fields: FormBody) {}
}

/** Teaches a server the two body types of the platform; any other is refused as H§1.3 says. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: "string" } as const;
  const accept = (type: string, read: (text: string) => unknown): void => {
    app.addContentTypeParser(type, options, async (_request: FastifyRequest, body: string) => read(body));
  };
  accept("application/json", readJson);
  accept("application/x-www-form-urlencoded", (text) => new FormData(readForm(text)));
  accept("*", refuseOther);
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

function refuseOther(text: string): undefined {
  if (text === "") return undefined;
  throw new FaultError(
    invalidField(
      "_content_type",
      "CONTENT_TYPE_INVALID",
      'Expected "Content-Type" header to be one of the accepted types.',
    ),
  );
}
