import type { FastifyInstance, FastifyRequest } from "fastify";
import { badJson, invalidField } from "../domain/rules/faults.js";
import { parseLossless } from "../json/lossless.js";
import { FaultError } from "./body.js";

const MULTIPART = "multipart/form-data";
const FILE_FIELD = "target_users_file";

/** A CSV file of a multipart body; a JSON body cannot have one. */
export class CsvFile {
  constructor(readonly text: string) {}
}

/**
 * Lets the routes of `app` accept a multipart body: JSON in `payload_json`, and a CSV file. The parser is that of the runtime;
 * the body is in memory and within the limit of its route.
 */
export function acceptCsvForms(app: FastifyInstance): void {
  app.removeContentTypeParser(MULTIPART);
  app.addContentTypeParser(
    MULTIPART,
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
      const form = await readForm(request.headers["content-type"] ?? "", body);
      if (form === undefined) throw new FaultError(malformed());
      return fieldsOf(form);
    },
  );
}

async function readForm(contentType: string, body: Buffer): Promise<FormData | undefined> {
  try {
    return await new Response(new Uint8Array(body), { headers: { "content-type": contentType } }).formData();
  } catch {
    return undefined;
  }
}

/** What a JSON body would be, with the file. */
async function fieldsOf(form: FormData): Promise<Record<string, unknown>> {
  const payload = form.get("payload_json");
  const fields = typeof payload === "string" ? readPayload(payload) : {};
  const file = form.get(FILE_FIELD);
  if (file === null || typeof file === "string") return fields;
  return { ...fields, [FILE_FIELD]: new CsvFile(await file.text()) };
}

function readPayload(text: string): Record<string, unknown> {
  const payload = parsed(text);
  if (typeof payload === "object" && payload !== null && !Array.isArray(payload))
    return payload as Record<string, unknown>;
  throw new FaultError(invalidField("payload_json", "BASE_TYPE_BAD_TYPE", "Expected an object."));
}

function parsed(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    throw new FaultError(badJson());
  }
}

const malformed = () =>
  invalidField("_body", "MULTIPART_MALFORMED", "Could not parse the body as multipart/form-data.");
