import {
  MessageActivityType,
  RPC_GUILD_TIMEOUT_MAX_S,
  RPC_INPUT_VOLUME_MAX,
  RPC_INVITE_CONTENT_MAX,
  RPC_RELEASE_DELAY_MAX_MS,
  RPC_SHARE_LINK_MAX,
  RPC_USER_VOLUME_MAX,
} from "sdkpp/wire";
import { Type, type Static } from "typebox";
import { Id, reader } from "../json/reader.js";

const { Object: shape, Optional, Union, Null, String: string, Integer, Boolean: flag, Literal } = Type;
const maybe = <T extends Parameters<typeof Optional>[0]>(schema: T) => Optional(Union([schema, Null()]));
const Text = string({ maxLength: 2048 });
const Pid = Optional(Union([Integer({ minimum: 0 }), Null()]));
const Join = Literal(MessageActivityType.Join);

const Handshake = shape({ v: Union([Integer(), string({ maxLength: 8 })]), client_id: Id });
const Request = shape({
  cmd: string({ minLength: 1, maxLength: 64 }),
  nonce: string({ minLength: 1, maxLength: 128 }),
  args: maybe(Type.Record(string(), Type.Unknown())),
  evt: maybe(string({ maxLength: 64 })),
});

const Authorize = shape({
  client_id: Id,
  scopes: Union([Type.Array(string({ maxLength: 64 }), { maxItems: 64 }), Text]),
  response_type: maybe(Text),
  code_challenge: maybe(Text),
  code_challenge_method: maybe(Text),
  state: maybe(Text),
  nonce: maybe(Text),
  integration_type: maybe(Union([Integer(), string({ maxLength: 8 })])),
  permissions: maybe(Union([Integer({ minimum: 0 }), string({ maxLength: 32 })])),
  guild_id: maybe(Id),
  pid: Pid,
});
const Authenticate = shape({ access_token: string({ minLength: 1, maxLength: 512 }) });
const SetActivity = shape({
  pid: Pid,
  activity: maybe(Type.Record(string(), Type.Unknown())),
});
const JoinRequest = shape({ user_id: Id, pid: Pid });
const InviteUser = shape({
  user_id: Id,
  type: Join,
  content: maybe(string({ maxLength: RPC_INVITE_CONTENT_MAX })),
  pid: Pid,
});
const AcceptInvite = shape({
  type: Join,
  user_id: Id,
  session_id: string({ maxLength: 128 }),
  channel_id: Id,
  message_id: Id,
  application_id: maybe(Id),
});
const GetUser = shape({ id: Id });
const OpenMessage = shape({ guild_id: maybe(Id), channel_id: Id, message_id: Id, pid: Pid });
const DeepLink = shape({ type: string({ minLength: 1, maxLength: 64 }), params: Optional(Type.Unknown()) });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const UserVoice = shape({
  user_id: Id,
  volume: maybe(Type.Number({ minimum: 0, maximum: RPC_USER_VOLUME_MAX })),
  mute: maybe(flag()),
  pan: maybe(shape({ left: Share, right: Share })),
});
const Shortcut = Type.Array(
  shape({ type: Integer({ minimum: 0, maximum: 3 }), code: Integer({ minimum: 0 }), name: maybe(Text) }),
  { maxItems: 16 },
);
const Mode = {
  type: maybe(Union([Literal("PUSH_TO_TALK"), Literal("VOICE_ACTIVITY")])),
  shortcut: maybe(Shortcut),
};
const Voice = shape({
  input_mode: maybe(shape(Mode)),
  self_mute: maybe(flag()),
  self_deaf: maybe(flag()),
});
const device = (volumeMax: number) =>
  maybe(
    shape({
      device_id: maybe(string({ maxLength: 256 })),
      volume: maybe(Type.Number({ minimum: 0, maximum: volumeMax })),
    }),
  );
const SetVoice = shape({
  input: device(RPC_INPUT_VOLUME_MAX),
  output: device(RPC_USER_VOLUME_MAX),
  mode: maybe(
    shape({
      ...Mode,
      auto_threshold: maybe(flag()),
      threshold: maybe(Type.Number({ minimum: -100, maximum: 0 })),
      delay: maybe(Type.Number({ minimum: 0, maximum: RPC_RELEASE_DELAY_MAX_MS })),
    }),
  ),
  automatic_gain_control: maybe(flag()),
  echo_cancellation: maybe(flag()),
  noise_suppression: maybe(flag()),
  qos: maybe(flag()),
  silence_warning: maybe(flag()),
  deaf: maybe(flag()),
  mute: maybe(flag()),
});
const SelectVoiceChannel = shape({
  channel_id: maybe(Id),
  timeout: maybe(Type.Number({ minimum: 0 })),
  force: maybe(flag()),
  navigate: maybe(flag()),
});
const GetGuild = shape({
  guild_id: Id,
  timeout: maybe(Type.Number({ minimum: 0, maximum: RPC_GUILD_TIMEOUT_MAX_S })),
});
const GuildOnly = shape({ guild_id: Id });
const GetChannel = shape({ channel_id: Id });
const ShareLink = shape({
  message: string({ maxLength: RPC_SHARE_LINK_MAX.message }),
  custom_id: maybe(string({ maxLength: RPC_SHARE_LINK_MAX.custom_id })),
  link_id: maybe(string({ maxLength: RPC_SHARE_LINK_MAX.link_id })),
});

export const readHandshake = reader(Handshake);
export const readRequest = reader(Request);
export const readAuthorize = reader(Authorize);
export const readAuthenticate = reader(Authenticate);
export const readSetActivity = reader(SetActivity);
export const readJoinRequest = reader(JoinRequest);
export const readInviteUser = reader(InviteUser);
export const readAcceptInvite = reader(AcceptInvite);
export const readGetUser = reader(GetUser);
export const readOpenMessage = reader(OpenMessage);
export const readDeepLink = reader(DeepLink);
export const readUserVoice = reader(UserVoice);
export const readVoice = reader(Voice);
export const readSetVoice = reader(SetVoice);
export const readSelectVoiceChannel = reader(SelectVoiceChannel);
export const readGetGuild = reader(GetGuild);
export const readGuildOnly = reader(GuildOnly);
export const readGetChannel = reader(GetChannel);
export const readShareLink = reader(ShareLink);

export type RequestInput = Static<typeof Request>;
export type AuthorizeInput = Static<typeof Authorize>;
export type VoiceInput = Static<typeof Voice>;
export type SetVoiceInput = Static<typeof SetVoice>;
export type UserVoiceInput = Static<typeof UserVoice>;
