import type { NotEmulatedGroup } from "./group.js";

export const expressionOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Stickers",
    reason: "The platform has no stickers.",
    operations: {
      list_guild_stickers: "GET /guilds/{guild.id}/stickers",
      create_guild_sticker: "POST /guilds/{guild.id}/stickers",
      get_guild_sticker: "GET /guilds/{guild.id}/stickers/{sticker.id}",
      update_guild_sticker: "PATCH /guilds/{guild.id}/stickers/{sticker.id}",
      delete_guild_sticker: "DELETE /guilds/{guild.id}/stickers/{sticker.id}",
      list_sticker_packs: "GET /sticker-packs",
      get_sticker_pack: "GET /sticker-packs/{pack.id}",
      get_sticker: "GET /stickers/{sticker.id}",
    },
  },
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
