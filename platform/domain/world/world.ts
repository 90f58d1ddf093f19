import { Collection, type Store } from "../../store/store.js";
import type { GuildInvite } from "../records/guild/guild-invite.js";
import type { Guild } from "../records/guild/guild.js";
import { lobbyIndex, type Lobby } from "../records/lobby/lobby.js";
import type { ChannelTail } from "../records/message/channel-tail.js";
import { disclosureKey, type DisclosureRecord } from "../records/message/disclosure.js";
import { dmChannelIndex, type DmChannel } from "../records/message/dm-channel.js";
import type { MessageLog } from "../records/message/message-log.js";
import { nonceIndex, type Message } from "../records/message/message.js";
import { applicationIndex, type Application } from "../records/oauth2/application.js";
import { codeIndex, tokenIndex, type AuthorizationCode, type TokenRecord } from "../records/oauth2/token.js";
import {
  relationshipIndex,
  relationshipKey,
  type Relationship,
} from "../records/relationship/relationship.js";
import {
  identityIndex,
  identityKey,
  type ApplicationIdentity,
} from "../records/user/application-identity.js";
import type { User } from "../records/user/user.js";
import { voiceKeyId, voiceKeyIndex, type VoiceKey } from "../records/voice/voice-key.js";
import { MemberRequestWindows } from "./guild/member-request-windows.js";
import { ActivityInvites } from "./message/activity-invites.js";
import type { Ports } from "./ports.js";
import { LiveUsers } from "./presence/live-users.js";
import { SessionPresences } from "./presence/session-presences.js";
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
    applications: new Collection<Application>(store, "application", (one) => one.id, applicationIndex),
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
    lobbies: new Collection<Lobby>(store, "lobby", (one) => one.id, lobbyIndex),
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
