// Ben looks at his friends list while others ask, come, go and change their names; then he blocks one of them. On a platform in
// this process.
import { startPlatform } from "@sdkpp/platform";
import {
  AuthorizationTokenType,
  Client,
  ClientResultError,
  RelationshipGroupType,
  RelationshipType,
} from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const [adaId, benId] = seeded.userIds;
const clients = [];

/** A player who is ready in a game. */
async function signIn(userId, applicationId = seeded.applicationId) {
  const client = new Client(endpoints.apiBase, endpoints.webBase);
  clients.push(client);
  const tokens = control.tokens.issue(applicationId, userId, Client.getDefaultPresenceScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await client.ready();
  return client;
}

const ben = await signIn(benId);
const names = (handles) => handles.map(({ user }) => user.displayName).join(", ") || "–";

/** The friends list on Ben's screen. */
function screen() {
  const group = (name) => names(ben.getRelationshipsByGroup(RelationshipGroupType[name]));
  const asking = ben
    .getRelationships()
    .filter((one) => one.gameRelationshipType === RelationshipType.PendingIncoming && !one.isSpamRequest);
  return [
    `in the game: ${group("OnlinePlayingGame")}`,
    `online: ${group("OnlineElsewhere")}`,
    `offline: ${group("Offline")}`,
    ...(asking.length > 0 ? [`asking: ${names(asking)}`] : []),
  ].join(" | ");
}

let shown = "";
function show() {
  if (screen() !== shown) console.log((shown = screen()));
}
ben.on("relationshipGroupsUpdated", show);

/** Does something and waits until Ben sees it. */
async function until(text, act) {
  const seen = ben.once("relationshipGroupsUpdated", { filter: () => screen().includes(text) });
  await act();
  await seen;
  show();
}

/** Why the platform refuses a request, by its code. */
const REFUSALS = {
  30002: "your friends list is full",
  80000: "this player accepts no requests",
  80001: "you cannot ask this player",
  80003: "that is you",
  80004: "nobody has this name",
  80007: "you are friends already",
};

/** The text that a player reads after asking. */
async function ask(send) {
  try {
    await send();
    return "request sent";
  } catch (error) {
    if (!(error instanceof ClientResultError)) throw error;
    return REFUSALS[error.result.errorCode] ?? error.message;
  }
}

const ada = await signIn(adaId);
console.log(`Ada reads: ${await ask(() => ada.sendGameFriendRequest("bne"))}`);
await until("asking: Ada", () => ask(() => ada.sendGameFriendRequest("ben")));
await until("in the game: Ada", () => ben.acceptGameFriendRequest(adaId));

const cydId = control.users.create({ username: "cyd" }).id;
const otherGame = control.applications.create({ name: "Another Game" }).id;
await until("offline: cyd", () => control.users.makeFriends(benId, cydId));
let cyd;
await until("online: cyd", async () => (cyd = await signIn(cydId, otherGame)));

await until("Countess", () => control.users.rename(adaId, "Countess"));
const found = ben.searchFriendsByUsername("contess");
console.log(`found: ${found.map(({ displayName }) => displayName).join(", ")}`);
await until("offline: Countess", () => ada.disconnect());
await until("offline: –", () => ben.removeGameFriend(adaId));

// A block ends the friendship, and prevents requests, invites and messages.
await until("online: –", () => ben.blockUser(cydId));
const blocked = () =>
  names(ben.getRelationships().filter((one) => one.discordRelationshipType === RelationshipType.Blocked));
console.log(`blocked: ${blocked()}`);
console.log(`cyd reads: ${await ask(() => cyd.sendDiscordFriendRequest("ben"))}`);
await ben.unblockUser(cydId);
console.log(`blocked: ${blocked()}`);

for (const client of clients) client.destroy();
await stop();
