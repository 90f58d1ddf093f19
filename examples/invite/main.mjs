// Ada invites Ben into her party. He needs no secret: he accepts, and is in the same lobby; then Cyd asks to be
// let in, too. On a platform in this process.
import { startPlatform } from "@sdkpp/platform";
import {
  Activity,
  ActivityParty,
  ActivitySecrets,
  AuthorizationTokenType,
  Client,
  ClientResultError,
} from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const [adaId, benId] = seeded.userIds;
/** The platform's error code for an invite that cannot be accepted any more. */
const INVITE_IS_OVER = 50_039;
const cydId = control.users.create({ username: "cyd", globalName: "Cyd" }).id;
for (const id of [benId, cydId]) control.users.makeFriends(adaId, id);

/** A player who is ready in the game. */
async function signIn(userId) {
  const client = new Client(endpoints.apiBase, endpoints.webBase);
  const tokens = control.tokens.issue(seeded.applicationId, userId, Client.getDefaultCommunicationScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await client.ready();
  return client;
}

const [ada, ben, cyd] = [await signIn(adaId), await signIn(benId), await signIn(cydId)];
const nameOf = (client, userId) => client.getUser(userId).displayName;

const secret = "the lobby of Ada's party";
const { lobbyId } = await ada.createOrJoinLobby(secret);

/** Ada's party is as large as her lobby; accepted players get the lobby's secret. */
async function showParty() {
  const activity = new Activity();
  activity.details = "Capture the flag";
  const party = new ActivityParty();
  party.id = "ada's party";
  party.currentSize = ada.getLobbyHandle(lobbyId).lobbyMemberIds.length;
  party.maxSize = 4;
  activity.party = party;
  const secrets = new ActivitySecrets();
  secrets.join = secret;
  activity.secrets = secrets;
  await ada.updateRichPresence(activity);
}
await showParty();

/** An invited player joins the lobby. */
async function accept(client, invite) {
  const { joinSecret } = await client.acceptActivityInvite(invite);
  const entered = ada.once("lobbyMemberAdded");
  const joined = await client.createOrJoinLobby(joinSecret);
  await entered;
  await showParty();
  return joined.lobbyId === lobbyId;
}

const invited = ben.once("activityInviteCreated");
await ada.sendActivityInvite(benId, "Are you coming?");
const [invite] = await invited;
console.log(
  `Ben | ${nameOf(ben, invite.senderId)} invites you: ${ben.getMessageHandle(invite.messageId).content}`,
);
console.log(`Ben | in the same lobby: ${await accept(ben, invite)}`);

const asked = ada.once("activityInviteCreated");
const seesTwo = () => cyd.getUser(adaId).gameActivity?.party?.currentSize === 2;
if (!seesTwo()) await cyd.once("userUpdated", { filter: seesTwo });
await cyd.sendActivityJoinRequest(adaId);
const [request] = await asked;
console.log(`Ada | ${nameOf(ada, request.senderId)} would like to join`);
const letIn = cyd.once("activityInviteCreated");
await ada.sendActivityJoinRequestReply(request);
const [answer] = await letIn;
console.log(`Cyd | in the same lobby: ${await accept(cyd, answer)}`);
console.log(
  `Ada | ${ada
    .getLobbyHandle(lobbyId)
    .lobbyMemberIds.map((id) => nameOf(ada, id))
    .join(", ")}`,
);

// The match begins, and Ada's party takes nobody else: her invites become invalid.
const closed = ben.once("activityInviteUpdated");
ada.clearRichPresence();
const [old] = await closed;
console.log(`Ben | the invite is still good: ${old.valid}`);
try {
  await ben.acceptActivityInvite(old);
} catch (error) {
  if (!(error instanceof ClientResultError) || error.result.errorCode !== INVITE_IS_OVER) throw error;
  console.log("Ben | this party has ended");
}

for (const client of [ada, ben, cyd]) client.destroy();
await stop();
