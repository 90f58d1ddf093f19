// Rows about application commands.
import { CommandType } from "sdkpp/wire";
import { rowFor, type Row } from "./authorization-row.js";
import type { Person, Scene } from "./authorization-scene.js";

const OWN = "/applications/{application.id}/commands";
const OF_GUILD = "/applications/{application.id}/guilds/{guild.id}/commands";

/** Bots of other games do not know the application; players do not speak for it. */
const ofDeveloper = {
  by: "bot",
  otherPlayer: [404, 10_002],
  otherBot: [404, 10_002],
  stranger: [403, 20_012],
} as const satisfies Partial<Row>;

/** Different in each scene, because the application is the same. */
export const wave = (scene: Scene): object => ({
  name: `wave${String(scene.number)}`,
  description: "Wave to everyone",
});

export const ownCommands = (scene: Scene): string => `/applications/${scene.applicationId}/commands`;

/** The commands of a server with the bot. */
export const guildCommands = (scene: Scene, owner: Person = scene.host): string =>
  `/applications/${scene.applicationId}/guilds/${scene.guild(owner).id}/commands`;

/** A new command. @returns its path */
export async function commandIn(scene: Scene, path: string): Promise<string> {
  const { id } = (await scene.must("bot", "POST", { path, body: wave(scene) })) as { id: string };
  return `${path}/${id}`;
}

const own = (scene: Scene) => commandIn(scene, ownCommands(scene));
const ofGuild = (scene: Scene) => commandIn(scene, guildCommands(scene));

/** A command of a server of Ada, in which everybody is denied it. @returns its path */
export async function deniedCommand(scene: Scene): Promise<string> {
  const path = await commandIn(scene, guildCommands(scene, scene.ada));
  await scene.must(scene.ada, "PUT", { path: `${path}/permissions`, body: denied(path) });
  return path;
}

/** Denies a command to everybody in its server. */
export function denied(path: string): object {
  const [, , , , guildId] = path.split("/");
  return { permissions: [{ id: guildId, type: 1, permission: false }] };
}

/** Commands that launch the application's activity, if an earlier scene gave it one: no list may leave them out. */
async function entryPoints(scene: Scene, path: string): Promise<readonly object[]> {
  const commands = (await scene.must("bot", "GET", { path })) as readonly { type: number }[];
  return commands.filter(({ type }) => type === CommandType.PrimaryEntryPoint);
}

function rowsAt(
  all: string,
  paths: { all: (scene: Scene) => string; one: (scene: Scene) => Promise<string> },
) {
  const one = `${all}/{command.id}`;
  return [
    rowFor(ofDeveloper, `GET ${all}`, (scene) => ({ path: paths.all(scene) })),
    rowFor(ofDeveloper, `POST ${all}`, (scene) => ({ path: paths.all(scene), body: wave(scene) })),
    rowFor(ofDeveloper, `PUT ${all}`, async (scene) => {
      const path = paths.all(scene);
      return { path, body: [...(await entryPoints(scene, path)), wave(scene)] };
    }),
    rowFor(ofDeveloper, `GET ${one}`, async (scene) => ({ path: await paths.one(scene) })),
    rowFor(ofDeveloper, `PATCH ${one}`, async (scene) => ({
      path: await paths.one(scene),
      body: { description: "Wave back" },
    })),
    rowFor(ofDeveloper, `DELETE ${one}`, async (scene) => ({ path: await paths.one(scene) })),
  ] satisfies Row[];
}

export const COMMAND_ROWS: readonly Row[] = [
  ...rowsAt(OWN, { all: ownCommands, one: own }),
  ...rowsAt(OF_GUILD, { all: guildCommands, one: ofGuild }),
  rowFor(ofDeveloper, `GET ${OF_GUILD}/permissions`, async (scene) => ({
    path: `${(await deniedCommand(scene)).replace(/\/[0-9]+$/, "")}/permissions`,
  })),
  rowFor(ofDeveloper, `GET ${OF_GUILD}/{command.id}/permissions`, async (scene) => ({
    path: `${await deniedCommand(scene)}/permissions`,
  })),
  {
    route: `PUT ${OF_GUILD}/{command.id}/permissions`,
    by: "ada",
    otherPlayer: [404, 10_002],
    stranger: [404, 10_004],
    ask: async (scene) => {
      const path = await commandIn(scene, guildCommands(scene, scene.ada));
      return { path: `${path}/permissions`, body: denied(path) };
    },
  },
];
