import type { Platform } from "../start.js";

/** Names under which a program finds a platform, and what is in it. Ids are decimal; several are separated by commas. */
export function environmentOf({ endpoints, seeded, controlApi }: Platform): Record<string, string> {
  const all = {
    SDKPP_API_BASE: endpoints.apiBase,
    SDKPP_WEB_BASE: endpoints.webBase,
    SDKPP_GATEWAY: endpoints.gateway,
    SDKPP_VOICE: endpoints.voice,
    SDKPP_APPLICATION_ID: seeded.applicationId,
    SDKPP_BOT_TOKEN: seeded.botToken,
    SDKPP_GUILD_ID: seeded.guildId,
    SDKPP_TEXT_CHANNEL_ID: seeded.textChannelId,
    SDKPP_VOICE_CHANNEL_ID: seeded.voiceChannelId,
    SDKPP_USER_IDS: seeded.userIds.filter((id) => id !== "").join(","),
    ...(controlApi && { SDKPP_CONTROL: controlApi.url, SDKPP_CONTROL_TOKEN: controlApi.token }),
    ...(endpoints.desktopApp === undefined ? {} : { SDKPP_DESKTOP_APP: endpoints.desktopApp }),
  };
  // A seed need not have all of them.
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}
