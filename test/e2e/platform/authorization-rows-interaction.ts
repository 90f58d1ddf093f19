// Rows about responses to interactions: whoever has the token of one may respond.
import { commandIn, guildCommands, wave } from "./authorization-rows-command.js";
import type { Row } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

const CALLBACK = "/interactions/{interaction.id}/{interaction.token}/callback";
const ORIGINAL = "/webhooks/{webhook.id}/{webhook.token}/messages/@original";

/** An interaction at the bot, and the paths by which it responds. */
export interface OpenInteraction {
  readonly id: string;
  readonly channelId: string;
  readonly callback: string;
  /** Below it are the responses. */
  readonly webhook: string;
}

/** Ada uses a command of the bot in her server. */
export async function usedCommand(scene: Scene): Promise<OpenInteraction> {
  const commands = guildCommands(scene, scene.ada);
  await commandIn(scene, commands);
  const guildId = commands.split("/")[4] ?? "";
  const { body } = await scene.stage.send(scene.stage.bot, "GET", { path: `/guilds/${guildId}/channels` });
  const channelId = (body as { id: string; name: string }[]).find(({ name }) => name === "text")!.id;
  const { name } = wave(scene) as { name: string };
  const use = { applicationId: scene.applicationId, userId: scene.ada.id, channelId, name };
  // The user's view comes with the response; this is about the application.
  void scene.stage.platform.control.interactions.useCommand(use);
  const { bot } = await scene.newsByObserver();
  const created = bot
    .filter(({ t }) => t === "INTERACTION_CREATE")
    .map(({ d }) => d as Record<string, string>);
  // The bot's session has heard of those of other scenes.
  const { id, token } = created.find(({ channel_id: place }) => place === channelId)!;
  return {
    id: String(id),
    channelId,
    callback: `/interactions/${String(id)}/${String(token)}/callback`,
    webhook: `/webhooks/${scene.applicationId}/${String(token)}`,
  };
}

export const REPLY = { type: 4, data: { content: "hello" } };

/** The same with a response. */
export async function answered(scene: Scene, body: object = REPLY): Promise<OpenInteraction> {
  const open = await usedCommand(scene);
  const { status } = await scene.stage.send(undefined, "POST", { path: open.callback, body });
  if (status !== 204) throw new Error(`the response was answered with ${String(status)}`);
  return open;
}

const original = async (scene: Scene): Promise<string> =>
  `${(await answered(scene)).webhook}/messages/@original`;

export const INTERACTION_ROWS: readonly Row[] = [
  {
    route: `POST ${CALLBACK}`,
    by: "nobody",
    ask: async (scene) => ({ path: (await usedCommand(scene)).callback, body: REPLY }),
  },
  { route: `GET ${ORIGINAL}`, by: "nobody", ask: async (scene) => ({ path: await original(scene) }) },
  {
    route: `PATCH ${ORIGINAL}`,
    by: "nobody",
    ask: async (scene) => ({ path: await original(scene), body: { content: "changed" } }),
  },
  { route: `DELETE ${ORIGINAL}`, by: "nobody", ask: async (scene) => ({ path: await original(scene) }) },
];
