// Archives, written by their description and not by the code that reads them.
/** A file of an archive, a folder, or what a stranger puts in their place. */
export type AsarNode =
  { readonly contents: Uint8Array } | { readonly unpacked: number } | { readonly raw: unknown } | AsarFolder;
export interface AsarFolder {
  readonly files: Readonly<Record<string, AsarNode>>;
}

/** The bytes of an archive. */
export function asarFile(root: AsarFolder): Buffer {
  const bodies: Buffer[] = [];
  const header = JSON.stringify(described(root, bodies));
  return Buffer.concat([asarHeader(header), ...bodies]);
}

/** The bytes in front of the files. */
export function asarHeader(json: string): Buffer {
  const text = Buffer.from(json);
  const padded = Math.ceil(text.length / 4) * 4;
  const bytes = Buffer.alloc(16 + padded);
  [4, padded + 8, padded + 4, text.length].forEach((word, at) => bytes.writeUInt32LE(word, at * 4));
  text.copy(bytes, 16);
  return bytes;
}

function described(node: AsarNode, bodies: Buffer[]): unknown {
  if ("raw" in node) return node.raw;
  if ("unpacked" in node) return { size: node.unpacked, unpacked: true };
  if ("files" in node)
    return {
      files: Object.fromEntries(
        Object.entries(node.files).map(([name, child]) => [name, described(child, bodies)]),
      ),
    };
  const offset = bodies.reduce((sum, { length }) => sum + length, 0);
  bodies.push(Buffer.from(node.contents));
  return { size: node.contents.length, offset: String(offset) };
}

/** Puts files into folders by their paths. @param unpacked paths of those that lie beside the archive */
export function asarOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  unpacked: readonly string[] = [],
): Buffer {
  const root: { files: Record<string, AsarNode> } = { files: {} };
  for (const [path, contents] of Object.entries(files)) {
    const names = path.split("/");
    let folder = root;
    for (const name of names.slice(0, -1)) {
      const inner = (folder.files[name] ??= { files: {} }) as typeof root;
      folder = inner;
    }
    const bytes = Buffer.from(contents);
    folder.files[names.at(-1)!] = unpacked.includes(path) ? { unpacked: bytes.length } : { contents: bytes };
  }
  return asarFile(root);
}
