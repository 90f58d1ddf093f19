// A player starts without an account, makes a friend in a lobby, links an account by a code and keeps both; on a platform in
// this process.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform } from "@sdkpp/platform";
import {
  AuthenticationExternalAuthType,
  AuthorizationTokenType,
  Client,
  DeviceAuthorizationArgs,
  FileTokenStore,
  RelationshipType,
  Session,
} from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const { applicationId } = seeded;
const [, benId] = seeded.userIds;
const folder = await mkdtemp(join(tmpdir(), "guest-"));
const account = control.users.create({ username: "gwen", globalName: "Gwen of the Lake" });

/** Steam would give this ticket; the platform here reads the player's id and name from it. */
const steamTicket = () => "test:76561198000000007:Gwen";

/** The player reads the code on the screen and types it on a phone, as the account that she has there. */
const screen = {
  open: ({ userCode }) => control.tokens.answerDevice(account.id, userCode, true),
  close: () => undefined,
};

const client = new Client(endpoints.apiBase, endpoints.webBase, { deviceScreen: screen });
client.setApplicationId(applicationId);
const { SteamSessionTicket } = AuthenticationExternalAuthType;
const args = new DeviceAuthorizationArgs();
args.clientId = applicationId;
args.scopes = Client.getDefaultCommunicationScopes();

const session = new Session(client, {
  tokenStore: new FileTokenStore(join(folder, "player.json")),
  guest: () => client.getProvisionalToken(applicationId, SteamSessionTicket, steamTicket()),
  interactive: () => client.getTokenFromDeviceProvisionalMerge(args, SteamSessionTicket, steamTicket()),
});

const kind = await session.start();
await client.ready();
console.log(`playing as a ${kind}: ${client.getCurrentUserV2().displayName}`);

const ben = await signIn(benId);
const { lobbyId } = await client.createOrJoinLobby("round table");
await ben.createOrJoinLobby("round table");
const request = ben.once("relationshipCreated");
await client.sendGameFriendRequestById(benId);
await request;
const accepted = client.once("relationshipGroupsUpdated", { filter: () => friends() !== "" });
await ben.acceptGameFriendRequest(client.getCurrentUserV2().id);
await accepted;
console.log(`friends: ${friends()}; in the lobby: ${inLobby()}`);

// The account takes the guest's place: the guest's session ends, and the session connects again as the account.
await session.signIn();
await client.ready();
console.log(`playing with an account: ${client.getCurrentUserV2().displayName}`);
console.log(`friends: ${friends()}; in the lobby: ${inLobby()}`);

session.stop();
for (const one of [client, ben]) one.destroy();
await stop();
await rm(folder, { recursive: true });

function friends() {
  const all = client.getRelationships().filter((one) => one.gameRelationshipType === RelationshipType.Friend);
  return all.map(({ user }) => user.displayName).join(", ");
}

function inLobby() {
  const members = client.getLobbyHandle(lobbyId).lobbyMembers;
  return members
    .map(({ user }) => user.displayName)
    .sort()
    .join(", ");
}

async function signIn(userId) {
  const player = new Client(endpoints.apiBase, endpoints.webBase);
  const tokens = control.tokens.issue(applicationId, userId, Client.getDefaultCommunicationScopes());
  await player.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  player.connect();
  await player.ready();
  return player;
}
