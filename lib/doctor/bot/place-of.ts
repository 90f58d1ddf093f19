import { asIdText, asObject, parseEach, type JsonObject } from "../../protocol/index.js";
import { failed, ok, type Finding } from "../finding.js";
import { wordsOf, type BotApi } from "./bot-api.js";
import { parseGuildFacts, type ChannelFacts, type GuildFacts } from "./guild-facts.js";
import type { Bot, LoggedIn } from "./login.js";
import type { BotOptions } from "./options.js";
import { holdsCalls, isStage } from "./place.js";

const GUILD_MS = 15_000;
const FORBIDDEN = 403;
const NOT_FOUND = 404;

/** The server as the gateway shows it to the bot. */
export async function checkGuild(
  { visit, ready }: LoggedIn,
  { guildId }: BotOptions,
  bot: Bot,
): Promise<{ readonly finding: Finding; readonly guild?: GuildFacts }> {
  if (!parseEach(ready["guilds"], idOf).includes(guildId))
    return {
      finding: failed(
        "guild",
        `${bot.name} is not in the server ${guildId}, or there is none with this id`,
        "invite it with the scope bot, or correct --guild",
      ),
    };
  const created = await visit.event("GUILD_CREATE", GUILD_MS);
  const guild = created && parseGuildFacts(created, bot.id);
  if (guild !== undefined) return { finding: ok("guild", `${guild.name} (${guildId})`), guild };
  return {
    finding: failed(
      "guild",
      `the service does not show the server ${guildId} at the moment`,
      "try again in a minute",
    ),
  };
}

/** The channel, if it is one of calls. */
export async function checkChannel(
  api: BotApi,
  { channelId }: BotOptions,
  guild: GuildFacts,
): Promise<{ readonly finding: Finding; readonly channel?: ChannelFacts }> {
  const channel = guild.channels.find(({ id }) => id === channelId);
  if (channel === undefined) return { finding: await missing(api, channelId, guild) };
  const named = `${channel.name} (${channelId})`;
  if (holdsCalls(channel))
    return {
      finding: ok("channel", `${named}, a ${isStage({ channel }) ? "stage" : "voice"} channel`),
      channel,
    };
  return {
    finding: failed(
      "channel",
      `${named} is neither a voice nor a stage channel`,
      "name one of these as --channel",
    ),
  };
}

/** The gateway shows all channels to some bots, and to others those that they see. */
async function missing(api: BotApi, channelId: string, guild: GuildFacts): Promise<Finding> {
  const outcome = await api.get(`/channels/${channelId}`);
  if (outcome.kind === "ok")
    return failed(
      "channel",
      `${channelId} is not a channel of ${guild.name}`,
      "correct --guild or --channel",
    );
  if (outcome.kind !== "status")
    return failed("channel", `the API: ${wordsOf(outcome)}`, "try again in a minute");
  if (outcome.status === FORBIDDEN)
    return failed(
      "channel",
      `the bot does not see the channel ${channelId}`,
      "allow VIEW_CHANNEL to it, or to a role of it, in the channel",
    );
  return outcome.status === NOT_FOUND
    ? failed("channel", `there is no channel ${channelId}`, "correct --channel")
    : failed("channel", `the API: ${wordsOf(outcome)}`, "try again in a minute");
}

function idOf(value: unknown): string | undefined {
  return asIdText((asObject(value) as JsonObject | undefined)?.["id"]);
}
