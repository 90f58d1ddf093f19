// A player with a linked account is banned from the platform, is told so, and plays on as a guest who cannot link another account
// until the ban ends; on a platform in this process.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform } from "@sdkpp/platform";
import {
  AuthenticationExternalAuthType,
  Client,
  ClientResultError,
  DeviceAuthorizationArgs,
  FileTokenStore,
  Session,
} from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const { applicationId } = seeded;
const folder = await mkdtemp(join(tmpdir(), "banned-"));
const { SteamSessionTicket } = AuthenticationExternalAuthType;
const steamTicket = () => "test:76561198000000007:Gwen";
/** The platform's error code for a guest whose account is banned. */
const MERGE_SOURCE_BANNED = 530_017;

const account = (username) => control.users.create({ username }).id;
const [gwen, another] = [account("gwen"), account("gwen2")];
/** The player who types the code on a phone. */
let phone = gwen;

const screen = {
  open: ({ userCode }) => control.tokens.answerDevice(phone, userCode, true),
  close: () => undefined,
};
const client = new Client(endpoints.apiBase, endpoints.webBase, { deviceScreen: screen });
client.setApplicationId(applicationId);
const args = new DeviceAuthorizationArgs();
args.clientId = applicationId;
args.scopes = Client.getDefaultCommunicationScopes();
const session = new Session(client, {
  tokenStore: new FileTokenStore(join(folder, "player.json")),
  guest: () => client.getProvisionalToken(applicationId, SteamSessionTicket, steamTicket()),
  interactive: () => client.getTokenFromDeviceProvisionalMerge(args, SteamSessionTicket, steamTicket()),
});
session.on("deauthorized", () => console.log("your account can no longer play this game"));

await session.start();
await client.ready();
await session.signIn();
await client.ready();
console.log(`playing with an account: ${client.getCurrentUserV2().username}`);

// The guest's session begins by itself, when the account's has ended.
const again = client.once("statusChanged", { filter: (status) => status === Client.Status.Ready });
control.users.ban(gwen);
await again;
console.log(`playing as a guest: ${client.getCurrentUserV2().isProvisional}`);

phone = another;
console.log(await link());
control.users.unban(gwen);
console.log(await link());
console.log(`playing with an account: ${client.getCurrentUserV2().username}`);

session.stop();
client.destroy();
await stop();
await rm(folder, { recursive: true });

async function link() {
  try {
    await session.signIn();
    await client.ready();
    return "linked";
  } catch (error) {
    if (!(error instanceof ClientResultError)) throw error;
    if (error.result.errorCode !== MERGE_SOURCE_BANNED) throw error;
    return "your account is banned: you can link another one when the ban ends";
  }
}
