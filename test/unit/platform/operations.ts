// The rules for tests: each runs with its reactions, as in the servers.
import * as activities from "../../../platform/domain/rules/activity/activities.js";
import * as autoModeration from "../../../platform/domain/rules/auto-moderation/auto-moderation-rules.js";
import * as guildAuditLog from "../../../platform/domain/rules/guild/audit-log.js";
import * as guildGuilds from "../../../platform/domain/rules/guild/guilds.js";
import * as guildBans from "../../../platform/domain/rules/guild/bans.js";
import * as guildInvites from "../../../platform/domain/rules/guild/invites.js";
import * as guildMembers from "../../../platform/domain/rules/guild/members.js";
import * as lobbyAdmin from "../../../platform/domain/rules/lobby/admin.js";
import * as lobbyInvites from "../../../platform/domain/rules/lobby/invites.js";
import * as lobbyLinking from "../../../platform/domain/rules/lobby/linking.js";
import * as lobbyMembership from "../../../platform/domain/rules/lobby/membership.js";
import * as messageActivityInvites from "../../../platform/domain/rules/message/activity-invites.js";
import * as messageChannelMessages from "../../../platform/domain/rules/message/channel-messages.js";
import * as messageConversations from "../../../platform/domain/rules/message/conversations.js";
import * as messageCrossposts from "../../../platform/domain/rules/message/crossposts.js";
import * as messageDirectMessages from "../../../platform/domain/rules/message/direct-messages.js";
import * as messageLobbyMessages from "../../../platform/domain/rules/message/lobby-messages.js";
import * as messagePins from "../../../platform/domain/rules/message/pins.js";
import * as messagePolls from "../../../platform/domain/rules/message/polls.js";
import * as messageReactions from "../../../platform/domain/rules/message/reactions.js";
import * as oauth2Device from "../../../platform/domain/rules/oauth2/device.js";
import * as oauth2Exchange from "../../../platform/domain/rules/oauth2/exchange.js";
import * as oauth2Tokens from "../../../platform/domain/rules/oauth2/tokens.js";
import * as presencePresence from "../../../platform/domain/rules/presence/presence.js";
import * as presenceSessions from "../../../platform/domain/rules/presence/sessions.js";
import * as relationshipRelationships from "../../../platform/domain/rules/relationship/relationships.js";
import * as scheduledEvents from "../../../platform/domain/rules/scheduled-event/scheduled-events.js";
import * as stageInstances from "../../../platform/domain/rules/stage-instance/stage-instances.js";
import * as silentStages from "../../../platform/domain/rules/stage-instance/silent-stages.js";
import * as threadLists from "../../../platform/domain/rules/thread/thread-lists.js";
import * as threadMembers from "../../../platform/domain/rules/thread/thread-members.js";
import * as threadSettings from "../../../platform/domain/rules/thread/thread-settings.js";
import * as threadSweep from "../../../platform/domain/rules/thread/sweep.js";
import * as threads from "../../../platform/domain/rules/thread/threads.js";
import * as guildMemberUpdates from "../../../platform/domain/rules/guild/member-updates.js";
import * as guildChannels from "../../../platform/domain/rules/guild/channels.js";
import * as userApplicationIdentities from "../../../platform/domain/rules/user/application-identities.js";
import * as userUsers from "../../../platform/domain/rules/user/users.js";
import * as voiceCalls from "../../../platform/domain/rules/voice/calls.js";
import * as voiceChannelStatus from "../../../platform/domain/rules/voice/channel-status.js";
import * as voiceStates from "../../../platform/domain/rules/voice/voice-states.js";
import * as voiceKeys from "../../../platform/domain/rules/voice/keys.js";
import { operation } from "./support-operation.js";
import * as webhookFollowers from "../../../platform/domain/rules/webhook/followers.js";
import * as webhookMessages from "../../../platform/domain/rules/webhook/messages.js";
import * as webhooks from "../../../platform/domain/rules/webhook/webhooks.js";

export const launchActivity = operation(activities.launchActivity);
export const leaveActivity = operation(activities.leaveActivity);
export const getActivityInstance = operation(activities.getActivityInstance);

