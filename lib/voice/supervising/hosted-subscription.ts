import { showType } from "../../protocol/index.js";
import { ArgumentError } from "../../wire/index.js";
import { AudioPlayer } from "../audio-player.js";
import type { SentPlayer } from "../process/messages.js";
import { HostedAudioPlayer } from "./hosted-audio-player.js";
import type { HostedInput } from "./hosted-input.js";
import type { Hosted, VoiceSupervisor } from "../../hosting/index.js";

/** A player whose sound a call in a voice process sends. */
export class HostedSubscription implements HostedInput {
  readonly id: number;
  readonly #player: HostedAudioPlayer;
  #isOver = false;

  constructor(id: number, player: HostedAudioPlayer) {
    this.id = id;
    this.#player = player;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isMoving(): boolean {
    return this.#player.current?.isMoving === true;
  }

  get sent(): SentPlayer | undefined {
    const isOver = this.#isOver || this.#player.status === "closed";
    return isOver ? undefined : { id: this.id, player: this.#player.name };
  }

  get player(): Hosted | undefined {
    return this.sent === undefined ? undefined : this.#player.supervised;
  }

  /** The call is silenced in this server, or is heard again. */
  silenced(...change: Parameters<HostedAudioPlayer["silenced"]>): void {
    if (!this.#isOver) this.#player.silenced(...change);
  }

  /** The player hears itself what is said about it. */
  heard(): void {}

  lost(): void {}

  end(): void {
    this.#isOver = true;
  }
}

/** @throws {ArgumentError} */
export function assertHosted(
  player: unknown,
  supervisor: VoiceSupervisor,
): asserts player is HostedAudioPlayer {
  const expected = "a HostedAudioPlayer with the `voiceHost` of this connection";
  if (!(player instanceof HostedAudioPlayer))
    throw new ArgumentError(
      "player",
      expected,
      player instanceof AudioPlayer ? "an AudioPlayer" : showType(player),
    );
  if (!player.isOf(supervisor)) throw new ArgumentError("player", expected, "one with another");
}
