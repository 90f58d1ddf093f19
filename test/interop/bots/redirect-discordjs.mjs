// node --import …/redirect-discordjs.mjs bot.js: the discord.js of the bot in this folder speaks to the API that SDKPP_API names,
// without a changed line. The API says where its gateway is; trust in its certificate comes from NODE_EXTRA_CA_CERTS.
import { createRequire } from "node:module";
import { join } from "node:path";

const bot = createRequire(join(process.cwd(), "bot.js"));
const library = createRequire(bot.resolve("discord.js"));
library("@discordjs/rest").DefaultRestOptions.api = process.env["SDKPP_API"];
