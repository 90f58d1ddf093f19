// A game that talks to the desktop app through @xhayper/discord-rpc, unmodified: it finds the socket by itself.
import { serve, stranger, tell, wish } from "./peer.mjs";

process.env.XDG_RUNTIME_DIR = wish.folder;
const { Client } = stranger("@xhayper/discord-rpc");

const client = new Client({ clientId: wish.clientId, clientSecret: wish.clientSecret });
client.rest.options.api = wish.api;
const EVENTS = ["ACTIVITY_JOIN", "ACTIVITY_INVITE", "CURRENT_USER_UPDATE", "RELATIONSHIP_UPDATE"];
for (const name of EVENTS) client.on(name, (of) => tell("event", { name, of: of ?? {} }));
client.on("disconnected", () => tell("event", { name: "disconnected", of: {} }));

const shown = ({ id, username }) => ({ id, username });

serve({
  setActivity: (activity) => client.user.setActivity(activity),
  clearActivity: () => client.user.clearActivity(),
  login: async (scopes) => {
    await client.login({ scopes });
    return { application: client.application.id, user: shown(client.user) };
  },
  user: async (id) => shown(await client.user.fetchUser(id)),
  relationships: async () => (await client.user.getRelationships()).map(shown),
  guilds: async () => (await client.user.fetchGuilds()).map(({ id, name }) => ({ id, name })),
  channels: async (id) => (await client.user.fetchChannels(id)).map(({ id, name }) => ({ id, name })),
  subscribe: async (event, args) => void (await client.subscribe(event, args)),
  sendJoinInvite: (id) => client.user.sendJoinInvite(id),
  reconnect: () => client.connect(),
});

await client.login();
tell("ready", { userId: client.user.id });
