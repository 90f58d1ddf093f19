import { RpcErrorCode, RpcEvent } from "sdkpp/wire";
import { RpcRejection } from "./rejection.js";
import { lacksScope, RELATIONSHIPS_READ, RPC, VOICE_READ, type RpcScopes } from "./scopes.js";

interface Subscribable {
  readonly scopes: RpcScopes;
  /** The argument that it needs: events of one guild, or of one channel, only. */
  readonly filter?: "guild_id" | "channel_id";
}

const ofVoiceChannel: Subscribable = { scopes: VOICE_READ, filter: "channel_id" };

/** Events that games can subscribe to (R§3.6). */
const SUBSCRIBABLE: ReadonlyMap<string, Subscribable> = new Map<string, Subscribable>([
  [RpcEvent.CurrentUserUpdate, { scopes: undefined }],
  [RpcEvent.RelationshipUpdate, { scopes: RELATIONSHIPS_READ }],
  [RpcEvent.ActivityJoin, { scopes: undefined }],
  [RpcEvent.ActivityJoinRequest, { scopes: undefined }],
  [RpcEvent.ActivityInvite, { scopes: undefined }],
  [RpcEvent.AuthorizeRequest, { scopes: undefined }],
  [RpcEvent.VoiceSettingsUpdate2, { scopes: undefined }],
  [RpcEvent.GuildStatus, { scopes: RPC, filter: "guild_id" }],
  [RpcEvent.GuildCreate, { scopes: RPC }],
  [RpcEvent.ChannelCreate, { scopes: RPC }],
  [RpcEvent.VoiceChannelSelect, { scopes: RPC }],
  [RpcEvent.VoiceSettingsUpdate, { scopes: VOICE_READ }],
  [RpcEvent.VoiceConnectionStatus, { scopes: VOICE_READ }],
  [RpcEvent.VoiceStateCreate, ofVoiceChannel],
  [RpcEvent.VoiceStateUpdate, ofVoiceChannel],
  [RpcEvent.VoiceStateDelete, ofVoiceChannel],
  [RpcEvent.SpeakingStart, ofVoiceChannel],
  [RpcEvent.SpeakingStop, ofVoiceChannel],
]);

const KNOWN_EVENTS: ReadonlySet<string> = new Set(Object.values(RpcEvent));
/** Subscriptions of one connection; more than any game needs. */
const SUBSCRIPTIONS_MAX = 200;

/** The event subscriptions of one connection. */
export class Subscriptions {
  readonly #keys = new Set<string>();

  /** @param hasScope whether the connection has a scope @returns why it may not subscribe */
  add(evt: unknown, args: object, hasScope: (scope: string) => boolean): RpcRejection | undefined {
    const row = rowOf(evt);
    if (row instanceof RpcRejection) return row;
    const lacking = lacksScope(row.scopes, hasScope);
    if (lacking !== undefined) return lacking;
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

  /** @param filter of an event that is subscribed to per guild or channel */
  has(evt: RpcEvent, filter?: string): boolean {
    return this.#keys.has(filter === undefined ? evt : `${evt}:${filter}`);
  }
}

/** Which scopes an event needs, for a connection whose token has ended meanwhile. */
export function scopesOfEvent(evt: RpcEvent): RpcScopes {
  return SUBSCRIBABLE.get(evt)?.scopes;
}

/** Whether an event is subscribed to per channel. */
export function isOfChannel(evt: unknown): boolean {
  return typeof evt === "string" && SUBSCRIBABLE.get(evt)?.filter === "channel_id";
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
