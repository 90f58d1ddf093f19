import type { ActivityInvite } from "../../values/activity-invite.js";
import type { AudioDevice } from "../../values/audio-device.js";
import type { ClientError, ClientStatus } from "../../../enums/index.js";

/** Events of a client, beside the `set…Callback` members. */
export interface ClientEvents {
  /** the status changed; `errorDetail` is the close code of the gateway, or 0 */
  statusChanged: (status: ClientStatus, error: ClientError, errorDetail: number) => void;
  /** the token is about to expire */
  tokenExpiring: () => void;
  /** the screen that shows a device's code has closed */
  authorizeDeviceScreenClosed: () => void;
  /** name, picture, profile in the game or presence changed */
  userUpdated: (userId: bigint) => void;
  /** a relationship began or became another kind: on Discord, or in the game */
  relationshipCreated: (userId: bigint, isDiscordRelationshipUpdate: boolean) => void;
  /** a relationship ended: on Discord, or in the game */
  relationshipDeleted: (userId: bigint, isDiscordRelationshipUpdate: boolean) => void;
  /** the friend's place in the friends list may have changed */
  relationshipGroupsUpdated: (userId: bigint) => void;
  /** the player joined a lobby, or the client learned of one when it became ready */
  lobbyCreated: (lobbyId: bigint) => void;
  /** the lobby is gone, or the player is in it no longer */
  lobbyDeleted: (lobbyId: bigint) => void;
  /** the lobby's metadata or its linked channel changed */
  lobbyUpdated: (lobbyId: bigint) => void;
  /** a user joined the lobby */
  lobbyMemberAdded: (lobbyId: bigint, memberId: bigint) => void;
  /** a user left the lobby, or was removed */
  lobbyMemberRemoved: (lobbyId: bigint, memberId: bigint) => void;
  /** metadata or flags of a member changed, or whether it is connected */
  lobbyMemberUpdated: (lobbyId: bigint, memberId: bigint) => void;
  /** a message arrived, the player's own included */
  messageCreated: (messageId: bigint) => void;
  /** a message was edited */
  messageUpdated: (messageId: bigint) => void;
  /** a message was deleted */
  messageDeleted: (messageId: bigint, channelId: bigint) => void;
  /** from another player, or accepted on another device */
  activityInviteCreated: (invite: ActivityInvite) => void;
  /** the invite became valid or invalid */
  activityInviteUpdated: (invite: ActivityInvite) => void;
  /** the player joins a party from the desktop app */
  activityJoin: (joinSecret: string) => void;
  /** the same, with the game of the party */
  activityJoinWithApplication: (applicationId: bigint, joinSecret: string) => void;
  /** the player asks the desktop app to link the account */
  authorizeRequest: () => void;
  /** a member joined or left the lobby's call */
  voiceParticipantChanged: (lobbyId: bigint, memberId: bigint, added: boolean) => void;
  /** a member in a lobby's call muted or deafened itself, or ended that; the player need not be in the call */
  voiceStateChanged: (lobbyId: bigint, memberId: bigint) => void;
  /** `inputDetected` is false when the microphone has been silent for a while, and true when it is heard again */
  noAudioInput: (inputDetected: boolean) => void;
  /** a microphone or speaker came or went, or another one is the default */
  deviceChange: (inputDevices: AudioDevice[], outputDevices: AudioDevice[]) => void;
}
