import fs from "node:fs";
import { ArgumentError } from "sdkpp/wire";
import type { ControlAccess } from "../control/access.js";
import { environmentAccess } from "../control/remote/environment-access.js";

/** How commands are told which platform they steer. */
export interface TargetOptions {
  /** A ready file of `start`. */
  readonly at?: string;
}

/**
 * The platform that commands steer: of a ready file, or of the environment, as programs below `exec` have it.
 * @throws {ArgumentError} when neither says
 */
export function controlTarget({ at }: TargetOptions): ControlAccess {
  if (at !== undefined) return ofFile(at);
  const access = environmentAccess();
  if (access !== undefined) return access;
  const expected =
    "a file of `start --ready-file`, or SDKPP_CONTROL and SDKPP_CONTROL_TOKEN in the environment";
  throw new ArgumentError("--at", expected, "neither");
}

function ofFile(path: string): ControlAccess {
  try {
    const { control } = JSON.parse(fs.readFileSync(path, "utf8")) as { readonly control?: ControlAccess };
    if (control !== undefined) return control;
  } catch (error) {
    throw new ArgumentError(
      "--at",
      "a file of `start --ready-file`",
      `${path} (${(error as Error).message})`,
    );
  }
  throw new ArgumentError("--at", "a file of `start --ready-file`", path);
}
