import type { NotEmulatedGroup } from "./group.js";

export const expressionOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Soundboard",
    reason: "The platform has no soundboard: a call carries only what its members send.",
    operations: {
      send_soundboard_sound: "POST /channels/{channel.id}/send-soundboard-sound",
      list_guild_soundboard_sounds: "GET /guilds/{guild.id}/soundboard-sounds",
      create_guild_soundboard_sound: "POST /guilds/{guild.id}/soundboard-sounds",
      get_guild_soundboard_sound: "GET /guilds/{guild.id}/soundboard-sounds/{sound.id}",
      update_guild_soundboard_sound: "PATCH /guilds/{guild.id}/soundboard-sounds/{sound.id}",
      delete_guild_soundboard_sound: "DELETE /guilds/{guild.id}/soundboard-sounds/{sound.id}",
      get_soundboard_default_sounds: "GET /soundboard-default-sounds",
    },
  },
];
