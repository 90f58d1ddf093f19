import { GatewayEvent, type Snowflake, type VoiceStatePayload } from "sdkpp/wire";
import type { PlatformEvent } from "../../domain/reactions/events.js";

/** Somebody has entered, changed or left the call of a server's channel. */
export interface VoiceMove {
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
  /** null: was in no call of the server */
  readonly before: Snowflake | null;
  /** null: has left */
  readonly after: Snowflake | null;
  readonly state: VoiceStatePayload;
}

/** Remembers who is in which channel's call: a voice state tells where somebody is, not where it was. */
export class VoiceMoves {
  readonly #channels = new Map<string, Snowflake>();

  /** @returns undefined for an event that is not the voice state of a server's member */
  follow(event: PlatformEvent): VoiceMove | undefined {
    if (event.kind !== "dispatch" || event.t !== GatewayEvent.VoiceStateUpdate) return undefined;
    const state = event.d as VoiceStatePayload;
    const { guild_id: guildId, user_id: userId, channel_id: after } = state;
    if (guildId === undefined) return undefined;
    const key = `${guildId}:${userId}`;
    const before = this.#channels.get(key) ?? null;
    if (after === null) this.#channels.delete(key);
    else this.#channels.set(key, after);
    return { guildId, userId, before, after, state };
  }
}
