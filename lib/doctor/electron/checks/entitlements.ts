import { failed, ok, skipped, type Finding } from "../../finding.js";
import { readSignature } from "../code-signature.js";
import type { PackagedApp } from "../packaged-app.js";

const CHECK = "entitlements";
const MICROPHONE = "com.apple.security.device.audio-input";

/** Whether the hardened runtime of macOS lets the app open a microphone. */
export function checkEntitlements({ layout: { platform, program } }: PackagedApp): Finding {
  if (platform !== "darwin") return skipped(CHECK, "only macOS has them");
  const signature = program === undefined ? undefined : readSignature(program);
  if (signature === undefined) return skipped(CHECK, "the app is not signed yet");
  if (allows(signature.entitlements)) return ok(CHECK, `${MICROPHONE} is there`);
  if (!signature.isHardened) return skipped(CHECK, `the hardened runtime is off, which ${MICROPHONE} is for`);
  return failed(
    CHECK,
    `${MICROPHONE} is missing: macOS refuses the microphone`,
    "add it to the entitlements with which the app and its helpers are signed",
  );
}

function allows(entitlements: string): boolean {
  return new RegExp(`<key>${MICROPHONE.replaceAll(".", "\\.")}</key>\\s*<true\\s*/>`).test(entitlements);
}
