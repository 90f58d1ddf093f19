// The systems that the published package carries a binary for.
import path from "node:path";
import process from "node:process";

/** The oldest glibc that a binary of ours may need: Debian 10, RHEL 8, Ubuntu 18.10. */
const GLIBC = "2.28";
/** The oldest macOS on both of Apple's processors. */
const MACOS = "11.0";

/**
 * @typedef {object} Target
 * @property {string} name the argument of `npm run prebuild -- --target`
 * @property {string} platform `process.platform` of the system
 * @property {string} arch `process.arch` of the system
 * @property {"glibc" | "musl"} [libc] Linux only
 * @property {string} [triple] the target as zig names it; win32 is built by mingw-w64
 * @property {string} [cpu] the least processor, where the architecture's least is not enough
 * @property {string} [oldest] the oldest glibc or macOS
 */

/** @type {readonly Target[]} */
export const TARGETS = [
  { name: "win32-x64", platform: "win32", arch: "x64" },
  {
    name: "linux-x64",
    platform: "linux",
    arch: "x64",
    libc: "glibc",
    triple: `x86_64-linux-gnu.${GLIBC}`,
    oldest: GLIBC,
  },
  {
    name: "linux-arm64",
    platform: "linux",
    arch: "arm64",
    libc: "glibc",
    triple: `aarch64-linux-gnu.${GLIBC}`,
    oldest: GLIBC,
  },
  { name: "linux-x64-musl", platform: "linux", arch: "x64", libc: "musl", triple: "x86_64-linux-musl" },
  { name: "linux-arm64-musl", platform: "linux", arch: "arm64", libc: "musl", triple: "aarch64-linux-musl" },
  {
    name: "darwin-arm64",
    platform: "darwin",
    arch: "arm64",
    triple: `aarch64-macos.${MACOS}`,
    // Apple never sold another; BoringSSL counts on its AES instructions
    cpu: "apple_m1",
    oldest: MACOS,
  },
  { name: "darwin-x64", platform: "darwin", arch: "x64", triple: `x86_64-macos.${MACOS}`, oldest: MACOS },
];

/** @throws when there is no target of that name; the message lists the names */
export function targetNamed(name) {
  const target = TARGETS.find((each) => each.name === name);
  if (target === undefined)
    throw new Error(
      `--target: expected ${TARGETS.map((each) => each.name).join(", ")} or all, received ${name}`,
    );
  return target;
}

/** The name of the target that this machine is itself. */
export function ownTargetName() {
  const { platform, arch } = process;
  const isMusl = platform === "linux" && process.report.getReport().header.glibcVersionRuntime === undefined;
  return `${platform}-${arch}${isMusl ? "-musl" : ""}`;
}

/**
 * Where the loader (`lib/native/addon-paths.ts`) looks for the binary, below the package. The C library tells two files of one folder apart.
 * @param {Target} target
 */
export function prebuiltFile({ platform, arch, libc }) {
  return path.join(
    "prebuilds",
    `${platform}-${arch}`,
    libc === undefined ? "sdkpp.node" : `sdkpp.${libc}.node`,
  );
}
