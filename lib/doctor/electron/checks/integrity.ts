import fs from "node:fs";
import { failed, ok, skipped, type Finding } from "../../finding.js";
import { unknownFuse } from "../fuse-finding.js";
import { fileContains } from "../fuses.js";
import type { AppCode, PackagedApp } from "../packaged-app.js";

const FUSE = "EnableEmbeddedAsarIntegrityValidation";
const CHECK = `fuse ${FUSE}`;

/** Whether Electron would refuse the archive: its hash is in Info.plist on macOS, in the program on Windows. */
export function checkIntegrity(app: PackagedApp): Finding {
  const state = app.fuses?.[FUSE];
  if (app.layout.platform === "linux")
    return skipped(CHECK, "archives are checked on macOS and Windows only");
  if (state !== "on" && state !== "off") return unknownFuse(CHECK, state);
  if (state === "off")
    return ok(
      CHECK,
      "off: sdkpp does not need it; on, archives are checked, and what lies beside them, as the addon does, is not",
    );
  const changed = app.code.find((code) => code.headerHash !== undefined && !isNamed(code.headerHash, app));
  if (changed === undefined) return ok(CHECK, "on, with the hash of the archive");
  return changedAfterwards(changed);
}

function isNamed(hash: string, { layout: { infoPlist, program } }: PackagedApp): boolean {
  const file = infoPlist ?? program;
  return (
    file !== undefined &&
    (infoPlist === undefined ? fileContains(file, hash) : fs.readFileSync(file, "utf8").includes(hash))
  );
}

function changedAfterwards({ name }: AppCode): Finding {
  return failed(
    CHECK,
    `on, and the hash of ${name} is not in the app: it does not start`,
    "let the packager unpack the addon, and do not pack the archive anew behind it",
  );
}
