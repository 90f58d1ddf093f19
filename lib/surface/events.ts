import { FLAG, fields, NUMBER, TEXT } from "./kinds.js";
import type { Argument, ArgumentValues } from "./operations.js";
import { IDS, INVITE, MESSAGE } from "./records.js";

const { userId, lobbyId, channelId, messageId } = IDS;

/** Events that a page may be told beside the changes of its state: the arguments of each. */
export const EVENTS = {
  messageCreated: [["message", MESSAGE]],
  messageUpdated: [["message", MESSAGE]],
  messageDeleted: [
    ["messageId", messageId],
    ["channelId", channelId],
  ],
  activityInviteCreated: [["invite", INVITE]],
  activityInviteUpdated: [["invite", INVITE]],
  activityJoin: [["joinSecret", TEXT]],
  authorizeRequest: [],
  noAudioInput: [["inputDetected", FLAG]],
  /** The voice process of a call ended, and another one goes on with it. */
  callMoved: [
    ["lobbyId", lobbyId],
    ["move", fields({ reason: TEXT, framesSkipped: NUMBER, gapMs: NUMBER })],
  ],
  /** Somebody holds the keys of the call whom the platform has not announced. */
  unannouncedMember: [
    ["lobbyId", lobbyId],
    ["userId", userId],
  ],
  memberKeyChanged: [
    ["lobbyId", lobbyId],
    ["userId", userId],
    ["wasVerified", FLAG],
  ],
} as const satisfies Readonly<Record<string, readonly Argument[]>>;

/** The name of an event. */
export type EventName = keyof typeof EVENTS;

/** The arguments of an event. */
export type EventArguments<K extends EventName> = ArgumentValues<(typeof EVENTS)[K]>;
