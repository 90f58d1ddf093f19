import { Collection, type Store } from "../store/store.js";
import { ActivityInvites } from "./presence/activity-invite.js";
import type { Application } from "./application.js";
import { identityIndex, identityKey, type ApplicationIdentity } from "./user/application-identity.js";
import { nonceIndex, type ChannelTail } from "./message/channel-history.js";
import { disclosureKey, type DisclosureRecord } from "./message/disclosures.js";
import { dmChannelIndex, type DmChannel } from "./message/dm-channel.js";
import type { GuildInvite } from "./guild/guild-invite.js";
import type { Guild } from "./guild/guild.js";
import { grantKey } from "./grant-key.js";
import { LiveUsers } from "./live-users.js";
import { memberIds, type Lobby } from "./lobby/lobby.js";
import { MemberRequestWindows } from "./guild/member-requests.js";
import type { MessageLog } from "./message/message-log.js";
import type { Message } from "./message/message.js";
import { codeIndex, tokenIndex, type AuthorizationCode, type TokenRecord } from "./oauth2/oauth2-records.js";
import type { Ports } from "./ports.js";
import { relationshipIndex, relationshipKey, type Relationship } from "./relationship/relationship.js";
import { SessionPresences } from "./presence/session-presences.js";
import type { User } from "./user/user.js";
import { voiceKeyId, voiceKeyIndex, type VoiceKey } from "./voice/voice-key.js";
import { VoiceRoster } from "./voice/voice-roster.js";

/** All that the rules act upon: stored records, and who is there right now. */
export interface World extends Ports {
  readonly store: Store;
  readonly applications: Collection<Application>;
  readonly users: Collection<User>;
  readonly identities: Collection<ApplicationIdentity>;
  readonly guilds: Collection<Guild>;
  readonly invites: Collection<GuildInvite>;
  readonly lobbies: Collection<Lobby>;
  readonly disclosures: Collection<DisclosureRecord>;
  readonly dmChannels: Collection<DmChannel>;
  readonly messages: Collection<Message>;
  readonly messageLogs: Collection<MessageLog>;
  /** Of guilds' channels. */
  readonly channelMessages: Collection<Message>;
  readonly channelTails: Collection<ChannelTail>;
  readonly relationships: Collection<Relationship>;
  readonly codes: Collection<AuthorizationCode>;
  readonly tokens: Collection<TokenRecord>;
  readonly voiceKeys: Collection<VoiceKey>;
  readonly live: LiveUsers;
  readonly presences: SessionPresences;
  readonly activityInvites: ActivityInvites;
  readonly memberRequests: MemberRequestWindows;
  readonly voice: VoiceRoster;
}

export function makeWorld(store: Store, ports: Ports): World {
  return {
    ...ports,
    store,
    applications: new Collection<Application>(store, "application", (one) => one.id, indexApplication),
    users: new Collection<User>(
      store,
      "user",
      (one) => one.id,
      (one) => ({ username: one.username.toLowerCase() }),
    ),
    identities: new Collection<ApplicationIdentity>(
      store,
      "application-identity",
      identityKey,
      identityIndex,
    ),
    guilds: new Collection<Guild>(
      store,
      "guild",
      (one) => one.id,
      (one) => ({ member: one.memberIds, channel: one.channels.map((channel) => channel.id) }),
    ),
    invites: new Collection<GuildInvite>(
      store,
      "guild-invite",
      (one) => one.code,
      (one) => ({ channel: one.channelId }),
    ),
    lobbies: new Collection<Lobby>(store, "lobby", (one) => one.id, indexLobby),
    disclosures: new Collection<DisclosureRecord>(store, "disclosure", disclosureKey),
    dmChannels: new Collection<DmChannel>(store, "dm-channel", (one) => one.id, dmChannelIndex),
    messages: new Collection<Message>(store, "message", (one) => one.id, nonceIndex),
    messageLogs: new Collection<MessageLog>(store, "message-log", (one) => one.channelId),
    channelMessages: new Collection<Message>(
      store,
      "channel-message",
      (one) => one.id,
      (one) => ({ channel: one.channelId, ...nonceIndex(one) }),
    ),
    channelTails: new Collection<ChannelTail>(store, "channel-tail", (one) => one.channelId),
    relationships: new Collection<Relationship>(
      store,
      "relationship",
      (one) => relationshipKey(one.realm, one.ownerId, one.otherId),
      relationshipIndex,
    ),
    codes: new Collection<AuthorizationCode>(store, "code", (one) => one.hash, codeIndex),
    tokens: new Collection<TokenRecord>(store, "token", (one) => one.hash, tokenIndex),
    voiceKeys: new Collection<VoiceKey>(store, "voice-key", voiceKeyId, voiceKeyIndex),
    live: new LiveUsers(),
    presences: new SessionPresences(),
    activityInvites: new ActivityInvites(ports.clock),
    memberRequests: new MemberRequestWindows(ports.clock),
    voice: new VoiceRoster(),
  };
}

function indexApplication(application: Application): Record<string, string> {
  return application.botTokenHash === undefined ? {} : { botToken: application.botTokenHash };
}

function indexLobby(lobby: Lobby): Record<string, string | string[]> {
  const { applicationId, secret, isSecretPassedOn, link } = lobby;
  const isFound = secret !== undefined && isSecretPassedOn !== true;
  return {
    member: memberIds(lobby).map((id) => grantKey(applicationId, id)),
    ...(isFound ? { secret: `${applicationId}:${secret}` } : {}),
    ...(link === undefined ? {} : { channel: link.channelId }),
  };
}
