import { GatewayEvent, Permission } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { startTimeView } from "../../views/voice/channel-info.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { toViewers } from "../guild/channel-viewers.js";

export function voiceStatusChanged(
  world: World,
  { placed, status }: FactOf<"voiceStatusChanged">,
): Dispatch[] {
  const d = { id: placed.channel.id, guild_id: placed.guild.id, status };
  const reach = toViewers(world, placed, Permission.ViewChannel);
  return [dispatch(GatewayEvent.VoiceChannelStatusUpdate, d, reach)];
}

export function channelCallChanged(
  world: World,
  { placed, start }: FactOf<"channelCallChanged">,
): Dispatch[] {
  const d = { id: placed.channel.id, guild_id: placed.guild.id, voice_start_time: startTimeView(start) };
  const reach = toViewers(world, placed, Permission.ViewChannel);
  return [dispatch(GatewayEvent.VoiceChannelStartTimeUpdate, d, reach)];
}
