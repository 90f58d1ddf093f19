import type { ChannelRecord, MessageRecord, WorldView } from "../../state/index.js";
import { ChannelType } from "../enums.js";
import type { ChannelHandle } from "../handles/channel-handle.js";
import type { LobbyHandle } from "../handles/lobby-handle.js";
import { MessageHandle } from "../handles/message-handle.js";
import type { UserHandle } from "../handles/user-handle.js";

/** Where a message's handle finds what the message names. */
interface Surroundings {
  readonly isDestroyed: boolean;
  readonly world: WorldView;
  user(userId: bigint): UserHandle | undefined;
  lobby(lobbyId: bigint): LobbyHandle | undefined;
  channel(channelId: bigint): ChannelHandle | undefined;
}

/** A handle that holds its record: it outlives the message's removal, but not the client. */
export function makeMessageHandle(around: Surroundings, record: MessageRecord): MessageHandle {
  const { world } = around;
  const subject = {
    record,
    names: {
      user: (id: bigint) => nameOf(world, id) ?? record.mentionedNames.get(id),
      channel: (id: bigint) => channelRecord(world, id)?.name,
    },
    get recipientId() {
      return recipientOf(world, record);
    },
    userOf: (id: bigint) => around.user(id),
    lobbyOf: (id: bigint) => around.lobby(id),
    channelOf: (id: bigint) => around.channel(id),
  };
  return new MessageHandle(() => (around.isDestroyed ? undefined : subject));
}

/** A lobby is a channel, too. */
export function channelRecord(world: WorldView, channelId: bigint): ChannelRecord | undefined {
  const channel = world.channels.get(channelId);
  if (channel !== undefined || world.lobbies.get(channelId) === undefined) return channel;
  return { id: channelId, type: ChannelType.Lobby, name: "", recipientIds: [] };
}

/** The other user of a direct message; a lobby has none. */
function recipientOf(world: WorldView, record: MessageRecord): bigint {
  return record.recipientId ?? world.channels.get(record.channelId)?.recipientIds[0] ?? 0n;
}

function nameOf(world: WorldView, userId: bigint): string | undefined {
  const user = world.users.get(userId);
  return user?.globalName ?? user?.username;
}
