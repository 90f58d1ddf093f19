import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform, type Platform, type PlatformOptions } from "@sdkpp/platform";
import { Call, type ClientHostOptions } from "sdkpp";
import { expect, onTestFinished } from "vitest";
import { enterLobby, type Player } from "../../support/players.js";
import { tone, toneShare } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { samplesOf, wavOf } from "../../support/wav.js";

export const ADA_HZ = 480;
/** A whole number of periods of {@link ADA_HZ}, so that it loops without a click. */
const TONE = wavOf(tone(ADA_HZ, 48_000));
const BLOCK = 2 * 960;
/** the share of blocks that counts as all */
const ALMOST_ALL = 0.97;
const WINDOWS_MAX = 8;

type Received = (
  userId: bigint,
  samples: Int16Array,
  perChannel: number,
  rate: number,
  channels: number,
  out: { value: boolean },
) => void;
type Captured = (samples: Int16Array) => void;

/** Ada plays a tone from the addon without JavaScript; Ben receives and records it. */
export class Meeting {
  readonly folder = mkdtempSync(join(tmpdir(), "sdkpp-faults-"));
  readonly recording = join(this.folder, "heard.wav");
  readonly #calls: Call[] = [];

  private constructor(
    readonly platform: Platform,
    readonly ada: Player,
    readonly ben: Player,
  ) {}

  static async open(options: PlatformOptions = {}, host: ClientHostOptions = {}): Promise<Meeting> {
    const platform = await startPlatform(options);
    const [adaId, benId] = platform.seeded.userIds;
    const ada = await enterLobby(platform, adaId);
    return new Meeting(platform, ada, await enterLobby(platform, benId, "room", host));
  }

  /** Like {@link open}; ends with the test. */
  static async forThisTest(): Promise<Meeting> {
    const meeting = await Meeting.open();
    onTestFinished(() => meeting.close());
    return meeting;
  }

  /** @param captured Ada's */
  hum(captured?: Captured): Call {
    const { client, lobbyId } = this.ada;
    const call =
      captured === undefined
        ? client.startCall(lobbyId)
        : client.startCallWithAudioCallbacks(lobbyId, () => undefined, captured);
    call.playWav(TONE, { loop: true });
    this.#calls.push(call);
    return call;
  }

  /** @param received Ben's */
  listen(received?: Received): Call {
    const { client, lobbyId } = this.ben;
    const call =
      received === undefined
        ? client.startCall(lobbyId)
        : client.startCallWithAudioCallbacks(lobbyId, received, () => undefined);
    this.#calls.push(call);
    return call;
  }

  async connected(): Promise<void> {
    await waitFor("both to be in the call", () =>
      this.#calls.every((call) => call.getStatus() === Call.Status.Connected),
    );
  }

  /** Samples per channel that a call played of Ada's voice so far. */
  static played(call: Call): number {
    return call.getStats().speakers.reduce((sum, speaker) => sum + speaker.playedSamples, 0);
  }

  /** Waits until this many more milliseconds of Ada's voice were played. */
  static async plays(call: Call, ms: number): Promise<void> {
    const end = Meeting.played(call) + ms * 48;
    await waitFor(`${String(ms)} ms more to be played`, () => Meeting.played(call) >= end, 2 * ms + 10_000);
  }

  /**
   * Records windows of this many milliseconds until nearly all blocks of one contain the tone: a busy machine is late with some
   * now and then, a fault costs some of each.
   */
  async hearsAll(call: Call, ms: number): Promise<void> {
    const shares: number[] = [];
    while (Math.max(0, ...shares) <= ALMOST_ALL && shares.length < WINDOWS_MAX)
      shares.push(await this.record(call, ms));
    expect(Math.max(...shares), `shares of the tone: ${shares.join(", ")}`).toBeGreaterThan(ALMOST_ALL);
  }

  /**
   * Records this many milliseconds.
   * @returns the share of blocks that contain the tone, 0 to 1
   */
  async record(call: Call, ms: number): Promise<number> {
    await Meeting.plays(call, 300);
    const { ended } = call.recordWav(this.recording);
    await Meeting.plays(call, ms);
    call.stopRecording();
    await ended;
    const samples = samplesOf(readFileSync(this.recording));
    const shares: number[] = [];
    for (let at = BLOCK; at + BLOCK <= samples.length; at += BLOCK)
      shares.push(toneShare(samples.subarray(at, at + BLOCK), ADA_HZ));
    return shares.filter((share) => share > 0.5).length / shares.length;
  }

  async close(): Promise<void> {
    this.ada.client.destroy();
    this.ben.client.destroy();
    await this.platform.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
