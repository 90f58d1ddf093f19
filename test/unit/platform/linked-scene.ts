import { LobbyMemberFlag, Permission } from "sdkpp/wire";
import type { NewChannel, NewGuild } from "../../../platform/control/new-records.js";
import type { Store } from "../../../platform/store/store.js";
import { createLobby } from "./operations.js";
import { cast, reply } from "./support-world.js";

/** Ada, who may link, and Ben in a lobby; Ada owns a guild with the game's bot and without Ben. */
export function linkedScene(channels: NewChannel[] = [], more: Partial<NewGuild> = {}, store?: Store) {
  const made = cast(store);
  const { world, registry, ada, ben, bot } = made;
  const guild = registry.createGuild({
    name: "G",
    ownerId: ada.user.id,
    memberIds: [bot.user.id],
    channels: [{ name: "general", kind: "text" }, ...channels],
    roles: [
      { name: "game", permissions: Permission.ManageChannels, managed: true, memberIds: [bot.user.id] },
    ],
    ...more,
  });
  const lobby = reply(
    createLobby(world, bot, {
      members: [{ id: ada.user.id, flags: LobbyMemberFlag.CanLinkLobby }, { id: ben.user.id }],
    }),
  );
  const channelId = (name: string): string => guild.channels.find((one) => one.name === name)!.id;
  return { ...made, guild, lobbyId: lobby.id, general: channelId("general"), channelId };
}
