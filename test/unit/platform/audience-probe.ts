import { GatewayIntent, Scope } from "sdkpp/wire";
import { hears } from "../../../platform/domain/reactions/audience.js";
import { dispatch, type Reach } from "../../../platform/domain/reactions/events.js";
import type { Listener } from "../../../platform/domain/world/presence/listener.js";

export type Place = "guild" | "elsewhere";

/** The audience function's demands of a session, found by asking it. */
export interface Demands {
  /** Each of these alone is enough; "none" needs no intent. */
  readonly intents: readonly string[] | "none";
  /** Each of these alone lets an OAuth session hear it; empty: bots only. */
  readonly scopes: readonly string[];
  /** Sessions with one of these do not hear it. */
  readonly not: readonly string[];
}

const GUILD = "70";
const BOT: Listener = {
  sessionId: "s",
  userId: "1",
  applicationId: "10",
  isBot: true,
  intents: 0,
  scopes: new Set(),
  guildIds: new Set([GUILD]),
};
const INTENTS = Object.entries(GatewayIntent).filter(([, bit]) => (bit & (bit - 1)) === 0);
const SCOPES: readonly string[] = Object.values(Scope);
const REACH: Readonly<Record<Place, Reach>> = {
  guild: { to: "guild", guildId: GUILD },
  elsewhere: { to: "users", applicationId: "10", userIds: ["1"] },
};

export function demandsOf(event: string, place: Place): Demands {
  const isHeard = (listener: Listener): boolean => hears(listener, dispatch(event, {}, REACH[place]));
  const withScopes = (...scopes: string[]): boolean =>
    isHeard({ ...BOT, isBot: false, intents: undefined, scopes: new Set(scopes) });
  const scopes = SCOPES.filter((scope) => withScopes(scope));
  const [first] = scopes;
  return {
    intents: isHeard(BOT)
      ? "none"
      : INTENTS.filter(([, bit]) => isHeard({ ...BOT, intents: bit })).map(([name]) => name),
    scopes,
    not: first === undefined ? [] : SCOPES.filter((scope) => !withScopes(first, scope)),
  };
}
