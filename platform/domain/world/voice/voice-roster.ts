import type { Snowflake } from "sdkpp/wire";
import type { Participation } from "../../records/voice/participation.js";

/** The participants of all calls. Lives in memory: no call outlives its process. */
export class VoiceRoster {
  /** Address of the voice server, `host:port`; null while there is none. */
  endpoint: string | null = null;
  readonly #byServer = new Map<Snowflake, Map<Snowflake, Participation>>();
  readonly #liveTokens = new Set<string>();
  readonly #usedTokens = new Set<string>();
  readonly #moving = new Set<Snowflake>();

  get(serverId: Snowflake, userId: Snowflake): Participation | undefined {
    return this.#byServer.get(serverId)?.get(userId);
  }

  put(participation: Participation): void {
    const { serverId, userId } = participation;
    const members = this.#byServer.get(serverId) ?? new Map<Snowflake, Participation>();
    const before = members.get(userId);
    if (before !== undefined && before.token !== participation.token) this.#usedTokens.delete(before.token);
    this.#byServer.set(serverId, members.set(userId, participation));
  }

  /** @returns puts the participation back, as it was */
  delete(serverId: Snowflake, userId: Snowflake): () => void {
    const members = this.#byServer.get(serverId);
    const before = members?.get(userId);
    const wasUsed = this.#usedTokens.delete(before?.token ?? "");
    members?.delete(userId);
    if (members?.size === 0) this.#byServer.delete(serverId);
    return () => {
      if (before !== undefined) this.put(before);
      if (before !== undefined && wasUsed) this.#usedTokens.add(before.token);
    };
  }

  membersOf(serverId: Snowflake): Participation[] {
    return [...(this.#byServer.get(serverId)?.values() ?? [])];
  }

  ofSession(sessionId: string): Participation[] {
    const all = [...this.#byServer.keys()].flatMap((serverId) => this.membersOf(serverId));
    return all.filter((one) => one.sessionId === sessionId);
  }

  ofUser(userId: Snowflake): Participation[] {
    return [...this.#byServer.values()].flatMap((members) => members.get(userId) ?? []);
  }

  /** Whether a voice gateway socket uses this token. */
  setLive(token: string, isLive: boolean): void {
    if (isLive) this.#liveTokens.add(token);
    else this.#liveTokens.delete(token);
  }

  /** A voice session has begun with this token. */
  use(token: string): void {
    this.#usedTokens.add(token);
  }

  /** The call has lost its voice server, or has one again. */
  setMoving(serverId: Snowflake, isMoving: boolean): void {
    if (isMoving) this.#moving.add(serverId);
    else this.#moving.delete(serverId);
  }

  isMoving(serverId: Snowflake): boolean {
    return this.#moving.has(serverId);
  }

  isUsed(token: string): boolean {
    return this.#usedTokens.has(token);
  }

  isLive(token: string): boolean {
    return this.#liveTokens.has(token);
  }
}
