import { BUILD_COMMAND } from "../../../native/index.js";
import { failed, ok, skipped, type Finding } from "../../finding.js";
import { addonsOf, fits, type PackedAddon } from "../addons-of.js";
import type { AppCode, PackagedApp } from "../packaged-app.js";

const CHECK = "addon";
const UNPACK =
  'asarUnpack: ["**/*.node"] for electron-builder, packagerConfig: { asar: { unpack: "**/*.node" } } for Electron Forge';

/** Whether the addon lies where the system can load it, for each architecture of the app. */
export function checkAddon(code: AppCode, app: PackagedApp): Finding {
  if (code.arches.length === 0) return skipped(CHECK, "the architecture of the app is not known");
  const addons = addonsOf(app, code);
  const findings = code.arches.map((arch) => addonFor(addons, app, arch));
  const bad = findings.find(({ outcome }) => outcome === "failed");
  return bad ?? ok(CHECK, findings.map(({ found }) => found).join("; "));
}

function addonFor(addons: readonly PackedAddon[], app: PackagedApp, arch: string): Finding {
  const target = `${app.layout.platform}-${arch}`;
  const fitting = addons.filter((addon) => fits(addon, app, arch));
  const at = (place: string) => fitting.find(({ file }) => file.place === place)?.file;
  const [loadable, packed, lost] = [at("on the disk"), at("in the archive"), at("missing")];
  if (loadable !== undefined) return ok(CHECK, `${target} at ${loadable.onDisk}`);
  if (packed !== undefined) return inArchive(packed.path);
  if (lost === undefined) return absent(addons, target, app);
  return failed(
    CHECK,
    `${lost.onDisk} is missing, and the archive says that it is there`,
    "copy app.asar.unpacked along with app.asar; look whether a virus scanner has taken it away",
  );
}

/** Electron would copy it into the temporary folder with every start, where signatures and mount options forbid it. */
function inArchive(path: string): Finding {
  return failed(
    CHECK,
    `${path} is inside the archive only, from which no system loads a library, and where no signature reaches it`,
    `unpack it: ${UNPACK}`,
  );
}

function absent(addons: readonly PackedAddon[], target: string, { libc }: PackagedApp): Finding {
  const needed = libc === undefined ? target : `${target} (${libc})`;
  const others = [...new Set(addons.flatMap(nameOf))].sort();
  const [found, remedy] =
    others.length > 0
      ? [`there is none for ${needed}, only for ${others.join(", ")}`, "pack"]
      : [
          `there is none for ${needed}`,
          "install sdkpp as a dependency, not a development dependency, and pack",
        ];
  return failed(
    CHECK,
    found,
    `${remedy} node_modules/sdkpp/prebuilds/${target} along; a bundled app takes its file beside the bundle. Where the package has no binary for ${target}, build one there: ${BUILD_COMMAND}`,
  );
}

function nameOf({ targets, libc }: PackedAddon): string[] {
  return targets.map((target) => (libc === undefined ? target : `${target} (${libc})`));
}
