import { GatewayEvent, GatewayIntent, GatewayOpcode, type PresencePayload, type Snowflake } from "sdkpp/wire";
import type { Guild } from "../../records/guild/guild.js";
import type { User } from "../../records/user/user.js";
import { memberViews } from "../../views/guild/member.js";
import { guildPresenceView } from "../../views/presence/presence.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { guildMembers, guildMembersNamed } from "../../world/guild/guilds.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import { hasIntent, type Listener } from "../../world/presence/listener.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { UserWorld } from "../../world/user/user-world.js";

/** The filter of op 8: these users, or those with such a name. */
export interface MemberRequest {
  readonly userIds?: readonly Snowflake[] | undefined;
  /** Beginning of a name; "" fits all. */
  readonly query: string;
  /** 0: all of them */
  readonly limit: number;
  readonly withPresences: boolean;
  readonly nonce?: string | undefined;
}

/** An answer of the gateway. */
export interface MemberAnswer {
  readonly t: string;
  readonly d: Readonly<Record<string, unknown>>;
}

/** Members in one chunk. */
const CHUNK_SIZE = 1000;
/** Most members that are found by their name. */
const NAMED_MAX = 100;
/** A longer nonce is not sent back; bytes. */
const NONCE_BYTES_MAX = 32;

/** Answers op 8: the members in chunks, or that all of them were asked for too soon. */
export function requestMembers(
  world: GuildWorld & UserWorld & PresenceWorld & ApplicationWorld,
  asker: Pick<Listener, "userId" | "intents">,
  guild: Guild,
  request: MemberRequest,
): MemberAnswer[] {
  const nonce = nonceOf(request);
  const isForAll = request.userIds === undefined && request.query === "" && request.limit === 0;
  // Without the intent there is nothing that would have to be limited.
  const wait = isForAll && knowsAll(asker) ? world.memberRequests.take(asker.userId, guild.id) : 0;
  if (wait > 0) {
    const meta = { guild_id: guild.id, ...nonce };
    const d = { opcode: GatewayOpcode.RequestGuildMembers, retry_after: wait / 1000, meta };
    return [{ t: GatewayEvent.RateLimited, d }];
  }
  const found = select(world, asker, guild, request);
  const chunks = chunked(found);
  const missing = request.userIds?.filter((id) => !found.some((user) => user.id === id));
  const hasPresences = request.withPresences && hasIntent(asker, GatewayIntent.GuildPresences);
  return chunks.map((users, index) => ({
    t: GatewayEvent.GuildMembersChunk,
    d: {
      guild_id: guild.id,
      members: memberViews(world, guild, users),
      chunk_index: index,
      chunk_count: chunks.length,
      not_found: missing ?? [],
      ...(hasPresences ? { presences: presencesOf(world, guild, users) } : {}),
      ...nonce,
    },
  }));
}

function select(
  world: GuildWorld & UserWorld,
  asker: Pick<Listener, "intents">,
  guild: Guild,
  { userIds, query, limit }: MemberRequest,
): User[] {
  if (userIds !== undefined) {
    const asked = new Set(userIds);
    return guildMembers(world, guild).filter((user) => asked.has(user.id));
  }
  if (query === "" && limit === 0) return knowsAll(asker) ? guildMembers(world, guild) : [];
  return guildMembersNamed(world, guild, query).slice(
    0,
    limit === 0 ? NAMED_MAX : Math.min(limit, NAMED_MAX),
  );
}

function knowsAll(asker: Pick<Listener, "intents">): boolean {
  return hasIntent(asker, GatewayIntent.GuildMembers);
}

/** No members are one chunk, too, because the asking client waits for an answer. */
function chunked(users: readonly User[]): User[][] {
  const count = Math.max(1, Math.ceil(users.length / CHUNK_SIZE));
  return Array.from({ length: count }, (_, at) => users.slice(at * CHUNK_SIZE, (at + 1) * CHUNK_SIZE));
}

function presencesOf(
  world: UserWorld & PresenceWorld & ApplicationWorld,
  guild: Guild,
  users: readonly User[],
): PresencePayload[] {
  return users
    .map(({ id }) => guildPresenceView(world, guild.id, id))
    .filter(({ status }) => status !== "offline");
}

function nonceOf({ nonce }: MemberRequest): { nonce?: string } {
  if (nonce === undefined || new TextEncoder().encode(nonce).length > NONCE_BYTES_MAX) return {};
  return { nonce };
}
