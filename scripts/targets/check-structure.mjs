// Requirements of a binary before it may be shipped, read from the file itself.
import { readElf } from "./structure/elf.mjs";
import { readMachO } from "./structure/mach-o.mjs";
import { readPe } from "./structure/pe.mjs";

const EXPORTS = ["napi_register_module_v1", "node_api_module_get_api_version_v1"];
/** Libraries that every system of the kind has. */
const LIBRARIES = {
  win32: /^(kernel32|msvcrt|ws2_32|avrt|advapi32)\.dll$/i,
  glibc: /^(libc\.so\.6|libm\.so\.6|libpthread\.so\.0|libdl\.so\.2|librt\.so\.1|ld-linux-[\w-]+\.so\.[12])$/,
  musl: /^(libc\.so|libc\.musl-\w+\.so\.1)$/,
  darwin: /^\/usr\/lib\/libSystem\.B\.dylib$/,
};
const NODE_API = /^(napi|node_api)_/;

const READERS = { win32: readPe, linux: readElf, darwin: readMachO };

function isNewer(version, limit) {
  const [major, minor] = version.split(".").map(Number);
  const [limitMajor, limitMinor] = limit.split(".").map(Number);
  return major > limitMajor || (major === limitMajor && minor > limitMinor);
}

/** Every symbol version of glibc is at most the oldest glibc that the target names. */
function* glibcProblems({ oldest }, { versions }) {
  for (const version of versions) {
    const number = /^GLIBC_(\d+\.\d+)/.exec(version)?.[1];
    if (number !== undefined && isNewer(number, oldest))
      yield `expected glibc ${oldest} or older, found ${version}`;
  }
}

/** zig's linker for Mach-O also exports hidden names, so that only missing ones are a problem there. */
function* exportProblems({ platform }, found) {
  const missing = EXPORTS.filter((name) => !found.includes(name));
  const more = platform === "darwin" ? [] : found.filter((name) => !EXPORTS.includes(name));
  if (missing.length > 0)
    yield `expected the exports ${EXPORTS.join(", ")}, not found: ${missing.join(", ")}`;
  if (more.length > 0) yield `expected the exports ${EXPORTS.join(", ")}, found also ${more.join(", ")}`;
}

function* darwinProblems({ oldest, arch }, { isLoadable, isSigned, hostImports, oldest: found }) {
  if (!isLoadable) yield "expected a library or a bundle, found another kind of file";
  if (found !== oldest) yield `expected macOS ${oldest} as the oldest, found ${found}`;
  // Apple's processors run signed code only, Intel's any; an ad-hoc signature is enough
  if (arch === "arm64" && !isSigned) yield "expected a signature, found none";
  const foreign = hostImports.filter((name) => !NODE_API.test(name));
  if (foreign.length > 0) yield `expected nothing but Node-API from the host, found ${foreign.join(", ")}`;
}

const MORE = { glibc: glibcProblems, darwin: darwinProblems };

/**
 * @param {import("./table.mjs").Target} target
 * @param {Uint8Array} bytes of the stripped addon
 * @returns {string[]} what is wrong with it, one sentence each
 */
export function checkStructure(target, bytes) {
  const file = READERS[target.platform](bytes);
  const kind = target.libc ?? target.platform;
  const problems = [];
  if (file.arch !== target.arch) problems.push(`expected a file for ${target.arch}, found ${file.arch}`);
  problems.push(...exportProblems(target, file.exports));
  for (const library of file.libraries)
    if (!LIBRARIES[kind].test(library)) problems.push(`expected system libraries only, found ${library}`);
  return [...problems, ...(MORE[kind]?.(target, file) ?? [])];
}
