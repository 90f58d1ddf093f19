// Two players chat in a lobby and write to each other, on a platform in this process. Prints what Ben sees.
import { startPlatform } from "@sdkpp/platform";
import { AuthorizationTokenType, Client } from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
control.users.makeFriends(...seeded.userIds);

async function enter(userId) {
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca });
  const tokens = control.tokens.issue(seeded.applicationId, userId, Client.getDefaultCommunicationScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await client.ready();
  return { client, ...(await client.createOrJoinLobby("a secret that both know")) };
}

const ada = await enter(seeded.userIds[0]);
const ben = await enter(seeded.userIds[1]);
const benId = ben.client.getCurrentUserV2().id;

/** Shows each new message of others, until the client is destroyed. */
async function read(client) {
  for await (const message of client.messages()) {
    if (message.authorId === client.getCurrentUserV2().id) continue;
    const mood = message.metadata.mood === undefined ? "" : ` (${message.metadata.mood})`;
    const where = message.lobby ? "lobby" : "direct";
    console.log(`${where} | ${message.author?.displayName}${mood}: ${message.content}`);
  }
}
const reading = read(ben.client);

let event = ben.client.once("messageCreated");
await ada.client.sendLobbyMessageWithMetadata(ada.lobbyId, `Ready, <@${benId}>? :)`, { mood: "eager" });
await event;

// Ben quits the lobby and comes back: what was said meanwhile is in the history, newest first.
await ben.client.leaveLobby(ben.lobbyId);
await ada.client.sendLobbyMessage(ada.lobbyId, "Where did you go?");
const { lobbyId } = await ben.client.createOrJoinLobby("a secret that both know");
const { messages } = await ben.client.getLobbyMessagesWithLimit(lobbyId, 10);
for (const message of messages) console.log(`history | ${message.content}`);

// A direct message is edited, then taken back; Ben's handle shows it.
event = ben.client.once("messageCreated");
const { messageId } = await ada.client.sendUserMessage(benId, "I have the kee");
await event;
const message = ben.client.getMessageHandle(messageId);
event = ben.client.once("messageUpdated");
await ada.client.editUserMessage(benId, messageId, "I have the key");
await event;
console.log(`edited | ${message.content}`);
event = ben.client.once("messageDeleted");
await ada.client.deleteUserMessage(benId, messageId);
await event;
console.log(`deleted | ${ben.client.getMessageHandle(messageId) === undefined ? "gone" : "still there"}`);

for (const { client } of [ada, ben]) client.destroy();
await reading;
await stop();
