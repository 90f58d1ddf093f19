import { registerOnLinux, unregisterOnLinux } from "./launch-linux.js";
import { registerOnMac, unregisterOnMac } from "./launch-mac.js";
import { registerOnWindows, unregisterOnWindows } from "./launch-windows.js";
import { launchEnvironment, type LaunchTarget } from "./launch-environment.js";

/**
 * Makes the operating system start a program for the addresses of a game, for this user.
 * @throws {Error} with the reason when it cannot
 */
export function registerLaunch(applicationId: bigint, scheme: string, target: LaunchTarget): void {
  const environment = launchEnvironment();
  if (target.kind === "own" && environment.ownWords.length === 0)
    throw new Error("the running code has no file: name the command that starts the game");
  const register = { win32: registerOnWindows, darwin: registerOnMac }[environment.platform as string];
  (register ?? registerOnLinux)(applicationId, scheme, target, environment);
}

/** Takes {@link registerLaunch} back. @throws {Error} with the reason when it cannot */
export function unregisterLaunch(applicationId: bigint, scheme: string): void {
  const environment = launchEnvironment();
  if (environment.platform === "win32") unregisterOnWindows(scheme, environment);
  else if (environment.platform === "darwin") unregisterOnMac(applicationId, environment);
  else unregisterOnLinux(scheme, environment);
}
