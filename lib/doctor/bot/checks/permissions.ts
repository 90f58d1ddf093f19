import { Permission } from "../../../wire/index.js";
import { failed, ok, type Finding } from "../../finding.js";
import { wireName, type PermissionName } from "../permissions.js";
import { isStage, type Place } from "../place.js";

const CHECK = "permissions";
/** Without this one the others do not count. */
const VIEW: readonly PermissionName[] = ["ViewChannel"];
/** Bots need no USE_VAD: who sends packets holds a key. */
const SPEAKERS: readonly PermissionName[] = ["ViewChannel", "Connect", "Speak"];
/** On a stage moderators decide who speaks. */
const AUDIENCE: readonly PermissionName[] = ["ViewChannel", "Connect"];

/** Whether the bot may see the channel, enter it and speak there. */
export function checkPermissions(place: Place): Finding {
  const { permissions } = place;
  const lacks = (name: PermissionName): boolean => (permissions & Permission[name]) === 0n;
  const needed = isStage(place) ? AUDIENCE : SPEAKERS;
  const missing = (VIEW.some(lacks) ? VIEW : needed.filter(lacks)).map(wireName);
  if (missing.length === 0) return ok(CHECK, `${needed.map(wireName).join(", ")}`);
  const names = missing.join(", ");
  return failed(
    CHECK,
    `the bot lacks ${names} in the channel`,
    `allow ${names} to it, or to a role of it, in the channel`,
  );
}
