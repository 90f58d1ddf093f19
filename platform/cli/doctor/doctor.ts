import { reportFindings, type Finding } from "sdkpp/wire";
import type { PerformPeopleCommand } from "../people-package.js";
import type { Check, DoctorOptions } from "./check.js";
import { checkAuthority } from "./checks/authority.js";
import { checkClock } from "./checks/clock.js";
import { checkDatabase } from "./checks/database.js";
import { checkFolder } from "./checks/folder.js";
import { checkLock } from "./checks/lock.js";
import { checkControl, checkPort, checkVoicePort } from "./checks/ports.js";
import { checkPrivateFiles } from "./checks/private-files.js";
import { checkRuntime } from "./checks/runtime.js";
import { checkTestCall } from "./checks/test-call.js";

const CHECKS: readonly Check[] = [
  checkRuntime,
  checkPort,
  checkVoicePort,
  checkControl,
  checkFolder,
  checkPrivateFiles,
  checkLock,
  checkDatabase,
  checkAuthority,
  checkClock,
  checkTestCall,
];

/** `sdkpp-platform doctor`: looks at what a platform with these options needs, and starts none with them. */
export async function runDoctor(options: DoctorOptions, people?: PerformPeopleCommand): Promise<void> {
  const findings: Finding[] = [];
  for (const check of CHECKS) findings.push(await check({ ...options, people }));
  const { text, exitCode } = reportFindings(findings, options.json === true);
  process.stdout.write(text);
  process.exitCode = exitCode;
}
