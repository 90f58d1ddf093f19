import path from "node:path";
import { failed, ok, type Finding } from "../../finding.js";
import type { PackagedApp } from "../packaged-app.js";

const CHECK = "electron";

/** Which program the app is, and for which systems. */
export function checkElectron({ layout, arches }: PackagedApp): Finding {
  const { electron, program, platform, resources } = layout;
  if (electron === undefined || arches.length === 0)
    return failed(
      CHECK,
      `no program of Electron lies beside ${resources}`,
      "name the folder that the packager made, such as dist/linux-unpacked, dist/win-unpacked or dist/mac/<name>.app",
    );
  return ok(
    CHECK,
    `${path.basename(program ?? electron)}, ${arches.map((arch) => `${platform}-${arch}`).join(" and ")}`,
  );
}
