import { ok, type Finding } from "../../finding.js";
import { unknownFuse } from "../fuse-finding.js";
import type { PackagedApp } from "../packaged-app.js";

const FUSE = "RunAsNode";
const CHECK = `fuse ${FUSE}`;

/** Whether the program can be started as Node: child_process.fork needs it, a utility process does not. */
export function checkRunAsNode({ fuses }: PackagedApp): Finding {
  const state = fuses?.[FUSE];
  if (state === "on")
    return ok(
      CHECK,
      "on: whoever can start the app can run any code as it. A VoiceSupervisor without spawn needs it, for child_process.fork; utility processes do not",
    );
  if (state === "off")
    return ok(
      CHECK,
      "off: calls in a voice process need utilityProcess, as in @sdkpp/electron, or a spawn of your own",
    );
  return unknownFuse(CHECK, state);
}
