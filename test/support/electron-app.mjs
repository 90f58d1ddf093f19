// Packaged apps of Electron as packagers leave them, with a few bytes in the place of each binary.
import fs from "node:fs";
import path from "node:path";

const ELF = { x64: 62, arm64: 183, ia32: 3 };
const PE = { x64: 0x8664, arm64: 0xaa64, ia32: 0x14c };
const MACH = { x64: 0x01000007, arm64: 0x0100000c };

/**
 * The first bytes of a program or library for a target.
 * @param {string} target as `linux-x64`
 * @returns {Buffer}
 */
export function binaryFor(target) {
  const [platform, arch] = target.split("-");
  const bytes = Buffer.alloc(128);
  if (platform === "linux") {
    bytes.write("\x7fELF\x02\x01\x01", "latin1");
    bytes.writeUInt16LE(ELF[arch], 18);
  } else if (platform === "win32") {
    bytes.write("MZ", "latin1");
    bytes.writeUInt32LE(64, 60);
    bytes.write("PE\0\0", 64, "latin1");
    bytes.writeUInt16LE(PE[arch], 68);
  } else {
    bytes.writeUInt32LE(0xfeedfacf, 0);
    bytes.writeUInt32LE(MACH[arch], 4);
  }
  return bytes;
}

/** A program for both architectures of macOS. @returns {Buffer} */
export function universalBinary() {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32BE(0xcafebabe, 0);
  bytes.writeUInt32BE(2, 4);
  bytes.writeUInt32BE(MACH.x64, 8);
  bytes.writeUInt32BE(MACH.arm64, 28);
  return bytes;
}

/**
 * The bytes of the fuses: sentinel, version, length, wire.
 * @param {string} wire a character for each: 1 on, 0 off, r removed
 * @returns {Buffer}
 */
export function fuseBytes(wire, version = 1) {
  return Buffer.concat([
    Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX", "latin1"),
    Buffer.from([version, wire.length]),
    Buffer.from(wire, "latin1"),
  ]);
}

/** The fuses that Electron is built with. */
export const DEFAULT_FUSES = "101100010";

/** The program of an app: a head, other bytes, and fuses. @returns {Buffer} */
export function electronFor(target, wire = DEFAULT_FUSES) {
  const head = target === "darwin-universal" ? universalBinary() : binaryFor(target);
  const halves = target === "darwin-universal" ? [fuseBytes(wire), fuseBytes(wire)] : [fuseBytes(wire)];
  return Buffer.concat([head, Buffer.alloc(5000, "x"), ...halves, Buffer.alloc(300, "y")]);
}

/**
 * Writes files, and the folders that they need.
 * @param {string} folder
 * @param {Record<string, string | Uint8Array>} files contents by path
 */
export function writeFiles(folder, files) {
  for (const [name, contents] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, contents);
  }
}

const manifest = (name, exports = {}) => JSON.stringify({ name, version: "0.1.0", exports });

/** What the patterns of a packager leave of `sdkpp`, without addons. */
export const SDKPP_FILES = {
  "node_modules/sdkpp/package.json": manifest("sdkpp", {
    ".": { types: "./dist/types/index.d.ts", default: "./dist/bundle/index.js" },
    "./package.json": "./package.json",
  }),
  "node_modules/sdkpp/dist/bundle/index.js": 'import "./call-abc.js"; const PROGRAM = "./voice-process.js";',
  "node_modules/sdkpp/dist/bundle/call-abc.js": "",
  "node_modules/sdkpp/dist/bundle/voice-process.js": 'import "./call-abc.js";',
  "node_modules/ws/package.json": manifest("ws"),
};

/** The bridge, as a package of the app. */
export const BRIDGE_FILES = {
  "node_modules/@sdkpp/electron/package.json": manifest("@sdkpp/electron", {
    "./main": { default: "./dist/bundle/main.js" },
    "./preload": { default: "./dist/browser/preload.js" },
  }),
  "node_modules/@sdkpp/electron/dist/bundle/main.js": 'new URL("./social-process.js", import.meta.url)',
  "node_modules/@sdkpp/electron/dist/bundle/social-process.js": "",
  "node_modules/@sdkpp/electron/dist/browser/preload.js": "",
};

/** Where an app has an addon for a target. */
export function addonPath(target, libc = target.startsWith("linux") ? "glibc" : "") {
  return `node_modules/sdkpp/prebuilds/${target}/${libc === "" ? "sdkpp" : `sdkpp.${libc}`}.node`;
}
