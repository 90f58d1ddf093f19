// A bot of oceanic.js: it calls routes, and shows what its cache holds of a guild.
import { serve, stranger, tell, wish } from "./peer.mjs";

const { Client } = stranger("oceanic.js");

const client = new Client({
  auth: `Bot ${wish.token}`,
  rest: { baseURL: `${wish.api}/v10` },
  gateway: { intents: wish.intents, compress: false },
  collectionLimits: { messages: 100 },
});
client.on("error", (error) => tell("error", { message: String(error) }));
client.on("warn", (message) => tell("error", { message: String(message) }));

const event = (name, of) => tell("event", { name, of });
client.on("guildAuditLogEntryCreate", (_guild, { actionType, userID, targetID, reason }) =>
  event("audit", { actionType, userId: userID, targetId: targetID, reason }),
);
client.on("guildBanAdd", (_guild, { id }) => event("banned", { userId: id }));
client.on("webhooksUpdate", (_guild, { id }) => event("webhooks", { channelId: id }));
client.on("inviteCreate", ({ code }) => event("invited", { code }));

const by = (collection, show) =>
  Object.fromEntries([...collection.entries()].map(([key, one]) => [key, show(one)]));

const showMessage = ({ content, pinned, poll, reactions, webhookID }) => ({
  content,
  pinned,
  webhookId: webhookID,
  reactions: Object.fromEntries(reactions.map(({ emoji, count }) => [emoji.name, count])),
  isPoll: poll !== undefined,
});
const showChannel = ({ name, messages }) => ({ name, messages: messages ? by(messages, showMessage) : {} });

/** The part of a route's result that the test needs next. */
const picked = (value) =>
  value && (value.id || value.code) ? { id: value.id, code: value.code, token: value.token } : null;

serve({
  /** Calls a method of the library's routes, such as `guilds` `createRole`. */
  route: async (area, method, ...args) => picked(await client.rest[area][method](...args)),
  guild: (id) => {
    const guild = client.guilds.get(id);
    if (guild === undefined) return null;
    return {
      name: guild.name,
      channels: by(guild.channels, showChannel),
      roles: by(guild.roles, ({ name, position }) => ({ name, position })),
      members: by(guild.members, ({ nick, roles }) => ({ nick: nick ?? null, roles })),
      emojis: by(guild.emojis, ({ name }) => name),
      events: by(guild.scheduledEvents, ({ name }) => ({ name })),
      voice: by(guild.voiceStates, ({ channelID }) => ({ channelId: channelID })),
    };
  },
});

client.once("ready", () => tell("ready", { userId: client.user.id }));
await client.connect();
