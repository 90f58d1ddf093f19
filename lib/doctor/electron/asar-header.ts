/** Where a file of an archive is. */
export interface AsarEntry {
  /** bytes */
  readonly size: number;
  /** First byte in the archive; undefined: the file lies beside it, in `<archive>.unpacked`. */
  readonly at: number | undefined;
}

/** Where the parts of an archive are. */
export interface AsarPrefix {
  /** Bytes of the header's JSON, which begins at {@link ASAR_PREFIX_BYTES}. */
  readonly headerBytes: number;
  /** First byte of the files. */
  readonly filesAt: number;
}

export type AsarProblem =
  | "TOO_SHORT"
  | "NO_ARCHIVE"
  | "HEADER_TOO_LARGE"
  | "HEADER_IS_NO_JSON"
  | "BAD_ENTRY"
  | "TOO_MANY_FILES"
  | "TOO_DEEP";

/** An archive cannot be read. */
export class AsarError extends Error {
  override readonly name = "AsarError";
  readonly problem: AsarProblem;

  constructor(problem: AsarProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Two pickles: the size of the second, and the second's own two sizes. */
export const ASAR_PREFIX_BYTES = 16;
/** A header has some 300 bytes a file. */
const HEADER_MAX_BYTES = 128 << 20;
const FILES_MAX = 500_000;
const FOLDERS_DEEP_MAX = 200;

/** Reads the first bytes of an archive. @param archiveBytes its size @throws {AsarError} */
export function parseAsarPrefix(start: Uint8Array, archiveBytes: number): AsarPrefix {
  if (start.length < ASAR_PREFIX_BYTES) throw new AsarError("TOO_SHORT", "it is too short for an archive");
  const view = new DataView(start.buffer, start.byteOffset, ASAR_PREFIX_BYTES);
  const [sizeBytes, pickleBytes, payloadBytes, headerBytes] = [0, 4, 8, 12].map((at) =>
    view.getUint32(at, true),
  ) as [number, number, number, number];
  const isNested = sizeBytes === 4 && payloadBytes + 4 <= pickleBytes && headerBytes + 4 <= payloadBytes;
  if (!isNested) throw new AsarError("NO_ARCHIVE", "it does not begin as an asar archive does");
  if (pickleBytes > HEADER_MAX_BYTES)
    throw new AsarError(
      "HEADER_TOO_LARGE",
      `its header has ${pickleBytes} bytes, at most ${HEADER_MAX_BYTES} are read`,
    );
  const filesAt = 8 + pickleBytes;
  if (filesAt > archiveBytes) throw new AsarError("TOO_SHORT", "it ends within its header");
  return { headerBytes, filesAt };
}

/**
 * Reads the header of an archive. Links are left out: what they lead to has an entry of its own.
 * @param archiveBytes its size
 * @returns the files by their paths, which have `/` between folders
 * @throws {AsarError}
 */
export function parseAsarHeader(
  json: Uint8Array,
  { filesAt }: AsarPrefix,
  archiveBytes: number,
): ReadonlyMap<string, AsarEntry> {
  const files = new Map<string, AsarEntry>();
  const folders: Folder[] = [{ path: "", depth: 0, node: parsed(json) }];
  // No recursion: the depth of a header is chosen by who wrote it.
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (folder.depth > FOLDERS_DEEP_MAX)
      throw new AsarError("TOO_DEEP", `its folders are nested more than ${FOLDERS_DEEP_MAX} deep`);
    for (const { path, node } of childrenOf(folder)) {
      if (isObject(node) && "files" in node) folders.push({ path, depth: folder.depth + 1, node });
      else if (!isLink(node)) files.set(path, fileOf(path, node, filesAt, archiveBytes));
    }
    if (files.size + folders.length > FILES_MAX)
      throw new AsarError("TOO_MANY_FILES", `it has more than ${FILES_MAX} files`);
  }
  return files;
}

interface Node {
  readonly path: string;
  readonly node: unknown;
}

interface Folder extends Node {
  readonly depth: number;
}

function parsed(json: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json)) as unknown;
  } catch {
    throw new AsarError("HEADER_IS_NO_JSON", "its header is no JSON");
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isLink = (node: unknown): boolean => isObject(node) && typeof node["link"] === "string";

function childrenOf({ path, node }: Folder): Node[] {
  const files = isObject(node) ? node["files"] : undefined;
  if (!isObject(files)) throw badEntry(path, "has no list of files");
  return Object.entries(files).map(([name, child]) => {
    // A path of two dots would lead out of the app.
    if (name === "" || name === "." || name === ".." || /[/\\\0]/.test(name))
      throw badEntry(path, `has a file of the name ${JSON.stringify(name)}`);
    return { path: path === "" ? name : `${path}/${name}`, node: child };
  });
}

function fileOf(path: string, node: unknown, filesAt: number, archiveBytes: number): AsarEntry {
  if (!isObject(node)) throw badEntry(path, "is neither a file nor a folder");
  const { size, offset, unpacked } = node;
  if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 0)
    throw badEntry(path, "has no size");
  if (unpacked === true) return { size, at: undefined };
  if (typeof offset !== "string" || !/^\d{1,15}$/.test(offset)) throw badEntry(path, "has no place");
  const at = filesAt + Number(offset);
  if (at + size > archiveBytes) throw badEntry(path, "lies behind the end: the archive was cut off");
  return { size, at };
}

function badEntry(path: string, what: string): AsarError {
  return new AsarError("BAD_ENTRY", `${path === "" ? "its header" : path} ${what}`);
}
