// Ben looks at his friends list while others ask, come, go and change their names; on a platform in this process.
import { startPlatform } from "@sdkpp/platform";
import { AuthorizationTokenType, Client, RelationshipGroupType, RelationshipType } from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const [adaId, benId] = seeded.userIds;
const clients = [];

/** A player who is ready in a game. */
async function signIn(userId, applicationId = seeded.applicationId) {
  const client = new Client(endpoints.apiBase, endpoints.webBase);
  clients.push(client);
  const tokens = control.issueTokens(applicationId, userId, Client.getDefaultPresenceScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await client.ready();
  return client;
}

const ben = await signIn(benId);
const names = (handles) => handles.map(({ user }) => user.displayName).join(", ") || "–";

/** The friends list on Ben's screen. */
function screen() {
  const asking = ben
    .getRelationships()
    .filter((one) => one.gameRelationshipType === RelationshipType.PendingIncoming);
  const group = (name) => names(ben.getRelationshipsByGroup(RelationshipGroupType[name]));
  return [
    `in the game: ${group("OnlinePlayingGame")}`,
    `online: ${group("OnlineElsewhere")}`,
    `offline: ${group("Offline")}`,
    ...(asking.length > 0 ? [`asking: ${names(asking)}`] : []),
  ].join(" | ");
}

let shown = "";
const waiting = new Set();
ben.setRelationshipGroupsUpdatedCallback(() => {
  if (screen() !== shown) console.log((shown = screen()));
  for (const look of waiting) look();
});

/** Does something and waits until Ben sees it. */
async function until(text, act) {
  const seen = new Promise((resolve) => waiting.add(() => shown.includes(text) && resolve()));
  await act();
  await seen;
  waiting.clear();
}

const ada = await signIn(adaId);
await until("asking: Ada", () => ada.sendGameFriendRequest("ben"));
await until("in the game: Ada", () => ben.acceptGameFriendRequest(adaId));

const cyd = control.createUser({ username: "cyd" }).id;
const otherGame = control.createApplication({ name: "Another Game" }).id;
await until("offline: cyd", () => control.makeFriends(benId, cyd));
await until("online: cyd", () => signIn(cyd, otherGame));

await until("Countess", () => control.renameUser(adaId, "Countess"));
await until("offline: Countess", () => ada.disconnect());
await until("offline: –", () => ben.removeGameFriend(adaId));
await until("online: –", () => ben.blockUser(cyd));

for (const client of clients) client.destroy();
await stop();
