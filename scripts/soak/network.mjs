// A call over a bad network whose connections are cut at random every few seconds. Audio has to heal each time and
// memory has to stay flat. The full form (20 minutes) also stops a player's JavaScript thread for 60 s.
import { fork } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startPlatform } from "@sdkpp/platform";
import * as sdk from "sdkpp";
import { toneWav } from "../../test/support/tone-wav.mjs";
import { seeded } from "./seeded.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const PLAYER = path.join(root, "test/support/player-process.mjs");
/** The main gateway's backoff grows to 30 s under cuts that come this fast. */
const HEAL_LIMIT_MS = 45_000;
const PROOF_MS = 1000;
/** Of the packets of {@link PROOF_MS}; the network loses some. */
const PROOF_SHARE = 0.8;
/** Of the packets of both directions while a thread stalls. */
const STALL_SHARE = 0.93;
const GROWTH_LIMIT_MIB = 24;
const NETWORK = { loss: 0.02, burst: 3, jitterMs: 15 };

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A player in a process of its own. */
class Player {
  #waiting = [];

  constructor(name, userId) {
    this.name = name;
    this.userId = userId;
    this.child = fork(PLAYER, { execArgv: ["--expose-gc"], serialization: "advanced" });
    this.child.on("message", (answer) => {
      const at = this.#waiting.findIndex(({ did }) => did === answer.did || answer.did === "failed");
      const [one] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (answer.did === "failed") one?.reject(new Error(`${name}: ${answer.what}: ${answer.error}`));
      else one?.resolve(answer);
    });
    this.child.on("exit", (code) => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error(`${name} ended with ${code}`));
    });
  }

  expect(did) {
    return new Promise((resolve, reject) => this.#waiting.push({ did, resolve, reject }));
  }

  ask(what, more = {}) {
    const answer = this.expect(what);
    this.child.send({ do: what, ...more });
    return answer;
  }

  async heard() {
    const { stats } = await this.ask("status");
    return stats.packetsReceived;
  }

  async leave() {
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.send({ do: "leave" });
    return ended;
  }
}

class Soak {
  checks = [];
  heals = [];
  notes = [];
  #started = performance.now();

  constructor(options, platform, players) {
    this.options = options;
    this.platform = platform;
    this.players = players;
    this.random = seeded(options.seed);
  }

