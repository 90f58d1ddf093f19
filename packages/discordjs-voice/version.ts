/** The version of `@discordjs/voice` whose surface and behaviour this package has. */
export const version = "0.19.2";
