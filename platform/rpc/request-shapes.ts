import {
  MessageActivityType,
  RPC_GUILD_TIMEOUT_MAX_S,
  RPC_INVITE_CONTENT_MAX,
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
const UserVoice = shape({
  user_id: Id,
  volume: maybe(Type.Number({ minimum: 0, maximum: RPC_USER_VOLUME_MAX })),
  mute: maybe(flag()),
});
const Voice = shape({
  input_mode: maybe(Type.Record(string(), Type.Unknown())),
  self_mute: maybe(flag()),
  self_deaf: maybe(flag()),
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
export const readGetGuild = reader(GetGuild);
export const readGuildOnly = reader(GuildOnly);
export const readGetChannel = reader(GetChannel);
export const readShareLink = reader(ShareLink);

export type RequestInput = Static<typeof Request>;
export type AuthorizeInput = Static<typeof Authorize>;
export type VoiceInput = Static<typeof Voice>;
