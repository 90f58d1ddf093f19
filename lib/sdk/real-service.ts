/** Base addresses of the real service. They are never used by default: pass them explicitly. */
export const realService = Object.freeze({
  webBase: "https://discord.com",
  apiBase: "https://discord.com/api",
  cdnBase: "https://cdn.discordapp.com",
});
