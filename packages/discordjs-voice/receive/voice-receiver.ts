import type { ReceivedPacket, ReceiveStream, Subscription, VoiceSession } from "sdkpp/voice";
import type { ConnectionData } from "../networking/states.js";
import type { VoiceConnection } from "../shapes.js";
import { AudioReceiveStream } from "./audio-receive-stream.js";
import { createDefaultAudioReceiveStreamOptions, type AudioReceiveStreamOptions } from "./end-behavior.js";
import { SpeakingMap } from "./speaking-map.js";
import { SSRCMap } from "./ssrc-map.js";

/** The sound of the others in a channel. It lasts as long as its connection, over all of its voice sessions. */
export class VoiceReceiver {
  readonly voiceConnection: VoiceConnection;
  readonly ssrcMap = new SSRCMap();
  readonly subscriptions = new Map<string, AudioReceiveStream>();
  connectionData: Partial<ConnectionData> = {};
  readonly speaking = new SpeakingMap();
  #session: VoiceSession | undefined;
  readonly #intakes = new Map<string, ReceiveStream<"opus">>();
  #listening: Subscription | undefined;

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
    this.#listening = session.on("speaking", (userId, speaking) => {
      if (userId !== session.userId) this.#speaks(session, userId, speaking);
    });
    for (const userId of this.subscriptions.keys()) this.#take(userId);
  }

  /** @internal The connection is over. */
  close(): void {
    this.follow(undefined);
    for (const stream of this.subscriptions.values()) stream.destroy();
  }

  #leave(): void {
    this.#listening?.dispose();
    for (const intake of this.#intakes.values()) intake.close();
    this.#intakes.clear();
    for (const userId of [...this.speaking.users.keys()]) this.speaking.finish(userId);
  }

  #speaks(session: VoiceSession, userId: bigint, speaking: boolean): void {
    if (!speaking) return this.speaking.finish(String(userId));
    const speaker = session.getStats().speakers.find((one) => one.userId === userId);
    if (speaker !== undefined && this.ssrcMap.get(speaker.ssrc)?.userId !== String(userId))
      this.ssrcMap.update({ audioSSRC: speaker.ssrc, userId: String(userId) });
    this.speaking.begin(String(userId));
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
