import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX } from "sdkpp/wire";
import { badJson, fileTooLarge, invalidField, tooManyAttachments } from "../domain/rules/faults.js";
import type { Fault } from "../domain/rules/outcome.js";
import type { Upload } from "../domain/records/message/upload.js";
import { parseLossless } from "../json/lossless.js";

/** A body with files beside its fields. */
export class MultipartBody {
  /** @param fields what a JSON body would be, unchecked */
  constructor(
    readonly fields: unknown,
    readonly uploads: readonly Upload[],
  ) {}
}

/** Fields of a message that may stand on their own when there is no `payload_json`. */
const PLAIN_FIELDS: ReadonlySet<string> = new Set(["content", "nonce", "tts"]);
const FILE_NAME = /^files?(?:\[(0|[1-9][0-9]{0,18})\])?$/;

const LIMITS = {
  fieldNameSize: 100,
  // As long as a whole JSON body.
  fieldSize: 1 << 20,
  fields: 8,
  fileSize: ATTACHMENT_BYTES_MAX,
  files: ATTACHMENTS_MAX,
  parts: ATTACHMENTS_MAX + 9,
  headerPairs: 16,
  headerSize: 8192,
};

/**
 * Reads a multipart body. The first thing that is wrong with it decides; nothing of it is kept then.
 * @param contentType with its boundary
 * @param body whole, within the limit of its route
 */
export function readMultipart(contentType: string, body: Buffer): Promise<MultipartBody | Fault> {
  return new Promise((resolve) => {
    const fields = new Map<string, string>();
    const uploads = new Map<string, Upload>();
    const reject = (fault: Fault): void => resolve(fault);
    const parser = openParser(contentType);
    if (parser === undefined) return reject(malformed());
    parser.on("file", (name: string | undefined, stream: BusboyFileStream, filename: string | undefined) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("limit", () => reject(fileTooLarge()));
      stream.on("error", () => reject(malformed()));
      stream.on("end", () => {
        const upload = uploadOf(name, filename, chunks);
        if (upload === undefined || uploads.has(upload.index)) return reject(unknownPart(name));
        uploads.set(upload.index, upload);
      });
    });
    parser.on("field", (name: string | undefined, value: string, nameCut: boolean, valueCut: boolean) => {
      if (nameCut || valueCut || name === undefined || fields.has(name)) reject(unknownPart(name));
      else fields.set(name, value);
    });
    parser.on("filesLimit", () => reject(tooManyAttachments()));
    parser.on("partsLimit", () => reject(tooManyAttachments()));
    parser.on("fieldsLimit", () => reject(malformed()));
    parser.on("error", () => reject(malformed()));
    parser.on("finish", () => resolve(bodyOf(fields, [...uploads.values()])));
    parser.end(body);
  });
}

/** Undefined: the type of content names no boundary. */
function openParser(contentType: string): InstanceType<typeof Busboy> | undefined {
  try {
    const headers: BusboyHeaders = { "content-type": contentType };
    // A part with a file's name is a file, whatever it says it holds.
    return new Busboy({
      headers,
      limits: LIMITS,
      isPartAFile: (_name, _type, filename) => filename !== undefined,
    });
  } catch {
    return undefined;
  }
}

function uploadOf(
  name: string | undefined,
  filename: string | undefined,
  chunks: readonly Buffer[],
): Upload | undefined {
  const match = name === undefined ? null : FILE_NAME.exec(name);
  if (match === null || filename === undefined) return undefined;
  return { index: match[1] ?? "0", filename, bytes: Buffer.concat(chunks) };
}

function bodyOf(fields: ReadonlyMap<string, string>, uploads: readonly Upload[]): MultipartBody | Fault {
  const strange = [...fields.keys()].find((name) => name !== "payload_json" && !PLAIN_FIELDS.has(name));
  if (strange !== undefined) return unknownPart(strange);
  const json = fields.get("payload_json");
  if (json === undefined) return new MultipartBody(plainFields(fields), uploads);
  try {
    return new MultipartBody(parseLossless(json), uploads);
  } catch {
    return badJson();
  }
}

function plainFields(fields: ReadonlyMap<string, string>): Record<string, unknown> {
  const tts = fields.get("tts");
  const nonce = fields.get("nonce");
  return {
    ...(fields.has("content") && { content: fields.get("content") }),
    ...(nonce !== undefined && { nonce }),
    ...(tts !== undefined && { tts: tts === "true" }),
  };
}

const malformed = (): Fault =>
  invalidField("_body", "MULTIPART_MALFORMED", "Could not parse the body as multipart/form-data.");

const unknownPart = (name: string | undefined): Fault =>
  invalidField("_body", "MULTIPART_PART_UNKNOWN", `Part "${(name ?? "").slice(0, 64)}" is not expected.`);
