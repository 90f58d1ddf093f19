// The cache of discord.js for a guild, as plain values.
const by = (collection, show) => Object.fromEntries(collection.map((one, key) => [key, show(one)]));
const ids = (collection) => [...collection.keys()];

const showMessage = ({ content, flags, pinned, poll, reactions, reference, webhookId, attachments }) => ({
  content,
  pinned,
  webhookId,
  isCrossposted: flags.has("Crossposted"),
  source: flags.has("IsCrosspost") ? reference.messageId : null,
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

/** The guild as discord.js knows it; null when it is none of the bot's. */
export function viewOf(guild) {
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
    sounds: by(guild.soundboardSounds.cache, ({ name, volume }) => ({ name, volume })),
    events: by(guild.scheduledEvents.cache, ({ name }) => ({ name })),
    stages: by(guild.stageInstances.cache, ({ topic, channelId }) => ({ topic, channelId })),
    invites: ids(guild.invites.cache),
    voice: by(guild.voiceStates.cache, ({ channelId, suppress, serverMute }) => ({
      channelId,
      suppress,
      serverMute,
    })),
  };
}
