import type { Platform } from "@sdkpp/platform";
import { SdkError, type SessionStats } from "sdkpp";
import { VoiceSession } from "sdkpp/voice";
import { Ear } from "./ear.js";
import type { Seat, Speech, Switches } from "./seat.js";

/** A place in the call of a server's channel: the platform's own app is in it, and a voice session speaks and listens for the app. */
export class ChannelSeat implements Seat {
  readonly serverId: string;
  readonly channelId: string;
  readonly ear = new Ear();
  readonly #platform: Platform;
  readonly #userId: string;
  readonly #sessionId: string;
  readonly #session: VoiceSession;
  readonly #heard = new Set<bigint>();
  #isOver = false;

  private constructor(platform: Platform, userId: string, channelId: string) {
    const grant = platform.control.as(userId).enterCall(channelId);
    const { endpoint, sessionId, serverId } = grant;
    if (endpoint === null)
      throw new SdkError(
        "VOICE_SERVER_GONE",
        "the call has no voice server: finish the move of its region first",
      );
    this.#platform = platform;
    this.#userId = userId;
    this.#sessionId = sessionId;
    this.serverId = serverId;
    this.channelId = channelId;
    const { ca } = platform.endpoints;
    this.#session = VoiceSession.fromCredentials({ ...grant, endpoint, ca, selfDeaf: false });
    this.#session.on("participant", (speaker, isPresent) => isPresent && void this.#listen(speaker));
  }

  static async take(
    platform: Platform,
    userId: string,
    channelId: string,
    signal: AbortSignal,
  ): Promise<ChannelSeat> {
    const seat = new ChannelSeat(platform, userId, channelId);
    try {
      await seat.#session.ready({ signal });
    } catch (error) {
      await seat.leave();
      throw error;
    }
    return seat;
  }

  speak(wav: Uint8Array): Speech {
    const playback = this.#session.play({ type: "wav", file: wav });
    const ended = playback.ended.then(
      () => undefined,
      () => undefined,
    );
    return { ended, stop: () => playback.stop() };
  }

  switch(switches: Switches): void {
    this.#platform.control.as(this.#userId).enterCall(this.channelId, switches);
    const { mute: selfMute, deaf: selfDeaf } = switches;
    this.#session.updateState({ sessionId: this.#sessionId, selfMute, selfDeaf });
  }

  stats(): SessionStats {
    return this.#session.getStats();
  }

  leave(): Promise<void> {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#session.destroy();
      this.#platform.control.as(this.#userId).leaveCall();
    }
    return Promise.resolve();
  }

  async #listen(speaker: bigint): Promise<void> {
    // The stream of a user goes on when the user comes back.
    if (this.#heard.has(speaker)) return;
    this.#heard.add(speaker);
    using stream = this.#session.receiver.subscribe(speaker, { format: "pcm" });
    for await (const { userId, data } of stream) this.ear.hear(userId, data, 2);
  }
}
