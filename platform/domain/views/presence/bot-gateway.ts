import type { Snowflake } from "sdkpp/wire";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { SessionStartLimit } from "../../world/presence/session-starts.js";

/** Servers that one shard is recommended for. */
const GUILDS_PER_SHARD = 1000;

export interface BotGateway {
  readonly url: string;
  /** The recommended number; at least 1. */
  readonly shards: number;
  readonly session_start_limit: SessionStartLimit;
}

/** Connection advice for a bot. */
export function botGatewayView(world: GuildWorld & PresenceWorld, botId: Snowflake, url: string): BotGateway {
  const guilds = world.guilds.listBy("member", botId).length;
  return {
    url,
    shards: Math.max(1, Math.ceil(guilds / GUILDS_PER_SHARD)),
    session_start_limit: world.sessionStarts.limitOf(botId),
  };
}
