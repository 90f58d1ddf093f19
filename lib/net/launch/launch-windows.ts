import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { registryEntry, registryRemoval, windowsQuoted } from "../../protocol/index.js";
import {
  steamAddress,
  windowsProgram,
  type LaunchEnvironment,
  type LaunchTarget,
} from "./launch-environment.js";

/** How long `reg` may take, milliseconds. */
const LIMIT_MS = 10_000;
const ADDRESS = ' "%1"';

/** Entries of the user's part of the registry. @throws {Error} when `reg` fails */
export function registerOnWindows(
  applicationId: bigint,
  scheme: string,
  target: LaunchTarget,
  environment: LaunchEnvironment,
): void {
  const command = windowsCommand(target, environment);
  importFile(registryEntry({ applicationId, scheme, command }), environment);
}

/** @throws {Error} when `reg` fails */
export function unregisterOnWindows(scheme: string, environment: LaunchEnvironment): void {
  importFile(registryRemoval(scheme), environment);
}

/** The command line for a target: what the game gave stays as it is. @throws {Error} for one that has several lines */
export function windowsCommand(target: LaunchTarget, environment: LaunchEnvironment): string {
  if (target.kind === "own") return environment.ownWords.map(windowsQuoted).join(" ") + ADDRESS;
  if (target.kind === "steam") {
    const handler = windowsQuoted(windowsProgram("rundll32.exe", environment));
    return `${handler} url.dll,FileProtocolHandler ${steamAddress(target.appId)}`;
  }
  if (/[\0\r\n]/.test(target.text)) throw new Error("the command has more than one line");
  const isFile = path.win32.isAbsolute(target.text) && existsSync(target.text);
  return (isFile ? windowsQuoted(target.text) : target.text) + ADDRESS;
}

function importFile(text: string, environment: LaunchEnvironment): void {
  const file = path.join(tmpdir(), `sdkpp-${crypto.randomUUID()}.reg`);
  try {
    // With its byte order mark, as `reg` writes such files.
    writeFileSync(file, `\ufeff${text}`, { encoding: "utf16le", flag: "wx" });
    const { status, error } = spawnSync(windowsProgram("reg.exe", environment), ["import", file], {
      stdio: "ignore",
      timeout: LIMIT_MS,
      windowsHide: true,
    });
    if (status !== 0) throw new Error(`reg import failed: ${error?.message ?? `status ${String(status)}`}`);
  } finally {
    rmSync(file, { force: true });
  }
}
