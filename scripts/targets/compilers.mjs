// zig as ordinary compilers: a folder per target with programs that carry the target in themselves. CMake and ccache
// see compilers without special arguments.
import fs from "node:fs";
import path from "node:path";
import { root } from "../cmake.mjs";
import { tool } from "../pinned/tool.mjs";

/**
 * zig refuses -fPIE without a link step. Its linkers have no dependency files and no Mach-O bundles; macOS loads an addon
 * that is a library as well.
 */
const FILTER = `for each do
  shift
  case "$each" in
    -fPIE) set -- "$@" -fPIC ;;
    -bundle) set -- "$@" -shared ;;
    -pie | -Wl,--dependency-file=*) ;;
    *) set -- "$@" "$each" ;;
  esac
done`;

/** `stamp` ties the text to the pinned zig: ccache compares it, not the time of the file. */
function compiler(mode, { triple, cpu }, stamp) {
  const chosen = [mode, "-target", triple, ...(cpu === undefined ? [] : [`-mcpu=${cpu}`])].join(" ");
  return `#!/bin/sh\n# ${stamp}\n${FILTER}\nexec "$(dirname "$0")/../../zig/zig" ${chosen} "$@"\n`;
}

const archiver = (mode) => `#!/bin/sh\nexec "$(dirname "$0")/../../zig/zig" ${mode} "$@"\n`;

/** Leaves a file alone that has this text: its time is what build tools look at. */
function writeProgram(file, text) {
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === text) return;
  fs.writeFileSync(file, text, { mode: 0o755 });
}

const toolchain = (system, processor) => `set(SDKPP_SYSTEM ${system})
set(SDKPP_PROCESSOR ${processor})
set(SDKPP_COMPILERS "\${CMAKE_CURRENT_LIST_DIR}")
include("\${CMAKE_CURRENT_LIST_DIR}/../../../cmake/toolchains/zig.cmake")
`;

/**
 * @param {{ triple: string, cpu?: string }} target
 * @param system CMake's name of the target system
 * @returns the toolchain file for CMake; beside it clang, clang++, ar and ranlib
 */
export function zigToolchain(target, system) {
  const { triple } = target;
  const stamp = fs.readFileSync(path.join(tool("zig"), ".stamp"), "utf8");
  const folder = path.join(root, "build-tools/compilers", triple);
  fs.mkdirSync(folder, { recursive: true });
  const [processor] = triple.split("-");
  const programs = {
    clang: compiler("cc", target, stamp),
    "clang++": compiler("c++", target, stamp),
    ar: archiver("ar"),
    ranlib: archiver("ranlib"),
    "toolchain.cmake": toolchain(system, processor),
  };
  for (const [name, text] of Object.entries(programs)) writeProgram(path.join(folder, name), text);
  return path.join(folder, "toolchain.cmake");
}
