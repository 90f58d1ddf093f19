// A console signs in by a code that the player types on a phone, and stays signed in over two starts of the game; on a platform
// in this process.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform } from "@sdkpp/platform";
import { Client, DeviceAuthorizationArgs, FileTokenStore, Session } from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const folder = await mkdtemp(join(tmpdir(), "console-"));
const [adaId] = seeded.userIds;

/** The television: it shows a code, which the player reads and types on a phone. */
const television = {
  open({ userCode, address }) {
    console.log(`go to ${new URL(address).pathname} and type a code of ${userCode.length} characters`);
    control.tokens.answerDevice(adaId, userCode, true);
  },
  close: () => console.log("the code is gone"),
};

/** One start of the game. */
async function play() {
  const client = new Client(endpoints.apiBase, endpoints.webBase, { deviceScreen: television });
  const args = new DeviceAuthorizationArgs();
  args.clientId = seeded.applicationId;
  args.scopes = Client.getDefaultCommunicationScopes();
  const session = new Session(client, {
    tokenStore: new FileTokenStore(join(folder, "player.json")),
    applicationId: seeded.applicationId,
    interactive: () => client.getTokenFromDevice(args),
  });
  await session.start();
  await client.ready();
  console.log(`welcome, ${client.getCurrentUserV2().displayName}`);
  return { client, session };
}

const first = await play();
first.session.stop();
first.client.destroy();

const second = await play();
const ended = new Promise((resolve) => second.session.on("relinkNeeded", resolve));
second.session.on("deauthorized", () => console.log("the player has removed the game from the account"));
control.tokens.revoke(seeded.applicationId, adaId);
await ended;
console.log("please sign in again");
second.session.stop();
second.client.destroy();
await stop();
await rm(folder, { recursive: true });
