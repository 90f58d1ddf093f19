import type { ActivityInviteFacts } from "./activity-invite-store.js";
import type { MessageFacts } from "./message-records.js";

/** An event about activity invites. */
export type ActivityInviteEvent =
  /** `message`: the message that carried the invite, where the event has it */
  | { type: "activityInvite"; invite: ActivityInviteFacts; message: MessageFacts | undefined }
  | { type: "activityInviteExpired"; messageId: bigint };
