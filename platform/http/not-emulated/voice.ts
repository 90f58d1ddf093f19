import type { NotEmulatedGroup } from "./group.js";

export const voiceOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Voice states",
    reason: "Voice states are set and read through the gateway.",
    operations: {
      get_self_voice_state: "GET /guilds/{guild.id}/voice-states/@me",
      update_self_voice_state: "PATCH /guilds/{guild.id}/voice-states/@me",
      get_voice_state: "GET /guilds/{guild.id}/voice-states/{user.id}",
      update_voice_state: "PATCH /guilds/{guild.id}/voice-states/{user.id}",
    },
  },
  {
    area: "Voice regions",
    reason: "There is one voice server, on this machine.",
    operations: {
      list_guild_voice_regions: "GET /guilds/{guild.id}/regions",
      list_voice_regions: "GET /voice/regions",
    },
  },
];
