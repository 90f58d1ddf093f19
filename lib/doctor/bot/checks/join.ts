import type { VoiceAdapterCreator } from "../../../voice/index.js";
import { failed, ok, skipped, type Finding } from "../../finding.js";
import type { GatewayVisit } from "../gateway-visit.js";
import type { BotOptions } from "../options.js";
import type { Place } from "../place.js";

const CHECK = "join";
const READY_MS = 20_000;

/** Joins the channel for a moment, and tells the states on the way. */
export async function checkJoin(
  visit: GatewayVisit,
  { guild, channel }: Place,
  { join, addon }: BotOptions,
  ca: readonly string[],
): Promise<Finding> {
  if (!join) return skipped(CHECK, "--join lets the bot join for a moment");
  // One bot is in one channel of a server: this visit would take the other program's place, and end its call.
  if (guild.voiceStates.some(({ userId }) => userId === guild.botId))
    return skipped(CHECK, "the bot is in a call of this server already, which a join would end");
  // Loaded late: it needs the addon, and nothing else here does.
  const { joinVoiceChannel } = await import("../../../voice/index.js");
  const states: string[] = [];
  try {
    const connection = joinVoiceChannel({
      guildId: guild.id,
      channelId: channel.id,
      adapterCreator: adapterOf(visit, guild.id, guild.botId),
      ca: [...ca],
      ...(addon !== undefined && { addonPath: addon }),
    });
    connection.on("stateChange", (status) => states.push(status));
    try {
      await connection.ready({ signal: AbortSignal.timeout(READY_MS) });
      const { silencedBy } = connection;
      const heard =
        silencedBy === undefined ? "the bot is heard" : `nobody hears the bot: it is ${silencedBy}`;
      return ok(CHECK, `${states.join(", ")}; ${heard}`);
    } finally {
      connection.destroy();
    }
  } catch (error) {
    const [first = ""] = (error as Error).message.split("\n");
    const passed = states.length === 0 ? "" : ` (states: ${states.join(", ")})`;
    return failed(CHECK, `${first}${passed}`, "look at the checks above, and at `npx sdkpp doctor`");
  }
}

function adapterOf(visit: GatewayVisit, guildId: string, botId: string): VoiceAdapterCreator {
  return (library) => {
    const end = visit.listen((event, data) => {
      if (data["guild_id"] !== guildId) return;
      if (event === "VOICE_SERVER_UPDATE") library.onVoiceServerUpdate(data);
      if (event === "VOICE_STATE_UPDATE" && data["user_id"] === botId) library.onVoiceStateUpdate(data);
    });
    return { sendPayload: (payload: unknown) => visit.send(payload), destroy: end };
  };
}
