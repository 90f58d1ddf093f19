import type { Snowflake, VoiceCloseCode } from "sdkpp/wire";
import type { PlayableSound } from "../records/expression/sound.js";
import type { Lobby } from "../records/lobby/lobby.js";
import type { Participation } from "../records/voice/participation.js";
import type { PlacedChannel } from "../world/guild/placed-channel.js";

/** Address of a voice server, `host:port`; null while there is none. */
export type Endpoint = string | null;

export type VoiceFact =
  | {
      readonly kind: "callJoined";
      readonly participation: Participation;
      readonly endpoint: Endpoint;
      /** The user's participation elsewhere in this guild, or from another session, which this one ends. */
      readonly replaced?: Participation;
    }
  | {
      readonly kind: "callLeft";
      readonly participation: Participation;
      readonly code: VoiceCloseCode;
      /** The lobby as it was, where the user has left it or it is deleted. */
      readonly lobby?: Lobby;
    }
  /** The user's own switches, or those that the platform sets. */
  | { readonly kind: "callFlagsChanged"; readonly participation: Participation }
  | { readonly kind: "voiceServerLost"; readonly participation: Participation }
  | {
      readonly kind: "voiceServerAssigned";
      readonly participation: Participation;
      readonly endpoint: Endpoint;
    }
  /** A participant plays a sound of a soundboard. */
  | {
      readonly kind: "soundPlayed";
      readonly placed: PlacedChannel;
      readonly userId: Snowflake;
      readonly sound: PlayableSound;
    }
  | { readonly kind: "voiceStatusChanged"; readonly placed: PlacedChannel; readonly status: string | null }
  | {
      readonly kind: "channelCallChanged";
      readonly placed: PlacedChannel;
      /** Unix milliseconds; null: the call is over */
      readonly start: number | null;
    }
  /** Joins come faster than allowed. */
  | { readonly kind: "callJoinLimited"; readonly serverId: Snowflake; readonly userId: Snowflake };
