import { runtimeFinding } from "../wire/index.js";
import { checkAddon } from "./checks/addon.js";
import { checkAudioDevices } from "./checks/audio-devices.js";
import { checkHost, checkLoopback } from "./checks/datagrams.js";
import { checkDesktopApp } from "./checks/desktop-app.js";
import { checkService } from "./checks/service.js";
import { checkTestCall } from "./checks/test-call.js";
import { checkVoiceTrust } from "./checks/voice-trust.js";
import type { Check, DoctorOptions, Finding } from "./finding.js";

const CHECKS: readonly Check[] = [
  () => runtimeFinding(process),
  checkAddon,
  checkAudioDevices,
  checkLoopback,
  checkHost,
  checkService,
  checkVoiceTrust,
  checkDesktopApp,
  checkTestCall,
];

/** Looks at everything that calls need, one after the other. @throws {ArgumentError} for an address that is none */
export async function examine(options: DoctorOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of CHECKS) findings.push(await check(options));
  return findings;
}
