import type { Fact, FactOf } from "../../facts/facts.js";
import { followCall } from "../../rules/voice/channel-call.js";
import type { World } from "../../world/world.js";

/** A member may have come from another channel, whose call may be over. */
export function followJoin(world: World, { participation, replaced }: FactOf<"callJoined">): Fact[] {
  const channels = new Set([replaced, participation].flatMap((one) => one?.channelId ?? []));
  return participation.kind === "guild" ? [...channels].flatMap((id) => followCall(world, id)) : [];
}

export function followLeave(world: World, { participation }: FactOf<"callLeft">): Fact[] {
  return participation.kind === "guild" ? followCall(world, participation.channelId) : [];
}
