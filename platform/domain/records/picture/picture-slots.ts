import type { Snowflake } from "sdkpp/wire";

// The slots of pictures and other files: the folder of each below the address of the CDN.

export const emojiSlot = (emojiId: Snowflake): string => `emojis/${emojiId}`;
export const stickerSlot = (stickerId: Snowflake): string => `stickers/${stickerId}`;
export const soundSlot = (soundId: Snowflake): string => `soundboard-sounds/${soundId}`;
export const eventSlot = (eventId: Snowflake): string => `guild-events/${eventId}`;
export const roleIconSlot = (roleId: Snowflake): string => `role-icons/${roleId}`;
export const guildIconSlot = (guildId: Snowflake): string => `icons/${guildId}`;
/** A user's, or that of a webhook, which posts as a user would. */
export const avatarSlot = (userId: Snowflake): string => `avatars/${userId}`;
/** A user's, or a guild's. */
export const bannerSlot = (id: Snowflake): string => `banners/${id}`;

/** The picture of a user as a member of one guild. */
export function memberSlot(guildId: Snowflake, userId: Snowflake, kind: "avatars" | "banners"): string {
  return `guilds/${guildId}/users/${userId}/${kind}`;
}
