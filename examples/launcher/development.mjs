// The launcher as a page of a browser, for development: Ada is signed in, Ben asks to be her friend and waits in the lobby "room". Everything
// is in this process and on loopback: the platform, both clients, the host that the page talks to, and the development server.
import path from "node:path";
import { startPlatform } from "@sdkpp/platform";
import { DevelopmentHost } from "@sdkpp/electron/development";
import { AuthorizationTokenType, Client } from "sdkpp";
import { GROUPS } from "sdkpp/surface";
import { createServer } from "vite";
import { developmentPage } from "./development-page.mjs";

const { endpoints, seeded, control } = await startPlatform();
const [adaId, benId] = seeded.userIds;

/** The seeded player's client, and who signs it in and out. */
function playerOf(userId, options) {
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca, ...options });
  const signIn = async () => {
    const scopes = Client.getDefaultCommunicationScopes();
    const { access_token } = control.tokens.issue(seeded.applicationId, userId, scopes);
    await client.updateToken(AuthorizationTokenType.Bearer, access_token);
    client.connect();
    await client.ready();
  };
  return { client, signIn, signOut: async () => client.disconnect() };
}

const ada = playerOf(adaId);
const ben = playerOf(benId, { audioDevices: "off" });
await Promise.all([ada.signIn(), ben.signIn()]);
await ben.client.sendGameFriendRequestById(adaId);
await ben.client.createOrJoinLobby("room");

// With the plugin a change of a component keeps the state of the page; without it the page is loaded again.
const react = await import("@vitejs/plugin-react").then(
  ({ default: plugin }) => [plugin()],
  () => [],
);
const server = await createServer({
  configFile: false,
  root: path.join(import.meta.dirname, "src/renderer"),
  plugins: [react, developmentPage],
  server: { host: "127.0.0.1" },
  logLevel: "warn",
});
await server.listen();
const origin = `http://127.0.0.1:${server.httpServer.address().port}`;
const allow = Object.values(GROUPS).flat();
const host = new DevelopmentHost({ client: ada.client, allow, origins: [origin], signIn: ada });
console.log(`open ${origin}/#${await host.listen()}`);
