// Ben sees what his friend Ada does in the game, live, through a lost connection; on a platform in this process.
import { startPlatform } from "@sdkpp/platform";
import {
  Activity,
  ActivityButton,
  ActivityParty,
  ActivityTimestamps,
  AuthorizationTokenType,
  Client,
  enumToString,
  StatusType,
} from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const [adaId, benId] = seeded.userIds;
control.users.makeFriends(adaId, benId);

/** A player who is ready in the game. */
async function signIn(userId) {
  const client = new Client(endpoints.apiBase, endpoints.webBase);
  const tokens = control.tokens.issue(seeded.applicationId, userId, Client.getDefaultPresenceScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await client.ready();
  return client;
}

const started = BigInt(Date.now());

/** Rich presence of a player in a party of at most four. */
function playing(details, players) {
  const activity = new Activity();
  activity.details = details;
  const timestamps = new ActivityTimestamps();
  timestamps.start = started;
  activity.timestamps = timestamps;
  const rules = new ActivityButton();
  rules.label = "Rules";
  rules.url = "https://game.example/rules";
  activity.addButton(rules);
  const party = new ActivityParty();
  party.id = "party-1";
  party.currentSize = players;
  party.maxSize = 4;
  activity.party = party;
  return activity;
}

const ben = await signIn(benId);

/** The line beside Ada's name on Ben's screen. */
function screen() {
  const { displayName, status, gameActivity } = ben.getRelationshipHandle(adaId).user;
  const { details, party } = gameActivity ?? {};
  const buttons = gameActivity?.getButtons() ?? [];
  return [
    `${displayName}: ${enumToString(StatusType, status)}`,
    ...(details === undefined ? [] : [details]),
    ...(party === undefined ? [] : [`${party.currentSize} of ${party.maxSize}`]),
    ...buttons.map(({ label }) => `[${label}]`),
  ].join(" | ");
}

let shown = "";
function show() {
  if (screen() !== shown) console.log((shown = screen()));
}
ben.on("userUpdated", show);

/** Does something and waits until Ben sees it. */
async function until(wanted, act) {
  const seen = ben.once("userUpdated", { filter: () => screen() === wanted });
  const result = await act();
  await seen;
  show();
  return result;
}

const ada = await until("Ada: Online", () => signIn(adaId));
await until("Ada: Online | Capture the flag | 1 of 4 | [Rules]", () =>
  ada.updateRichPresence(playing("Capture the flag", 1)),
);
await until("Ada: Dnd | Capture the flag | 1 of 4 | [Rules]", () => ada.setOnlineStatus(StatusType.Dnd));

// Ada's session is lost for good; a new one says again what she said, without the game's doing.
await until("Ada: Offline", () => control.gateway.invalidate(adaId, false));
await until("Ada: Dnd | Capture the flag | 1 of 4 | [Rules]", () => {});

await until("Ada: Dnd", () => ada.clearRichPresence());
await until("Ada: Offline", () => ada.disconnect());

for (const client of [ada, ben]) client.destroy();
await stop();
