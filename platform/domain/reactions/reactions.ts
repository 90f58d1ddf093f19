import type { Fact, FactOf } from "../facts/facts.js";
import type { World } from "../world/world.js";
import type { PlatformEvent } from "./events.js";
import { endActivities, leaveActivities, leaveGuildActivities } from "./activity/ended-activities.js";
import { checkMember, checkUser } from "./auto-moderation/profile-check.js";
import { carryOut } from "./auto-moderation/rule-actions.js";
import { ruleActed, ruleCreated, ruleDeleted, ruleUpdated } from "./auto-moderation/rule-events.js";
import { emojisChanged } from "./expression/emoji-events.js";
import { soundCreated, soundDeleted, soundUpdated } from "./expression/sound-events.js";
import { stickersChanged } from "./expression/sticker-events.js";
import { applicationAuthorized, applicationDeauthorized } from "./event-webhook/authorization-webhooks.js";
import {
  directMessageCreateWebhook,
  directMessageDeleteWebhook,
  directMessageUpdateWebhook,
  ephemeralMessageWebhook,
} from "./event-webhook/direct-message-webhooks.js";
import {
  entitlementCreateWebhook,
  entitlementDeleteWebhook,
  entitlementUpdateWebhook,
} from "./event-webhook/entitlement-webhooks.js";
import { eventQueued } from "./event-webhook/event-queued.js";
import {
  lobbyMessageCreateWebhook,
  lobbyMessageDeleteWebhook,
  lobbyMessageUpdateWebhook,
} from "./event-webhook/lobby-message-webhooks.js";
import { commandPermissionsChanged } from "./command/command-events.js";
import { addAuditEntry, auditEntryAdded } from "./guild/audit-log.js";
import { guildCreated, guildUpdated } from "./guild/guild-events.js";
import { inviteCreated, inviteDeleted } from "./guild/invite-events.js";
import { guildMemberAdded, guildMemberRemoved, guildMemberUpdated } from "./guild/member-events.js";
import { guildRoleCreated, guildRoleDeleted, guildRoleUpdated } from "./guild/role-events.js";
import { guildChannelCreated, guildChannelDeleted, guildChannelUpdated } from "./guild/channel-events.js";
import { guildBanAdded, guildBanRemoved } from "./guild/ban-events.js";
import { deleteMessagesOfBanned } from "./guild/banned-messages.js";
import { channelTurns } from "./guild/channel-turns.js";
import {
  deleteContents,
  deleteInvites,
  deleteWebhooks,
  loseChannel,
  unlinkLobby,
} from "./guild/deleted-channels.js";
import {
  dropRecords,
  dropTags,
  endInstallations,
  guildDeleted,
  loseChannels,
} from "./guild/deleted-guilds.js";
import { endInstallation } from "./guild/ended-installations.js";
import { dropTag } from "./guild/dropped-tags.js";
import { postLaunchNotice } from "./interaction/launch-notice.js";
import { interactionAnswered, interactionCreated } from "./interaction/interaction-events.js";
import { idleWithoutLink, idleWithoutMember, idleWithoutUser } from "./lobby/idle-lobbies.js";
import { channelUnlinked, linkChanged } from "./lobby/link-events.js";
import { postLinkNotice } from "./lobby/link-notice.js";
import {
  mirrorDeletionToChannel,
  mirrorDeletionToLobby,
  mirrorEditToChannel,
  mirrorEditToLobby,
  mirrorToChannel,
  mirrorToLobby,
} from "./lobby/linked-messages.js";
import {
  connectionChanged,
  lobbyCreated,
  lobbyDeleted,
  lobbyUpdated,
  memberAdded,
  memberRemoved,
  membersReplaced,
  memberUpdated,
} from "./lobby/lobby-events.js";
import { activityInviteAccepted, activityInviteSent } from "./message/activity-invite-events.js";
import { deliverCrosspost, emptyCopies, postFollowNotice, updateCopies } from "./message/crossposts.js";
import {
  directMessageDeleted,
  directMessageEdited,
  directMessageModerated,
  directMessagePosted,
  dmChannelOpened,
  ephemeralMessagePosted,
} from "./message/direct-message-events.js";
import {
  guildMessageEdited,
  guildMessagePosted,
  guildMessagesDeleted,
} from "./message/guild-message-events.js";
import {
  lobbyMessageChanged,
  lobbyMessageDeleted,
  lobbyMessagePosted,
} from "./message/lobby-message-events.js";
import { pinChanged } from "./message/pin-events.js";
import { pollEnded, pollVoteAdded, pollVoteRemoved } from "./message/poll-events.js";
import {
  reactionAdded,
  reactionEmojiCleared,
  reactionRemoved,
  reactionsCleared,
} from "./message/reaction-events.js";
import { typingStarted } from "./message/typing-events.js";
import {
  entitlementCreated,
  entitlementDeleted,
  entitlementUpdated,
  subscriptionCreated,
  subscriptionUpdated,
} from "./monetisation/monetisation-events.js";
import { beginAnew } from "./oauth2/changed-parents.js";
import { mergeCompleted, moveToFullAccount } from "./oauth2/merged-accounts.js";
import {
  deleteVoiceKeyOf,
  deleteVoiceKeys,
  endHeadless,
  grantRevoked,
  loginEnded,
} from "./oauth2/revoked-grants.js";
import { separate } from "./oauth2/unmerged-accounts.js";
import { pairChanged, presenceChanged, presenceOfUser } from "./presence/presence-events.js";
import { sessionListChanged } from "./presence/session-events.js";
import { relationshipAdded, relationshipRemoved } from "./relationship/relationship-events.js";
import {
  interestChanged,
  scheduledEventCreated,
  scheduledEventDeleted,
  scheduledEventUpdated,
} from "./scheduled-event/scheduled-event-events.js";
import { endEventOnStage, startEventOnStage } from "./scheduled-event/stage-of-event.js";
import { endStage } from "./stage-instance/deleted-channels.js";
import {
  stageInstanceCreated,
  stageInstanceDeleted,
  stageInstanceUpdated,
} from "./stage-instance/stage-events.js";
import { deleteThreadMessages, leaveThreads } from "./thread/ended-threads.js";
import { discountInThread, followInThread } from "./thread/followed-messages.js";
import { threadCreated, threadDeleted, threadMembersChanged, threadUpdated } from "./thread/thread-events.js";
import { announceMembers, announceName, announceThread } from "./thread/thread-notices.js";
import { syncThreads, syncThreadsOfChannel } from "./thread/thread-sync.js";
import { revokeGrants } from "./user/bans.js";
import { deleteRecord, leaveGuilds, leaveLobbies, loseBelongings } from "./user/deleted-users.js";
import { identityRemoved, identityUpdated } from "./user/identity-events.js";
import { userChanged } from "./user/user-events.js";
import { userMembersChanged } from "./user/user-members.js";
import {
  callFlagsChanged,
  callJoined,
  callJoinLimited,
  callLeft,
  voiceServerAssigned,
  voiceServerLost,
} from "./voice/call-events.js";
import { channelCallChanged, voiceStatusChanged } from "./voice/channel-call-events.js";
import { followJoin, followLeave } from "./voice/channel-calls.js";
import { endChannelCall, endGuildCall, moveMember, silenceMember } from "./voice/guild-members.js";
import { soundPlayed } from "./voice/sound-effects.js";
import { endLobbyCalls, endMemberCall, endSessionCalls } from "./voice/ended-calls.js";

