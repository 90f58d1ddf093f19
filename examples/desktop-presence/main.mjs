// A launcher shows what its player plays without any login: the desktop app does it. A friend sees it, the player joins the
// friend's party from the app, the app restarts, and at last the player links the account; on a platform in this process.
import { startPlatform } from "@sdkpp/platform";
import {
  Activity,
  ActivityParty,
  ActivitySecrets,
  AuthorizationArgs,
  AuthorizationTokenType,
  Client,
  ClientResultError,
  ErrorType,
} from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const { applicationId } = seeded;
const [adaId, benId] = seeded.userIds;
control.users.makeFriends(adaId, benId);
const ben = await friend();

// Ada's computer: her desktop app runs, and the launcher has no token. Yours needs no `rpcFolder`.
const { folder } = await control.desktop.start({ userId: adaId });
const client = new Client(endpoints.apiBase, endpoints.webBase, { rpcFolder: folder, openUrl: agree });
client.setApplicationId(applicationId);

const { user } = await client.getDiscordClientConnectedUser(applicationId);
console.log(`signed in to the desktop app: ${user?.displayName}`);

const activity = new Activity();
activity.details = "Capture the flag";
activity.state = "Round 2 of 3";
console.log(await show(activity));
await benSees("Capture the flag");

// "Join" on the party of a friend.
client.setActivityJoinCallback((joinSecret) => console.log(`joins with the secret "${joinSecret}"`));
const joined = client.once("activityJoin");
control.desktop.clickJoin(adaId, benId, applicationId);
await joined;

// The app restarts, for an update say: the client finds it again and shows the same.
await control.desktop.quit(adaId);
await benSees(undefined);
await control.desktop.start({ userId: adaId, folder });
await benSees("Capture the flag");

// The player clicks "Link account" in the app.
const asked = new Promise((resolve) => client.registerAuthorizeRequestCallback(resolve));
await until(() => control.desktop.clickLinkAccount(adaId, applicationId) === 1);
await asked;
console.log("the player wants to link the account");
client.removeAuthorizeRequestCallback();
await signIn();
await client.ready();

// From here on the platform shows the presence, and the app is told to stop.
await client.updateRichPresence(activity);
await benSees("Capture the flag");
console.log(`linked: ${client.getCurrentUserV2().displayName}`);

client.destroy();
ben.destroy();
await stop();

async function show(what) {
  try {
    await client.updateRichPresence(what);
    return "the desktop app shows the presence";
  } catch (error) {
    if (!(error instanceof ClientResultError) || error.result.type !== ErrorType.RPCError) throw error;
    // The client goes on looking: an app that starts later shows it.
    return `not shown yet: ${error.result.error}`;
  }
}

async function signIn() {
  const { verifier, challenge } = client.createAuthorizationCodeVerifier();
  const args = new AuthorizationArgs();
  args.clientId = applicationId;
  args.scopes = Client.getDefaultCommunicationScopes();
  args.codeChallenge = challenge;
  const { code, redirectUri } = await client.authorize(args);
  const { accessToken } = await client.getToken(applicationId, code, verifier, redirectUri);
  await client.updateToken(AuthorizationTokenType.Bearer, accessToken);
  client.connect();
}

/** The player agrees in the browser. */
async function agree(url) {
  const html = await (await fetch(url)).text();
  const [, token] = /name="form_token" value="([^"]*)"/.exec(html);
  const body = new URLSearchParams({ form_token: token, user_id: adaId, authorize: "1" });
  await fetch(url, { method: "POST", body });
}

/** Ben, whose party can be joined. */
async function friend() {
  const { access_token } = control.tokens.issue(applicationId, benId, Client.getDefaultCommunicationScopes());
  const other = new Client(endpoints.apiBase, endpoints.webBase);
  await other.updateToken(AuthorizationTokenType.Bearer, access_token);
  other.connect();
  await other.ready();
  const hosting = new Activity();
  const party = new ActivityParty();
  party.id = "party-7";
  party.currentSize = 1;
  party.maxSize = 4;
  hosting.party = party;
  const secrets = new ActivitySecrets();
  secrets.join = "open sesame";
  hosting.secrets = secrets;
  await other.updateRichPresence(hosting);
  return other;
}

async function benSees(details) {
  await until(() => ben.getUser(adaId)?.gameActivity?.details === details);
  console.log(`Ben sees: ${details ?? "nothing"}`);
}

async function until(holds) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}
