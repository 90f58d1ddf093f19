import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { finished, type Readable } from "node:stream";
import { badJson, invalidField, malformedRequest } from "../domain/rules/faults.js";
import type { Fault } from "../domain/rules/outcome.js";
import type { ReadUpload, Upload } from "../domain/records/message/upload.js";
import type { FileStore, HeldFile } from "../files/file-store.js";
import type { Guard } from "../guard/guard.js";
import { parseLossless } from "../json/lossless.js";
import { FaultError } from "./fault-error.js";
import { MultipartBody, type MultipartForm } from "./multipart.js";

const PAYLOAD = "payload_json";

/** Bytes that the parser gets at once: after a fault it reads no more of them. */
const PIECE_BYTES = 4096;
/** Pieces after which others have their turn. */
const PIECES_AT_ONCE = 16;

/** Reads bodies with files as they arrive, no faster than the files are kept. */
export class MultipartReader {
  readonly #files: FileStore;
  readonly #guard: Guard;

  constructor(files: FileStore, guard: Guard) {
    this.#files = files;
    this.#guard = guard;
  }

  /**
   * Reads one body. The first thing that is wrong with it decides: nothing of it is kept then, and its rest is read to nowhere.
   * @param contentType with its boundary
   * @param body within the limit of its route
   * @throws {FaultError} with what is wrong; whatever the disk failed with
   */
  async read(form: MultipartForm, contentType: string, body: Readable): Promise<MultipartBody> {
    const parser = openParser(form, contentType);
    const parts = new Parts(form, this.#files);
    try {
      if (parser === undefined) throw new FaultError(malformed());
      const whole = parts.of(parser, this.#guard);
      await feed(parser, body, parts);
      const read = await whole;
      if (read instanceof MultipartBody) return read;
      throw read.failure;
    } catch (error) {
      parser?.destroy();
      await parts.discard();
      await drained(body);
      throw error;
    }
  }
}

type Parser = InstanceType<typeof Busboy>;

/** A file of the body. */
interface Taken {
  readonly upload?: Upload;
  readonly readUpload?: ReadUpload;
  readonly held?: HeldFile;
}

/** The reason why a body ended early: a {@link FaultError}, or an error of the disk. */
interface Failure {
  readonly failure: unknown;
}

/** The parts of one body. */
class Parts {
  readonly #form: MultipartForm;
  readonly #files: FileStore;
  readonly #fields = new Map<string, string>();
  readonly #indices = new Set<string>();
  readonly #streams = new Set<BusboyFileStream>();
  readonly #taken: Promise<Taken | undefined>[] = [];
  #failed: Failure | undefined;
  #written = (): void => undefined;
  #end: (read: MultipartBody | Failure | Promise<MultipartBody | Failure>) => void = () => undefined;

  constructor(form: MultipartForm, files: FileStore) {
    this.#form = form;
    this.#files = files;
  }

  /** Whether no more of the body is needed. */
  get isOver(): boolean {
    return this.#failed !== undefined;
  }

  /** Resolves with the body, or with the first thing that is wrong with it. */
  of(parser: Parser, guard: Guard): Promise<MultipartBody | Failure> {
    const part = <Given extends unknown[]>(listen: (...given: Given) => void) =>
      guard.listener("a part of a body", listen, (error) => this.#fail(error));
    const ends = (fault: () => Fault) => part(() => this.#refuse(fault()));
    const { tooMany } = this.#form;
    parser.on(
      "file",
      part((name: string | undefined, stream, filename: string | undefined) => {
        // Before anything else, or an error would end the process.
        stream.on("limit", ends(this.#form.tooLarge));
        stream.on("error", ends(malformed));
        this.#file(name, stream, filename);
      }),
    );
    parser.on(
      "field",
      part((name: string | undefined, value, nameCut, valueCut) => {
        if (nameCut || valueCut || name === undefined || this.#fields.has(name))
          this.#refuse(unknownPart(name));
        else this.#fields.set(name, value);
      }),
    );
    parser.on("filesLimit", ends(tooMany));
    parser.on("partsLimit", ends(tooMany));
    parser.on("fieldsLimit", ends(malformed));
    parser.on("error", ends(malformed));
    parser.on(
      "finish",
      part(() => this.#end(this.#whole())),
    );
    return new Promise((resolve) => (this.#end = resolve));
  }

  /** Gives the parser a piece. Resolves when it has taken it, as fast as files are kept, or needs no more. */
  write(parser: Parser, piece: Buffer): Promise<void> {
    return new Promise((resolve) => {
      this.#written = resolve;
      parser.write(piece, () => resolve());
    });
  }

  /** Ends what is being kept, and drops what has been. */
  async discard(): Promise<void> {
    for (const stream of this.#streams) stream.destroy();
    for (const taken of await Promise.all(this.#taken)) taken?.held?.release();
  }

  #refuse(fault: Fault): void {
    this.#fail(new FaultError(fault));
  }

  #fail(failure: unknown): void {
    this.#failed ??= { failure };
    this.#end(this.#failed);
    this.#written();
  }

  #file(name: string | undefined, stream: BusboyFileStream, filename: string | undefined): void {
    this.#streams.add(stream);
    const index = name === undefined ? undefined : this.#form.indexOf(name);
    if (index === undefined || filename === undefined || this.#indices.has(index))
      return this.#refuse(unknownPart(name));
    this.#indices.add(index);
    this.#taken.push(this.#take(stream, { index, filename }));
  }

  /** @returns undefined when that fails, which ends the body */
  async #take(
    stream: BusboyFileStream,
    part: Pick<Upload, "index" | "filename">,
  ): Promise<Taken | undefined> {
    try {
      if (!this.#form.isKept) return { readUpload: { ...part, bytes: await bytesOf(stream) } };
      const held = await this.#files.keep(stream);
      return { upload: { ...part, content: held.content }, held };
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  async #whole(): Promise<MultipartBody | Failure> {
    const taken = (await Promise.all(this.#taken)).flatMap((one) => one ?? []);
    if (this.#failed !== undefined) return this.#failed;
    try {
      return new MultipartBody({
        fields: fieldsOf(this.#form, this.#fields, taken.length),
        uploads: taken.flatMap(({ upload }) => upload ?? []),
        readUploads: taken.flatMap(({ readUpload }) => readUpload ?? []),
        held: taken.flatMap(({ held }) => held ?? []),
      });
    } catch (failure) {
      return { failure };
    }
  }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * Gives the parser a body in pieces, until its end or the first fault.
 * @throws {FaultError} when the body itself ends otherwise
 */
async function feed(parser: Parser, body: Readable, parts: Parts): Promise<void> {
  let pieces = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        await parts.write(parser, chunk.subarray(at, at + PIECE_BYTES));
        pieces += 1;
        if (pieces % PIECES_AT_ONCE === 0) await nextTurn();
        if (parts.isOver) return;
      }
  } catch (error) {
    throw error instanceof FaultError ? error : new FaultError(malformedRequest());
  }
  parser.end();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Its sender hears the answer when it has sent all of it. */
function drained(body: Readable): Promise<void> {
  return new Promise((resolve) => {
    finished(body, () => resolve());
    body.resume();
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

/** What a JSON body would be. @throws {FaultError} when parts are missing or strange */
function fieldsOf(form: MultipartForm, fields: ReadonlyMap<string, string>, files: number): unknown {
  // The parser skips parts without headers.
  if (fields.size + files === 0) throw new FaultError(malformed());
  const strange = [...fields.keys()].find((name) => name !== PAYLOAD && !form.plainFields.has(name));
  if (strange !== undefined) throw new FaultError(unknownPart(strange));
  const json = fields.get(PAYLOAD);
  if (json === undefined) return form.fieldsOf(fields);
  try {
    return parseLossless(json);
  } catch {
    throw new FaultError(badJson());
  }
}

const malformed = (): Fault =>
  invalidField("_body", "MULTIPART_MALFORMED", "Could not parse the body as multipart/form-data.");

const unknownPart = (name: string | undefined): Fault =>
  invalidField("_body", "MULTIPART_PART_UNKNOWN", `Part "${(name ?? "").slice(0, 64)}" is not expected.`);
