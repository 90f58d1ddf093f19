// A player signs in, joins a lobby and says hello, on a platform in this process.
import { startPlatform } from "@sdkpp/platform";
import { AuthorizationTokenType, Client } from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const client = new Client(endpoints.apiBase, endpoints.webBase);
const scopes = Client.getDefaultCommunicationScopes();
const tokens = control.tokens.issue(seeded.applicationId, seeded.userIds[0], scopes);
await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
client.connect();
await client.ready();
const { lobbyId } = await client.createOrJoinLobby("a secret that the players know");
const { messageId } = await client.sendLobbyMessage(lobbyId, "Hello!");
const { author, content } = client.getMessageHandle(messageId);
console.log(`${author.displayName}: ${content}`);
client.destroy();
await stop();
