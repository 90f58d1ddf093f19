import { Collection, type Store } from "../../store/store.js";
import { activityInstanceIndex, type ActivityInstance } from "../records/activity/activity-instance.js";
import {
  autoModerationRuleIndex,
  type AutoModerationRule,
} from "../records/auto-moderation/auto-moderation-rule.js";
import {
  commandPermissionsIndex,
  commandPermissionsKey,
  type CommandPermissions,
} from "../records/command/command-permissions.js";
import { commandIndex, type Command, type CommandCreates } from "../records/command/command.js";
import { emojiIndex, type Emoji } from "../records/expression/emoji.js";
import { stickerIndex, type Sticker } from "../records/expression/sticker.js";
import {
  deliveryIndex,
  type EventDelivery,
  type EventQueue,
} from "../records/event-webhook/event-delivery.js";
import { auditEntryIndex, type AuditEntry } from "../records/guild/audit-entry.js";
import { inviteIndex, type GuildInvite } from "../records/guild/guild-invite.js";
import { banIndex, keyOfBan, type GuildBan } from "../records/guild/guild-ban.js";
import { keyOfMember, memberIndex, type GuildMember } from "../records/guild/guild-member.js";
import { guildIndex, withoutPastTimeouts, type Guild } from "../records/guild/guild.js";
import { lobbyIndex, type Lobby } from "../records/lobby/lobby.js";
import {
  ephemeralFileIndex,
  type EphemeralFile,
  type StoredFile,
  type FileOwner,
  type FileUsage,
} from "../records/message/attachment.js";
import type { ChannelTail, DroppedChannel } from "../records/message/channel-tail.js";
import { disclosureKey, type DisclosureRecord } from "../records/message/disclosure.js";
import { dmChannelIndex, type DmChannel } from "../records/message/dm-channel.js";
import type { MessageLog } from "../records/message/message-log.js";
import { channelMessageIndex, nonceIndex, type Message } from "../records/message/message.js";
import { entitlementIndex, type Entitlement } from "../records/monetisation/entitlement.js";
import { skuIndex, type Sku } from "../records/monetisation/sku.js";
import { subscriptionIndex, type Subscription } from "../records/monetisation/subscription.js";
import type { ApplicationKey } from "../records/oauth2/application-key.js";
import { pollIndex, voteIndex, voteKey, type Poll, type PollVote } from "../records/message/poll.js";
import { pinIndex, type Pin } from "../records/message/pin.js";
import {
  reactionIndex,
  reactionKey,
  type Reaction,
  type ReactionTally,
} from "../records/message/reaction.js";
import { applicationIndex, type Application } from "../records/oauth2/application.js";
import { installationIndex, installationKey, type Installation } from "../records/oauth2/installation.js";
import { deviceGrantIndex, type DeviceGrant } from "../records/oauth2/device-grant.js";
import type { SigningKey } from "../records/oauth2/signing-key.js";
import {
  codeIndex,
  spentIndex,
  type SpentToken,
  tokenIndex,
  type AuthorizationCode,
  type TokenRecord,
} from "../records/oauth2/token.js";
import { pictureIndex, type Picture } from "../records/picture/picture.js";
import {
  keyOfRelationship,
  relationshipIndex,
  type Relationship,
} from "../records/relationship/relationship.js";
import {
  identityIndex,
  identityKey,
  type ApplicationIdentity,
} from "../records/user/application-identity.js";
import { scheduledEventIndex, type ScheduledEvent } from "../records/scheduled-event/scheduled-event.js";
import { keyOfThreadMember, threadMemberIndex, type ThreadMember } from "../records/thread/thread-member.js";
import { threadIndex, type Thread } from "../records/thread/thread.js";
import { accountLoginIndex, type AccountLogin } from "../records/user/account-login.js";
import { userIndex, type User } from "../records/user/user.js";
import { voiceKeyId, voiceKeyIndex, type VoiceKey } from "../records/voice/voice-key.js";
import type { ActivityWorld } from "./activity/activity-world.js";
import type { AutoModerationWorld } from "./auto-moderation/auto-moderation-world.js";
import type { CommandWorld } from "./command/command-world.js";
import type { ExpressionWorld } from "./expression/expression-world.js";
import { ephemeralMessageIndex, type EphemeralMessage } from "../records/interaction/ephemeral-message.js";
import { interactionIndex, type Interaction } from "../records/interaction/interaction.js";
import type { InviteTargets } from "../records/invite/invite-targets.js";
import { webhookIndex, type Webhook } from "../records/webhook/webhook.js";
import type { EventWebhookWorld } from "./event-webhook/event-webhook-world.js";
import type { GuildWorld } from "./guild/guild-world.js";
import { MemberRequestWindows } from "./guild/member-request-windows.js";
import type { LobbyWorld } from "./lobby/lobby-world.js";
import { ActivityInvites } from "./message/activity-invites.js";
import type { MessageWorld } from "./message/message-world.js";
import { SlowModes } from "./message/slow-modes.js";
import type { MonetisationWorld } from "./monetisation/monetisation-world.js";
import type { ApplicationWorld } from "./oauth2/application-world.js";
import type { OAuth2World } from "./oauth2/oauth2-world.js";
import { UserCodeGuesses } from "./oauth2/user-code-guesses.js";
import type { PictureWorld } from "./picture/picture-world.js";
import type { Ports } from "./ports.js";
import { HeadlessSessions } from "./presence/headless-sessions.js";
import { LiveUsers } from "./presence/live-users.js";
import type { PresenceWorld } from "./presence/presence-world.js";
import { SessionPresences } from "./presence/session-presences.js";
import { SessionStarts } from "./presence/session-starts.js";
import type { RelationshipWorld } from "./relationship/relationship-world.js";
import type { ScheduledEventWorld } from "./scheduled-event/scheduled-event-world.js";
import type { UserWorld } from "./user/user-world.js";
import { ChannelCalls } from "./voice/channel-calls.js";
import { VoiceRoster } from "./voice/voice-roster.js";
import type { InteractionWorld } from "./interaction/interaction-world.js";
import type { InviteWorld } from "./invite/invite-world.js";
import type { WebhookWorld } from "./webhook/webhook-world.js";
import type { VoiceWorld } from "./voice/voice-world.js";

