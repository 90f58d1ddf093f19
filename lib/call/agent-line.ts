import type { NativeAddon, NativePlayer, NativeVoiceSession } from "../native/index.js";
import type { Clock } from "../net/index.js";
import type { VoiceConnectionEvents } from "./connection-events.js";
import type { Emitter, Subscription } from "./emitter.js";

/** A connection of this process, with what a voice agent needs beside it. */
export interface AgentConnection {
  readonly on: Emitter<VoiceConnectionEvents>["on"];
  readonly media: NativeVoiceSession;
  readonly addon: NativeAddon;
  readonly clock: Clock;
}

/** A call of a door that knows no agents, as an agent uses it. */
export interface AgentLine {
  readonly connection: AgentConnection;
  /** Returns whether the player is deaf, and so hears nothing. */
  readonly isDeaf: () => boolean;
  readonly warn: (message: string) => void;
  /** Whether the call is over: ended, or disconnected for good. */
  readonly isOver: () => boolean;
  /** Listens to that: it comes once, while the media session can still be read. */
  readonly onOver: (listener: () => void) => Subscription;
  /** @throws {SdkError} when the call is over */
  readonly assertLive: () => void;
  /** Whether it is what the call sends. */
  readonly sends: (player: NativePlayer) => boolean;
  /** Sends it in place of what is sent. @returns ends that */
  readonly send: (player: NativePlayer) => Subscription;
}

/** The member by which such a call gives its line; doors are bundled apart, and share the name only. */
export const AGENT_LINE: unique symbol = Symbol.for("sdkpp.agentLine");

/** Returns the line of a call; undefined: it is no call that an agent may use. @throws {SdkError} as the call's own member */
export function agentLineOf(value: unknown): AgentLine | undefined {
  if (typeof value !== "object" || value === null || !(AGENT_LINE in value)) return undefined;
  return (value as { [AGENT_LINE](): AgentLine })[AGENT_LINE]();
}
