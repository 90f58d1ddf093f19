import fs from "node:fs";
import { failed, type Finding } from "../finding.js";
import type { AppCheck, CodeCheck } from "./check.js";
import { checkAddon } from "./checks/addon.js";
import { checkBridge } from "./checks/bridge.js";
import { checkCode } from "./checks/code.js";
import { checkDependencies } from "./checks/dependencies.js";
import { checkDevelopmentHost } from "./checks/development-host.js";
import { checkElectron } from "./checks/electron.js";
import { checkEntitlements } from "./checks/entitlements.js";
import { checkIntegrity } from "./checks/integrity.js";
import { checkMicrophone } from "./checks/microphone.js";
import { checkNodeOptions } from "./checks/node-options.js";
import { checkOnlyArchives } from "./checks/only-archives.js";
import { checkOtherBinaries } from "./checks/other-binaries.js";
import { checkPackageFiles } from "./checks/package-files.js";
import { checkRunAsNode } from "./checks/run-as-node.js";
import { findLayout } from "./layout.js";
import { openApp, type AppCode, type PackagedApp } from "./packaged-app.js";

const CHECK = "app";
/** The checks of an app's code; the first alone, where that cannot be read. */
const CODE_CHECKS: readonly CodeCheck[] = [
  checkCode,
  checkAddon,
  checkOtherBinaries,
  checkPackageFiles,
  checkDependencies,
  checkBridge,
  checkDevelopmentHost,
];
const APP_CHECKS: readonly AppCheck[] = [
  checkRunAsNode,
  checkNodeOptions,
  checkOnlyArchives,
  checkIntegrity,
  checkMicrophone,
  checkEntitlements,
];

/** Looks at a packaged app of Electron. @param folder that the packager made, or the bundle of macOS */
export function examineElectron(folder: string): Finding[] {
  try {
    return examine(folder);
  } catch (error) {
    return [
      failed(
        CHECK,
        `${folder}: ${(error as Error).message}`,
        "let this user read the whole folder of the app",
      ),
    ];
  }
}

function examine(folder: string): Finding[] {
  const stat = fs.statSync(folder, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true)
    return [noApp(`${folder} is ${stat === undefined ? "not there" : "no folder"}`)];
  const layout = findLayout(folder);
  if (layout === undefined) return [noApp(`${folder} has neither resources nor a bundle of macOS in it`)];
  const app = openApp(layout);
  if (app.code.length === 0)
    return [checkElectron(app), noApp(`${layout.resources} has neither app.asar nor app`)];
  return [
    checkElectron(app),
    ...app.code.flatMap((code) => findingsOf(code, app)),
    ...APP_CHECKS.map((check) => check(app)),
  ];
}

function noApp(found: string): Finding {
  return failed(
    CHECK,
    found,
    "name the folder that the packager made, such as dist/linux-unpacked, dist/win-unpacked or dist/mac/<name>.app",
  );
}

/** The halves of a universal app have the same checks, so each name says which one it is of. */
function findingsOf(code: AppCode, app: PackagedApp): Finding[] {
  const checks = code.problem === undefined ? CODE_CHECKS : [checkCode];
  const findings = checks.map((check) => check(code, app));
  if (app.code.length === 1) return findings;
  return findings.map((finding) => Object.assign({}, finding, { check: `${finding.check} (${code.name})` }));
}