/** The whole world, for doors and reactions. Views and rules name the slices that they touch. */
export interface World
  extends
    Ports,
    UserWorld,
    ApplicationWorld,
    OAuth2World,
    EventWebhookWorld,
    WebhookWorld,
    InviteWorld,
    GuildWorld,
    LobbyWorld,
    MessageWorld,
    RelationshipWorld,
    PresenceWorld,
    PictureWorld,
    ExpressionWorld,
    AutoModerationWorld,
    CommandWorld,
    InteractionWorld,
    MonetisationWorld,
    ScheduledEventWorld,
    ActivityWorld,
    VoiceWorld {
  readonly store: Store;
}

export function makeWorld(store: Store, ports: Ports): World {
  return {
    ...ports,
    store,
    applications: new Collection<Application>(store, "application", (one) => one.id, applicationIndex),
    applicationKeys: new Collection<ApplicationKey>(store, "application-key", (one) => one.applicationId),
    installations: new Collection<Installation>(store, "installation", installationKey, installationIndex),
    eventDeliveries: new Collection<EventDelivery>(store, "event-delivery", (one) => one.id, deliveryIndex),
    eventQueues: new Collection<EventQueue>(store, "event-queue", (one) => one.applicationId),
    inviteTargets: new Collection<InviteTargets>(store, "invite-targets", (one) => one.code),
    webhooks: new Collection<Webhook>(store, "webhook", (one) => one.id, webhookIndex),
    users: new Collection<User>(store, "user", (one) => one.id, userIndex),
    accountLogins: new Collection<AccountLogin>(store, "account-login", (one) => one.hash, accountLoginIndex),
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
      guildIndex,
      (guild) => withoutPastTimeouts(guild, ports.clock.now()),
    ),
    members: new Collection<GuildMember>(store, "guild-member", keyOfMember, memberIndex),
    bans: new Collection<GuildBan>(store, "guild-ban", keyOfBan, banIndex),
    invites: new Collection<GuildInvite>(store, "guild-invite", (one) => one.code, inviteIndex),
    auditEntries: new Collection<AuditEntry>(store, "audit-entry", (one) => one.id, auditEntryIndex),
    threads: new Collection<Thread>(store, "thread", (one) => one.id, threadIndex),
    threadMembers: new Collection<ThreadMember>(store, "thread-member", keyOfThreadMember, threadMemberIndex),
    lobbies: new Collection<Lobby>(store, "lobby", (one) => one.id, lobbyIndex),
    disclosures: new Collection<DisclosureRecord>(store, "disclosure", disclosureKey),
    dmChannels: new Collection<DmChannel>(store, "dm-channel", (one) => one.id, dmChannelIndex),
    messages: new Collection<Message>(store, "message", (one) => one.id, nonceIndex),
    messageLogs: new Collection<MessageLog>(store, "message-log", (one) => one.channelId),
    channelMessages: new Collection<Message>(store, "channel-message", (one) => one.id, channelMessageIndex),
    droppedChannels: new Collection<DroppedChannel>(store, "dropped-channel", (one) => one.channelId),
    channelTails: new Collection<ChannelTail>(store, "channel-tail", (one) => one.channelId),
    reactions: new Collection<Reaction>(store, "reaction", reactionKey, reactionIndex),
    reactionTallies: new Collection<ReactionTally>(store, "reaction-tally", (one) => one.messageId),
    files: new Collection<StoredFile>(store, "file", (one) => one.id),
    fileOwners: new Collection<FileOwner>(store, "file-owner", (one) => one.id),
    fileUsage: new Collection<FileUsage>(store, "file-usage", (one) => one.applicationId),
    ephemeralFiles: new Collection<EphemeralFile>(
      store,
      "ephemeral-file",
      (one) => one.id,
      ephemeralFileIndex,
    ),
    polls: new Collection<Poll>(store, "poll", (one) => one.messageId, pollIndex),
    pollVotes: new Collection<PollVote>(store, "poll-vote", voteKey, voteIndex),
    pins: new Collection<Pin>(store, "pin", (one) => one.messageId, pinIndex),
    relationships: new Collection<Relationship>(store, "relationship", keyOfRelationship, relationshipIndex),
    codes: new Collection<AuthorizationCode>(store, "code", (one) => one.hash, codeIndex),
    tokens: new Collection<TokenRecord>(store, "token", (one) => one.hash, tokenIndex),
    spentTokens: new Collection<SpentToken>(store, "spent-token", (one) => one.hash, spentIndex),
    deviceGrants: new Collection<DeviceGrant>(store, "device-grant", (one) => one.hash, deviceGrantIndex),
    signingKeys: new Collection<SigningKey>(store, "signing-key", (one) => one.id),
    voiceKeys: new Collection<VoiceKey>(store, "voice-key", voiceKeyId, voiceKeyIndex),
    emojis: new Collection<Emoji>(store, "emoji", (one) => one.id, emojiIndex),
    stickers: new Collection<Sticker>(store, "sticker", (one) => one.id, stickerIndex),
    scheduledEvents: new Collection<ScheduledEvent>(
      store,
      "scheduled-event",
      (one) => one.id,
      scheduledEventIndex,
    ),
    autoModerationRules: new Collection<AutoModerationRule>(
      store,
      "auto-moderation-rule",
      (one) => one.id,
      autoModerationRuleIndex,
    ),
    commands: new Collection<Command>(store, "command", (one) => one.id, commandIndex),
    commandPermissions: new Collection<CommandPermissions>(
      store,
      "command-permissions",
      commandPermissionsKey,
      commandPermissionsIndex,
    ),
    commandCreates: new Collection<CommandCreates>(store, "command-creates", (one) => one.scope),
    interactions: new Collection<Interaction>(store, "interaction", (one) => one.id, interactionIndex),
    ephemeralMessages: new Collection<EphemeralMessage>(
      store,
      "ephemeral-message",
      (one) => one.id,
      ephemeralMessageIndex,
    ),
    activityInstances: new Collection<ActivityInstance>(
      store,
      "activity-instance",
      (one) => one.id,
      activityInstanceIndex,
    ),
    skus: new Collection<Sku>(store, "sku", (one) => one.id, skuIndex),
    entitlements: new Collection<Entitlement>(store, "entitlement", (one) => one.id, entitlementIndex),
    subscriptions: new Collection<Subscription>(store, "subscription", (one) => one.id, subscriptionIndex),
    pictures: new Collection<Picture>(store, "picture", (one) => one.slot, pictureIndex),
    live: new LiveUsers(),
    desktopGames: new LiveUsers(),
    headlessSessions: new HeadlessSessions(),
    presences: new SessionPresences(),
    sessionStarts: new SessionStarts(ports.clock),
    searchedGuilds: new Set(),
    activityInvites: new ActivityInvites(ports.clock),
    userCodeGuesses: new UserCodeGuesses(ports.clock),
    slowModes: new SlowModes(ports.clock),
    memberRequests: new MemberRequestWindows(ports.clock),
    voice: new VoiceRoster(),
    channelCalls: new ChannelCalls(),
  };
}
