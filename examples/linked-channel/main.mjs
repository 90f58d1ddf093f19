// The game's server makes a lobby; Ada links it to a channel of her server, and Cyd, who is in the lobby only, follows
// her there. Prints what both see. On a platform in this process.
import { startPlatform } from "@sdkpp/platform";
import { AuthorizationTokenType, ChannelType, Client, ClientResultError } from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const [adaId] = seeded.userIds;
const VIEW_CHANNEL = 1n << 10n;
const cydId = control.users.create({ username: "cyd", globalName: "Cyd" }).id;
control.guilds.create({
  name: "Raiders",
  ownerId: adaId,
  memberIds: [seeded.botUserId],
  channels: [
    { name: "Lounge", kind: "voice" },
    { name: "PARTIES", kind: "category" },
    { name: "party-talk", kind: "voice", category: "PARTIES" },
    { name: "party-chat", kind: "text", category: "PARTIES" },
    { name: "rules", kind: "text" },
    { name: "late-night", kind: "text", nsfw: true },
    { name: "officers", kind: "text", overwrites: [{ for: "@everyone", deny: VIEW_CHANNEL }] },
  ],
});

/** A request of the game's server to the platform. */
async function asBot(method, path, body) {
  const response = await fetch(`${endpoints.apiBase}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${seeded.botToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function signIn(userId, openUrl) {
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca, openUrl });
  const tokens = control.tokens.issue(seeded.applicationId, userId, Client.getDefaultCommunicationScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await client.ready();
  return client;
}

// The game's server makes the lobby, and says who may link it.
const CAN_LINK_LOBBY = 1;
const made = await asBot("POST", "/lobbies", {
  members: [{ id: adaId, flags: CAN_LINK_LOBBY }, { id: cydId }],
});
const lobbyId = BigInt(made.id);
const ada = await signIn(adaId);
const cyd = await signIn(cydId, async (url) =>
  console.log(`Cyd's browser opens ${url.replace(/\w+$/, "CODE")}`),
);

/** The remark behind the name of a channel. */
function markOf({ isLinkable, isViewableAndWriteableByAllMembers }) {
  if (!isLinkable) return "";
  return isViewableAndWriteableByAllMembers ? " (linkable)" : " (linkable, not for everybody)";
}

// Ada looks for a channel that can be linked.
const { guilds } = await ada.getUserGuilds();
console.log(`servers | ${guilds.map(({ name }) => name).join(", ")}`);
const raiders = guilds.find(({ name }) => name === "Raiders");
const { guildChannels } = await ada.getGuildChannels(raiders.id);
for (const channel of guildChannels) {
  const indent = channel.parentId === undefined ? "" : "  ";
  const sign = { [ChannelType.GuildText]: "# ", [ChannelType.GuildVoice]: "> " }[channel.type] ?? "";
  console.log(`channel | ${indent}${sign}${channel.name}${markOf(channel)}`);
}

/** Why the platform does not link, by its code. */
const REFUSALS = {
  50013: "you may not link this lobby, or not to this channel",
  50024: "only text channels can be linked",
  50035: "this channel is age-restricted, or linked to another lobby",
};

/** The text that a player reads after choosing a channel. */
async function link(client, channel) {
  try {
    await client.linkChannelToLobby(lobbyId, channel.id);
    return `linked to ${channel.name}`;
  } catch (error) {
    if (!(error instanceof ClientResultError)) throw error;
    return REFUSALS[error.result.errorCode] ?? error.message;
  }
}

const named = (wanted) => guildChannels.find(({ name }) => name === wanted);
console.log(`Ada | ${await link(ada, named("late-night"))}`);
let updated = cyd.once("lobbyUpdated");
const channel = named("party-chat");
console.log(`Ada | ${await link(ada, channel)}`);
await updated;

/** The linked channel that Cyd's game shows for the lobby. */
const shown = () => cyd.getLobbyHandle(lobbyId).linkedChannel?.name ?? "nothing";
console.log(`lobby | linked to ${shown()}`);

// Messages of one appear in the other.
let message = cyd.once("messageCreated");
await asBot("POST", `/channels/${channel.id}/messages`, { content: "Supper at eight." });
console.log(`lobby | ${cyd.getMessageHandle((await message)[0]).content}`);
message = ada.once("messageCreated");
await cyd.sendLobbyMessage(lobbyId, "I bring bread.");
await message;
const { messages } = await ada.getLobbyMessagesWithLimit(lobbyId, 10);
for (const { author, content } of messages) console.log(`history | ${author?.displayName}: ${content}`);

// Cyd gets an invite that serves once, and accepts it in the platform's app.
const { inviteUrl } = await cyd.joinLinkedLobbyGuild(lobbyId, undefined);
control.as(cydId).acceptInvite(inviteUrl.split("/").at(-1));
console.log(`Cyd's servers | ${(await cyd.getUserGuilds()).guilds.map(({ name }) => name).join(", ")}`);

updated = cyd.once("lobbyUpdated");
await ada.unlinkChannelFromLobby(lobbyId);
await updated;
console.log(`lobby | linked to ${shown()}`);

for (const client of [ada, cyd]) client.destroy();
await stop();
