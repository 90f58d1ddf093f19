// The parts of a 64-bit Mach-O library that macOS's loader reads: <mach-o/loader.h>, <mach-o/nlist.h>, and the magic of an
// embedded signature in <kern/cs_blobs.h>.
import { Bytes } from "./bytes.mjs";

const CPUS = { 0x01000007: "x64", 0x0100000c: "arm64" };
const COMMAND = {
  dyldInfo: 0x22,
  dyldInfoOnly: 0x80000022,
  exportsTrie: 0x80000033,
  symbols: 2,
  library: 0xc,
  weakLibrary: 0x80000018,
  signature: 0x1d,
  minimum: 0x24,
  build: 0x32,
};
/** Names of symbols are shorter. */
const MAX_DEPTH = 256;
const TYPE = { library: 6, bundle: 8 };
const SYMBOL = { stab: 0xe0, type: 0x0e, external: 1, undefined: 0 };
/** The library of a symbol that the host process provides. */
const LOOKED_UP_IN_PROCESS = 0xfe;
/** CSMAGIC_EMBEDDED_SIGNATURE, big-endian in the file. */
const SIGNATURE = 0xfade0cc0;

function commandsOf(file) {
  const commands = [];
  let at = 32;
  for (let left = file.u32(16); left > 0; left -= 1) {
    commands.push({ at, id: file.u32(at) });
    at += file.u32(at + 4);
  }
  return commands;
}

function symbolsOf(file, { at }) {
  const [symbols, count, names] = [file.u32(at + 8), file.u32(at + 12), file.u32(at + 16)];
  return Array.from({ length: count }, (_, i) => symbols + i * 16)
    .filter((each) => (file.u8(each + 4) & SYMBOL.stab) === 0 && (file.u8(each + 4) & SYMBOL.external) !== 0)
    .map((each) => ({
      name: file.text(names + file.u32(each)),
      isUndefined: (file.u8(each + 4) & SYMBOL.type) === SYMBOL.undefined,
      isFromHost: file.u16(each + 6) >> 8 === LOOKED_UP_IN_PROCESS,
    }));
}

/** A little-endian number of seven bits a byte. @returns the number and the offset behind it */
function uleb(file, at) {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = file.u8(at);
    at += 1;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return [value, at];
  }
}

/** The names of the trie in which the loader looks up exports: a node has its own value, then its edges. */
function namesOfTrie(file, start, node = 0, prefix = "", depth = 0) {
  if (depth > MAX_DEPTH) throw new RangeError("the export trie is too deep");
  const [size, behind] = uleb(file, start + node);
  const names = size > 0 ? [prefix] : [];
  let at = behind + size + 1;
  for (let left = file.u8(behind + size); left > 0; left -= 1) {
    const text = file.text(at);
    const [child, next] = uleb(file, at + text.length + 1);
    names.push(...namesOfTrie(file, start, child, prefix + text, depth + 1));
    at = next;
  }
  return names;
}

function exportsOf(file, command) {
  const at = command.at + (command.id === COMMAND.exportsTrie ? 8 : 40);
  const [offset, size] = [file.u32(at), file.u32(at + 4)];
  return size === 0 ? [] : namesOfTrie(file, offset);
}

const version = (packed) => `${packed >>> 16}.${(packed >>> 8) & 0xff}`;
const swapped = (value) => Buffer.from(Uint32Array.of(value).buffer).readUInt32BE(0);

/**
 * @param {Uint8Array} bytes
 * @returns architecture, names without their leading underscore (`hostImports`: those of the host process),
 *   libraries, the oldest macOS, and whether there is a signature
 */
export function readMachO(bytes) {
  const file = new Bytes(bytes);
  if (file.u32(0) !== 0xfeedfacf) throw new RangeError("not a 64-bit Mach-O file");
  const commands = commandsOf(file);
  const ofKind = (...ids) => commands.filter(({ id }) => ids.includes(id));
  const symbols = ofKind(COMMAND.symbols).flatMap((each) => symbolsOf(file, each));
  const plain = (name) => name.replace(/^_/, "");
  const [minimum] = [
    ...ofKind(COMMAND.build).map(({ at }) => file.u32(at + 12)),
    ...ofKind(COMMAND.minimum).map(({ at }) => file.u32(at + 8)),
  ];
  return {
    arch: CPUS[file.u32(4)],
    isLoadable: Object.values(TYPE).includes(file.u32(12)),
    exports: ofKind(COMMAND.dyldInfo, COMMAND.dyldInfoOnly, COMMAND.exportsTrie)
      .flatMap((each) => exportsOf(file, each))
      .map(plain),
    hostImports: symbols
      .filter(({ isUndefined, isFromHost }) => isUndefined && isFromHost)
      .map(({ name }) => plain(name)),
    libraries: ofKind(COMMAND.library, COMMAND.weakLibrary).map(({ at }) => file.text(at + file.u32(at + 8))),
    oldest: minimum === undefined ? undefined : version(minimum),
    isSigned: ofKind(COMMAND.signature).some(({ at }) => swapped(file.u32(file.u32(at + 8))) === SIGNATURE),
  };
}
