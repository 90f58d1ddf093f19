import type { Cancel } from "sdkpp/voice";
import { Player, type PlayerParts } from "./player.js";
import { Refusal } from "./refusal.js";
import { playableTrack } from "./tracks.js";
import { snowflakeOf, type PlayerUpdate } from "./update.js";
import type { TrackResolver } from "../sources/resolver.js";
import type { ServerMessage } from "./wire-types.js";

const MOST_QUEUED = 1000;
const DEFAULT_TIMEOUT_S = 60;
const LONGEST_TIMEOUT_S = 86_400;

/** Where messages of a session go. */
export interface Wire {
  send(message: ServerMessage): void;
}

/** The parts that all sessions of a door share. */
export interface SessionParts extends PlayerParts {
  readonly resolve: TrackResolver;
  /** milliseconds between two playerUpdates */
  readonly playerUpdateMs: number;
  /** @throws {Refusal} 429 when the door has too many players */
  readonly admitPlayer: () => void;
}

/** A client with its players. While it has no connection its events wait, up to 1,000 of them; the oldest give way. */
export class Session {
  readonly id: string;
  readonly userId: string;
  readonly players = new Map<string, Player>();
  readonly #parts: SessionParts;
  #wire: Wire | undefined;
  /** events of a time without connection, or while an answer is on its way */
  #queued: ServerMessage[] = [];
  #answersOnTheWay = 0;
  #isResuming = false;
  #isOver = false;
  #timeoutS = DEFAULT_TIMEOUT_S;
  #untilUpdate: Cancel | undefined;

  constructor(id: string, userId: string, parts: SessionParts) {
    this.id = id;
    this.userId = userId;
    this.#parts = parts;
    this.#updateLater();
  }

  /** Whether it has a connection. */
  get isConnected(): boolean {
    return this.#wire !== undefined;
  }

  /** How long it outlives its connection, milliseconds; 0: not at all. */
  get outlivesMs(): number {
    return this.#isResuming ? this.#timeoutS * 1000 : 0;
  }

  /** A connection is there: `ready` comes first, then what waited, then where the players are. */
  connected(wire: Wire, isResumed: boolean): void {
    this.#wire = wire;
    wire.send({ op: "ready", resumed: isResumed, sessionId: this.id });
    this.#flush();
    for (const player of this.players.values()) this.#tellState(player);
  }

  /** The connection is gone. */
  disconnected(): void {
    this.#wire = undefined;
  }

  /** Sends what is of no use later. */
  send(message: ServerMessage): void {
    this.#wire?.send(message);
  }

  /**
   * Events wait until an answer is out, so that a client hears of a track behind the answer that names it.
   * @returns call it when the answer is out
   */
  holdEvents(): () => void {
    this.#answersOnTheWay += 1;
    return () => {
      this.#answersOnTheWay -= 1;
      this.#flush();
    };
  }

  /** @throws {Refusal} 400 */
  configure(body: unknown): { resuming: boolean; timeout: number } {
    const { resuming, timeout } = (body ?? {}) as Record<string, unknown>;
    if (resuming != null && typeof resuming !== "boolean")
      throw new Refusal(400, "resuming: expected true or false");
    if (timeout != null && !isTimeout(timeout))
      throw new Refusal(400, `timeout: expected seconds, 0 to ${String(LONGEST_TIMEOUT_S)}`);
    this.#isResuming = resuming ?? this.#isResuming;
    this.#timeoutS = timeout ?? this.#timeoutS;
    return { resuming: this.#isResuming, timeout: this.#timeoutS };
  }

  /** @throws {Refusal} 404 */
  player(guildId: string): Player {
    const player = this.players.get(guildId);
    if (player === undefined) throw new Refusal(404, "this session has no player of that guild");
    return player;
  }

  /**
   * Changes a player, and makes one that is missing.
   * @param noReplace leaves a track that plays
   * @throws {Refusal} 400, 404, 429
   */
  async update(guildId: string, update: PlayerUpdate, noReplace: boolean): Promise<Player> {
    const guild = snowflakeOf("guildId", guildId);
    const { track } = update;
    const isLeft = track !== undefined && noReplace && this.players.get(guild)?.hasTrack === true;
    const next =
      isLeft || track === undefined || track.type === "stop"
        ? undefined
        : await playableTrack(this.#parts.resolve, track);
    const player = this.players.get(guild) ?? this.#makePlayer(guild);
    player.update(isLeft ? withoutTrack(update) : update, next);
    return player;
  }

  /** Ends a player, if there is one. */
  remove(guildId: string): void {
    this.players.get(guildId)?.close("stopped");
    this.players.delete(guildId);
  }

  /** Ends all players. */
  end(): void {
    this.#isOver = true;
    this.#untilUpdate?.();
    for (const player of this.players.values()) player.close("cleanup");
    this.players.clear();
  }

  #makePlayer(guildId: string): Player {
    // a track that is looked for may be found behind the end
    if (this.#isOver) throw new Refusal(404, "this session has ended; connect anew");
    this.#parts.admitPlayer();
    const player = new Player({ userId: this.userId, guildId }, this.#parts, {
      event: (guild, event) => this.#tell({ op: "event", guildId: guild, ...event }),
      stateChanged: (changed) => this.#tellState(changed),
    });
    this.players.set(guildId, player);
    return player;
  }

  #tell(message: ServerMessage): void {
    this.#queued.push(message);
    if (this.#queued.length > MOST_QUEUED) this.#queued.shift();
    this.#flush();
  }

  #flush(): void {
    const wire = this.#wire;
    if (wire === undefined || this.#answersOnTheWay > 0) return;
    for (const message of this.#queued.splice(0)) wire.send(message);
  }

  /** A state is of its moment: it does not wait. */
  #tellState(player: Player): void {
    this.send({ op: "playerUpdate", guildId: player.guildId, state: player.state });
  }

  #updateLater(): void {
    this.#untilUpdate = this.#parts.clock.schedule(this.#parts.playerUpdateMs, () => {
      for (const player of this.players.values()) if (player.hasTrack) this.#tellState(player);
      this.#updateLater();
    });
  }
}

/** Beside a track these are of that track, and are left with it. */
const OF_TRACK = ["track", "userData", "position", "endTime", "paused"];

function withoutTrack(update: PlayerUpdate): PlayerUpdate {
  return Object.fromEntries(Object.entries(update).filter(([key]) => !OF_TRACK.includes(key)));
}

function isTimeout(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= LONGEST_TIMEOUT_S;
}
