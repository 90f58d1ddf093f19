// A bot of discord.js that calls every operation that its managers have.
import { viewOf } from "./cache-view.mjs";
import { managerCalls } from "./manager-calls.mjs";
import { serve, stranger, tell, wish } from "./peer.mjs";

const { Client, Events } = stranger("discord.js");

// The one method for the older list of pins is deprecated.
process.noDeprecation = true;

/** The requests that succeeded since the last call. */
let requests = [];
const record = (rest) =>
  rest.on("response", ({ method, path }, { status }) => {
    if (status < 300) requests.push(`${method} ${path}`);
  });

const client = new Client({ intents: wish.intents, rest: { api: wish.api } });
record(client.rest);
client.on(Events.Error, (error) => tell("error", { message: String(error) }));
client.on(Events.Warn, (message) => tell("error", { message }));
const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
await client.login(wish.token);
await ready;

const calls = managerCalls(client, record);
const atLogin = requests;

serve({
  operations: () => Object.keys(calls),
  guild: (id) => viewOf(client.guilds.cache.get(id)),
  atLogin: () => atLogin,
  /** @returns what the call returns, and the requests that it made */
  call: async (operation, ...args) => {
    requests = [];
    const value = await calls[operation](...args);
    return { value: value ?? null, requests };
  },
  /** Enters a channel's call as its gateway session; no voice connection follows. */
  enter: (guildId, channelId) => {
    const d = { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: false };
    client.guilds.cache.get(guildId).shard.send({ op: 4, d });
  },
});
tell("ready", { userId: client.user.id });
