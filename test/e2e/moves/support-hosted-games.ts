import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { startPlatform, type Platform } from "@sdkpp/platform";
import type { Call, ClientHostOptions, VoiceMove, VoiceSupervisor } from "sdkpp";
import { enterLobby, type Player } from "../../support/players.js";
import { hum } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";

/** The tone of {@link HostedGames.humInto}. */
export const HZ = 440;
export const RATE = 48_000;
/** So many blocks are proof that somebody is heard. */
export const BLOCKS = 25;

/** A platform, a supervisor of voice processes and a folder. */
export class HostedGames {
  readonly platform: Platform;
  supervisor: VoiceSupervisor;
  readonly folder = mkdtempSync(path.join(tmpdir(), "sdkpp-hosted-"));
  readonly undo: (() => unknown)[] = [];

  private constructor(platform: Platform, supervisor: VoiceSupervisor) {
    this.platform = platform;
    this.supervisor = supervisor;
  }

  static async start(supervisor: VoiceSupervisor): Promise<HostedGames> {
    return new HostedGames(await startPlatform(), supervisor);
  }

  async enter(which: 0 | 1, host: ClientHostOptions = {}): Promise<Player> {
    const player = await enterLobby(this.platform, this.platform.seeded.userIds[which], "room", host);
    this.undo.push(() => player.client.destroy());
    return player;
  }

  /** Ada, whose calls are in a voice process, and Ben, who is not. */
  async meet(host: ClientHostOptions = {}) {
    const ada = await this.enter(0, { voiceHost: this.supervisor, ...host });
    const ben = await this.enter(1);
    const call = ada.client.startCall(ada.lobbyId);
    const bensCall = ben.client.startCall(ben.lobbyId);
    const moves: VoiceMove[] = [];
    call.on("moved", (move) => moves.push(move));
    await Promise.all([call.encrypted(), bensCall.encrypted()]);
    return { ada, ben, call, bensCall, moves };
  }

  /** Resolves when a spare process waits. */
  spare(): Promise<void> {
    return new Promise((resolve) => this.supervisor.on("spareReady", resolve));
  }

  /** @returns ends it */
  humInto(call: Call): () => void {
    call.openPcmInput(RATE, 1);
    const { stop } = hum((samples) => call.pushPcm(samples), HZ);
    this.undo.push(stop);
    return stop;
  }

  async end(): Promise<void> {
    for (const step of this.undo.reverse()) step();
    this.supervisor.close();
    await this.platform.stop();
    rmSync(this.folder, { recursive: true });
  }
}

/** Games in a scene of their own for each test of a file. @param begun is given it */
export function hostedGamesPerTest(
  makeSupervisor: () => VoiceSupervisor,
  begun: (games: HostedGames) => void,
): void {
  let games: HostedGames;
  beforeEach(async () => {
    games = await HostedGames.start(makeSupervisor());
    begun(games);
  });
  afterEach(() => games.end());
}

/** A module of audio callbacks that silences what is sent, and all that is heard. */
export const SILENCING = `export function captured(samples) { samples.fill(0); }
export function received(userId, samples, perChannel, rate, channels, out) { out.value = true; }`;

/** Waits until callbacks have edited blocks in both directions. */
export async function filtered(call: Call): Promise<void> {
  const before = call.getStats().callbacks;
  const isBusy = (name: "captured" | "received"): boolean =>
    call.getStats().callbacks[name] > before[name] + BLOCKS;
  await waitFor("filtered blocks", () => isBusy("captured") && isBusy("received"));
}
