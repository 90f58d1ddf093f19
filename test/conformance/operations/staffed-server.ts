import { Permission } from "sdkpp/wire";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import type { Failure } from "./operation.js";

/**
 * A server of the host with Ada, Ben and both bots. The game's bot may do everything; its role is above `player` (Ben's),
 * `guest` and `managed`, and below `chief` (Ada's). The other bot may do what every member may.
 */
export function staffed({ stage, host, ada, ben, botId }: Scene, features: readonly string[] = []) {
  const guild = stage.platform.control.guilds.create({
    name: "Server",
    ownerId: host.id,
    memberIds: [ada.id, ben.id, botId, stage.otherBotId],
    features,
    roles: [
      { name: "player", permissions: 0n, memberIds: [ben.id] },
      { name: "guest", permissions: 0n },
      { name: "managed", permissions: 0n, managed: true },
      { name: "Bot", permissions: Permission.Administrator, memberIds: [botId] },
      { name: "chief", permissions: 0n, memberIds: [ada.id] },
    ],
    channels: [
      { name: "text", kind: "text" },
      { name: "call", kind: "voice" },
      { name: "other call", kind: "voice" },
      { name: "staff", kind: "text", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
      { name: "topics", kind: "category" },
      { name: "Games", kind: "category", overwrites: [{ for: "@everyone", deny: Permission.SendMessages }] },
    ],
  });
  const [player = "", guest = "", managed = "", botRole = "", chief = ""] = (guild.roles ?? []).map(
    ({ id }) => id,
  );
  const [text = "", call = "", otherCall = "", staff = "", topics = "", games = ""] = guild.channels.map(
    ({ id }) => id,
  );
  const roles = { player, guest, managed, bot: botRole, chief };
  return { id: guild.id, roles, channels: { text, call, otherCall, staff, topics, games } };
}

export type Staffed = ReturnType<typeof staffed>;

/** A request in such a server. */
export const inStaffed =
  (path: (server: Staffed, scene: Scene) => string, body?: (server: Staffed, scene: Scene) => unknown) =>
  (scene: Scene) => {
    const server = staffed(scene);
    return { path: path(server, scene), body: body?.(server, scene) };
  };

/** A request in such a server that is rejected. */
export function rejected(
  claim: string,
  path: (server: Staffed, scene: Scene) => string,
  verdict: Failure["verdict"],
  more: {
    body?: (server: Staffed, scene: Scene) => unknown;
    by?: Failure["by"];
    errors?: readonly string[];
  } = {},
): Failure {
  return {
    claim,
    ask: inStaffed(path, more.body),
    verdict,
    ...(more.by && { by: more.by }),
    ...(more.errors && { errors: more.errors }),
  };
}

/** The other bot enters a call of the server. @returns its socket */
export async function otherBotInCall({ stage }: Scene, guildId: string, channelId: string) {
  const socket = await stage.botSession(stage.otherBot);
  socket.send(4, { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: false });
  await socket.event("VOICE_SERVER_UPDATE");
  return socket;
}

type Heard = readonly [t: string, d: object];

/**
 * Both bots hear the same, and the game's bot, which may read the audit log, hears of its entries.
 * @param actions of the entries, which come last
 */
export function bots(actions: readonly number[], ...events: readonly Heard[]) {
  const entries = actions.map((action_type): Heard => ["GUILD_AUDIT_LOG_ENTRY_CREATE", { action_type }]);
  return { bot: [...events, ...entries], otherBot: events };
}
