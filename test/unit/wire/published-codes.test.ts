import * as rest from "discord-api-types/v10";
import * as voice from "discord-api-types/voice/v8";
import * as wire from "sdkpp/wire";
import { expect, it } from "vitest";

type Codes = Readonly<Record<string, bigint | number | string>>;

/** Our table, the published one, and what only the social layer has: that package is written for bots. */
const TABLES: readonly (readonly [ours: Codes, published: object, own?: readonly string[]])[] = [
  [
    wire.GatewayOpcode,
    rest.GatewayOpcodes,
    [
      "VoiceServerPing",
      "CallConnect",
      "LobbyVoiceStates",
      "GuildSubscriptionsBulk",
      "QosHeartbeat",
      "UpdateTimeSpent",
      "LobbyVoiceServerPing",
    ],
  ],
  [wire.GatewayCloseCode, rest.GatewayCloseCodes, ["TooManySessions", "ConsoleConnectCancelled"]],
  [
    wire.GatewayIntent,
    rest.GatewayIntentBits,
    [
      "EmbeddedActivities",
      "PrivateChannels",
      "Calls",
      "UserRelationships",
      "UserPresence",
      "DirectActivities",
      "Lobbies",
      "LobbyDelete",
      "GuildNamesOnly",
    ],
  ],
  [
    wire.VoiceOpcode,
    voice.VoiceOpcodes,
    [
      "Signal",
      "Video",
      "SessionUpdate",
      "MediaSinkWants",
      "VoiceBackendVersion",
      "ChannelOptions",
      "ClientFlags",
      "SpeedTest",
      "ClientPlatform",
      "NoRoute",
    ],
  ],
  [wire.VoiceCloseCode, voice.VoiceCloseCodes, ["WorkerCrashed"]],
  [wire.SpeakingFlag, voice.VoiceSpeakingFlags],
  [wire.AeadMode, voice.VoiceEncryptionMode],
  [wire.ComponentType, rest.ComponentType],
  [wire.ButtonStyle, rest.ButtonStyle],
  [wire.TextInputStyle, rest.TextInputStyle],
  [wire.CommandType, rest.ApplicationCommandType],
  [wire.CommandOptionType, rest.ApplicationCommandOptionType],
  [wire.CommandPermissionType, rest.ApplicationCommandPermissionType],
  [wire.EntryPointHandler, rest.EntryPointCommandHandlerType],
  [wire.InteractionContext, rest.InteractionContextType],
  [wire.InteractionType, rest.InteractionType],
  [wire.InteractionCallback, rest.InteractionResponseType],
  [wire.SkuType, rest.SKUType],
  [wire.SkuFlag, rest.SKUFlags],
  [wire.EntitlementType, rest.EntitlementType],
  [wire.EntitlementOwnerType, rest.EntitlementOwnerType],
  [wire.SubscriptionStatus, rest.SubscriptionStatus],
  [wire.AuditLogEvent, rest.AuditLogEvent],
  [wire.Permission, rest.PermissionFlagsBits],
  [wire.OverwriteType, rest.OverwriteType],
  [wire.MessageType, rest.MessageType, ["ChannelLinkedToLobby"]],
  [wire.MessageFlag, rest.MessageFlags, ["SentBySocialLayerIntegration"]],
  [wire.MessageReferenceType, rest.MessageReferenceType],
  [wire.AttachmentFlag, rest.AttachmentFlags],
  [wire.ActivityFlag, rest.ActivityFlags],
  [
    wire.JsonErrorCode,
    rest.RESTJSONErrorCodes,
    [
      "ProvisionalAccount",
      "EntryPointRequired",
      "FriendRequestsRefused",
      "FriendRequestBlocked",
      "FriendRequestToSelf",
      "AlreadyFriends",
      "OidcConfigurationNotFound",
      "OidcKeysNotFound",
      "AccountAlreadyLinked",
      "MergeSourceNotProvisional",
      "MergeDestinationProvisional",
      "MergeSourceBanned",
      "OidcTokenInvalid",
      "IdentityExists",
      "OidcKidMissing",
    ],
  ],
];

it("codes are those that are published, but for those of the social layer", () => {
  for (const [ours, published, own = []] of TABLES) {
    const values = new Set(Object.values(published as Codes));
    const others = Object.entries(ours).filter(([, value]) => !values.has(value));
    expect(others.map(([name]) => name)).toEqual(own);
    const sameNames = Object.entries(ours).filter(([name]) => name in published);
    expect(sameNames).toEqual(sameNames.map(([name]) => [name, (published as Codes)[name]]));
  }
});
