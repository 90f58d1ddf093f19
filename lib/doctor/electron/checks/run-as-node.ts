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
      "on: other programs can run their own code as this app. Switch it off unless calls use a VoiceSupervisor without spawn. That needs it for child_process.fork; utility processes do not",
    );
  if (state === "off")
    return ok(
      CHECK,
      "off: calls in a voice process need utilityProcess, as in @sdkpp/electron, or a spawn of your own",
    );
  return unknownFuse(CHECK, state);
}
