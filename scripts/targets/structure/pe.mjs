// The parts of a 64-bit DLL that the Windows loader reads: Microsoft's "PE Format", optional header and data directories.
import { Bytes } from "./bytes.mjs";

const MACHINES = { 0x8664: "x64", 0xaa64: "arm64" };
const PE32_PLUS = 0x20b;

/** From addresses in memory to offsets in the file. */
function mapOf(file, sections, count) {
  const parts = Array.from({ length: count }, (_, i) => {
    const at = sections + i * 40;
    return { address: file.u32(at + 12), size: file.u32(at + 16), offset: file.u32(at + 20) };
  });
  return (address) => {
    const part = parts.find((each) => address >= each.address && address < each.address + each.size);
    if (part === undefined) throw new RangeError(`no section holds the address ${address}`);
    return address - part.address + part.offset;
  };
}

function exportsOf(file, offsetOf, directory) {
  if (directory === 0) return [];
  const at = offsetOf(directory);
  const names = file.u32(at + 24) === 0 ? 0 : offsetOf(file.u32(at + 32));
  return Array.from({ length: file.u32(at + 24) }, (_, i) => file.text(offsetOf(file.u32(names + i * 4))));
}

function librariesOf(file, offsetOf, directory) {
  const libraries = [];
  if (directory === 0) return libraries;
  for (let at = offsetOf(directory); file.u32(at + 12) !== 0; at += 20)
    libraries.push(file.text(offsetOf(file.u32(at + 12))));
  return libraries;
}

/**
 * @param {Uint8Array} bytes
 * @returns architecture, exported names, and the DLLs that have to be there when it is loaded
 */
export function readPe(bytes) {
  const file = new Bytes(bytes);
  const header = file.u32(0x3c);
  const optional = header + 24;
  if (file.u16(optional) !== PE32_PLUS) throw new RangeError("not a 64-bit PE file");
  const offsetOf = mapOf(file, optional + file.u16(header + 20), file.u16(header + 6));
  const directory = (index) => file.u32(optional + 112 + index * 8);
  return {
    arch: MACHINES[file.u16(header + 4)],
    exports: exportsOf(file, offsetOf, directory(0)),
    libraries: librariesOf(file, offsetOf, directory(1)),
  };
}
