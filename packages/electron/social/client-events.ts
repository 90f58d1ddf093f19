import type { ActivityInvite, Client, MessageHandle, Subscription } from "sdkpp";
import { INVITE, MESSAGE, type EventArguments } from "sdkpp/surface";
import type { CallEvent } from "./call-watch.js";
import { read } from "./read.js";

/**
 * Passes on what a client tells beside the changes of its state.
 * @param met users who came up, whom pages have to know first
 * @returns ends it
 */
export function passEvents(client: Client, event: CallEvent, met: (userId: bigint) => void): () => void {
  const message = (name: "messageCreated" | "messageUpdated") => (id: bigint) => {
    const found = client.getMessageHandle(id);
    if (found !== undefined) event(name, [messageOf(found, met)]);
  };
  const invite = (name: "activityInviteCreated" | "activityInviteUpdated") => (one: ActivityInvite) => {
    met(one.senderId);
    event(name, [read(INVITE, one) as EventArguments<typeof name>[0]]);
  };
  const subscriptions: Subscription[] = [
    client.on("messageCreated", message("messageCreated")),
    client.on("messageUpdated", message("messageUpdated")),
    client.on("messageDeleted", (id, channelId) => event("messageDeleted", ids(id, channelId))),
    client.on("activityInviteCreated", invite("activityInviteCreated")),
    client.on("activityInviteUpdated", invite("activityInviteUpdated")),
    client.on("activityJoin", (joinSecret) => event("activityJoin", [joinSecret])),
    client.on("authorizeRequest", () => event("authorizeRequest", [])),
    client.on("noAudioInput", (isDetected) => event("noAudioInput", [isDetected])),
  ];
  return () => subscriptions.forEach((one) => one.dispose());
}

function messageOf(
  message: MessageHandle,
  met: (userId: bigint) => void,
): EventArguments<"messageCreated">[0] {
  met(message.authorId);
  return read(MESSAGE, message) as EventArguments<"messageCreated">[0];
}

function ids(...given: bigint[]): EventArguments<"messageDeleted"> {
  return given.map(String) as unknown as EventArguments<"messageDeleted">;
}
