import type { CallGrant } from "@sdkpp/platform";
import { SdkError, type SessionStats } from "sdkpp";
import { VoiceSession, type ReceivedPacket } from "sdkpp/voice";
import { opusPacketSamples } from "sdkpp/wire";
import type { Arrival } from "../listening/gaps.js";
import { HEARD_RATE } from "../listening/judge.js";
import type { Stage } from "../people/stage.js";
import { Ear } from "./ear.js";
import type { Follower, Seat, Speech, Switches } from "./seat.js";

/** The owner of a seat, and the platform that it acts on. */
export interface ChannelSeatParts {
  readonly stage: Stage;
  readonly userId: string;
}

/** A place in the call of a server's channel: the platform's own app is in it, and a voice session speaks and listens for the app. */
export class ChannelSeat implements Seat {
  readonly serverId: string;
  readonly channelId: string;
  readonly ear = new Ear();
  readonly #app: ReturnType<Stage["control"]["as"]>;
  readonly #sessionId: string;
  readonly #session: VoiceSession;
  #isOver = false;

  private constructor({ stage, userId }: ChannelSeatParts, grant: CallGrant, endpoint: string) {
    this.#app = stage.control.as(userId);
    this.#sessionId = grant.sessionId;
    this.serverId = grant.serverId;
    this.channelId = grant.channelId;
    const { ca } = stage.endpoints;
    this.#session = VoiceSession.fromCredentials({ ...grant, endpoint, ca, selfDeaf: false });
    this.#session.on("participant", (speaker, isPresent) => {
      if (isPresent) this.ear.begin(speaker, () => void this.#listen(speaker));
    });
  }

  /** @throws {SdkError} VOICE_SERVER_GONE, and as `ready` of a voice session; RangeError when the user may not enter */
  static async take(parts: ChannelSeatParts, channelId: string, signal: AbortSignal): Promise<ChannelSeat> {
    const app = parts.stage.control.as(parts.userId);
    const grant = await app.enterCall(channelId);
    try {
      if (grant.endpoint === null)
        throw new SdkError(
          "VOICE_SERVER_GONE",
          "the call has no voice server: finish the move of its region first",
        );
      const seat = new ChannelSeat(parts, grant, grant.endpoint);
      await seat.#session.ready({ signal }).catch((error: unknown) => {
        seat.#session.destroy();
        throw error;
      });
      return seat;
    } catch (error) {
      await app.leaveCall();
      throw error;
    }
  }

  async ready(signal: AbortSignal): Promise<void> {
    await this.#session.ready({ signal });
  }

  speak(wav: Uint8Array): Speech {
    const playback = this.#session.play({ type: "wav", file: wav });
    const ended = playback.ended.then(
      () => undefined,
      () => undefined,
    );
    return { ended, stop: () => playback.stop() };
  }

  async switch(switches: Switches): Promise<void> {
    await this.#app.enterCall(this.channelId, switches);
    const { mute: selfMute, deaf: selfDeaf } = switches;
    this.#session.updateState({ sessionId: this.#sessionId, selfMute, selfDeaf });
  }

  stats(): SessionStats {
    return this.#session.getStats();
  }

  follow(speakerId: string, follower: Follower): Disposable {
    const packets = this.#session.receiver.onPackets((all) => {
      for (const packet of all) if (String(packet.userId) === speakerId) follower.packet(arrivalOf(packet));
    });
    const sound = this.ear.of(speakerId).follow((block) => follower.sound(block));
    return {
      [Symbol.dispose]: () => {
        sound[Symbol.dispose]();
        packets.dispose();
      },
    };
  }

  async leave(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#session.destroy();
    await this.#app.leaveCall();
  }

  async #listen(speaker: bigint): Promise<void> {
    using stream = this.#session.receiver.subscribe(speaker, { format: "pcm" });
    for await (const { userId, data } of stream) this.ear.hear(userId, data, 2);
  }
}

function arrivalOf({ arrival, data }: ReceivedPacket): Arrival {
  return { atMs: milliseconds(arrival), size: data.length, lengthMs: milliseconds(opusPacketSamples(data)) };
}

function milliseconds(samples: number): number {
  return (samples / HEARD_RATE) * 1000;
}
