import type { Platform } from "@sdkpp/platform";
import { joinVoiceChannel, type GuildVoiceConnection } from "sdkpp/voice";
import { onTestFinished } from "vitest";
import { RawBot } from "../../support/raw-bot.js";

/** A bot in the voice channel that every platform has, until the test ends. */
export async function botIn(platform: Platform): Promise<GuildVoiceConnection> {
  const { guildId, voiceChannelId: channelId, botUserId, botToken } = platform.seeded;
  const bot = await RawBot.login(platform, { userId: botUserId, token: botToken });
  const { ca } = platform.endpoints;
  const connection = joinVoiceChannel({ guildId, channelId, adapterCreator: bot.adapterCreator, ca });
  onTestFinished(() => {
    connection.destroy();
    bot.close();
  });
  await connection.ready();
  return connection;
}
