// A player in the game and a bot of discord.js write to each other, on a platform in this process. Prints what both see.
// Start it, after `npm run build`, with `node examples/bot-direct-messages/main.mjs`.
// discord.js is no dependency of this package: the version that the tests are judged by is fetched by npm, once, and kept
// in the folder for temporary files. Your own bot imports it as usual; `rest.api` is the only setting that changes.
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { startPlatform } from "@sdkpp/platform";
import { AuthorizationTokenType, Client } from "sdkpp";
import { installStrangers } from "../../test/support/strangers.mjs";

const require = createRequire(join(await installStrangers(), "package.json"));
const { Client: Bot, Events, GatewayIntentBits, Partials } = require("discord.js");

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
const tokens = control.issueTokens(seeded.applicationId, adaId, Client.getDefaultCommunicationScopes());
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
