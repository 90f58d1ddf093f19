import os from "node:os";
import v8 from "node:v8";
import type { Clock } from "sdkpp/voice";
import type { Player } from "./player.js";
import type { Sessions } from "./sessions.js";

/** Frames of a client's players, of 20 ms each. */
export interface FrameStats {
  readonly sent: number;
  /** due while the source had nothing */
  readonly nulled: number;
  /** due and not sent for another reason */
  readonly deficit: number;
}

/** Counts of the node: of the machine, of all sessions, and of the frames of one of them since it was asked last. */
export class Stats {
  readonly #sessions: Sessions;
  readonly #clock: Clock;
  readonly #startedMs: number;
  readonly #told = new WeakMap<Player, Player["frames"]>();
  #cpu = process.cpuUsage();
  #cpuAtMs: number;

  constructor(sessions: Sessions, clock: Clock) {
    this.#sessions = sessions;
    this.#clock = clock;
    this.#startedMs = this.#cpuAtMs = clock.now();
  }

  /** Without frames, as `/v4/stats` has them. */
  ofNode(): object {
    const players = this.#sessions.all.flatMap((session) => [...session.players.values()]);
    return {
      players: players.length,
      playingPlayers: players.filter((player) => player.isPlaying).length,
      uptime: Math.round(this.#clock.now() - this.#startedMs),
      memory: memory(),
      cpu: this.#cpuLoad(),
      frameStats: null,
    };
  }

  /** Frames of these players since they were asked for last; null when none was due. */
  framesOf(players: Iterable<Player>): FrameStats | null {
    let [sent, expected, nulled] = [0, 0, 0];
    for (const player of players) {
      const { frames } = player;
      const before = this.#told.get(player) ?? { sent: 0, expected: 0, starved: 0 };
      this.#told.set(player, frames);
      sent += frames.sent - before.sent;
      expected += frames.expected - before.expected;
      nulled += frames.starved - before.starved;
    }
    return expected === 0 ? null : { sent, nulled, deficit: expected - sent - nulled };
  }

  #cpuLoad(): object {
    const cores = os.availableParallelism();
    const used = process.cpuUsage(this.#cpu);
    const passedMs = Math.max(1, this.#clock.now() - this.#cpuAtMs);
    this.#cpu = process.cpuUsage();
    this.#cpuAtMs = this.#clock.now();
    const lavalinkLoad = (used.user + used.system) / 1000 / passedMs / cores;
    return { cores, systemLoad: (os.loadavg()[0] ?? 0) / cores, lavalinkLoad };
  }
}

function memory(): object {
  const { heapTotal, heapUsed, rss } = process.memoryUsage();
  return {
    free: heapTotal - heapUsed,
    used: heapUsed,
    allocated: rss,
    reservable: v8.getHeapStatistics().heap_size_limit,
  };
}
