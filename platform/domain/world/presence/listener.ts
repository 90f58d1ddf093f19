import type { Snowflake } from "sdkpp/wire";

/** The facts of a session that the audience rule needs. */
export interface Listener {
  readonly sessionId: string;
  readonly userId: Snowflake;
  readonly applicationId: Snowflake;
  readonly isBot: boolean;
  /** undefined: everything the scopes allow */
  readonly intents: number | undefined;
  /** Expanded scopes; empty for bots, which scopes do not limit. */
  readonly scopes: ReadonlySet<string>;
  readonly guildIds: ReadonlySet<Snowflake>;
  /** Whether the session asked for obfuscated forms of channels that it does not see. */
  readonly hidesChannels?: boolean;
  /** Shard of a bot that is spread over several sessions: its index, and the number of shards. */
  readonly shard?: readonly [number, number] | undefined;
}

/** Whether a session asked for one of these intents. */
export function hasIntent(listener: Pick<Listener, "intents">, intent: number): boolean {
  return listener.intents === undefined || (listener.intents & intent) !== 0;
}
