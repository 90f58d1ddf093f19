import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bundleIdOf, bundleOf, gameFile, handlerOf, schemeHandler } from "../../protocol/index.js";
import { steamAddress, type LaunchEnvironment, type LaunchTarget } from "./launch-environment.js";

/** How long `defaults` may take, milliseconds. */
const LIMIT_MS = 10_000;
const HANDLERS = ["com.apple.LaunchServices/com.apple.launchservices.secure", "LSHandlers"];
const DEFAULTS = "/usr/bin/defaults";
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** The registration on macOS: a file of the desktop app for an address, the system's handlers for a bundle. */
export type MacRegistration =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "handler"; readonly scheme: string; readonly bundleId: string };

/** @throws {Error} when the target is neither a bundle nor an address, and when it cannot be written */
export function registerOnMac(
  applicationId: bigint,
  scheme: string,
  target: LaunchTarget,
  environment: LaunchEnvironment,
): void {
  perform(macRegistration(applicationId, scheme, target, environment));
}

export function unregisterOnMac(applicationId: bigint, { home }: LaunchEnvironment): void {
  // The system forgets a handler together with its app.
  rmSync(gamePath(applicationId, home), { force: true });
}

/** @throws {Error} when the target is neither a bundle nor an address */
export function macRegistration(
  applicationId: bigint,
  scheme: string,
  target: LaunchTarget,
  { home, ownWords }: LaunchEnvironment,
): MacRegistration {
  if (target.kind === "own") return bundleRegistration(scheme, ownWords[0] ?? "");
  const address = target.kind === "steam" ? steamAddress(target.appId) : target.text;
  if (!SCHEME.test(address)) throw new Error("macOS starts apps by a scheme, not by a path");
  return { kind: "file", path: gamePath(applicationId, home), text: gameFile(address) };
}

function bundleRegistration(scheme: string, executable: string): MacRegistration {
  const bundle = bundleOf(executable);
  if (bundle === undefined) throw new Error(`${executable} is not in an .app bundle`);
  const id = bundleIdOf(readFileSync(path.join(bundle, "Contents/Info.plist"), "utf8"));
  if (id === undefined) throw new Error(`${bundle} has no bundle identifier`);
  return { kind: "handler", scheme, bundleId: id };
}

function gamePath(applicationId: bigint, home: string): string {
  const folder = "Library/Application Support/discord/games";
  return path.join(home, folder, `${String(applicationId)}.json`);
}

function perform(registration: MacRegistration): void {
  if (registration.kind === "handler") return addHandler(registration.scheme, registration.bundleId);
  mkdirSync(path.dirname(registration.path), { recursive: true });
  writeFileSync(registration.path, registration.text);
}

/** The list only grows: a game that registers at every start is added once. */
function addHandler(scheme: string, bundleId: string): void {
  const { stdout } = spawnSync(DEFAULTS, ["read", ...HANDLERS], { encoding: "utf8", timeout: LIMIT_MS });
  // macOS writes bundle identifiers in lower case.
  if (handlerOf(stdout, scheme)?.toLowerCase() === bundleId.toLowerCase()) return;
  const args = ["write", ...HANDLERS, "-array-add", schemeHandler(scheme, bundleId)];
  const { status, error } = spawnSync(DEFAULTS, args, { stdio: "ignore", timeout: LIMIT_MS });
  if (status !== 0) throw new Error(`defaults failed: ${error?.message ?? `status ${String(status)}`}`);
}
