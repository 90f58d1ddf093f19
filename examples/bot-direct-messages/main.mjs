// A player in the game and a bot of discord.js write to each other, on a platform in this process. Prints what both see.
// Start it with `node main.mjs` where discord.js is installed; `rest.api` is the only setting that your own bot changes.
import { once } from "node:events";
import { startPlatform } from "@sdkpp/platform";
import { Client as Bot, Events, GatewayIntentBits, Partials } from "discord.js";
import { AuthorizationTokenType, Client } from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();

// The bot scores direct messages. It is in the seeded server, like the player.
const bot = new Bot({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.DirectMessages],
  partials: [Partials.Channel],
  rest: { api: endpoints.apiBase },
});
bot.on(Events.MessageCreate, async (message) => {
  if (message.author.bot) return;
  console.log(`bot | ${message.author.displayName}: ${message.content}`);
  await message.reply(`${message.content.length} points`);
});
bot.on(Events.MessageUpdate, (before, message) =>
  console.log(`bot | "${before.content}" is now "${message.content}"`),
);
bot.on(Events.MessageDelete, (message) => console.log(`bot | "${message.content}" is gone`));
await Promise.all([once(bot, Events.ClientReady), bot.login(seeded.botToken)]);

const [adaId] = seeded.userIds;
const ada = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca });
const tokens = control.tokens.issue(seeded.applicationId, adaId, Client.getDefaultCommunicationScopes());
await ada.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
ada.connect();
await ada.ready();

/** The next message of the bot; Ada gets events of her own ones, too. */
async function nextOfBot() {
  const isOfBot = (messageId) => ada.getMessageHandle(messageId).authorId === BigInt(seeded.botUserId);
  const [messageId] = await ada.once("messageCreated", { filter: isOfBot });
  const message = ada.getMessageHandle(messageId);
  console.log(`Ada | ${message.author.displayName}: ${message.content}`);
}

// Players may only answer: the bot writes first.
let message = nextOfBot();
const user = await bot.users.fetch(adaId);
await user.send("How was your game?");
await message;

message = nextOfBot();
const botId = BigInt(seeded.botUserId);
const { messageId } = await ada.sendUserMessage(botId, "We won.");
await message;

let seen = once(bot, Events.MessageUpdate);
await ada.editUserMessage(botId, messageId, "We lost.");
await seen;
seen = once(bot, Events.MessageDelete);
await ada.deleteUserMessage(botId, messageId);
await seen;

const channel = await user.createDM();
const history = await channel.messages.fetch();
console.log(`history | ${history.map((message) => message.content).join(" < ")}`);

ada.destroy();
await bot.destroy();
await stop();
