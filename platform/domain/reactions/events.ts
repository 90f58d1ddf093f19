import type { Snowflake, VoiceCloseCode } from "sdkpp/wire";

/** The recipients of an event, before intents and scopes are checked. */
export type Reach =
  | {
      readonly to: "users";
      readonly applicationId: Snowflake;
      readonly userIds: readonly Snowflake[];
      readonly except?: Snowflake;
    }
  | {
      /** These users in every application, or in every other one. */
      readonly to: "accounts";
      readonly userIds: readonly Snowflake[];
      readonly exceptApplicationId?: Snowflake;
    }
  | { readonly to: "session"; readonly sessionId: string }
  | {
      readonly to: "guild";
      readonly guildId: Snowflake;
      readonly except?: Snowflake;
      /** All members unless given. */
      readonly only?: readonly Snowflake[];
      /** Only sessions that asked for hidden channels in their obfuscated form, or only those that did not. */
      readonly hidesChannels?: boolean;
      /** Subjects of the event, who need fewer intents for some events. */
      readonly isOwn?: true;
    };

/** Members of a guild. */
export type GuildReach = Extract<Reach, { readonly to: "guild" }>;

/** An event of the main gateway. */
export interface Dispatch {
  readonly kind: "dispatch";
  readonly t: string;
  readonly d: unknown;
  readonly reach: Reach;
}

/** The voice gateway must end a user's connection to one call. */
export interface VoiceClose {
  readonly kind: "voice.close";
  readonly serverId: Snowflake;
  readonly userId: Snowflake;
  readonly code: VoiceCloseCode;
}

/** A participant's rights to send and wishes to hear have changed. */
export interface VoicePermission {
  readonly kind: "voice.permission";
  readonly serverId: Snowflake;
  readonly userId: Snowflake;
  readonly maySpeak: boolean;
  readonly mayHear: boolean;
}

/** Somebody in a call of a server has started or stopped speaking. */
export interface VoiceSpeaking {
  readonly kind: "voice.speaking";
  readonly channelId: Snowflake;
  readonly userId: Snowflake;
  readonly isSpeaking: boolean;
}

/** Every token of this user for this application is dead, or of one login only. */
export interface TokensRevoked {
  readonly kind: "tokens.revoked";
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly authSession?: string;
}

/** A user has become a member of a guild: its sessions belong to it from now on. */
export interface GuildJoined {
  readonly kind: "guild.joined";
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
}

/** A user has left a guild: its sessions receive no more events of it. */
export interface GuildLeft {
  readonly kind: "guild.left";
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
}

/** An event waits to be sent to an application over HTTP. */
export interface EventWebhookQueued {
  readonly kind: "event-webhook.queued";
  readonly applicationId: Snowflake;
}

/** A user has used something of an application that hears of it over HTTP. */
export interface InteractionToSend {
  readonly kind: "interaction.created";
  readonly interactionId: Snowflake;
  readonly applicationId: Snowflake;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** An application has responded to an interaction, or changed its response. */
export interface InteractionAnswered {
  readonly kind: "interaction.answered";
  readonly interactionId: Snowflake;
}

export type PlatformEvent =
  | Dispatch
  | VoiceClose
  | VoicePermission
  | VoiceSpeaking
  | TokensRevoked
  | GuildJoined
  | GuildLeft
  | EventWebhookQueued
  | InteractionToSend
  | InteractionAnswered;

export function dispatch(t: string, d: unknown, reach: Reach): Dispatch {
  return { kind: "dispatch", t, d, reach };
}
