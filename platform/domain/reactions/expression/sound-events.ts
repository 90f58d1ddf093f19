import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { soundView } from "../../views/expression/sound.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

export function soundCreated(_world: World, { sound }: FactOf<"soundCreated">): Dispatch[] {
  return [dispatch(GatewayEvent.GuildSoundboardSoundCreate, soundView(sound), toGuild(sound))];
}

export function soundUpdated(_world: World, { sound }: FactOf<"soundUpdated">): Dispatch[] {
  return [dispatch(GatewayEvent.GuildSoundboardSoundUpdate, soundView(sound), toGuild(sound))];
}

export function soundDeleted(_world: World, { sound }: FactOf<"soundDeleted">): Dispatch[] {
  const d = { sound_id: sound.id, guild_id: sound.guildId };
  return [dispatch(GatewayEvent.GuildSoundboardSoundDelete, d, toGuild(sound))];
}

function toGuild({ guildId }: FactOf<"soundCreated">["sound"]) {
  return { to: "guild", guildId } as const;
}
