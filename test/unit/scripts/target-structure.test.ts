import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { checkStructure } from "../../../scripts/targets/check-structure.mjs";
import { readElf } from "../../../scripts/targets/structure/elf.mjs";
import { targetNamed, type Target } from "../../../scripts/targets/table.mjs";

const EXPORTS = ["napi_register_module_v1", "node_api_module_get_api_version_v1"];
const root = path.resolve(import.meta.dirname, "../../..");

/** Little-endian fields at their offsets; texts end with a zero byte. */
function file(
  size: number,
  fields: Record<number, readonly [bytes: 1 | 2 | 4, value: number] | string>,
): Buffer {
  const bytes = Buffer.alloc(size);
  for (const [at, field] of Object.entries(fields))
    if (typeof field === "string") bytes.write(field, Number(at), "latin1");
    else bytes.writeUIntLE(field[1], Number(at), field[0]);
  return bytes;
}

/** A DLL with one section, 0x200 of the file at 0x1000 in memory. */
function dll({ exports = EXPORTS, library = "KERNEL32.dll", machine = 0x8664 } = {}): Buffer {
  return file(0x600, {
    0x3c: [4, 0x40],
    0x44: [2, machine],
    0x46: [2, 1],
    0x54: [2, 240],
    0x58: [2, 0x20b],
    [0x58 + 112]: [4, 0x1000],
    [0x58 + 120]: [4, 0x1100],
    [0x58 + 240 + 12]: [4, 0x1000],
    [0x58 + 240 + 16]: [4, 0x400],
    [0x58 + 240 + 20]: [4, 0x200],
    [0x200 + 24]: [4, exports.length],
    [0x200 + 32]: [4, 0x1040],
    ...Object.fromEntries(exports.map((_, i) => [0x240 + i * 4, [4, 0x1060 + i * 40]])),
    ...Object.fromEntries(exports.map((name, i) => [0x260 + i * 40, name])),
    [0x300 + 12]: [4, 0x1180],
    0x380: library,
  });
}

/** A library with a symbol table, a version, an ad-hoc signature and two libraries. */
function dylib({
  exports = EXPORTS,
  host = "napi_create_function",
  minor = 0,
  signature = 0xfade0cc0,
} = {}): Buffer {
  const names = [host];
  const trie = 0x400;
  // the root has no value and an edge per name; each leads to a node with two bytes of value and no edges
  const leaves = 0x100;
  const edges = exports.map(
    (name, i) => `_${name}\0${String.fromCharCode(0x80 | (i * 4), (leaves + i * 4) >> 7)}`,
  );
  const root = `\0${String.fromCharCode(exports.length)}${edges.join("")}`;
  const symbols = 0x200;
  const texts = 0x300;
  const bytes = file(0x600, {
    0: [4, 0xfeedfacf],
    4: [4, 0x0100000c],
    12: [4, 6],
    16: [4, 5],
    0x20: [4, 2],
    0x24: [4, 24],
    0x28: [4, symbols],
    0x2c: [4, names.length],
    0x30: [4, texts],
    0x38: [4, 0x32],
    0x3c: [4, 24],
    0x44: [4, (11 << 16) | (minor << 8)],
    0x50: [4, 0xc],
    0x54: [4, 56],
    0x58: [4, 24],
    [0x50 + 24]: "/usr/lib/libSystem.B.dylib",
    0x88: [4, 0x1d],
    0x8c: [4, 16],
    0x90: [4, 0x560],
    0x98: [4, 0x80000033],
    0x9c: [4, 16],
    0xa0: [4, trie],
    0xa4: [4, 0x100],
    [trie]: root,
    ...Object.fromEntries(exports.map((_, i) => [trie + leaves + i * 4, [1, 2]])),
    ...Object.fromEntries(names.map((_, i) => [symbols + i * 16, [4, i * 64]])),
    ...Object.fromEntries(names.map((_, i) => [symbols + i * 16 + 4, [1, 0x01]])),
    ...Object.fromEntries(names.map((_, i) => [symbols + i * 16 + 6, [2, 0xfe00]])),
    ...Object.fromEntries(names.map((name, i) => [texts + i * 64, `_${name}`])),
  });
  bytes.writeUInt32BE(signature, 0x560);
  return bytes;
}

describe("the structure of a Linux binary", () => {
  const addon = () => fs.readFileSync(path.join(root, "build/Release/sdkpp.node"));
  const target = (oldest: string): Target => ({
    ...targetNamed(`linux-${process.arch}`),
    oldest,
  });

  test.runIf(process.platform === "linux")("has two exports and needs glibc", () => {
    const { exports, libraries, versions } = readElf(addon());
    expect(exports.sort()).toEqual(EXPORTS);
    expect(libraries).toContain("libc.so.6");
    expect(versions).toContain(process.arch === "x64" ? "GLIBC_2.2.5" : "GLIBC_2.17");
  });

  test.runIf(process.platform === "linux")(
    "is rejected when it needs a newer glibc, or is for another processor",
    () => {
      expect(checkStructure(target("9.0"), addon())).toEqual([]);
      expect(checkStructure(target("2.2"), addon()).join()).toMatch(
        /expected glibc 2\.2 or older, found GLIBC_2\./,
      );
      const other = process.arch === "x64" ? "arm64" : "x64";
      expect(checkStructure({ ...target("9.0"), arch: other }, addon())).toEqual([
        `expected a file for ${other}, found ${process.arch}`,
      ]);
    },
  );
});

describe("the structure of a Windows binary", () => {
  const check = (bytes: Buffer) => checkStructure(targetNamed("win32-x64"), bytes);

  test("has two exports and needs DLLs of Windows only", () => {
    expect(check(dll())).toEqual([]);
    expect(check(dll({ exports: EXPORTS.slice(1) }))).toEqual([
      `expected the exports ${EXPORTS.join(", ")}, not found: ${String(EXPORTS[0])}`,
    ]);
    expect(check(dll({ exports: [...EXPORTS, "opus_encode"] }))).toEqual([
      `expected the exports ${EXPORTS.join(", ")}, found also opus_encode`,
    ]);
    expect(check(dll({ library: "libstdc++-6.dll" }))).toEqual([
      "expected system libraries only, found libstdc++-6.dll",
    ]);
    // an ordinary import would bind the addon to an executable of that name
    expect(check(dll({ library: "node.exe" }))).toEqual(["expected system libraries only, found node.exe"]);
    expect(check(dll({ machine: 0xaa64 }))).toEqual(["expected a file for x64, found arm64"]);
  });

  test("a file that was cut off is an error", () => {
    expect(() => check(dll().subarray(0, 0x250))).toThrow(RangeError);
  });
});

describe("the structure of a macOS binary", () => {
  const check = (bytes: Buffer) => checkStructure(targetNamed("darwin-arm64"), bytes);

  test("has two exports, the right minimum, a signature, and takes only Node-API from its host", () => {
    expect(check(dylib())).toEqual([]);
    expect(check(dylib({ minor: 3 }))).toEqual(["expected macOS 11.0 as the oldest, found 11.3"]);
    expect(check(dylib({ signature: 0 }))).toEqual(["expected a signature, found none"]);
    expect(check(dylib({ host: "fiat_multiply" }))).toEqual([
      "expected nothing but Node-API from the host, found fiat_multiply",
    ]);
    expect(check(dylib({ exports: EXPORTS.slice(0, 1) }))).toEqual([
      `expected the exports ${EXPORTS.join(", ")}, not found: ${String(EXPORTS[1])}`,
    ]);
  });
});
