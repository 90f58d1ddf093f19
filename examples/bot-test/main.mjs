// A test of that bot, which is not changed. Run it with: npx @sdkpp/platform exec --redirect discordjs -- node main.mjs
import { spawn } from "node:child_process";
import { once } from "node:events";
import test from "node:test";
import { connectPlatform } from "@sdkpp/platform/control";
import { openCast } from "@sdkpp/testing";

await test("the bot answers", async (t) => {
  const platform = await connectPlatform();
  const cast = await openCast(platform);
  const env = { ...process.env, TOKEN: platform.seeded.botToken };
  const bot = spawn(process.execPath, ["bot.mjs"], { cwd: import.meta.dirname, env });
  t.after(() => cast.close().then(() => bot.kill()));
  await once(bot.stdout, "data");
  const ada = await cast.actor("ada");
  await ada.say(platform.seeded.textChannelId, "!ping");
  await ada.sees(({ content }) => content === "pong", { within: 2000 });
});
