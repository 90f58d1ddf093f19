import { failed, ok, type Finding } from "../../finding.js";
import { unknownFuse } from "../fuse-finding.js";
import type { PackagedApp } from "../packaged-app.js";

const FUSE = "OnlyLoadAppFromAsar";
const CHECK = `fuse ${FUSE}`;

/** Whether Electron would find the app's code, and none that somebody puts beside it. */
export function checkOnlyArchives({ fuses, code }: PackagedApp): Finding {
  const state = fuses?.[FUSE];
  if (state !== "on" && state !== "off") return unknownFuse(CHECK, state);
  const folder = code.find(({ name }) => !name.endsWith(".asar"));
  if (state === "on" && folder !== undefined)
    return failed(
      CHECK,
      `on, and the app is the folder ${folder.name}: it does not start`,
      "pack it with asar: true",
    );
  if (state === "on") return ok(CHECK, "on: sdkpp runs from archives, with the addon beside them");
  return ok(
    CHECK,
    "off: sdkpp does not need it; on, it goes with EnableEmbeddedAsarIntegrityValidation, which checks archives only",
  );
}
