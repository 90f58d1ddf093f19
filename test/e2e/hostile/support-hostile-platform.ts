import { startPlatform, type Platform } from "@sdkpp/platform";
import { type Call, type ClientHostOptions, type EncryptionStatus } from "sdkpp";
import { afterAll, beforeAll } from "vitest";
import { BadPlatform } from "../../support/bad-platform.js";
import { enterLobby, type Player } from "../../support/players.js";
import { hum, toneShare } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { EncryptedChannel, speak } from "../encryption/support-encrypted-channel.js";

/** Frequencies of Ada's real and forged speech. */
export const TRUE_HZ = 440;
export const FORGED_HZ = 1500;
const FORGED_PACKETS = 25;
const IS_TONE = 0.5;
/** Blocks below this level are a fade-out and do not count as sound. */
const AUDIBLE = 500;

/** Frames of forged speech, most of a second. */
export const FRAMES = 40;

type State = EncryptionStatus["state"];

/** Half a second of a tone as Opus packets from our encoder. */
async function opusTone(hz: number): Promise<Buffer[]> {
  const channel = await EncryptedChannel.open(2, { e2ee: "off" });
  try {
    const [speaker, listener] = [await channel.enter(0), await channel.enter(1)];
    const packets: Buffer[] = [];
    const stream = listener.voice.receiver.subscribe(speaker.userId, { format: "opus" });
    speak(speaker, hz);
    for await (const { data } of stream) {
      packets.push(Buffer.from(data as Uint8Array));
      if (packets.length === FORGED_PACKETS) break;
    }
    return packets;
  } finally {
    await channel.close();
  }
}

/** Shared by the tests of a file: a platform, and forged speech. */
export class Stage {
  platform!: Platform;
  /** {@link FORGED_HZ} */
  forgery!: readonly Buffer[];

  /** Set up before the first test of the file and stopped after the last one. */
  static forThisFile(): Stage {
    const stage = new Stage();
    beforeAll(async () => {
      stage.forgery = await opusTone(FORGED_HZ);
      stage.platform = await startPlatform();
    });
    afterAll(() => stage.platform?.stop());
    return stage;
  }
}

/** Honest Ada in a call with Ben, whose platform is hostile. */
export class Victim {
  /** Ben's status notifications, in order, without repetitions */
  readonly told: (State | "lost" | "unannounced" | "keyChanged")[] = [];
  /** forged and real blocks that Ben received, by his last notified status */
  readonly heard = { forged: new Map<State, number>(), true: 0 };
  /** frames that Ben sent in the clear, by his last notified status */
  readonly sentClear = new Map<State, number>();
  call!: Call;
  adaCall!: Call;
  readonly #undo: (() => unknown)[] = [];

  private constructor(
    readonly platform: Platform,
    readonly bad: BadPlatform,
    readonly ada: Player,
    readonly ben: Player,
  ) {}

  static async meet(
    platform: Platform,
    secret: string,
    host: ClientHostOptions = {},
    adaHost: ClientHostOptions = {},
  ): Promise<Victim> {
    const bad = new BadPlatform();
    const { control } = platform;
    const [ada, ben] = ["ada", "ben"].map(
      (name) => control.users.create({ username: `${name}-${secret}` }).id,
    );
    const victim = new Victim(
      platform,
      bad,
      await enterLobby(platform, ada!, secret, adaHost),
      await enterLobby(platform, ben!, secret, { openSocket: bad.openSocket, ...host }),
    );
    victim.#undo.push(() => bad.close());
    victim.adaCall = victim.ada.client.startCall(victim.ada.lobbyId);
    victim.start();
    victim.adaCall.openPcmInput(48_000, 1);
    victim.#hum(victim.adaCall, TRUE_HZ);
    await victim.until("encryption", () => victim.state === "on" && victim.adaState === "on");
    await victim.until("speech", () => victim.heard.true > 10);
    return victim;
  }

  /** Ben joins, or joins again. */
  start(): void {
    const { client, lobbyId } = this.ben;
    this.call = client.startCallWithAudioCallbacks(
      lobbyId,
      (_user, samples) => this.#hears(samples),
      () => undefined,
    );
    const call = this.call;
    call.on("encryptionChanged", ({ state }) => this.#tell(state));
    call.on("encryptionLost", () => this.#tell("lost"));
    call.on("unannouncedMember", () => this.#tell("unannounced"));
    call.on("memberKeyChanged", () => this.#tell("keyChanged"));
    this.bad.onClear = () => count(this.sentClear, this.state);
    call.openPcmInput(48_000, 1);
    this.#hum(call, 700);
  }

  get state(): State {
    return this.call.getEncryptionStatus().state;
  }

  get adaState(): State {
    return this.adaCall.getEncryptionStatus().state;
  }

  /** Forged blocks that Ben received while his encryption status was `on`. */
  get deceived(): number {
    return this.heard.forged.get("on") ?? 0;
  }

  get forgedHeard(): number {
    return [...this.heard.forged.values()].reduce((sum, each) => sum + each, 0);
  }

  until(what: string, holds: () => boolean, deadlineMs = 20_000): Promise<void> {
    return waitFor(`${what}; Ben was told ${this.told.join(", ")}`, holds, deadlineMs);
  }

  /** Replaces Ada's speech by forged clear frames. @returns when this many of them were sent */
  async forge(packets: readonly Buffer[], frames: number): Promise<void> {
    this.bad.speakAsOther(packets);
    const before = this.bad.forged;
    await this.until("forged frames", () => this.bad.forged >= before + frames);
  }

  /** Stops forging and waits until Ben receives Ada's speech. */
  async honest(): Promise<void> {
    this.bad.speakAsOther(undefined);
    const before = this.heard.true;
    await this.until("Ada's own voice", () => this.heard.true > before + 10);
  }

  end(): void {
    for (const step of this.#undo.splice(0).reverse()) step();
    this.ada.client.destroy();
    this.ben.client.destroy();
  }

  #hum(call: Call, hz: number): void {
    const { stop } = hum((samples) => (call.isValid() ? call.pushPcm(samples) : 0), hz);
    this.#undo.push(stop);
  }

  #hears(samples: Int16Array): void {
    if (!samples.some((sample) => Math.abs(sample) > AUDIBLE)) return;
    if (toneShare(samples, TRUE_HZ) > IS_TONE) this.heard.true += 1;
    if (toneShare(samples, FORGED_HZ) > IS_TONE) count(this.heard.forged, this.state);
  }

  #tell(what: State | "lost" | "unannounced" | "keyChanged"): void {
    if (this.told.at(-1) !== what) this.told.push(what);
  }
}

function count(counts: Map<State, number>, state: State): void {
  counts.set(state, (counts.get(state) ?? 0) + 1);
}
