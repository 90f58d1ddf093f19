import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { badJson, invalidField } from "../domain/rules/faults.js";
import type { Fault } from "../domain/rules/outcome.js";
import type { Upload } from "../domain/records/message/upload.js";
import type { Guard } from "../guard/guard.js";
import { parseLossless } from "../json/lossless.js";

/** A body with files beside its fields. */
export class MultipartBody {
  /** @param fields what a JSON body would be, unchecked */
  constructor(
    readonly fields: unknown,
    readonly uploads: readonly Upload[],
  ) {}
}

/** Permitted content of a route's multipart body. */
export interface MultipartForm {
  /** Size of the largest body, bytes. */
  readonly bodyLimit: number;
  readonly fileBytesMax: number;
  readonly filesMax: number;
  /** Fields that may stand on their own when there is no `payload_json`; at most eight. */
  readonly plainFields: ReadonlySet<string>;
  /** The index of the file in a part of this name; undefined: the part is not expected. */
  indexOf(name: string): string | undefined;
  /** The equivalent JSON body of a request without `payload_json`. */
  fieldsOf(plain: ReadonlyMap<string, string>): Record<string, unknown>;
  readonly tooLarge: () => Fault;
  readonly tooMany: () => Fault;
}

const PAYLOAD = "payload_json";

/** Bytes that the parser gets at once: after a fault it reads no more of them. */
const PIECE_BYTES = 4096;
/** Pieces after which others have their turn. */
const PIECES_AT_ONCE = 16;

/**
 * Reads a multipart body. The first thing that is wrong with it decides, and ends the reading; nothing of it is kept then.
 * @param contentType with its boundary
 * @param body whole, within the limit of its route
 */
export async function readMultipart(
  form: MultipartForm,
  contentType: string,
  body: Buffer,
  guard: Guard,
): Promise<MultipartBody | Fault> {
  const parser = openParser(form, contentType);
  if (parser === undefined) return malformed();
  let isOver = false;
  const reading = read(form, parser, guard).finally(() => (isOver = true));
  for (let at = 0, pieces = 1; at < body.length; at += PIECE_BYTES, pieces += 1) {
    await Promise.race([written(parser, body.subarray(at, at + PIECE_BYTES)), reading]);
    if (pieces % PIECES_AT_ONCE === 0) await nextTurn();
    if (isOver) break;
  }
  if (isOver) parser.destroy();
  else parser.end();
  return reading;
}

type Parser = InstanceType<typeof Busboy>;

function written(parser: Parser, piece: Buffer): Promise<void> {
  return new Promise((resolve) => {
    parser.write(piece, () => resolve());
  });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Resolves with the body, or with the first fault in it. */
function read(form: MultipartForm, parser: Parser, guard: Guard): Promise<MultipartBody | Fault> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const uploads = new Map<string, Upload>();
    const part = <Given extends unknown[]>(listen: (...given: Given) => void) =>
      guard.listener("a part of a body", listen, reject);
    const ends = (fault: () => Fault) => part(() => resolve(fault()));
    const readFile = (name: string | undefined, stream: BusboyFileStream, filename?: string): void => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("limit", ends(form.tooLarge));
      stream.on("error", ends(malformed));
      const keep = (): void => {
        const index = name === undefined ? undefined : form.indexOf(name);
        if (index === undefined || filename === undefined || uploads.has(index))
          return resolve(unknownPart(name));
        uploads.set(index, { index, filename, bytes: Buffer.concat(chunks) });
      };
      stream.on("end", part(keep));
    };
    const readField = (
      name: string | undefined,
      value: string,
      nameCut: boolean,
      valueCut: boolean,
    ): void => {
      if (nameCut || valueCut || name === undefined || fields.has(name)) resolve(unknownPart(name));
      else fields.set(name, value);
    };
    parser.on("file", part(readFile));
    parser.on("field", part(readField));
    parser.on("filesLimit", ends(form.tooMany));
    parser.on("partsLimit", ends(form.tooMany));
    parser.on("fieldsLimit", ends(malformed));
    parser.on("error", ends(malformed));
    parser.on(
      "finish",
      part(() => resolve(bodyOf(form, fields, [...uploads.values()]))),
    );
  });
}

/** Undefined: the type of content names no boundary. */
function openParser(form: MultipartForm, contentType: string): Parser | undefined {
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

/** A form with one file, in a part of this name. */
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