export const createRule = operation(autoModeration.createRule);
export const updateRule = operation(autoModeration.updateRule);

export const getAuditLog = operation(guildAuditLog.getAuditLog);

export const listGuildChannels = operation(guildGuilds.listGuildChannels);
export const listGuilds = operation(guildGuilds.listGuilds);

export const banFromGuild = operation(guildBans.banFromGuild);

export const acceptInvite = operation(guildInvites.acceptInvite);
export const deleteInvite = operation(guildInvites.deleteInvite);
export const getInvite = operation(guildInvites.getInvite);

export const countRoleMembers = operation(guildMembers.countRoleMembers);
export const getGuild = operation(guildMembers.getGuild);
export const getMember = operation(guildMembers.getMember);
export const getRole = operation(guildMembers.getRole);
export const listMembers = operation(guildMembers.listMembers);
export const listRoles = operation(guildMembers.listRoles);
export const searchMembers = operation(guildMembers.searchMembers);

export const bulkMembers = operation(lobbyAdmin.bulkMembers);
export const createLobby = operation(lobbyAdmin.createLobby);
export const kickMember = operation(lobbyAdmin.kickMember);
export const putMember = operation(lobbyAdmin.putMember);
export const updateLobby = operation(lobbyAdmin.updateLobby);

export const inviteMember = operation(lobbyInvites.inviteMember);
export const inviteSelf = operation(lobbyInvites.inviteSelf);

export const linkLobby = operation(lobbyLinking.linkLobby);
export const unlinkChannel = operation(lobbyLinking.unlinkChannel);

export const createOrJoin = operation(lobbyMembership.createOrJoin);
export const deleteLobby = operation(lobbyMembership.deleteLobby);
export const dissolve = operation(lobbyMembership.dissolve);
export const getLobby = operation(lobbyMembership.getLobby);
export const leaveLobby = operation(lobbyMembership.leaveLobby);

export const acceptActivityInvite = operation(messageActivityInvites.acceptActivityInvite);
export const sendActivityInvite = operation(messageActivityInvites.sendActivityInvite);

export const bulkDeleteMessages = operation(messageChannelMessages.bulkDeleteMessages);
export const deleteChannelMessage = operation(messageChannelMessages.deleteChannelMessage);
export const editChannelMessage = operation(messageChannelMessages.editChannelMessage);
export const getChannelMessage = operation(messageChannelMessages.getChannelMessage);
export const listChannelMessages = operation(messageChannelMessages.listChannelMessages);
export const sendChannelMessage = operation(messageChannelMessages.sendChannelMessage);
export const startTyping = operation(messageChannelMessages.startTyping);

export const getChannel = operation(messageConversations.getChannel);
export const openConversation = operation(messageConversations.openConversation);

export const crosspostMessage = operation(messageCrossposts.crosspostMessage);

export const deleteDirectMessage = operation(messageDirectMessages.deleteDirectMessage);
export const editDirectMessage = operation(messageDirectMessages.editDirectMessage);
export const getDmChannel = operation(messageDirectMessages.getDmChannel);
export const listDirectMessages = operation(messageDirectMessages.listDirectMessages);
export const moderateDirectMessage = operation(messageDirectMessages.moderateDirectMessage);
export const sendDirectMessage = operation(messageDirectMessages.sendDirectMessage);
export const summarizeDirectMessages = operation(messageDirectMessages.summarizeDirectMessages);

export const deleteLobbyMessage = operation(messageLobbyMessages.deleteLobbyMessage);
export const editLobbyMessage = operation(messageLobbyMessages.editLobbyMessage);
export const listLobbyMessages = operation(messageLobbyMessages.listLobbyMessages);
export const moderateLobbyMessage = operation(messageLobbyMessages.moderateLobbyMessage);
export const sendLobbyMessage = operation(messageLobbyMessages.sendLobbyMessage);

export const listPins = operation(messagePins.listPins);
export const pinMessage = operation(messagePins.pinMessage);
export const unpinMessage = operation(messagePins.unpinMessage);

