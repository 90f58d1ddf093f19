import type { ActivityInvite } from "../values/activity-invite.js";
import type { AudioDevice } from "../values/audio-device.js";
import type { ClientError, ClientStatus } from "../../enums/index.js";

/** Events of a client, beside the `set…Callback` members. */
export interface ClientEvents {
  statusChanged: (status: ClientStatus, error: ClientError, errorDetail: number) => void;
  /** the token is about to expire */
  tokenExpiring: () => void;
  /** the screen that shows a device's code has closed */
  authorizeDeviceScreenClosed: () => void;
  /** name, picture, profile in the game or presence changed */
  userUpdated: (userId: bigint) => void;
  relationshipCreated: (userId: bigint, isDiscordRelationshipUpdate: boolean) => void;
  relationshipDeleted: (userId: bigint, isDiscordRelationshipUpdate: boolean) => void;
  relationshipGroupsUpdated: (userId: bigint) => void;
  lobbyCreated: (lobbyId: bigint) => void;
  lobbyDeleted: (lobbyId: bigint) => void;
  lobbyUpdated: (lobbyId: bigint) => void;
  lobbyMemberAdded: (lobbyId: bigint, memberId: bigint) => void;
  lobbyMemberRemoved: (lobbyId: bigint, memberId: bigint) => void;
  lobbyMemberUpdated: (lobbyId: bigint, memberId: bigint) => void;
  messageCreated: (messageId: bigint) => void;
  messageUpdated: (messageId: bigint) => void;
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
  voiceParticipantChanged: (lobbyId: bigint, memberId: bigint, added: boolean) => void;
  noAudioInput: (inputDetected: boolean) => void;
  /** a microphone or speaker came or went, or another one is the default */
  deviceChange: (inputDevices: AudioDevice[], outputDevices: AudioDevice[]) => void;
}
