import {
  GatewayCloseCode,
  GatewayIntent,
  PRIVILEGED_INTENTS,
  Scope,
  SCOPE_EXPANSIONS,
  USER_ONLY_INTENTS,
  type Snowflake,
} from "sdkpp/wire";
import { guildIdsOf } from "../domain/world/guild/guilds.js";
import { type Actor, bearerActor, botActor } from "../domain/world/oauth2/actor.js";
import { ApplicationFlag } from "../domain/records/oauth2/application.js";
import type { World } from "../domain/world/world.js";
import type { IdentifyInput } from "./payload-shapes.js";
import type { SessionIdentity } from "./session.js";

/** Bits 0 to 29 have a meaning; a bot that sets another one is wrong. */
const KNOWN_INTENTS = (1 << 30) - 1;

/** Which flag of the application opens which privileged intent. */
const PRIVILEGES: readonly (readonly [number, number])[] = [
  [GatewayIntent.GuildMembers, ApplicationFlag.GatewayGuildMembers],
  [GatewayIntent.GuildPresences, ApplicationFlag.GatewayPresence],
  [GatewayIntent.MessageContent, ApplicationFlag.GatewayMessageContent],
];

/** Who identifies. @returns a close code when nobody may (G§4) */
export function identify(
  world: World,
  input: IdentifyInput,
  sessionId: string,
  version: number,
): SessionIdentity | GatewayCloseCode {
  const actor = gatewayActor(world, input.token);
  if (actor === undefined) return GatewayCloseCode.AuthenticationFailed;
  const isBot = actor.kind === "bot";
  const intents = input.intents ?? undefined;
  const refusal = isBot ? botIntentRefusal(actor, intents) : undefined;
  if (refusal !== undefined) return refusal;
  const shard = input.shard ?? undefined;
  if (shard !== undefined && !(shard[0] >= 0 && shard[0] < shard[1])) return GatewayCloseCode.InvalidShard;
  return {
    actor,
    sessionId,
    version,
    shard,
    userId: actor.user.id,
    applicationId: actor.application.id,
    isBot,
    intents,
    scopes: actor.scopes,
    guildIds: new Set(guildIdsOf(world, actor).filter((id) => isOnShard(id, shard))),
    capabilities: input.capabilities ?? 0,
  };
}

/** Who a gateway token belongs to, if it may be used here. Bots send it bare, sometimes with a prefix. */
export function gatewayActor(world: World, token: string): Actor | undefined {
  const bearer = /^bearer +(\S+)$/i.exec(token)?.[1];
  if (bearer === undefined) return botActor(world, token.replace(/^bot +/i, ""));
  const actor = bearerActor(world, bearer);
  return actor !== undefined && mayConnect(actor) ? actor : undefined;
}

/** Whether an actor may take up a session: its own, with all that the session may hear and do. */
export function mayTakeUp(actor: Actor, identity: SessionIdentity): boolean {
  return (
    identity.userId === actor.user.id &&
    identity.applicationId === actor.application.id &&
    // An umbrella is no more than what it stands for.
    [...identity.scopes].every((scope) => actor.scopes.has(scope) || SCOPE_EXPANSIONS.has(scope))
  );
}

function mayConnect(actor: Actor): boolean {
  const { scopes } = actor;
  return scopes.has(Scope.Identify) && (scopes.has(Scope.GatewayConnect) || scopes.has(Scope.Voice));
}

function botIntentRefusal(actor: Actor, intents: number | undefined): GatewayCloseCode | undefined {
  if (intents === undefined || intents > KNOWN_INTENTS || (intents & USER_ONLY_INTENTS) !== 0) {
    return GatewayCloseCode.InvalidIntents;
  }
  const wanted = intents & PRIVILEGED_INTENTS;
  const isAllowed = PRIVILEGES.every(
    ([intent, flag]) => (wanted & intent) === 0 || (actor.application.flags & flag) !== 0,
  );
  return isAllowed ? undefined : GatewayCloseCode.DisallowedIntents;
}

/** Whether a guild is told to this shard of a bot; everything is where there are none. */
export function isOnShard(guildId: Snowflake, shard: readonly [number, number] | undefined): boolean {
  return shard === undefined || (BigInt(guildId) >> 22n) % BigInt(shard[1]) === BigInt(shard[0]);
}
