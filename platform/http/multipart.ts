import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { badJson, invalidField } from "../domain/rules/faults.js";
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

/** What the multipart body of a route may contain. */
export interface MultipartForm {
  /** Size of the largest body, bytes. */
  readonly bodyLimit: number;
  readonly fileBytesMax: number;
  readonly filesMax: number;
  /** Fields that may stand on their own when there is no `payload_json`; at most eight. */
  readonly plainFields: ReadonlySet<string>;
  /** The index of the file in a part of this name; undefined: the part is not expected. */
  indexOf(name: string): string | undefined;
  /** What a JSON body would be; for a request without `payload_json`. */
  fieldsOf(plain: ReadonlyMap<string, string>): Record<string, unknown>;
  tooLarge(): Fault;
  tooMany(): Fault;
}

const PAYLOAD = "payload_json";

/**
 * Reads a multipart body. The first thing that is wrong with it decides; nothing of it is kept then.
 * @param contentType with its boundary
 * @param body whole, within the limit of its route
 */
export function readMultipart(
  form: MultipartForm,
  contentType: string,
  body: Buffer,
): Promise<MultipartBody | Fault> {
  return new Promise((resolve) => {
    const fields = new Map<string, string>();
    const uploads = new Map<string, Upload>();
    const reject = (fault: Fault): void => resolve(fault);
    const parser = openParser(form, contentType);
    if (parser === undefined) return reject(malformed());
    parser.on("file", (name: string | undefined, stream: BusboyFileStream, filename: string | undefined) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("limit", () => reject(form.tooLarge()));
      stream.on("error", () => reject(malformed()));
      stream.on("end", () => {
        const index = name === undefined ? undefined : form.indexOf(name);
        if (index === undefined || filename === undefined || uploads.has(index))
          return reject(unknownPart(name));
        uploads.set(index, { index, filename, bytes: Buffer.concat(chunks) });
      });
    });
    parser.on("field", (name: string | undefined, value: string, nameCut: boolean, valueCut: boolean) => {
      if (nameCut || valueCut || name === undefined || fields.has(name)) reject(unknownPart(name));
      else fields.set(name, value);
    });
    parser.on("filesLimit", () => reject(form.tooMany()));
    parser.on("partsLimit", () => reject(form.tooMany()));
    parser.on("fieldsLimit", () => reject(malformed()));
    parser.on("error", () => reject(malformed()));
    parser.on("finish", () => resolve(bodyOf(form, fields, [...uploads.values()])));
    parser.end(body);
  });
}

/** Undefined: the type of content names no boundary. */
function openParser(form: MultipartForm, contentType: string): InstanceType<typeof Busboy> | undefined {
  try {
    const headers: BusboyHeaders = { "content-type": contentType };
    // A part with a file's name is a file, whatever it says it holds.
    return new Busboy({
      headers,
      limits: limitsOf(form),
      isPartAFile: (_name, _type, filename) => filename !== undefined,
    });
  } catch {
    return undefined;
  }
}

const limitsOf = ({ fileBytesMax, filesMax }: MultipartForm) => ({
  fieldNameSize: 100,
  // As long as a whole JSON body.
  fieldSize: 1 << 20,
  fields: 8,
  fileSize: fileBytesMax,
  files: filesMax,
  parts: filesMax + 9,
  headerPairs: 16,
  headerSize: 8192,
});

function bodyOf(
  form: MultipartForm,
  fields: ReadonlyMap<string, string>,
  uploads: readonly Upload[],
): MultipartBody | Fault {
  // The parser skips parts without headers.
  if (fields.size + uploads.length === 0) return malformed();
  const strange = [...fields.keys()].find((name) => name !== PAYLOAD && !form.plainFields.has(name));
  if (strange !== undefined) return unknownPart(strange);
  const json = fields.get(PAYLOAD);
  if (json === undefined) return new MultipartBody(form.fieldsOf(fields), uploads);
  try {
    return new MultipartBody(parseLossless(json), uploads);
  } catch {
    return badJson();
  }
}

const malformed = (): Fault =>
  invalidField("_body", "MULTIPART_MALFORMED", "Could not parse the body as multipart/form-data.");

const unknownPart = (name: string | undefined): Fault =>
  invalidField("_body", "MULTIPART_PART_UNKNOWN", `Part "${(name ?? "").slice(0, 64)}" is not expected.`);

/** Of a form with one file, in a part of this name. */
export function singleFileForm(
  name: string,
  limits: Pick<MultipartForm, "bodyLimit" | "fileBytesMax">,
  plainFields: readonly string[] = [],
): MultipartForm {
  const more = (): Fault => invalidField("_body", "MULTIPART_MALFORMED", "Expected one file.");
  return {
    ...limits,
    filesMax: 1,
    plainFields: new Set(plainFields),
    indexOf: (part) => (part === name ? name : undefined),
    fieldsOf: (plain) => Object.fromEntries(plain),
    tooLarge: () =>
      invalidField(
        name,
        "BINARY_TYPE_MAX_SIZE",
        `File cannot be larger than ${String(limits.fileBytesMax / 1024)} kb.`,
      ),
    tooMany: more,
  };
}
