import { registerOnLinux, unregisterOnLinux } from "./launch-linux.js";
import { registerOnMac, unregisterOnMac } from "./launch-mac.js";
import { registerOnWindows, unregisterOnWindows } from "./launch-windows.js";
import { launchSurroundings, type LaunchTarget } from "./surroundings.js";

/**
 * Makes the operating system start a program for the addresses of a game, for this user.
 * @throws {Error} with the reason when it cannot
 */
export function registerLaunch(applicationId: bigint, scheme: string, target: LaunchTarget): void {
  const surroundings = launchSurroundings();
  if (target.kind === "own" && surroundings.ownWords.length === 0)
    throw new Error("the running code has no file: name the command that starts the game");
  const register = { win32: registerOnWindows, darwin: registerOnMac }[surroundings.platform as string];
  (register ?? registerOnLinux)(applicationId, scheme, target, surroundings);
}

/** Takes {@link registerLaunch} back. @throws {Error} with the reason when it cannot */
export function unregisterLaunch(applicationId: bigint, scheme: string): void {
  const surroundings = launchSurroundings();
  if (surroundings.platform === "win32") unregisterOnWindows(scheme, surroundings);
  else if (surroundings.platform === "darwin") unregisterOnMac(applicationId, surroundings);
  else unregisterOnLinux(scheme, surroundings);
}
