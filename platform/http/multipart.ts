import { invalidField } from "../domain/rules/faults.js";
import type { Fault } from "../domain/rules/outcome.js";
import type { ReadUpload, Upload } from "../domain/records/message/upload.js";
import type { HeldFile } from "../files/file-store.js";

/** What a body with files holds. */
export interface MultipartContent {
  /** What a JSON body would be, unchecked. */
  readonly fields: unknown;
  /** Files whose bytes are kept. */
  readonly uploads: readonly Upload[];
  /** Files that are read. */
  readonly readUploads: readonly ReadUpload[];
  readonly held: readonly HeldFile[];
}

/** A body with files beside its fields. Its owner releases it once its files have records, or once it is clear that they get none. */
export class MultipartBody {
  readonly fields: unknown;
  readonly uploads: readonly Upload[];
  readonly readUploads: readonly ReadUpload[];
  readonly #held: readonly HeldFile[];

  constructor({ fields, uploads, readUploads, held }: MultipartContent) {
    this.fields = fields;
    this.uploads = uploads;
    this.readUploads = readUploads;
    this.#held = held;
  }

  /** Files without a record go now. */
  release(): void {
    for (const held of this.#held) held.release();
  }
}

/** Permitted content of a route's multipart body. */
export interface MultipartForm {
  /** Size of the largest body, bytes. */
  readonly bodyLimit: number;
  readonly fileBytesMax: number;
  readonly filesMax: number;
  /** Whether its files are kept as they arrive; otherwise they are small, and are read. */
  readonly isKept: boolean;
  /** Fields that may stand on their own when there is no `payload_json`; at most eight. */
  readonly plainFields: ReadonlySet<string>;
  /** The index of the file in a part of this name; undefined: the part is not expected. */
  indexOf(name: string): string | undefined;
  /** The equivalent JSON body of a request without `payload_json`. */
  fieldsOf(plain: ReadonlyMap<string, string>): Record<string, unknown>;
  readonly tooLarge: () => Fault;
  readonly tooMany: () => Fault;
}

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
    isKept: false,
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
