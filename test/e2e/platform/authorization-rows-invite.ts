// Invites to channels of servers, and the users who can accept them.
import { csvForm } from "../../support/csv-form.js";
import type { Row, Verdict } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

const missingAccess: Verdict = [403, 50_001];
const missingPermissions: Verdict = [403, 50_013];
const unknownGuild: Verdict = [404, 10_004];

/** An invite of the game's bot for Ada and Ben, into a server of the host. */
export async function invitedPair(scene: Scene) {
  const guild = scene.guild(scene.host);
  const body = csvForm(["user_id", scene.ada.id, scene.ben.id], { max_uses: 5 });
  const path = `/channels/${guild.channelId}/invites`;
  const { code } = (await scene.must("bot", "POST", { path, body })) as { code: string };
  return { guild, code, path: `/invites/${code}`, targets: `/invites/${code}/target-users` };
}

export const INVITE_ROWS: readonly Row[] = [
  {
    route: "POST /channels/{channel.id}/invites",
    by: "bot",
    otherBot: missingAccess,
    ask: (scene) => ({ path: `/channels/${scene.guild(scene.host).channelId}/invites`, body: {} }),
  },
  {
    route: "GET /channels/{channel.id}/invites",
    by: "bot",
    otherBot: missingAccess,
    ask: async (scene) => ({ path: `/channels/${(await invitedPair(scene)).guild.channelId}/invites` }),
  },
  {
    route: "GET /guilds/{guild.id}/invites",
    by: "bot",
    otherBot: unknownGuild,
    ask: async (scene) => ({ path: `/guilds/${(await invitedPair(scene)).guild.id}/invites` }),
  },
  {
    route: "GET /invites/{invite.code}/target-users",
    by: "bot",
    otherBot: missingPermissions,
    ask: async (scene) => ({ path: (await invitedPair(scene)).targets }),
  },
  {
    route: "PUT /invites/{invite.code}/target-users",
    by: "bot",
    otherBot: missingPermissions,
    ask: async (scene) => ({ path: (await invitedPair(scene)).targets, body: csvForm([scene.eve.id]) }),
  },
  {
    route: "GET /invites/{invite.code}/target-users/job-status",
    by: "bot",
    otherBot: missingPermissions,
    ask: async (scene) => ({ path: `${(await invitedPair(scene)).targets}/job-status` }),
  },
];
