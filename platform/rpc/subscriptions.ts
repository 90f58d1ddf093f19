import { RpcErrorCode, RpcEvent, Scope } from "sdkpp/wire";
import { RpcRejection } from "./rejection.js";

/** Scope of the commands and events that need an access token with it; undefined: every connection may. */
export type RpcScope = string | undefined;

/** The scope for what a desktop app does beyond a game's own affairs. */
export const RPC_SCOPE = "rpc";

interface Subscribable {
  readonly scope: RpcScope;
  /** The argument that it needs: events of one guild only. */
  readonly filter?: "guild_id";
}

/** Events that games can subscribe to (R§3.6). */
const SUBSCRIBABLE: ReadonlyMap<string, Subscribable> = new Map<string, Subscribable>([
  [RpcEvent.CurrentUserUpdate, { scope: undefined }],
  [RpcEvent.RelationshipUpdate, { scope: Scope.RelationshipsRead }],
  [RpcEvent.ActivityJoin, { scope: undefined }],
  [RpcEvent.ActivityJoinRequest, { scope: undefined }],
  [RpcEvent.ActivityInvite, { scope: undefined }],
  [RpcEvent.AuthorizeRequest, { scope: undefined }],
  [RpcEvent.VoiceSettingsUpdate2, { scope: undefined }],
  [RpcEvent.GuildStatus, { scope: RPC_SCOPE, filter: "guild_id" }],
  [RpcEvent.GuildCreate, { scope: RPC_SCOPE }],
  [RpcEvent.ChannelCreate, { scope: RPC_SCOPE }],
]);

const KNOWN_EVENTS: ReadonlySet<string> = new Set(Object.values(RpcEvent));
/** Subscriptions of one connection; more than any game needs. */
const SUBSCRIPTIONS_MAX = 200;

/** What one connection wants to hear. */
export class Subscriptions {
  readonly #keys = new Set<string>();

  /** @param hasScope whether the connection has a scope @returns why it may not subscribe */
  add(evt: unknown, args: object, hasScope: (scope: string) => boolean): RpcRejection | undefined {
    const row = rowOf(evt);
    if (row instanceof RpcRejection) return row;
    if (row.scope !== undefined && !hasScope(row.scope)) return missingScope(row.scope);
    const key = keyOf(evt as string, row, args);
    if (key instanceof RpcRejection) return key;
    if (this.#keys.size >= SUBSCRIPTIONS_MAX && !this.#keys.has(key))
      return new RpcRejection(RpcErrorCode.RateLimited, `more than ${SUBSCRIPTIONS_MAX} subscriptions`);
    this.#keys.add(key);
    return undefined;
  }

  remove(evt: unknown, args: object): RpcRejection | undefined {
    const row = rowOf(evt);
    if (row instanceof RpcRejection) return row;
    const key = keyOf(evt as string, row, args);
    if (key instanceof RpcRejection) return key;
    this.#keys.delete(key);
    return undefined;
  }

  /** @param filter of an event that is subscribed to per guild */
  has(evt: RpcEvent, filter?: string): boolean {
    return this.#keys.has(filter === undefined ? evt : `${evt}:${filter}`);
  }
}

/** Which scope an event needs, for a connection whose token has ended meanwhile. */
export function scopeOfEvent(evt: RpcEvent): RpcScope {
  return SUBSCRIBABLE.get(evt)?.scope;
}

export function missingScope(scope: string): RpcRejection {
  return new RpcRejection(RpcErrorCode.InvalidPermissions, `AUTHENTICATE with the scope ${scope} first`);
}

function rowOf(evt: unknown): Subscribable | RpcRejection {
  if (typeof evt !== "string") return new RpcRejection(RpcErrorCode.InvalidEvent, "evt must be a string");
  const row = SUBSCRIBABLE.get(evt);
  if (row !== undefined) return row;
  const message = KNOWN_EVENTS.has(evt) ? `NOT_EMULATED: ${evt}` : `Unknown event: ${evt}`;
  return new RpcRejection(RpcErrorCode.InvalidEvent, message);
}

function keyOf(evt: string, { filter }: Subscribable, args: object): string | RpcRejection {
  if (filter === undefined) return evt;
  const value = (args as Readonly<Record<string, unknown>>)[filter];
  const id = typeof value === "number" ? String(value) : value;
  if (typeof id === "string" && /^[0-9]{1,20}$/.test(id)) return `${evt}:${id}`;
  return new RpcRejection(RpcErrorCode.InvalidPayload, `args.${filter} must be an id`);
}
