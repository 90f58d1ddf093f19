import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { soundEffectView } from "../../views/voice/sound-effect.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { toMembers } from "../guild/connected-members.js";

/** For the participants of the call. */
export function soundPlayed(world: World, { placed, userId, sound }: FactOf<"soundPlayed">): Dispatch[] {
  const { guild, channel } = placed;
  const reach = toMembers(world, guild, (id) => world.voice.get(guild.id, id)?.channelId === channel.id);
  return [
    dispatch(GatewayEvent.VoiceChannelEffectSend, soundEffectView(world, placed, userId, sound), reach),
  ];
}
