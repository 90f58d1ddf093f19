// A bot of discord.js has the command /map; the platform plays the user who types it. Start it with `node main.mjs` where discord.js
// is installed.
import { once } from "node:events";
import { startPlatform } from "@sdkpp/platform";
import {
  AttachmentBuilder,
  Client,
  ContainerBuilder,
  Events,
  GatewayIntentBits,
  MessageFlags,
} from "discord.js";

const { endpoints, seeded, control, stop } = await startPlatform();

// The bot, as you run it in production; `rest.api` is the only setting that changes.
const bot = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: endpoints.apiBase } });
const pixels = Buffer.from("a picture");
bot.on(Events.InteractionCreate, async (interaction) => {
  if (!interaction.isChatInputCommand()) return;
  await interaction.reply({
    flags: MessageFlags.IsComponentsV2,
    files: [new AttachmentBuilder(pixels, { name: "map.png" })],
    components: [
      new ContainerBuilder()
        .addTextDisplayComponents((text) => text.setContent(`# ${interaction.options.getString("where")}`))
        .addMediaGalleryComponents((gallery) =>
          gallery.addItems((item) => item.setURL("attachment://map.png")),
        ),
    ],
  });
});
await Promise.all([once(bot, Events.ClientReady), bot.login(seeded.botToken)]);
await bot.application.commands.create({
  name: "map",
  description: "Shows the map of a place",
  options: [{ type: 3, name: "where", description: "The place", required: true }],
});

const [adaId] = seeded.userIds;
const state = await control.interactions.useCommand({
  applicationId: seeded.applicationId,
  userId: adaId,
  channelId: seeded.textChannelId,
  name: "map",
  options: { where: "Harbour" },
});
const [container] = state.message.components;
console.log(
  `${state.status}: ${container.components.map(({ content, items }) => content ?? `${items.length} picture`).join(", ")}`,
);

await bot.destroy();
await stop();
