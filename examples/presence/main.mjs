// Ben sees what his friend Ada does in the game, live, through a lost connection; on a platform in this process.
import { startPlatform } from "@sdkpp/platform";
import { Activity, ActivityParty, AuthorizationTokenType, Client, enumToString, StatusType } from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const [adaId, benId] = seeded.userIds;
control.makeFriends(adaId, benId);

/** A player who is ready in the game. */
async function signIn(userId) {
  const client = new Client(endpoints.apiBase, endpoints.webBase);
  const tokens = control.issueTokens(seeded.applicationId, userId, Client.getDefaultPresenceScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await client.ready();
  return client;
}

/** Rich presence of a player in a party of at most four. */
function playing(details, players) {
  const activity = new Activity();
  activity.setDetails(details);
  const party = new ActivityParty();
  party.setId("party-1");
  party.setCurrentSize(players);
  party.setMaxSize(4);
  activity.setParty(party);
  return activity;
}

const ben = await signIn(benId);

/** The line beside Ada's name on Ben's screen. */
function screen() {
  const { displayName, status, gameActivity } = ben.getRelationshipHandle(adaId).user;
  const party = gameActivity?.party;
  return [
    `${displayName}: ${enumToString(StatusType, status)}`,
    ...(gameActivity?.details === undefined ? [] : [gameActivity.details]),
    ...(party === undefined ? [] : [`${party.currentSize} of ${party.maxSize}`]),
  ].join(" | ");
}

let shown = "";
let look = () => {};
ben.setUserUpdatedCallback(() => {
  if (screen() !== shown) console.log((shown = screen()));
  look();
});

/** Does something and waits until Ben sees it. */
async function until(wanted, act) {
  const seen = new Promise((resolve) => (look = () => shown === wanted && resolve()));
  const result = await act();
  await seen;
  return result;
}

const ada = await until("Ada: Online", () => signIn(adaId));
await until("Ada: Online | Capture the flag | 1 of 4", () =>
  ada.updateRichPresence(playing("Capture the flag", 1)),
);
await until("Ada: Dnd | Capture the flag | 1 of 4", () => ada.setOnlineStatus(StatusType.Dnd));

// Ada's session is lost for good; a new one says again what she said, without the game's doing.
await until("Ada: Offline", () => control.gatewayInvalid(adaId, false));
await until("Ada: Dnd | Capture the flag | 1 of 4", () => {});

await until("Ada: Dnd", () => ada.clearRichPresence());
await until("Ada: Offline", () => ada.disconnect());

for (const client of [ada, ben]) client.destroy();
await stop();
