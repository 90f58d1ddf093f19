// Webhooks of channels: bots manage them, and whoever knows a token uses one.
import { rowFor, type Row, type Verdict } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

const missingAccess: Verdict = [403, 50_001];
const missingPermissions: Verdict = [403, 50_013];
const unknownGuild: Verdict = [404, 10_004];
const open = { by: "nobody" } as const;

interface Made {
  readonly id: string;
  readonly token: string;
  readonly guild_id: string;
  readonly channel_id: string;
}

/** A webhook of the game's bot in a server of the host. */
export async function madeWebhook(scene: Scene) {
  const { channelId } = scene.guild(scene.host);
  const path = `/channels/${channelId}/webhooks`;
  const made = (await scene.must("bot", "POST", { path, body: { name: "Herald" } })) as Made;
  const own = `/webhooks/${made.id}`;
  return { ...made, own, open: `${own}/${made.token}` };
}

/** A message that a webhook has sent. */
export async function webhookMessage(scene: Scene): Promise<string> {
  const { open: path } = await madeWebhook(scene);
  const said = await scene.must("bot", "POST", { path: `${path}?wait=true`, body: { content: "hello" } });
  return `${path}/messages/${(said as { id: string }).id}`;
}

export const WEBHOOK_ROWS: readonly Row[] = [
  {
    route: "POST /channels/{channel.id}/webhooks",
    by: "bot",
    otherBot: missingAccess,
    ask: (scene) => ({
      path: `/channels/${scene.guild(scene.host).channelId}/webhooks`,
      body: { name: "Herald" },
    }),
  },
  {
    route: "GET /channels/{channel.id}/webhooks",
    by: "bot",
    otherBot: missingAccess,
    ask: async (scene) => ({ path: `/channels/${(await madeWebhook(scene)).channel_id}/webhooks` }),
  },
  {
    route: "GET /guilds/{guild.id}/webhooks",
    by: "bot",
    otherBot: unknownGuild,
    ask: async (scene) => ({ path: `/guilds/${(await madeWebhook(scene)).guild_id}/webhooks` }),
  },
  {
    route: "GET /webhooks/{webhook.id}",
    by: "bot",
    otherBot: missingPermissions,
    ask: async (scene) => ({ path: (await madeWebhook(scene)).own }),
  },
  {
    route: "PATCH /webhooks/{webhook.id}",
    by: "bot",
    otherBot: missingPermissions,
    ask: async (scene) => ({ path: (await madeWebhook(scene)).own, body: { name: "Crier" } }),
  },
  {
    route: "DELETE /webhooks/{webhook.id}",
    by: "bot",
    otherBot: missingPermissions,
    ask: async (scene) => ({ path: (await madeWebhook(scene)).own }),
  },
  rowFor(open, "GET /webhooks/{webhook.id}/{webhook.token}", async (scene) => ({
    path: (await madeWebhook(scene)).open,
  })),
  rowFor(open, "PATCH /webhooks/{webhook.id}/{webhook.token}", async (scene) => ({
    path: (await madeWebhook(scene)).open,
    body: { name: "Crier" },
  })),
  rowFor(open, "DELETE /webhooks/{webhook.id}/{webhook.token}", async (scene) => ({
    path: (await madeWebhook(scene)).open,
  })),
  rowFor(open, "POST /webhooks/{webhook.id}/{webhook.token}", async (scene) => ({
    path: `${(await madeWebhook(scene)).open}?wait=true`,
    body: { content: "hello" },
  })),
  rowFor(open, "GET /webhooks/{webhook.id}/{webhook.token}/messages/{message.id}", async (scene) => ({
    path: await webhookMessage(scene),
  })),
  rowFor(open, "PATCH /webhooks/{webhook.id}/{webhook.token}/messages/{message.id}", async (scene) => ({
    path: await webhookMessage(scene),
    body: { content: "changed" },
  })),
  rowFor(open, "DELETE /webhooks/{webhook.id}/{webhook.token}/messages/{message.id}", async (scene) => ({
    path: await webhookMessage(scene),
  })),
];
