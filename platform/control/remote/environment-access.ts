import type { ControlAccess } from "../access.js";

/** The platform that `sdkpp-platform exec` has started for this program; undefined: it has not. */
export function environmentAccess(): ControlAccess | undefined {
  const { SDKPP_CONTROL: url, SDKPP_CONTROL_TOKEN: token } = process.env;
  return url === undefined || token === undefined ? undefined : { url, token };
}
