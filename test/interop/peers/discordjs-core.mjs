// The same with @discordjs/core over @discordjs/rest and @discordjs/ws: what the platform says, as it says it.
import { serve, stranger, tell, wish } from "./peer.mjs";

const { Client, GatewayDispatchEvents } = stranger("@discordjs/core");
const { REST } = stranger("@discordjs/rest");
const { WebSocketManager } = stranger("@discordjs/ws");

const rest = new REST({ version: "10", api: wish.api }).setToken(wish.token);
const gateway = new WebSocketManager({ token: wish.token, intents: wish.intents, rest });
const client = new Client({ rest, gateway });
const { api } = client;

const told = {
  created: GatewayDispatchEvents.MessageCreate,
  updated: GatewayDispatchEvents.MessageUpdate,
  deleted: GatewayDispatchEvents.MessageDelete,
  "bulk deleted": GatewayDispatchEvents.MessageDeleteBulk,
  typing: GatewayDispatchEvents.TypingStart,
  guild: GatewayDispatchEvents.GuildCreate,
  chunk: GatewayDispatchEvents.GuildMembersChunk,
  limited: "RATE_LIMITED",
};
for (const [name, event] of Object.entries(told))
  client.on(event, ({ data }) => tell("event", { name, of: data }));
gateway.on("error", ({ error }) => tell("error", { message: String(error) }));

serve({
  send: (channelId, body) => api.channels.createMessage(channelId, body),
  edit: (channelId, id, body) => api.channels.editMessage(channelId, id, body),
  remove: (channelId, id) => api.channels.deleteMessage(channelId, id),
  bulkDelete: (channelId, ids) => api.channels.bulkDeleteMessages(channelId, ids),
  fetch: (channelId, query) => api.channels.getMessages(channelId, query),
  one: (channelId, id) => api.channels.getMessage(channelId, id),
  channel: (id) => api.channels.get(id),
  typing: (channelId) => api.channels.showTyping(channelId),
  direct: (userId) => api.users.createDM(userId),
  guild: (id) => api.guilds.get(id, { with_counts: true }),
  members: (id, query) => api.guilds.getMembers(id, query),
  member: (id, userId) => api.guilds.getMember(id, userId),
  search: (id, query) => api.guilds.searchForMembers(id, query),
  roles: (id) => api.guilds.getRoles(id),
  request: (options) =>
    client
      .requestGuildMembers(options)
      .then(({ members, notFound }) => ({ ids: members.map(({ user }) => user.id), notFound })),
  ask: async (options) => void (await gateway.send(0, { op: 8, d: options })),
});

client.once(GatewayDispatchEvents.Ready, ({ data }) => tell("ready", { userId: data.user.id }));
await gateway.connect();
