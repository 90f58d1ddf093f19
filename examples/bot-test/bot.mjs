// A bot as anybody writes it: it knows nothing of a platform.
import { Client, Events, GatewayIntentBits } from "discord.js";

const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;
const client = new Client({ intents: [Guilds, GuildMessages, MessageContent] });
client.once(Events.ClientReady, () => console.log("ready"));
client.on(Events.MessageCreate, (message) => {
  if (message.content === "!ping") void message.reply("pong");
});
await client.login(process.env.TOKEN);
