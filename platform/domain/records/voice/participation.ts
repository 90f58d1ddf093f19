import type { Snowflake } from "sdkpp/wire";

/** One user in one call, as the main connection knows it. */
export interface Participation {
  /** Guild or lobby id: `server_id` of the voice gateway. */
  readonly serverId: Snowflake;
  readonly kind: "guild" | "lobby";
  /** For a lobby the lobby's own id. */
  readonly channelId: Snowflake;
  readonly userId: Snowflake;
  readonly applicationId: Snowflake;
  /** Id of the main gateway session that joined. */
  readonly sessionId: string;
  /** The token for the voice gateway, until the user joins anew. */
  readonly token: string;
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
  readonly selfVideo: boolean;
  /** Set by the platform, not by the user. */
  readonly mute: boolean;
  readonly deaf: boolean;
  /** On a stage: it only listens; false unless set. */
  readonly suppress?: boolean;
  /** On a stage: when it asked to speak, Unix milliseconds; null unless set */
  readonly requestToSpeakAt?: number | null;
}
