// A bot of discord.js that reads and writes, as its guide shows it.
import { serve, stranger, tell, wish } from "./peer.mjs";

const { ChannelType, Client, EmbedBuilder, Events, Partials } = stranger("discord.js");

const client = new Client({
  intents: wish.intents,
  partials: [Partials.Channel],
  rest: { api: wish.api },
});
client.on(Events.Error, (error) => tell("error", { message: String(error) }));
client.on(Events.Warn, (message) => tell("error", { message }));

/** The parts of a message that the test asks about. */
const shown = (message) => ({
  id: message.id,
  channelId: message.channelId,
  guildId: message.guildId,
  type: message.type,
  content: message.content,
  authorId: message.author?.id,
  member: message.member?.id ?? null,
  nonce: message.nonce,
  embeds: message.embeds.map((embed) => embed.toJSON()),
  mentions: [...message.mentions.users.keys()],
  mentionsEveryone: message.mentions.everyone,
  roles: [...message.mentions.roles.keys()],
  reference: message.reference?.messageId ?? null,
  isEdited: message.editedTimestamp !== null,
  isDm: message.channel?.type === ChannelType.DM,
});

const event = (name, of) => tell("event", { name, of });
client.on(Events.MessageCreate, (message) => event("created", shown(message)));
client.on(Events.MessageUpdate, (before, message) =>
  event("updated", { ...shown(message), before: before.content }),
);
client.on(Events.MessageDelete, ({ id, channelId, content }) => event("deleted", { id, channelId, content }));
client.on(Events.MessageBulkDelete, (messages) => event("bulk deleted", { ids: [...messages.keys()] }));
client.on(Events.TypingStart, ({ user, channel, member }) =>
  event("typing", { userId: user.id, channelId: channel.id, member: member?.id ?? null }),
);
client.on(Events.ChannelCreate, ({ id }) => event("channel", { id }));

const channelOf = (id) => client.channels.fetch(id);
const messageOf = async (channelId, id) =>
  (await channelOf(channelId)).messages.fetch({ message: id, cache: false });
const ids = (collection) => [...collection.keys()];

serve({
  cache: (guildId) => {
    const guild = client.guilds.cache.get(guildId);
    return {
      name: guild.name,
      ownerId: guild.ownerId,
      channels: guild.channels.cache.map(({ id, name, type }) => ({ id, name, type })),
      roles: guild.roles.cache.map(({ id, name }) => ({ id, name })),
      members: ids(guild.members.cache),
      mayManage: guild.members.me.permissions.has("ManageMessages"),
    };
  },
  guild: async (guildId) => {
    const guild = await client.guilds.fetch({ guild: guildId, withCounts: true, force: true });
    return { count: guild.approximateMemberCount, present: guild.approximatePresenceCount };
  },
  member: async (guildId, userId) =>
    (await client.guilds.cache.get(guildId).members.fetch({ user: userId, force: true })).user.username,
  members: async (guildId, options) => ids(await client.guilds.cache.get(guildId).members.fetch(options)),
  list: async (guildId, options) => ids(await client.guilds.cache.get(guildId).members.list(options)),
  search: async (guildId, options) => ids(await client.guilds.cache.get(guildId).members.search(options)),
  roles: async (guildId) =>
    ids(await client.guilds.cache.get(guildId).roles.fetch(undefined, { force: true })),
  role: async (guildId, id) => (await client.guilds.cache.get(guildId).roles.fetch(id, { force: true })).name,
  user: async (id) => (await client.users.fetch(id, { force: true })).username,
  send: async (channelId, options) => shown(await (await channelOf(channelId)).send(options)),
  embed: async (channelId, title) =>
    shown(
      await (
        await channelOf(channelId)
      ).send({ embeds: [new EmbedBuilder().setTitle(title).setColor(0xff0000)] }),
    ),
  reply: async (channelId, id, text) => shown(await (await messageOf(channelId, id)).reply(text)),
  edit: async (channelId, id, options) => shown(await (await messageOf(channelId, id)).edit(options)),
  remove: async (channelId, id) => void (await (await messageOf(channelId, id)).delete()),
  bulkDelete: async (channelId, messages) => ids(await (await channelOf(channelId)).bulkDelete(messages)),
  fetch: async (channelId, options) =>
    (await (await channelOf(channelId)).messages.fetch({ ...options, cache: false })).map(
      ({ content }) => content,
    ),
  last: async (channelId) => (await client.channels.fetch(channelId, { force: true })).lastMessageId,
  typing: async (channelId) => void (await (await channelOf(channelId)).sendTyping()),
  collect: async (channelId, word, max) => {
    const filter = (message) => message.content.startsWith(word);
    const collected = await (
      await channelOf(channelId)
    ).awaitMessages({ filter, max, time: 10_000, errors: ["time"] });
    return collected.map(({ content }) => content);
  },
  direct: async (userId, text) => shown(await (await client.users.fetch(userId)).send(text)),
});

client.once(Events.ClientReady, () => tell("ready", { userId: client.user.id }));
await client.login(wish.token);
