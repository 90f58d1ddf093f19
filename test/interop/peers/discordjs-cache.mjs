// A bot of discord.js that only listens: what its cache holds, and the events that it received. It acts where another bot's
// operations are about it.
import { serve, stranger, tell, wish } from "./peer.mjs";

const { AuditLogEvent, Client, Events, Partials } = stranger("discord.js");

const client = new Client({ intents: wish.intents, partials: [Partials.Channel], rest: { api: wish.api } });
client.on(Events.Error, (error) => tell("error", { message: String(error) }));
client.on(Events.Warn, (message) => tell("error", { message }));

const event = (name, of) => tell("event", { name, of });
client.on(Events.GuildAuditLogEntryCreate, ({ action, executorId, targetId, reason }) =>
  event("audit", { action: AuditLogEvent[action], executorId, targetId, reason }),
);
client.on(Events.WebhooksUpdate, ({ id }) => event("webhooks", { channelId: id }));
client.on(Events.ChannelPinsUpdate, ({ id }) => event("pins", { channelId: id }));
client.on(Events.TypingStart, ({ user, channel }) =>
  event("typing", { userId: user.id, channelId: channel.id }),
);
client.on(Events.GuildMemberRemove, ({ id }) => event("left", { userId: id }));
client.on(Events.MessageReactionRemove, ({ message }, { id: userId }) =>
  event("reaction removed", { id: message.id, userId }),
);
client.on(Events.MessageReactionRemoveAll, ({ id }) => event("reactions removed", { id }));
client.on(Events.GuildScheduledEventUserAdd, ({ id }, { id: userId }) => event("interested", { id, userId }));
client.on(Events.UserUpdate, (_before, { id, username }) => event("user", { id, username }));

const by = (collection, show) => Object.fromEntries(collection.map((one, key) => [key, show(one)]));
const ids = (collection) => [...collection.keys()];

const showMessage = ({ content, pinned, poll, reactions, webhookId, attachments }) => ({
  content,
  pinned,
  webhookId,
  files: attachments.map(({ name }) => name),
  reactions: by(reactions.cache, ({ count }) => count),
  poll: poll && {
    isOver: poll.resultsFinalized,
    votes: by(poll.answers, ({ voteCount }) => voteCount),
  },
});

const showChannel = (channel) => ({
  name: channel.name,
  type: channel.type,
  topic: channel.topic ?? null,
  parentId: channel.parentId,
  position: channel.rawPosition,
  overwrites: channel.permissionOverwrites ? ids(channel.permissionOverwrites.cache) : [],
  messages: channel.messages ? by(channel.messages.cache, showMessage) : {},
});

serve({
  react: async (channelId, id, emoji) =>
    void (await client.channels.cache.get(channelId).messages.react(id, emoji)),
  /** Enters a channel's call as its gateway session; no voice connection follows. */
  enter: (guildId, channelId) => {
    const d = { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: false };
    client.guilds.cache.get(guildId).shard.send({ op: 4, d });
  },
  /** What is known of a guild; null when it is none of the bot's. */
  guild: (id) => {
    const guild = client.guilds.cache.get(id);
    if (guild === undefined) return null;
    return {
      name: guild.name,
      channels: by(guild.channels.cache, showChannel),
      roles: by(guild.roles.cache, ({ name, color, rawPosition }) => ({ name, color, rawPosition })),
      members: by(guild.members.cache, (member) => ({
        nick: member.nickname,
        roles: ids(member.roles.cache),
        isTimedOut: member.isCommunicationDisabled(),
      })),
      bans: ids(guild.bans.cache),
      emojis: by(guild.emojis.cache, ({ name }) => name),
      stickers: by(guild.stickers.cache, ({ name }) => name),
      events: by(guild.scheduledEvents.cache, ({ name }) => ({ name })),
      invites: ids(guild.invites.cache),
      voice: by(guild.voiceStates.cache, ({ channelId, suppress, serverMute }) => ({
        channelId,
        suppress,
        serverMute,
      })),
    };
  },
});

client.once(Events.ClientReady, () => tell("ready", { userId: client.user.id }));
await client.login(wish.token);