  check(what, isGood, detail) {
    this.checks.push({ name: what, isGood });
    const at = ((performance.now() - this.#started) / 1000).toFixed(1).padStart(7);
    console.log(
      `${at} s  ${isGood ? "ok    " : "FAILED"}  ${what}${detail === undefined ? "" : `  (${detail})`}`,
    );
  }

  pick(list) {
    return list[Math.floor(this.random() * list.length)];
  }

  /** Ways to disturb a player's connections. */
  cuts({ userId }) {
    const { control } = this.platform;
    const voice = ["reset", 4015, 4009, 4006, 1001].map((how) => [
      `voice gateway, ${how}`,
      () => control.voice.close(userId, how),
    ]);
    const main = ["reset", 4000, 4009, 1001].map((how) => [
      `main gateway, ${how}`,
      () => control.gateway.close(userId, how),
    ]);
    return [
      ...voice,
      ...main,
      ["op 7", () => control.gateway.reconnect(userId)],
      ["op 9, resumable", () => control.gateway.invalidate(userId, true)],
      ["op 9, not resumable", () => control.gateway.invalidate(userId, false)],
      [
        "voice and main gateway, reset",
        () => {
          control.voice.close(userId, "reset");
          control.gateway.close(userId, "reset");
        },
      ],
    ];
  }

  /** @returns whether both hear the other again, and after how many milliseconds both were connected */
  async healed() {
    const from = performance.now();
    while (performance.now() - from < HEAL_LIMIT_MS) {
      const states = await Promise.all(this.players.map((player) => player.ask("changes")));
      const healedAt = performance.now();
      if (states.every(({ isUp }) => isUp) && (await this.#isAudible())) return { ms: healedAt - from };
      await pause(50);
    }
    return undefined;
  }

  /** For who has to find out why. */
  async #states() {
    const all = await Promise.all(this.players.map((player) => player.ask("status")));
    return all
      .map(({ client, status, stats }, at) => {
        const { name } = this.players[at];
        const heard = stats.speakers.map((one) => `${one.ssrc}: ${one.packetsReceived}`).join(", ");
        const words = `client ${sdk.Client.statusToString(client)}, call ${sdk.Call.statusToString(status)}`;
        return `${name}: ${words}, sent ${stats.packetsSent}, received ${stats.packetsReceived} (${heard}), refused ${JSON.stringify(stats.refused)}`;
      })
      .join("; ");
  }

  async #isAudible() {
    const before = await Promise.all(this.players.map((player) => player.heard()));
    await pause(PROOF_MS);
    const after = await Promise.all(this.players.map((player) => player.heard()));
    return after.every((count, at) => count - before[at] >= (PROOF_MS / 20) * PROOF_SHARE);
  }

  async cutOnce() {
    const victim = this.pick(this.players);
    const [what, cut] = this.pick(this.cuts(victim));
    const before = await victim.ask("changes");
    cut();
    const end = performance.now() + HEAL_LIMIT_MS;
    let now = before;
    while (now.changes === before.changes && performance.now() < end) {
      await pause(20);
      now = await victim.ask("changes");
    }
    const result = now.changes === before.changes ? undefined : await this.healed();
    if (result) this.heals.push({ what, ms: result.ms });
    const detail = result ? `healed after ${result.ms.toFixed(0)} ms` : await this.#states();
    this.check(`${victim.name}: ${what}`, result !== undefined, detail);
  }

  /** Stalls the thread; the audio of that player continues in both directions. */
  async stall(victim) {
    const { stallMs } = this.options;
    const packets = async () => {
      const { sessions, counters } = await this.platform.control.voice.stats();
      const own = sessions.filter(({ userId }) => userId === victim.userId);
      const sum = (name) => own.reduce((all, one) => all + one[name], 0);
      const lost = counters.impairedLost;
      return { in: sum("packetsIn"), out: sum("packetsOut"), lost, at: performance.now() };
    };
    const over = victim.expect("stalled");
    const begun = victim.expect("stalling");
    victim.child.send({ do: "stall", ms: stallMs });
    await begun;
    const before = await packets();
    await pause(stallMs - 500);
    const after = await packets();
    const expected = (after.at - before.at) / 20;
    const both = after.in - before.in + after.out - before.out;
    // Packets that the emulated network dropped on purpose do not count against the stall: one direction's packets each.
    const share = (both + after.lost - before.lost) / (2 * expected);
    const least = Math.min(after.in - before.in, after.out - before.out) / expected;
    this.check(
      `${victim.name}: thread stalled ${stallMs / 1000} s, audio goes on`,
      share > STALL_SHARE && least > (this.options.isShort ? PROOF_SHARE : STALL_SHARE),
      `${(share * 100).toFixed(1)} % with what the network lost, ${(least * 100).toFixed(1)} % in the worse direction`,
    );
    await over;
    const result = await this.healed();
    this.check(
      `${victim.name}: session after the stall`,
      result !== undefined,
      result && `healed after ${result.ms.toFixed(0)} ms`,
    );
  }

  async memory() {
    globalThis.gc?.();
    const players = await Promise.all(this.players.map((player) => player.ask("memory")));
    return [...players.map(({ rss }) => rss), process.memoryUsage().rss];
  }

  async run() {
    const lasting = this.options.minutes * 60_000;
    const end = performance.now() + lasting;
    let warm;
    while (performance.now() < end) {
      await pause(1000 + 2000 * this.random());
      await this.cutOnce();
      // Allocations of first-time work are no leak.
      if (warm === undefined && performance.now() > end - lasting * 0.6) warm = await this.memory();
    }
    await this.stall(this.players[0]);
    const last = await this.memory();
    for (const [at, name] of ["Ada's process", "Ben's process", "the platform's process"].entries()) {
      const grown = (last[at] - (warm ?? last)[at]) / 2 ** 20;
      this.notes.push([
        `memory of ${name}`,
        `${(last[at] / 2 ** 20).toFixed(0)} MiB, grown by ${grown.toFixed(1)} MiB`,
      ]);
      this.check(`memory of ${name} is flat`, grown < GROWTH_LIMIT_MIB, `grown by ${grown.toFixed(1)} MiB`);
    }
    for (const player of this.players) {
      const code = await player.leave();
      this.check(`${player.name}'s process ends`, code === 0, `code ${code}`);
    }
  }

  rows() {
    const sorted = this.heals.map(({ ms }) => ms).sort((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0);
    return [
      ["seed", String(this.options.seed)],
      ["duration", `${this.options.minutes} minutes, then a stall of ${this.options.stallMs / 1000} s`],
      [
        "network",
        `${NETWORK.loss * 100} % loss in bursts of ${NETWORK.burst}, ${NETWORK.jitterMs} ms jitter`,
      ],
      ["cuts", String(this.heals.length)],
      ["both connected again, p50 / p95 / worst", `${at(0.5)} / ${at(0.95)} / ${at(1)} ms`],
      ...this.notes,
      ["checks", `${this.checks.length} made, ${this.checks.filter(({ isGood }) => !isGood).length} failed`],
    ];
  }
}

/** @returns rows of the report, and its checks */
export async function soakNetwork(options) {
  const platform = await startPlatform({ enforceRateLimits: false });
  const { endpoints, seeded: planted, control } = platform;
  const players = [new Player("Ada", planted.userIds[0]), new Player("Ben", planted.userIds[1])];
  const soak = new Soak(options, platform, players);
  try {
    const { apiBase, webBase, ca } = endpoints;
    const scopes = sdk.Client.getDefaultCommunicationScopes();
    for (const player of players) {
      const token = control.tokens.issue(planted.applicationId, player.userId, scopes).access_token;
      const { lobbyId } = await player.ask("enter", { apiBase, webBase, ca, token, secret: "soak" });
      await player.ask("call", { lobbyId, wav: toneWav().toString("base64") });
    }
    await control.faults.impair({ seed: options.seed, ...NETWORK, direction: "in" });
    await soak.run();
  } catch (error) {
    soak.check("the soak itself", false, String(error));
  } finally {
    for (const { child } of players) child.kill("SIGKILL");
    await platform.stop();
  }
  return { title: "A call over a bad network", rows: soak.rows(), checks: soak.checks };
}
