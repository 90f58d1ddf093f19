import { AudioModeType, type Call, type Client, type SessionStats } from "sdkpp";
import { Ear } from "./ear.js";
import type { Follower, Seat, Speech, Switches } from "./seat.js";

/** A place in the call of a lobby, as a game takes it. */
export class LobbySeat implements Seat {
  readonly serverId: string;
  readonly channelId: string;
  readonly ear = new Ear();
  readonly #client: Client;
  readonly #call: Call;
  #speech: Speech | undefined;

  private constructor(client: Client, lobbyId: string, call: Call) {
    this.serverId = lobbyId;
    this.channelId = lobbyId;
    this.#client = client;
    this.#call = call;
    call.on("participantChanged", (userId, isPresent) => isPresent && this.#listen(userId));
    for (const userId of call.getParticipants()) this.#listen(userId);
  }

  static async take(client: Client, lobbyId: string, signal: AbortSignal): Promise<LobbySeat> {
    // A client that has lost its session gets another one.
    await client.ready({ signal });
    const call = client.startCall(lobbyId);
    // Voice activity would hold back what is soft, and silence.
    call.setAudioMode(AudioModeType.MODE_PTT);
    const seat = new LobbySeat(client, lobbyId, call);
    try {
      await call.connected({ signal });
    } catch (error) {
      await seat.leave();
      throw error;
    }
    return seat;
  }

  async ready(signal: AbortSignal): Promise<void> {
    await this.#call.connected({ signal });
  }

  speak(wav: Uint8Array): Speech {
    this.#speech?.stop();
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const call = this.#call;
    call.playWav(wav);
    call.setPTTActive(true);
    const listening = call.on("inputEnded", () => speech.stop());
    const speech: Speech = {
      ended,
      stop: () => {
        listening.dispose();
        if (this.#speech === speech) this.#fallSilent();
        end();
      },
    };
    this.#speech = speech;
    return speech;
  }

  switch({ mute, deaf }: Switches): Promise<void> {
    this.#call.setSelfMute(mute);
    this.#call.setSelfDeaf(deaf);
    return Promise.resolve();
  }

  stats(): SessionStats {
    return this.#call.getStats();
  }

  follow(speakerId: string, follower: Follower): Disposable {
    return this.ear.of(speakerId).follow((block) => follower.sound(block));
  }

  async leave(): Promise<void> {
    this.#speech?.stop();
    if (this.#call.isValid()) await this.#client.endCall(this.serverId);
  }

  #listen(speaker: bigint): void {
    this.ear.begin(speaker, () => {
      this.#call.listen(speaker, (samples) => this.ear.hear(speaker, samples, 2));
    });
  }

  #fallSilent(): void {
    this.#speech = undefined;
    if (!this.#call.isValid()) return;
    this.#call.closeInput();
    this.#call.setPTTActive(false);
  }
}