import { webhooksChanged } from "./webhook/webhook-events.js";

/** The consequence of a fact: a further change, with facts of its own, or events for connected users. */
export type Reaction<F> =
  | { readonly change: (world: World, fact: F) => readonly Fact[] }
  | { readonly announce: (world: World, fact: F) => readonly PlatformEvent[] };

/** At least one reaction for each kind of fact, in the order in which they run. */
export type Reactions = {
  readonly [K in Fact["kind"]]: readonly [Reaction<FactOf<K>>, ...Reaction<FactOf<K>>[]];
};

/** The consequences of all facts, in one list. */
export const REACTIONS: Reactions = {
  guildCreated: [announce(guildCreated)],
  guildMemberAdded: [announce(guildMemberAdded), change(checkMember)],
  guildMemberRenamed: [change(checkMember)],
  guildMemberUpdated: [announce(guildMemberUpdated), announce(channelTurns), announce(syncThreads)],
  guildMemberRemoved: [
    change(endGuildCall),
    change(leaveGuildActivities),
    change(leaveThreads),
    announce(guildMemberRemoved),
    change(dropTag),
    change(endInstallation),
  ],
  guildMemberMoved: [change(moveMember)],
  guildMemberSilenced: [change(silenceMember)],
  guildRoleCreated: [announce(guildRoleCreated)],
  guildRoleUpdated: [announce(guildRoleUpdated), announce(channelTurns), announce(syncThreads)],
  guildRoleDeleted: [announce(guildRoleDeleted), announce(channelTurns), announce(syncThreads)],
  guildChannelCreated: [announce(guildChannelCreated)],
  guildChannelUpdated: [announce(guildChannelUpdated), announce(syncThreadsOfChannel)],
  guildChannelDeleted: [change(loseChannel), change(deleteContents), announce(guildChannelDeleted)],
  guildChannelLost: [
    change(endStage),
    change(endChannelCall),
    change(endActivities),
    change(unlinkLobby),
    change(deleteInvites),
    change(deleteWebhooks),
  ],
  guildBanAdded: [announce(guildBanAdded)],
  guildAuthorsBanned: [change(deleteMessagesOfBanned)],
  guildBanRemoved: [announce(guildBanRemoved)],
  guildUpdated: [announce(guildUpdated)],
  guildDeleted: [
    announce(guildDeleted),
    change(loseChannels),
    change(dropTags),
    change(endInstallations),
    change(dropRecords),
  ],
  inviteCreated: [announce(inviteCreated)],
  inviteDeleted: [announce(inviteDeleted)],
  audited: [change(addAuditEntry)],
  auditEntryAdded: [announce(auditEntryAdded)],
  emojisChanged: [announce(emojisChanged)],
  stickersChanged: [announce(stickersChanged)],
  soundCreated: [announce(soundCreated)],
  soundUpdated: [announce(soundUpdated)],
  soundDeleted: [announce(soundDeleted)],
  autoModerationRuleCreated: [announce(ruleCreated)],
  autoModerationRuleUpdated: [announce(ruleUpdated)],
  autoModerationRuleDeleted: [announce(ruleDeleted)],
  autoModerationActs: [change(carryOut)],
  autoModerationActed: [announce(ruleActed)],
  scheduledEventCreated: [announce(scheduledEventCreated)],
  scheduledEventUpdated: [announce(scheduledEventUpdated)],
  scheduledEventDeleted: [announce(scheduledEventDeleted)],
  scheduledEventInterestChanged: [announce(interestChanged)],
  stageInstanceCreated: [announce(stageInstanceCreated), change(startEventOnStage)],
  stageInstanceUpdated: [announce(stageInstanceUpdated)],
  stageInstanceDeleted: [announce(stageInstanceDeleted), change(endEventOnStage)],

  threadCreated: [announce(threadCreated), change(announceThread)],
  threadUpdated: [announce(threadUpdated), change(announceName)],
  threadDeleted: [change(endActivities), change(deleteThreadMessages), announce(threadDeleted)],
  threadMembersChanged: [announce(threadMembersChanged), change(announceMembers)],

  lobbyCreated: [announce(lobbyCreated)],
  lobbyUpdated: [announce(lobbyUpdated)],
  lobbyDeleted: [change(endLobbyCalls), announce(lobbyDeleted), announce(channelUnlinked)],
  lobbyMemberAdded: [announce(memberAdded)],
  lobbyMemberUpdated: [announce(memberUpdated)],
  lobbyMemberRemoved: [change(endMemberCall), change(idleWithoutMember), announce(memberRemoved)],
  lobbyMembersReplaced: [announce(membersReplaced)],
  lobbyLinkChanged: [
    change(idleWithoutLink),
    announce(lobbyUpdated),
    announce(linkChanged),
    change(postLinkNotice),
  ],

  lobbyMessagePosted: [
    announce(lobbyMessagePosted),
    change(mirrorToChannel),
    change(lobbyMessageCreateWebhook),
  ],
  lobbyMessageEdited: [
    announce(lobbyMessageChanged),
    change(mirrorEditToChannel),
    change(lobbyMessageUpdateWebhook),
  ],
  lobbyMessageDeleted: [
    announce(lobbyMessageDeleted),
    change(mirrorDeletionToChannel),
    change(lobbyMessageDeleteWebhook),
  ],
  lobbyMessageModerated: [announce(lobbyMessageChanged)],
  guildMessagePosted: [change(followInThread), announce(guildMessagePosted), change(mirrorToLobby)],
  guildMessageEdited: [announce(guildMessageEdited), change(mirrorEditToLobby), change(updateCopies)],
  guildMessagesDeleted: [
    change(discountInThread),
    announce(guildMessagesDeleted),
    change(mirrorDeletionToLobby),
    change(emptyCopies),
  ],
  messageCrossposted: [change(deliverCrosspost)],
  dmChannelOpened: [announce(dmChannelOpened)],
  directMessagePosted: [announce(directMessagePosted), change(directMessageCreateWebhook)],
  directMessageEdited: [announce(directMessageEdited), change(directMessageUpdateWebhook)],
  directMessageDeleted: [announce(directMessageDeleted), change(directMessageDeleteWebhook)],
  directMessageModerated: [announce(directMessageModerated)],
  ephemeralMessagePosted: [announce(ephemeralMessagePosted), change(ephemeralMessageWebhook)],
  reactionAdded: [announce(reactionAdded)],
  reactionRemoved: [announce(reactionRemoved)],
  reactionEmojiCleared: [announce(reactionEmojiCleared)],
  reactionsCleared: [announce(reactionsCleared)],
  pinChanged: [announce(pinChanged)],
  pollVoteAdded: [announce(pollVoteAdded)],
  pollVoteRemoved: [announce(pollVoteRemoved)],
  pollEnded: [announce(pollEnded)],
  typingStarted: [announce(typingStarted)],
  activityInviteSent: [announce(activityInviteSent)],
  activityInviteAccepted: [announce(activityInviteAccepted)],

  applicationAuthorized: [change(applicationAuthorized)],
  parentChanged: [change(beginAnew)],
  accountMerged: [change(moveToFullAccount)],
  mergeCompleted: [announce(mergeCompleted)],
  loginEnded: [change(deleteVoiceKeyOf), announce(loginEnded)],
  grantRevoked: [
    change(deleteVoiceKeys),
    change(endHeadless),
    announce(grantRevoked),
    change(applicationDeauthorized),
    change(separate),
  ],
  eventQueued: [announce(eventQueued)],
  webhooksChanged: [announce(webhooksChanged)],
  commandPermissionsChanged: [announce(commandPermissionsChanged)],
  interactionCreated: [announce(interactionCreated)],
  interactionLaunched: [change(postLaunchNotice)],
  interactionAnswered: [announce(interactionAnswered)],
  entitlementCreated: [announce(entitlementCreated), change(entitlementCreateWebhook)],
  entitlementUpdated: [announce(entitlementUpdated), change(entitlementUpdateWebhook)],
  entitlementDeleted: [announce(entitlementDeleted), change(entitlementDeleteWebhook)],
  subscriptionCreated: [announce(subscriptionCreated)],
  subscriptionUpdated: [announce(subscriptionUpdated)],
  channelFollowed: [change(postFollowNotice)],

  userConnected: [announce(connectionChanged)],
  userDisconnected: [change(idleWithoutUser), announce(connectionChanged)],
  sessionClosed: [change(endSessionCalls)],
  presenceChanged: [announce(presenceChanged)],
  sessionListChanged: [announce(sessionListChanged)],

  relationshipAdded: [announce(relationshipAdded)],
  relationshipRemoved: [announce(relationshipRemoved)],
  pairChanged: [announce(pairChanged)],

  userChanged: [
    announce(userChanged),
    announce(userMembersChanged),
    announce(presenceOfUser),
    change(checkUser),
  ],
  userBanned: [change(revokeGrants), change(leaveActivities)],
  userDeleted: [
    change(revokeGrants),
    change(leaveActivities),
    change(leaveGuilds),
    change(leaveLobbies),
    change(loseBelongings),
    change(deleteRecord),
  ],
  identityUpdated: [announce(identityUpdated)],
  identityRemoved: [announce(identityRemoved)],

  callJoined: [announce(callJoined), change(followJoin)],
  callLeft: [announce(callLeft), change(followLeave)],
  channelCallChanged: [announce(channelCallChanged)],
  soundPlayed: [announce(soundPlayed)],
  voiceStatusChanged: [announce(voiceStatusChanged)],
  callFlagsChanged: [announce(callFlagsChanged)],
  voiceServerLost: [announce(voiceServerLost)],
  voiceServerAssigned: [announce(voiceServerAssigned)],
  callJoinLimited: [announce(callJoinLimited)],
};

function change<F>(run: (world: World, fact: F) => readonly Fact[]): Reaction<F> {
  return { change: run };
}

function announce<F>(run: (world: World, fact: F) => readonly PlatformEvent[]): Reaction<F> {
  return { announce: run };
}
