// The parts of an ELF file (64 bit, little-endian) that the dynamic linker reads: System V ABI, chapters 4 and 5, and the GNU
// symbol versions of the Linux Standard Base.
import { Bytes } from "./bytes.mjs";

const MACHINES = { 62: "x64", 183: "arm64" };
const SECTION = { dynamic: 6, symbols: 11, needs: 0x6ffffffe };
const NEEDED = 1;

function sectionsOf(file) {
  const [start, size, count] = [file.u64(0x28), file.u16(0x3a), file.u16(0x3c)];
  return Array.from({ length: count }, (_, i) => {
    const at = start + i * size;
    return {
      type: file.u32(at + 4),
      offset: file.u64(at + 0x18),
      size: file.u64(at + 0x20),
      link: file.u32(at + 0x28),
      info: file.u32(at + 0x2c),
      entry: file.u64(at + 0x38),
    };
  });
}

function entriesOf({ offset, size, entry }) {
  return Array.from({ length: size / entry }, (_, i) => offset + i * entry);
}

function symbolsOf(file, section, names) {
  // the first symbol is empty
  return entriesOf(section)
    .slice(1)
    .map((at) => ({ name: file.text(names.offset + file.u32(at)), isDefined: file.u16(at + 6) !== 0 }));
}

/** GLIBC_2.17 and the like, of every library. */
function versionsOf(file, section, names) {
  const versions = [];
  let at = section.offset;
  for (let need = 0; need < section.info; need += 1) {
    let one = at + file.u32(at + 8);
    for (let left = file.u16(at + 2); left > 0; left -= 1) {
      versions.push(file.text(names.offset + file.u32(one + 8)));
      one += file.u32(one + 12);
    }
    at += file.u32(at + 12);
  }
  return versions;
}

/**
 * @param {Uint8Array} bytes
 * @returns architecture, dynamic symbols, libraries and symbol versions that the file needs
 */
export function readElf(bytes) {
  const file = new Bytes(bytes);
  const sections = sectionsOf(file);
  const ofType = (type) => sections.filter((each) => each.type === type);
  const symbols = ofType(SECTION.symbols).flatMap((each) => symbolsOf(file, each, sections[each.link]));
  return {
    arch: MACHINES[file.u16(0x12)],
    exports: symbols.filter(({ isDefined }) => isDefined).map(({ name }) => name),
    imports: symbols.filter(({ isDefined }) => !isDefined).map(({ name }) => name),
    libraries: ofType(SECTION.dynamic).flatMap((each) =>
      entriesOf(each)
        .filter((at) => file.u64(at) === NEEDED)
        .map((at) => file.text(sections[each.link].offset + file.u64(at + 8))),
    ),
    versions: ofType(SECTION.needs).flatMap((each) => versionsOf(file, each, sections[each.link])),
  };
}
