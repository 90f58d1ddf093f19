import { ok, type Finding } from "../../finding.js";
import { unknownFuse } from "../fuse-finding.js";
import type { PackagedApp } from "../packaged-app.js";

const FUSE = "EnableNodeOptionsEnvironmentVariable";
const CHECK = `fuse ${FUSE}`;

/** Whether NODE_OPTIONS of a player's environment holds for the app. */
export function checkNodeOptions({ fuses }: PackagedApp): Finding {
  const state = fuses?.[FUSE];
  if (state === "on") return ok(CHECK, "on: sdkpp does not need it, and it lets the environment load code");
  return state === "off" ? ok(CHECK, "off: sdkpp does not need it") : unknownFuse(CHECK, state);
}
