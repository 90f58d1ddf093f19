import { BUILD_COMMAND, loadAddon, loadedAddonFile } from "../../native/index.js";
import { failed, ok, type DoctorOptions, type Finding } from "../finding.js";

const CHECK = "addon";

/** Whether the native addon loads, from which file; if not, which paths were tried. */
export function checkAddon({ addon }: DoctorOptions): Finding {
  try {
    loadAddon(addon);
    return ok(CHECK, `loaded from ${String(loadedAddonFile())}`);
  } catch (error) {
    return explained((error as Error).message);
  }
}

/** The message of the loader lists paths below its first line, and then says what to do. */
function explained(message: string): Finding {
  const [first = "", ...rest] = message.split("\n");
  const tried = rest.filter((line) => line.startsWith("  ") && !line.includes(BUILD_COMMAND));
  const advice = rest.filter((line) => !tried.includes(line)).map((line) => line.trim());
  const found = [first, tried.map((line) => line.trim()).join("; ")].join(" ").trim();
  const remedy = advice.length > 0 ? advice.join(" ") : "name the file of the addon with --addon";
  // Packagers put what the system loads beside an archive only when they are told to.
  return failed(
    CHECK,
    found,
    message.includes(".asar") ? `unpack the addon (asarUnpack: **/*.node). ${remedy}` : remedy,
  );
}
