import { RpcErrorCode, RpcEvent, type Snowflake } from "sdkpp/wire";
import type { Participation } from "../../domain/records/voice/participation.js";
import { changeOwnFlags } from "../../domain/rules/voice/calls.js";
import type { RpcContext } from "../context.js";
import type { RpcGame } from "../game.js";
import { RpcRejection } from "../rejection.js";
import type { SetVoiceInput, UserVoiceInput } from "../request-shapes.js";
import { changedSettings, FIRST_SETTINGS, secondForm, type VoiceSettings } from "./settings.js";

/** How the app's user hears another one. */
export interface UserVoice {
  /** percent, 0 to 200 */
  readonly volume: number;
  readonly mute: boolean;
  /** how much each ear hears, 0 to 1 */
  readonly pan: { readonly left: number; readonly right: number };
}

const UNCHANGED: UserVoice = { volume: 100, mute: false, pan: { left: 1, right: 1 } };

/**
 * Voice settings of a desktop app's user. Mute and deafen are those of the user's calls in servers. The first game that sets
 * them controls them until it disconnects; then they are what they were before.
 */
export class DesktopVoice {
  readonly #context: RpcContext;
  readonly #userId: Snowflake;
  readonly #games: ReadonlySet<RpcGame>;
  readonly #users = new Map<Snowflake, UserVoice>();
  #settings = FIRST_SETTINGS;
  #control: { readonly game: RpcGame; before: VoiceSettings } | undefined;

  constructor(context: RpcContext, userId: Snowflake, games: ReadonlySet<RpcGame>) {
    this.#context = context;
    this.#userId = userId;
    this.#games = games;
  }

  get settings(): VoiceSettings {
    return this.#settings;
  }

  /** The user's call in a server. */
  call(): Participation | undefined {
    return this.#context.world.voice.ofUser(this.#userId).find(({ kind }) => kind === "guild");
  }

  /** SET_VOICE_SETTINGS of a game. @returns the settings, or why it may not */
  control(game: RpcGame, change: SetVoiceInput): VoiceSettings | RpcRejection {
    if (this.#control !== undefined && this.#control.game !== game)
      return new RpcRejection(
        RpcErrorCode.InvalidPermissions,
        `application ${this.#control.game.applicationId} controls the voice settings until it disconnects`,
      );
    this.#control ??= { game, before: this.#settings };
    this.#become(changedSettings(this.#settings, change));
    return this.#settings;
  }

  /** A change by the user, or by a game for the user: it stays after the game. */
  change(change: SetVoiceInput): void {
    if (this.#control !== undefined) this.#control.before = changedSettings(this.#control.before, change);
    this.#become(changedSettings(this.#settings, change));
  }

  /** A game has disconnected. */
  release(game: RpcGame): void {
    if (this.#control?.game !== game) return;
    const { before } = this.#control;
    this.#control = undefined;
    this.#become(before);
  }

  userVoice(userId: Snowflake): UserVoice {
    return this.#users.get(userId) ?? UNCHANGED;
  }

  /** How the user hears somebody from now on. */
  setUserVoice(userId: Snowflake, { volume, mute, pan }: UserVoiceInput): UserVoice {
    const before = this.userVoice(userId);
    const after = { volume: volume ?? before.volume, mute: mute ?? before.mute, pan: pan ?? before.pan };
    this.#users.set(userId, after);
    return after;
  }

  /** The user has muted or deafened itself in a call, or entered one with these flags. */
  follow({ selfMute, selfDeaf }: Pick<Participation, "selfMute" | "selfDeaf">): void {
    if (selfMute !== this.#settings.mute || selfDeaf !== this.#settings.deaf)
      this.change({ mute: selfMute, deaf: selfDeaf });
  }

  #become(settings: VoiceSettings): void {
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return;
    this.#settings = settings;
    for (const game of this.#games) {
      game.hear(RpcEvent.VoiceSettingsUpdate, () => settings);
      game.hear(RpcEvent.VoiceSettingsUpdate2, () => secondForm(settings));
    }
    this.#apply();
  }

  #apply(): void {
    const call = this.call();
    const { mute: selfMute, deaf: selfDeaf } = this.#settings;
    if (call === undefined || (call.selfMute === selfMute && call.selfDeaf === selfDeaf)) return;
    const { world, publisher } = this.#context;
    const flags = { selfMute, selfDeaf, selfVideo: call.selfVideo };
    publisher.perform(() => changeOwnFlags(world, call, flags));
  }
}
