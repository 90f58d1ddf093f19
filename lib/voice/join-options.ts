import type { Agent } from "node:http";
import type { NativeAddon, NativeSessionOptions } from "../native/index.js";
import type { Clock, OpenSocket } from "../net/index.js";
import type { VoiceAdapterCreator } from "./adapter.js";
import type { IdLike } from "../protocol/index.js";

export interface JoinVoiceChannelOptions {
  guildId: IdLike;
  channelId: IdLike;
  /** e.g. `guild.voiceAdapterCreator` of discord.js */
  adapterCreator: VoiceAdapterCreator;
  /** false unless given */
  selfMute?: boolean;
  /** true unless given, as in @discordjs/voice: a bot that only speaks need not be sent anything */
  selfDeaf?: boolean;
  /** further certificates to trust, PEM */
  ca?: string | string[];
  /** for the WebSocket, e.g. of a proxy */
  agent?: Agent;
  userAgent?: string;
  /** the best this CPU has unless given */
  preferredMode?: Exclude<NativeSessionOptions["preferredMode"], "">;
  /**
   * End-to-end encryption. "preferred" (also true) unless given: where somebody in the channel knows none, it ends for
   * everybody. "required": then this bot goes silent instead, and leaves after 30 s. "off" (also false): the real service
   * refuses most channels without it (4017).
   */
  e2ee?: boolean | "required" | "preferred" | "off";
  /** time, for tests */
  clock?: Clock;
  /** opens WebSockets, for tests */
  openSocket?: OpenSocket;
  /** loads the native addon, for tests */
  loadAddon?: () => NativeAddon;
}
