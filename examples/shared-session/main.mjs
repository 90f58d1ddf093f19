// A launcher signs a player in; later the launcher and the game start at the same moment, with tokens that are about to expire,
// and share one session: one of the two programs refreshes the tokens, the other one uses them. On a platform in this process.
import { fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, DeviceAuthorizationArgs, FileTokenStore, Session } from "sdkpp";

const A_WEEK_MS = 7 * 24 * 3_600_000;
const AN_HOUR_MS = 3_600_000;

/** @param now the time of the program, Unix milliseconds */
function sessionOf(client, { applicationId, file }, now, interactive) {
  const tokenStore = new FileTokenStore(file);
  return new Session(client, { tokenStore, applicationId, interactive, unixNow: now });
}

async function connected(client, session) {
  await session.start();
  await client.ready();
  return client.getCurrentUserV2().displayName;
}

/** The launcher or the game, almost a week later. */
async function program([name, settings]) {
  const { apiBase, webBase, ...shared } = JSON.parse(settings);
  const client = new Client(apiBase, webBase);
  const session = sessionOf(client, shared, () => Date.now() + A_WEEK_MS - AN_HOUR_MS / 2);
  session.on("relinkNeeded", () => console.log(`${name}: please sign in again`));
  console.log(`${name}: welcome, ${await connected(client, session)}`);
  session.stop();
  client.destroy();
}

async function story() {
  const { startPlatform } = await import("@sdkpp/platform");
  const { endpoints, seeded, control, stop } = await startPlatform();
  const folder = await mkdtemp(join(tmpdir(), "shared-session-"));
  const file = join(folder, "player.json");
  const settings = { ...endpoints, file, applicationId: seeded.applicationId };

  const screen = {
    open: ({ userCode }) => control.tokens.answerDevice(seeded.userIds[0], userCode, true),
    close: () => undefined,
  };
  const client = new Client(endpoints.apiBase, endpoints.webBase, { deviceScreen: screen });
  const args = new DeviceAuthorizationArgs();
  args.clientId = seeded.applicationId;
  args.scopes = Client.getDefaultCommunicationScopes();
  const session = sessionOf(client, settings, Date.now, () => client.getTokenFromDevice(args));
  console.log(`signed in: ${await connected(client, session)}`);
  session.stop();
  client.destroy();

  const before = await new FileTokenStore(file).load();
  await Promise.all(["launcher", "game"].map((name) => start(name, settings)));
  const after = await new FileTokenStore(file).load();
  console.log(`refreshed: ${after.accessToken !== before.accessToken}`);
  await stop();
  await rm(folder, { recursive: true });
}

function start(name, settings) {
  const child = fork(fileURLToPath(import.meta.url), [name, JSON.stringify(settings)]);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}`))));
  });
}

const programArguments = process.argv.slice(2);
await (programArguments.length > 0 ? program(programArguments) : story());
