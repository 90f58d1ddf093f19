import {
  GatewayCapability,
  GatewayCloseCode,
  GatewayIntent,
  PRIVILEGED_INTENTS,
  Scope,
  SCOPE_EXPANSIONS,
  USER_ONLY_INTENTS,
  type Snowflake,
} from "sdkpp/wire";
import { guildIdsOf } from "../domain/world/guild/guilds.js";
import { childrenOf } from "../domain/world/oauth2/families.js";
import { type Actor, bearerActor, botActor } from "../domain/world/oauth2/actor.js";
import { ApplicationFlag, type PrivilegeFlag } from "../domain/records/oauth2/application.js";
import { mayUsePrivilege } from "../domain/world/application/privileges.js";
import type { World } from "../domain/world/world.js";
import { clientKind } from "./client-kind.js";
import type { IdentifyInput } from "./payload-shapes.js";
import type { SessionIdentity } from "./session.js";

/** Bits 0 to 29 are defined; a bot that sets another bit is rejected. */
const KNOWN_INTENTS = (1 << 30) - 1;

/** Range of `large_threshold`; the lower end is its default. */
const LARGE_MIN = 50;
const LARGE_MAX = 250;

/** The application flag that each privileged intent requires. */
const PRIVILEGES: readonly (readonly [number, PrivilegeFlag])[] = [
  [GatewayIntent.GuildMembers, ApplicationFlag.GatewayGuildMembers],
  [GatewayIntent.GuildPresences, ApplicationFlag.GatewayPresence],
  [GatewayIntent.MessageContent, ApplicationFlag.GatewayMessageContent],
];

/** Resolves Identify to a session identity. @returns a close code when it is rejected (G§4) */
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
  const rejection = isBot ? botIntentRejection(world, actor, intents) : undefined;
  if (rejection !== undefined) return rejection;
  const shard = input.shard ?? undefined;
  const capabilities = input.capabilities ?? 0;
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
    client: clientKind(input.properties, isBot),
    capabilities,
    largeThreshold: largeThreshold(input.large_threshold),
    hidesChannels: isBot && hidesChannels(actor, capabilities),
  };
}

function largeThreshold(given: unknown): number {
  return typeof given === "number" ? Math.min(Math.max(given, LARGE_MIN), LARGE_MAX) : LARGE_MIN;
}

/** Whether the session asked for the hidden form of channels, or its application always gets it (H§9.2). */
function hidesChannels({ application }: Actor, capabilities: number): boolean {
  return application.hidesChannels === true || (capabilities & GatewayCapability.ChannelObfuscation) !== 0;
}

/** The owner of a gateway token, if the token permits gateway sessions. Bots send it bare, sometimes with a prefix. */
export function gatewayActor(world: World, token: string): Actor | undefined {
  const bearer = /^bearer +(\S+)$/i.exec(token)?.[1];
  if (bearer === undefined) return botActor(world, token.replace(/^bot +/i, ""));
  const actor = bearerActor(world, bearer);
  // Players of a publisher connect with the tokens of its games (H§3.7).
  if (actor === undefined || childrenOf(world, actor.application.id).length > 0) return undefined;
  return mayConnect(actor) ? actor : undefined;
}

/** Whether an actor may resume a session: it owns the session and has every scope of it. */
export function mayResume(actor: Actor, identity: SessionIdentity): boolean {
  return (
    identity.userId === actor.user.id &&
    identity.applicationId === actor.application.id &&
    // An umbrella scope grants only the scopes that it expands to.
    [...identity.scopes].every((scope) => actor.scopes.has(scope) || SCOPE_EXPANSIONS.has(scope))
  );
}

function mayConnect(actor: Actor): boolean {
  const { scopes } = actor;
  return scopes.has(Scope.Identify) && (scopes.has(Scope.GatewayConnect) || scopes.has(Scope.Voice));
}

function botIntentRejection(
  world: World,
  actor: Actor,
  intents: number | undefined,
): GatewayCloseCode | undefined {
  if (intents === undefined || intents > KNOWN_INTENTS || (intents & USER_ONLY_INTENTS) !== 0) {
    return GatewayCloseCode.InvalidIntents;
  }
  const wanted = intents & PRIVILEGED_INTENTS;
  const isAllowed = PRIVILEGES.every(
    ([intent, flag]) => (wanted & intent) === 0 || mayUsePrivilege(world, actor.application, flag),
  );
  return isAllowed ? undefined : GatewayCloseCode.DisallowedIntents;
}

/** Whether a bot's shard receives the events of a guild; without shards every session does. */
export function isOnShard(guildId: Snowflake, shard: readonly [number, number] | undefined): boolean {
  return shard === undefined || (BigInt(guildId) >> 22n) % BigInt(shard[1]) === BigInt(shard[0]);
}
