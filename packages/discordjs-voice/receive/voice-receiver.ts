import type { ReceivedPacket, ReceiveStream, Subscription, VoiceSession } from "sdkpp/voice";
import type { ConnectionData } from "../networking/states.js";
import type { VoiceConnection } from "../shapes.js";
import { AudioReceiveStream } from "./audio-receive-stream.js";
import { createDefaultAudioReceiveStreamOptions, type AudioReceiveStreamOptions } from "./end-behavior.js";
import { SpeakingMap } from "./speaking-map.js";
import { SSRCMap } from "./ssrc-map.js";

/** More than any channel has. */
const MOST_SPEAKERS = 1000;

/** The sound of the others in a channel. It lasts as long as its connection, over all of its voice sessions. */
export class VoiceReceiver {
  readonly voiceConnection: VoiceConnection;
  readonly ssrcMap = new SSRCMap();
  readonly subscriptions = new Map<string, AudioReceiveStream>();
  connectionData: Partial<ConnectionData> = {};
  readonly speaking = new SpeakingMap();
  #session: VoiceSession | undefined;
  readonly #intakes = new Map<string, ReceiveStream<"opus">>();
  #listening: Subscription[] = [];

  constructor(voiceConnection: VoiceConnection) {
    this.voiceConnection = voiceConnection;
  }

  subscribe(userId: string, options?: Partial<AudioReceiveStreamOptions>): AudioReceiveStream {
    const existing = this.subscriptions.get(userId);
    if (existing !== undefined) return existing;
    const stream = new AudioReceiveStream({ ...createDefaultAudioReceiveStreamOptions(), ...options });
    stream.once("close", () => this.#closed(userId));
    this.subscriptions.set(userId, stream);
    this.#take(userId);
    return stream;
  }

  /** @internal The connection has another voice session, or none. */
  follow(session: VoiceSession | undefined): void {
    if (session === this.#session) return;
    this.#leave();
    this.#session = session;
    if (session === undefined) return;
    this.#listening = [
      session.on("announced", (userId, ssrc) => this.#announced(String(userId), ssrc)),
      session.on("participant", (userId, isPresent) => {
        if (!isPresent) this.ssrcMap.delete(String(userId));
      }),
      session.on("speaking", (userId, isSpeaking) => {
        if (userId !== session.userId) this.#speaks(String(userId), isSpeaking);
      }),
    ];
    for (const userId of this.subscriptions.keys()) this.#take(userId);
  }

  /** @internal The connection is over. */
  close(): void {
    this.follow(undefined);
    for (const stream of this.subscriptions.values()) stream.destroy();
  }

  #leave(): void {
    for (const subscription of this.#listening) subscription.dispose();
    for (const intake of this.#intakes.values()) intake.close();
    this.#intakes.clear();
    for (const userId of [...this.speaking.users.keys()]) this.speaking.finish(userId);
  }

  #announced(userId: string, ssrc: number): void {
    const known = this.ssrcMap.get(userId);
    if (known?.audioSSRC === ssrc) return;
    // A user who joined again has another SSRC.
    if (known !== undefined) this.ssrcMap.delete(userId);
    // The server names them, and nobody limits how many names it has.
    if (this.ssrcMap.size < MOST_SPEAKERS) this.ssrcMap.update({ audioSSRC: ssrc, userId });
  }

  #speaks(userId: string, isSpeaking: boolean): void {
    if (isSpeaking) this.speaking.begin(userId);
    else this.speaking.finish(userId);
  }

  /** Passes the packets of a user on to its stream. */
  #take(userId: string): void {
    const stream = this.subscriptions.get(userId);
    if (stream === undefined || this.#session === undefined || this.#session.status === "disconnected")
      return;
    const intake = this.#session.receiver.subscribe(userId, { format: "opus" });
    this.#intakes.set(userId, intake);
    void this.#pass(intake, stream);
  }

  async #pass(intake: ReceiveStream<"opus">, stream: AudioReceiveStream): Promise<void> {
    for await (const packet of intake) {
      if (stream.destroyed || stream.readableEnded) return;
      stream.push(this.#bufferOf(packet));
    }
  }

  /** A Buffer that has what the next version of `@discordjs/voice` hands out beside it. */
  #bufferOf({ data, sequence, rtpTimestamp: timestamp, ssrc }: ReceivedPacket): Buffer {
    // A copy: the packets of one delivery share their memory, which a bot that keeps one of them would keep whole.
    const own = Buffer.from(data);
    return Object.assign(own, { payload: own.subarray(), sequence, timestamp, ssrc });
  }

  #closed(userId: string): void {
    this.subscriptions.delete(userId);
    this.#intakes.get(userId)?.close();
    this.#intakes.delete(userId);
  }
}
