// Players without an account of the platform: the doors of their games.
import { rowFor, type Row } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

/** Body of a game that presents a ticket of a provider. */
export function ticketOf(scene: Scene, name = ""): object {
  return {
    client_id: scene.applicationId,
    external_auth_type: "STEAM_SESSION_TICKET",
    external_auth_token: `test:${String(scene.number)}${name}`,
  };
}

/** Eve has the identity of that ticket in the game. */
export function linkEve(scene: Scene): void {
  scene.stage.platform.control.users.setIdentity(scene.applicationId, scene.eve.id, {
    externalId: String(scene.number),
    providerType: "STEAM",
  });
}

const unmerge = "/partner-sdk/provisional-accounts/unmerge";
/** One game's players are unknown to the bots of others. */
const ofOwnBot = { by: "bot", otherBot: [404, 10_013] } as const;

export const PROVISIONAL_ROWS: readonly Row[] = [
  {
    route: "POST /partner-sdk/token",
    by: "nobody",
    ask: (scene) => ({ path: "/partner-sdk/token", body: ticketOf(scene) }),
  },
  {
    route: "POST /partner-sdk/token/bot",
    by: "bot",
    otherBot: "allowed",
    ask: ({ number }) => ({ path: "/partner-sdk/token/bot", body: { external_user_id: String(number) } }),
  },
  {
    route: `POST ${unmerge}`,
    by: "nobody",
    ask: (scene) => {
      linkEve(scene);
      return { path: unmerge, body: ticketOf(scene) };
    },
  },
  rowFor(ofOwnBot, `POST ${unmerge}/bot`, ({ stage, eve, applicationId, number }) => {
    const externalId = `bot-${String(number)}`;
    stage.platform.control.users.setIdentity(applicationId, eve.id, { externalId });
    return { path: `${unmerge}/bot`, body: { external_user_id: externalId } };
  }),
  {
    route: "PATCH /users/@me/account",
    by: "ada",
    otherPlayer: "allowed",
    stranger: "allowed",
    ask: ({ number }) => ({ path: "/users/@me/account", body: { global_name: `Name ${String(number)}` } }),
  },
];
