import { ArgumentError } from "sdkpp/wire";
import type { ControlAccess, PlatformReport } from "../access.js";
import { ask, checkedAccess } from "./ask.js";
import { environmentAccess } from "./environment-access.js";
import { connectControl, type RemoteControl } from "./connect.js";

/** A platform of another process: where it is, what it began with, and its control. */
export interface RemotePlatform extends PlatformReport {
  readonly control: RemoteControl;
}

/**
 * Finds a platform of another process.
 * @param access default: the platform that `sdkpp-platform exec` has started for this program, from the environment
 * @throws {ArgumentError} when there is neither, {@link ControlError} when it does not answer or the token is wrong
 */
export async function connectPlatform(access: ControlAccess = ofEnvironment()): Promise<RemotePlatform> {
  const target = checkedAccess(access);
  const report = JSON.parse(await ask(target, "/control/v1/platform")) as PlatformReport;
  return { ...report, control: connectControl(target) };
}

function ofEnvironment(): ControlAccess {
  const access = environmentAccess();
  if (access !== undefined) return access;
  const expected =
    "an address, or SDKPP_CONTROL and SDKPP_CONTROL_TOKEN in the environment, as `sdkpp-platform exec` sets them";
  throw new ArgumentError("access", expected, "neither");
}
