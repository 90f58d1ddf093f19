import type { ChannelStore } from "./channel-store.js";
import type { WorldChange } from "./events.js";
import type { MessageEvent } from "./message-events.js";
import type { MessageFacts } from "./message-records.js";
import type { MessageStore } from "./message-store.js";
import type { UserRecord } from "./records.js";
import type { UserStore } from "./user-store.js";

/** The stores that an event about messages changes. */
interface MessageWorld {
  readonly users: UserStore;
  readonly channels: ChannelStore;
  readonly messages: MessageStore;
}

const EVENT_TYPES: ReadonlySet<string> = new Set<MessageEvent["type"]>([
  "message",
  "messageEdited",
  "messageRemoved",
  "messageHistory",
  "channels",
  "channel",
]);

export function isMessageEvent(event: { type: string }): event is MessageEvent {
  return EVENT_TYPES.has(event.type);
}

export function applyMessageEvent(world: MessageWorld, event: MessageEvent): WorldChange[] {
  switch (event.type) {
    case "message":
      return [...learn(world, usersOf(event.message)), ...world.messages.create(event.message)];
    case "messageEdited":
      return [...learn(world, usersOf(event.message)), ...world.messages.edit(event.message)];
    case "messageRemoved":
      return world.messages.remove(event.messageId, event.channelId);
    case "messageHistory": {
      const { conversationId, messages, isWhole } = event;
      const changes = learn(world, messages.flatMap(usersOf));
      return [...changes, ...world.messages.putHistory(conversationId, messages, isWhole)];
    }
    case "channels":
      world.channels.replaceAll(event.channels);
      return learn(
        world,
        event.channels.flatMap((channel) => channel.recipients),
      );
    case "channel":
      world.channels.put(event.channel);
      return learn(world, event.channel.recipients);
  }
}

function usersOf({ author, mentions }: MessageFacts): UserRecord[] {
  return [author, ...mentions];
}

function learn(world: MessageWorld, users: readonly UserRecord[]): WorldChange[] {
  return users.flatMap((user) => world.users.put(user));
}
