import type { Agent } from "node:http";
import type { NativeAddon } from "../native/index.js";
import type { Clock, OpenSocket } from "../net/index.js";
import type { VoiceAdapterCreator } from "./adapter.js";
import type { KeepOptions } from "./keeping/keep-options.js";
import { choiceArgument, integerArgument, type IdLike } from "../protocol/index.js";
import { ArgumentRangeError, type AeadMode } from "../wire/index.js";

/** See the option `recovery` of {@link JoinVoiceChannelOptions}. */
export type VoiceRecovery = "full" | "session";

/** How a bot takes part in a voice channel. */
export interface VoiceOptions {
  /** default false */
  selfMute?: boolean;
  /** default true, as in @discordjs/voice: a bot that only speaks needs no incoming sound */
  selfDeaf?: boolean;
  /** additional certificates to trust, PEM: the text, not a path. A local platform has it in `endpoints.ca` */
  ca?: string | string[];
  /** agent for the WebSocket, e.g. for a proxy */
  agent?: Agent;
  userAgent?: string;
  /**
   * how often received packets and samples are handed out, milliseconds: 20 (default), 10 or 5. Less often costs less;
   * nothing that is heard or recorded is later for it
   */
  deliverEveryMs?: 20 | 10 | 5;
  /**
   * how long a user still speaks whose packets just end, milliseconds, 20–2,000; default 100. Five packets of silence, which most
   * senders add, end it at once
   */
  speakingHoldMs?: number;
  /** preferred AEAD mode; default: the fastest on this CPU */
  preferredMode?: AeadMode;
  /**
   * End-to-end encryption. "preferred" (default, also true): when a member does not support it, it ends for everyone in the
   * channel. "required": in that case this bot is silent instead, and leaves after 30 s. "off" (also false): the real service
   * rejects most channels without encryption (4017).
   */
  e2ee?: boolean | "required" | "preferred" | "off";
  /**
   * the file of the native addon, for example beside a bundle; absolute, relative to the working directory, or a file: URL.
   * All voice connections and clients share one addon. Default: the environment variable `SDKPP_ADDON`, then a search
   * beside the program and in the package
   */
  addonPath?: string | URL;
  /**
   * How many media threads the process may have, 1–64. Calls begin on one; another one starts when a tick takes more than half of its
   * 20 ms, as with some 80 streams that are encoded. All clients and voice connections share them: the last value decides. "auto": one
   * less than the processors of the process, at least 1. Default: the environment variable `SDKPP_MEDIA_THREADS`, then "auto"
   */
  mediaThreads?: "auto" | number;
  /** keeps the call outside of this process, so that another one goes on with it when this one has died: `VoiceHost.revive` */
  keep?: KeepOptions;
  /** replaces the clock, for tests */
  clock?: Clock;
  /** @internal milliseconds since 1970; replaces the wall clock, for tests */
  wallClock?: () => number;
  /** @internal replaces WebSockets, for tests */
  openSocket?: OpenSocket;
  /** @internal replaces the native addon, for tests */
  loadAddon?: () => NativeAddon;
}

export interface JoinVoiceChannelOptions extends VoiceOptions {
  guildId: IdLike;
  channelId: IdLike;
  /** e.g. `guild.voiceAdapterCreator` of discord.js */
  adapterCreator: VoiceAdapterCreator;
  /**
   * How much the connection mends by itself. "full" (default): it resumes, asks for new voice sessions, and waits for another voice
   * server. "session": it only resumes, after a lost socket, a close code below 4000, or 4015. Whatever else ends the voice session
   * ends the connection at once, with the event `closed`, and leaves the channel to you: the bot stays in it until you join again or
   * send op 4 yourself. For programs that decide themselves what follows.
   */
  recovery?: VoiceRecovery;
  /** see `HostedJoinOptions` */
  voiceHost?: undefined;
}

/** The options of `joinVoiceChannel` that a voice process takes. */
export type HostedOptions = Pick<
  JoinVoiceChannelOptions,
  | "guildId"
  | "channelId"
  | "selfMute"
  | "selfDeaf"
  | "ca"
  | "userAgent"
  | "preferredMode"
  | "e2ee"
  | "recovery"
  | "deliverEveryMs"
  | "speakingHoldMs"
>;

const DELIVER_EVERY_MS: readonly unknown[] = [20, 10, 5];

/** @throws {ArgumentError} */
export function recoveryArgument(value: VoiceRecovery = "full"): VoiceRecovery {
  return choiceArgument("recovery", value, ["full", "session"]);
}

/** @throws {ArgumentRangeError} */
export function deliverEveryArgument(value: JoinVoiceChannelOptions["deliverEveryMs"] = 20): 20 | 10 | 5 {
  if (!DELIVER_EVERY_MS.includes(value))
    throw new ArgumentRangeError("deliverEveryMs", "20, 10 or 5", String(value));
  return value;
}

/** @throws {ArgumentError}, {@link ArgumentRangeError} */
export function speakingHoldArgument(value: VoiceOptions["speakingHoldMs"] = 100): number {
  return integerArgument("speakingHoldMs", value, 20, 2000);
}
