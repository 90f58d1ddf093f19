import { GatewayEvent, GatewayIntent, GatewayOpcode, type PresencePayload, type Snowflake } from "sdkpp/wire";
import { compareIds } from "../../records/compare-ids.js";
import type { Guild } from "../../records/guild/guild.js";
import type { User } from "../../records/user/user.js";
import { memberViews } from "../../views/guild/member.js";
import { guildPresenceView } from "../../views/presence/presence.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { guildMemberIds, guildMembersNamed, usersOf } from "../../world/guild/guilds.js";
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

type RequestWorld = GuildWorld & UserWorld & PresenceWorld & ApplicationWorld;

/** Members in one chunk. */
const CHUNK_SIZE = 1000;
/** Most members that are found by their name. */
const NAMED_MAX = 100;
/** A longer nonce is not sent back; bytes. */
const NONCE_BYTES_MAX = 32;

/** Answers op 8: the members in chunks, each made when it is taken; or that all of them were asked for too soon. */
export function requestMembers(
  world: RequestWorld,
  asker: Pick<Listener, "userId" | "intents">,
  guild: Guild,
  request: MemberRequest,
): Iterable<MemberAnswer> {
  const isForAll = request.userIds === undefined && request.query === "" && request.limit === 0;
  // Without the intent there is nothing that would have to be limited.
  const wait = isForAll && knowsAll(asker) ? world.memberRequests.take(asker.userId, guild.id) : 0;
  if (wait > 0) {
    const meta = { guild_id: guild.id, ...nonceOf(request) };
    const d = { opcode: GatewayOpcode.RequestGuildMembers, retry_after: wait / 1000, meta };
    return [{ t: GatewayEvent.RateLimited, d }];
  }
  return memberChunks(world, { asker, guild, request }, select(world, asker, guild, request));
}

interface Asked {
  readonly asker: Pick<Listener, "userId" | "intents">;
  readonly guild: Guild;
  readonly request: MemberRequest;
}

/** Each chunk shows its members as they are when it is sent. It ends early when the asker leaves. */
function* memberChunks(
  world: RequestWorld,
  { asker, guild, request }: Asked,
  found: readonly Snowflake[],
): Iterable<MemberAnswer> {
  const chunks = chunked(found);
  const missing = request.userIds?.filter((id) => !found.includes(id));
  const hasPresences = request.withPresences && hasIntent(asker, GatewayIntent.GuildPresences);
  for (const [index, chunk] of chunks.entries()) {
    const now = world.guilds.get(guild.id);
    if (now === undefined || (index > 0 && !now.memberIds.includes(asker.userId))) return;
    // Records are replaced when they change.
    const ids = now.memberIds === guild.memberIds ? chunk : membersAmong(now, chunk);
    const users = [...usersOf(world, ids)];
    const d = {
      guild_id: guild.id,
      members: memberViews(world, now, users),
      chunk_index: index,
      chunk_count: chunks.length,
      not_found: missing ?? [],
      ...(hasPresences ? { presences: presencesOf(world, guild.id, users) } : {}),
      ...nonceOf(request),
    };
    yield { t: GatewayEvent.GuildMembersChunk, d };
  }
}

/** Those of the ids that are members. */
function membersAmong({ memberIds }: Guild, ids: Iterable<Snowflake>): Snowflake[] {
  const members = new Set(memberIds);
  return [...ids].filter((id) => members.has(id));
}

/** Ids of the members that are asked for. */
function select(
  world: GuildWorld & UserWorld,
  asker: Pick<Listener, "intents">,
  guild: Guild,
  { userIds, query, limit }: MemberRequest,
): Snowflake[] {
  if (userIds !== undefined) return membersAmong(guild, new Set(userIds)).toSorted(compareIds);
  if (query === "" && limit === 0) return knowsAll(asker) ? guildMemberIds(guild) : [];
  const most = limit === 0 ? NAMED_MAX : Math.min(limit, NAMED_MAX);
  return guildMembersNamed(world, guild, { query, limit: most }).map(({ id }) => id);
}

function knowsAll(asker: Pick<Listener, "intents">): boolean {
  return hasIntent(asker, GatewayIntent.GuildMembers);
}

/** No members are one chunk, too, because the asking client waits for an answer. */
function chunked(ids: readonly Snowflake[]): Snowflake[][] {
  const count = Math.max(1, Math.ceil(ids.length / CHUNK_SIZE));
  return Array.from({ length: count }, (_, at) => ids.slice(at * CHUNK_SIZE, (at + 1) * CHUNK_SIZE));
}

function presencesOf(
  world: UserWorld & PresenceWorld & ApplicationWorld,
  guildId: Snowflake,
  users: readonly User[],
): PresencePayload[] {
  return users
    .map(({ id }) => guildPresenceView(world, guildId, id))
    .filter(({ status }) => status !== "offline");
}

function nonceOf({ nonce }: MemberRequest): { nonce?: string } {
  if (nonce === undefined || new TextEncoder().encode(nonce).length > NONCE_BYTES_MAX) return {};
  return { nonce };
}
