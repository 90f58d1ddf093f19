import { GatewayOpcode } from "sdkpp/wire";
import { Type, type Static, type TSchema } from "typebox";
import { Id, reader } from "../json/reader.js";

export { readFrame } from "../json/reader.js";

const OptionalFlag = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));

const Identify = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 512 }),
  properties: Type.Optional(Type.Object({ browser: Type.Optional(Type.Unknown()) })),
  // Unexpected shapes are ignored: some clients put the name of a transport compression into `compress`.
  compress: Type.Optional(Type.Unknown()),
  presence: Type.Optional(Type.Unknown()),
  large_threshold: Type.Optional(Type.Unknown()),
  shard: Type.Optional(Type.Union([Type.Tuple([Type.Integer(), Type.Integer()]), Type.Null()])),
  intents: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
  capabilities: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
});

const Resume = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 512 }),
  session_id: Type.String({ maxLength: 128 }),
  seq: Type.Union([Type.Integer(), Type.Null()]),
});

const VoiceFlags = { self_mute: OptionalFlag, self_deaf: OptionalFlag, self_video: OptionalFlag };

const VoiceState = Type.Object({
  guild_id: Type.Optional(Type.Union([Id, Type.Null()])),
  channel_id: Type.Optional(Type.Union([Id, Type.Null()])),
  ...VoiceFlags,
});

const LobbyVoiceStates = Type.Array(Type.Object({ lobby_id: Id, ...VoiceFlags }), { maxItems: 100 });

const GuildMembers = Type.Object({
  guild_id: Type.Union([Id, Type.Array(Id, { maxItems: 1, minItems: 1 })]),
  query: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  limit: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
  user_ids: Type.Optional(Type.Union([Id, Type.Array(Id, { maxItems: 100 }), Type.Null()])),
  presences: OptionalFlag,
  nonce: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

const Presence = Type.Object({
  since: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: "^[0-9]{1,16}$" }), Type.Null()]),
  ),
  activities: Type.Array(Type.Unknown()),
  status: Type.Enum(["online", "idle", "dnd", "invisible", "offline", "unknown"]),
  afk: OptionalFlag,
});

const GuildIds = Type.Object({ guild_ids: Type.Array(Id, { maxItems: 100 }) });

const ChannelInfo = Type.Object({
  guild_id: Id,
  fields: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 16 }),
});

/** Payloads of clients, by opcode; payloads of other opcodes are not read. */
export const PAYLOAD_SHAPES: ReadonlyMap<number, TSchema> = new Map<number, TSchema>([
  [GatewayOpcode.Identify, Identify],
  [GatewayOpcode.PresenceUpdate, Presence],
  [GatewayOpcode.VoiceStateUpdate, VoiceState],
  [GatewayOpcode.Resume, Resume],
  [GatewayOpcode.RequestGuildMembers, GuildMembers],
  [GatewayOpcode.LobbyVoiceStates, LobbyVoiceStates],
  [GatewayOpcode.RequestSoundboardSounds, GuildIds],
  [GatewayOpcode.RequestChannelInfo, ChannelInfo],
]);

export const readIdentify = reader(Identify);
export const readResume = reader(Resume);
export const readVoiceState = reader(VoiceState);
export const readLobbyVoiceStates = reader(LobbyVoiceStates);
export const readGuildMembers = reader(GuildMembers);
export const readPresence = reader(Presence);
export const readGuildIds = reader(GuildIds);
export const readChannelInfo = reader(ChannelInfo);

export type IdentifyInput = Static<typeof Identify>;
export type PresenceCommand = Static<typeof Presence>;
