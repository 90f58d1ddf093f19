/** Base addresses of the real service. Nothing uses them by itself: pass them on purpose. */
export const realService = Object.freeze({
  webBase: "https://discord.com",
  apiBase: "https://discord.com/api",
  cdnBase: "https://cdn.discordapp.com",
});
