// A bot of discord.js that only listens: what its cache holds, and the events that it received. It acts where another bot's
// operations are about it.
import { viewOf } from "./cache-view.mjs";
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

client.on(Events.VoiceChannelEffectSend, ({ channelId, userId, soundId, soundVolume, emoji }) =>
  event("effect", { channelId, userId, soundId, soundVolume, emoji: emoji?.name ?? null }),
);

serve({
  /** Asks for a server's sounds over the gateway. @returns their names */
  sounds: async (guildId) => {
    const found = await client.guilds.fetchSoundboardSounds({ guildIds: [guildId] });
    return found.get(guildId).map(({ name }) => name);
  },
  react: async (channelId, id, emoji) =>
    void (await client.channels.cache.get(channelId).messages.react(id, emoji)),
  /** Enters a channel's call as its gateway session; no voice connection follows. */
  enter: (guildId, channelId) => {
    const d = { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: false };
    client.guilds.cache.get(guildId).shard.send({ op: 4, d });
  },
  guild: (id) => viewOf(client.guilds.cache.get(id)),
});

client.once(Events.ClientReady, () => tell("ready", { userId: client.user.id }));
await client.login(wish.token);
