import type { Snowflake } from "sdkpp/wire";

/** The facts of a session that the audience rule needs. */
export interface Listener {
  readonly sessionId: string;
  readonly userId: Snowflake;
  readonly applicationId: Snowflake;
  readonly isBot: boolean;
  /** undefined: everything the scopes allow */
  readonly intents: number | undefined;
  /** Expanded; empty for bots, whom scopes do not limit. */
  readonly scopes: ReadonlySet<string>;
  readonly guildIds: ReadonlySet<Snowflake>;
  /** Of a bot that is spread over several sessions: which of how many. */
  /** Asked to get channels that it does not see in a form without what they are about. */
  readonly hidesChannels?: boolean;
  readonly shard?: readonly [number, number] | undefined;
}

/** Whether a session asked for one of these intents. */
export function hasIntent(listener: Pick<Listener, "intents">, intent: number): boolean {
  return listener.intents === undefined || (listener.intents & intent) !== 0;
}