export const sweepPolls = operation(messagePolls.sweepPolls);
export const votePoll = operation((...args: Parameters<typeof messagePolls.vote>) => {
  const result = messagePolls.vote(...args);
  return typeof result === "string" ? new Error(result) : result;
});

export const clearReactions = operation(messageReactions.clearReactions);
export const react = operation(messageReactions.react);
export const removeUserReaction = operation(messageReactions.removeUserReaction);
export const unreact = operation(messageReactions.unreact);

export const exchangeToken = operation(oauth2Exchange.exchangeToken);
export const startDevice = operation(oauth2Device.startDevice);
export const verifyDevice = operation(oauth2Device.verifyDevice);
export const finishDevice = operation(oauth2Device.finishDevice);
export const revokeGrant = operation(oauth2Tokens.revokeGrant);
export const revokeToken = operation(oauth2Tokens.revokeToken);

export const setPresence = operation(presencePresence.setPresence);

export const closeSession = operation(presenceSessions.closeSession);
export const openSession = operation(presenceSessions.openSession);

export const acceptRequest = operation(relationshipRelationships.acceptRequest);
export const becomeFriends = operation(relationshipRelationships.becomeFriends);
export const befriend = operation(relationshipRelationships.befriend);
export const befriendByName = operation(relationshipRelationships.befriendByName);
export const block = operation(relationshipRelationships.block);
export const drop = operation(relationshipRelationships.drop);

export const changeProfile = operation(userApplicationIdentities.changeProfile);
export const getProfile = operation(userApplicationIdentities.getProfile);
export const listIdentities = operation(userApplicationIdentities.listIdentities);
export const removeIdentity = operation(userApplicationIdentities.removeIdentity);
export const resolveIdentities = operation(userApplicationIdentities.resolveIdentities);
export const setIdentity = operation(userApplicationIdentities.setIdentity);

export const getUser = operation(userUsers.getUser);
export const createEvent = operation(scheduledEvents.createEvent);
export const updateEvent = operation(scheduledEvents.updateEvent);
export const createStage = operation(stageInstances.createStage);
export const getStage = operation(stageInstances.getStage);
export const deleteStage = operation(stageInstances.deleteStage);
export const sweepStages = operation(silentStages.sweepStages);

export const renameUser = operation(userUsers.renameUser);

export const beginRegionMove = operation(voiceCalls.beginRegionMove);
export const endCallsOfSession = operation(voiceCalls.endCallsOfSession);
export const finishRegionMove = operation(voiceCalls.finishRegionMove);
export const setServerFlags = operation(voiceCalls.setServerFlags);
export const setVoiceStatus = operation(voiceChannelStatus.setVoiceStatus);
export const updateVoiceState = operation(voiceStates.updateVoiceState);
export const updateGuildVoice = operation(voiceCalls.updateGuildVoice);
export const updateLobbyVoice = operation(voiceCalls.updateLobbyVoice);

export const matchVoiceKey = operation(voiceKeys.matchVoiceKey);
export const uploadVoiceKey = operation(voiceKeys.uploadVoiceKey);

export const deleteWebhook = operation(webhooks.deleteWebhook);
export const listChannelWebhooks = operation(webhooks.listChannelWebhooks);
export const followChannel = operation(webhookFollowers.followChannel);
export const executeWebhook = operation(webhookMessages.executeWebhook);

export const createThread = operation(threads.createThread);
export const createThreadFromMessage = operation(threads.createThreadFromMessage);
export const updateThread = operation(threadSettings.updateThread);
export const deleteThread = operation(threadSettings.deleteThread);
export const joinThread = operation(threadMembers.joinThread);
export const listThreadMembers = operation(threadMembers.listThreadMembers);
export const listJoinedArchivedThreads = operation(threadLists.listJoinedArchivedThreads);
export const sweepThreads = operation(threadSweep.sweepThreads);
export const deleteChannel = operation(guildChannels.deleteChannel);
export const updateChannel = operation(guildChannels.updateChannel);
export const setMemberRole = operation(guildMemberUpdates.setMemberRole);
export const kickGuildMember = operation(guildMemberUpdates.kickGuildMember);
export const leaveGuild = operation(guildMemberUpdates.leaveGuild);
