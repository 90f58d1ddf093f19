import type { Snowflake } from "sdkpp/wire";
import type { DaveCounters } from "../../dave/index.js";
import { beginRegionMove, finishRegionMove, setServerFlags } from "../../domain/rules/voice/calls.js";
import { E2EE_MODES, type E2eeMode } from "../../domain/rules/voice/e2ee.js";
import { flag, list, oneOf, text, wholeNumber } from "../../guard/arguments.js";
import type { VoiceCut, VoiceGateway } from "../../voice/gateway/voice-gateway.js";
import type { MediaWorker } from "../../voice/sfu/media-worker.js";
import type { VoiceStats } from "../../voice/sfu/messages.js";
import * as inputs from "../inputs.js";
import { perform, type RuleParts } from "../settling.js";

export interface ControlVoiceParts extends RuleParts {
  readonly voice: VoiceGateway;
  readonly media: MediaWorker;
  readonly voiceEndpoint: () => string;
}

/** A user in a call, as the platform knows it. */
export interface CallMember {
  readonly userId: Snowflake;
  /** of a lobby its own id */
  readonly channelId: Snowflake;
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
  /** muted for all members */
  readonly mute: boolean;
  /** deafened by a moderator */
  readonly deaf: boolean;
  /** in the audience of a stage */
  readonly suppress: boolean;
  /** whether it has sent op 5 in its present voice session: before, the platform forwards none of its sound */
  readonly hasAnnounced: boolean;
  /** whether its newest op 5 says that it speaks */
  readonly isSpeaking: boolean;
}

/** Calls: their voice servers, sockets, encryption and statistics. */
export class ControlVoice {
  readonly #parts: ControlVoiceParts;

  /** @internal */
  constructor(parts: ControlVoiceParts) {
    this.#parts = parts;
  }

  /**
   * Ends a user's voice sockets: with a close code, with a TCP reset (`"reset"`), or by freezing them open (`"halfopen"`).
   * @throws {RangeError} when a close frame cannot carry the code
   */
  close(userId: Snowflake, how: VoiceCut): void {
    inputs.id("userId", userId);
    inputs.cut("how", how);
    this.#parts.voice.cut(userId, how);
  }

  /** Mutes or deafens a user in a call for all members. @param serverId guild or lobby */
  setServerFlags(serverId: Snowflake, userId: Snowflake, flags: { mute: boolean; deaf: boolean }): void {
    inputs.id("serverId", serverId);
    inputs.id("userId", userId);
    inputs.flags("flags", flags);
    const one = this.#parts.world.voice.get(serverId, userId);
    if (one !== undefined) perform(this.#parts, (world) => setServerFlags(world, one, flags));
  }

  /** Simulates the loss of a call's voice server: a null endpoint, then 4022. @param serverId guild or lobby */
  beginRegionMove(serverId: Snowflake): void {
    inputs.id("serverId", serverId);
    perform(this.#parts, (world) => beginRegionMove(world, serverId));
  }

  /** Assigns a new voice server: all members get a new token. @param serverId guild or lobby */
  finishRegionMove(serverId: Snowflake): void {
    inputs.id("serverId", serverId);
    perform(this.#parts, (world) => finishRegionMove(world, serverId, this.#parts.voiceEndpoint()));
  }

  /** Sets the modes that op 2 offers, in this order, to voice sessions that start from now on. */
  setModes(modes: readonly string[]): void {
    this.#parts.voice.modes = list("modes", modes, text);
  }

  /** Sets the number of the first numbered message in voice sessions that start from now on. @param seq 1 to 65535 */
  setSeqStart(seq: number): void {
    this.#parts.voice.lastSeqAtStart = wholeNumber("seq", seq, 1, 0xffff) - 1;
  }

  /**
   * Withholds op 5 from all clients from now on, so that they must infer the owner of an SSRC (voice-transport 5.2).
   * @throws {ArgumentError} when `isWithheld` is not a boolean
   */
  withholdSpeaking(isWithheld: boolean): void {
    this.#parts.voice.withholdsSpeaking = flag("isWithheld", isWithheld);
  }

  /**
   * Whether media follows a client to the address of its newest authentic datagram (voice-transport 3.2); true until
   * set. When false, only op 1 sets the address, and the platform drops datagrams and pings from other addresses.
   * @returns when the media worker has applied it
   * @throws {ArgumentError} when `isLatching` is not a boolean
   */
  async setLatching(isLatching: boolean): Promise<void> {
    this.#parts.media.send({ type: "latch", isOn: flag("isLatching", isLatching) });
    await this.#parts.media.stats();
  }

  /** Sets the end-to-end encryption of voice sessions that start from now on. */
  setE2ee(mode: E2eeMode): void {
    this.#parts.voice.e2ee = oneOf("mode", mode, E2EE_MODES);
  }

  /** Counts of the delivery services of all calls since the start. */
  e2eeStats(): DaveCounters {
    return { ...this.#parts.voice.dave.counters };
  }

  /** Lists the members of a server's calls, including those who still connect. @param serverId guild or lobby */
  members(serverId: Snowflake): CallMember[] {
    inputs.id("serverId", serverId);
    return this.#parts.world.voice.membersOf(serverId).map((one) => {
      const speaking = this.#parts.voice.speakingOf(serverId, one.userId);
      return {
        userId: one.userId,
        channelId: one.channelId,
        selfMute: one.selfMute,
        selfDeaf: one.selfDeaf,
        mute: one.mute,
        deaf: one.deaf,
        suppress: one.suppress ?? false,
        hasAnnounced: speaking !== undefined,
        isSpeaking: (speaking ?? 0) !== 0,
      };
    });
  }

  /** Statistics of media since the start. */
  stats(): Promise<VoiceStats> {
    return this.#parts.media.stats();
  }
}
