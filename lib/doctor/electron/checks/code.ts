import { failed, ok, type Finding } from "../../finding.js";
import type { AppCode } from "../packaged-app.js";

const CHECK = "archive";

/** Whether the app's code can be read, and how much of it lies beside its archive. */
export function checkCode({ name, files, problem }: AppCode): Finding {
  if (problem !== undefined)
    return failed(
      CHECK,
      `${name} cannot be read: ${problem}`,
      "pack the app again; copy its folder as a whole",
    );
  const all = [...files.values()];
  const missing = all.filter(({ place }) => place === "missing");
  if (missing.length > 0)
    return failed(
      CHECK,
      `of ${name}.unpacked ${missing.length} files are missing, such as ${missing[0]?.path ?? ""}`,
      `copy ${name}.unpacked along with ${name}; look whether a virus scanner has taken them away`,
    );
  if (!name.endsWith(".asar")) return ok(CHECK, `${name} is a folder of ${all.length} files, and no archive`);
  const beside = all.filter(({ place }) => place === "on the disk").length;
  return ok(CHECK, `${name} has ${all.length - beside} files, ${name}.unpacked ${beside}`);
}
