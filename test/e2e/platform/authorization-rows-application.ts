// Applications and the accounts of their bots; what users connect.
import { pngOf } from "../../support/pictures.js";
import { rowFor, type Row, type Verdict } from "./authorization-row.js";

const unknownApplication: Verdict = [404, 10_002];
const own = { by: "bot", otherBot: "allowed" } as const;
const named = { by: "bot", otherBot: unknownApplication } as const;
/** Another one in each scene: what is there already is not written. */
const body = (number: number) => ({ description: `A game about ${String(number)} knights.` });

function picture(): FormData {
  const form = new FormData();
  form.set("file", new Blob([pngOf(2, 2)]), "moment.png");
  return form;
}

export const APPLICATION_ROWS: readonly Row[] = [
  {
    route: "PATCH /users/@me",
    by: "bot",
    otherBot: "allowed",
    ask: ({ number }) => ({ path: "/users/@me", body: { username: `knight${String(number)}` } }),
  },
  {
    route: "GET /users/@me/connections",
    by: "ada",
    otherPlayer: "allowed",
    stranger: "allowed",
    ask: () => ({ path: "/users/@me/connections" }),
  },
  {
    route: "GET /oauth2/keys",
    by: "nobody",
    ask: async ({ stage }) => {
      // The first request makes the key.
      const asked = { path: "/oauth2/keys" };
      await stage.send(undefined, "GET", asked);
      return asked;
    },
  },
  {
    route: "GET /oauth2/userinfo",
    by: "ada",
    otherPlayer: "allowed",
    stranger: "allowed",
    ask: () => ({ path: "/oauth2/userinfo" }),
  },
  rowFor(own, "GET /applications/@me", () => ({ path: "/applications/@me" })),
  rowFor(own, "PATCH /applications/@me", ({ number }) => ({ path: "/applications/@me", body: body(number) })),
  rowFor(named, "GET /applications/{application.id}", ({ applicationId }) => ({
    path: `/applications/${applicationId}`,
  })),
  rowFor(named, "PATCH /applications/{application.id}", ({ applicationId, number }) => ({
    path: `/applications/${applicationId}`,
    body: body(number),
  })),
  rowFor(named, "GET /applications/{application.id}/activity-instances/{instance.id}", (scene) => {
    const { control } = scene.stage.platform;
    const { applicationId } = scene;
    control.activities.setUrlMappings(applicationId, []);
    const { channelId } = scene.guild(scene.host, [scene.ada]);
    const { id } = control.activities.launch({ applicationId, userId: scene.ada.id, channelId });
    return { path: `/applications/${applicationId}/activity-instances/${id}` };
  }),
  {
    route: "POST /applications/{application.id}/attachment",
    by: "ada",
    otherPlayer: unknownApplication,
    otherBot: unknownApplication,
    stranger: "allowed",
    ask: ({ applicationId }) => ({ path: `/applications/${applicationId}/attachment`, body: picture() }),
  },
  rowFor(own, "GET /oauth2/applications/@me", () => ({ path: "/oauth2/applications/@me" })),
  rowFor(named, "GET /users/{user.id}/application-identities/{application.id}", (scene) => {
    scene.profile();
    return { path: `/users/${scene.ada.id}/application-identities/${scene.applicationId}` };
  }),
  rowFor(
    named,
    "GET /applications/{application.id}/application-identities/{provider.type}/{external.id}",
    (scene) => {
      scene.profile();
      const account = `DISCORD_BOT/${encodeURIComponent(`knight ${String(scene.number)}`)}`;
      return { path: `/applications/${scene.applicationId}/application-identities/${account}` };
    },
  ),
  rowFor(
    named,
    "POST /users/{user.id}/application-identities/{application.id}/{provider.type}/{external.id}/delete",
    (scene) => {
      scene.profile();
      const account = `DISCORD_BOT/${encodeURIComponent(`knight ${String(scene.number)}`)}`;
      const path = `/users/${scene.ada.id}/application-identities/${scene.applicationId}/${account}/delete`;
      return { path, body: {} };
    },
  ),
];
