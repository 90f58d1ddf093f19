// Bots with the address of the real API built in, below the platform's command line: not a line of them is changed.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { projectWith, ROOT } from "../e2e/support-examples.js";
import { installStrangers } from "../support/strangers.mjs";

const PROGRAM = path.resolve(import.meta.dirname, "../../platform/dist/bundle/cli.js");
let strangers: string;

beforeAll(async () => {
  strangers = await installStrangers();
}, 120_000);

/** Runs a script below `exec --redirect discordjs`, where discord.js is found. */
function below(name: string, script: string): Promise<{ code: number; out: string }> {
  const file = path.join(strangers, `${String(process.pid)}-${name}.mjs`);
  fs.writeFileSync(file, script);
  return run([file]).finally(() => fs.rmSync(file));
}

function run(words: readonly string[]): Promise<{ code: number; out: string }> {
  const args = [PROGRAM, "exec", "--redirect", "discordjs", "--", process.execPath, ...words];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out: out + err }),
    );
  });
}

/** As its README shows it: nothing about a platform. */
const BOT = `
import { Client, Events, GatewayIntentBits } from "discord.js";
const client = new Client({ intents: [GatewayIntentBits.Guilds] });
client.once(Events.ClientReady, async ({ user, guilds }) => {
  const channel = await client.channels.fetch(process.env.SDKPP_TEXT_CHANNEL_ID);
  const { content } = await channel.send("hello");
  console.log(JSON.stringify({ tag: user.username, guilds: guilds.cache.size, content }));
  await client.destroy();
});
await client.login(process.env.SDKPP_BOT_TOKEN);
`;

describe("below exec --redirect discordjs", () => {
  it("a bot of discord.js logs in, reads its servers and writes", async () => {
    const { code, out } = await below("bot", BOT);
    expect({ code, said: JSON.parse(out.split("\n")[0]!) as object }).toEqual({
      code: 0,
      said: { tag: expect.any(String), guilds: 1, content: "hello" },
    });
  });

  it("requests to the real API reach the platform, those of child processes too; others fail by name", async () => {
    const { code, out } = await below(
      "requests",
      `
import { execFileSync } from "node:child_process";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
const bad = (error) => (error.cause ?? error).code;
const api = await (await fetch("https://discord.com/api/v10/gateway")).json();
const ptb = (await fetch("https://ptb.discord.com/api/v9/gateway")).status;
const cdn = (await fetch("https://cdn.discordapp.com/embed/avatars/0.png")).headers.get("content-type");
const child = execFileSync(process.execPath, ["-p", "0; fetch('https://discord.com/api/v10/gateway').then((r) => console.log(r.status)); ''"], { encoding: "utf8" });
const failed = (start) => new Promise((resolve) => start().on("error", (error) => resolve(bad(error))));
console.log(JSON.stringify({
  gateway: api.url, ptb, cdn, child: child.trim(),
  websocket: await failed(() => tls.connect({ host: "gateway.discord.gg", port: 443, servername: "gateway.discord.gg" })),
  https: await failed(() => https.get("https://discord.com/api/v10/gateway")),
  plain: await failed(() => net.connect(443, "discord.com")),
  media: await fetch("https://media.discordapp.net/x").catch(bad),
}));`,
    );
    expect(code).toBe(0);
    const refused = "SDKPP_REAL_HOST";
    expect(JSON.parse(out.split("\n")[0]!)).toEqual({
      gateway: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/gateway/),
      ptb: 200,
      cdn: expect.stringMatching(/^image\//),
      child: "200",
      ...{ websocket: refused, https: refused, plain: refused, media: refused },
    });
  });

  it("the example tests a bot that is not changed", async (context) => {
    const project = await projectWith(context, {
      "@sdkpp/platform": path.join(ROOT, "platform"),
      "@sdkpp/testing": path.join(ROOT, "packages/testing"),
      "discord.js": path.join(strangers, "node_modules/discord.js"),
    });
    for (const name of ["bot.mjs", "main.mjs"])
      fs.copyFileSync(path.join(ROOT, "examples/bot-test", name), path.join(project, name));
    const { code, out } = await run([path.join(project, "main.mjs")]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^\S+ pass 1$/m) });
  });

  it("a library that there is not is refused before anything starts", async () => {
    const args = [PROGRAM, "exec", "--redirect", "discordjs,eris", "--", "true"];
    const { code, err } = await new Promise<{ code: number | null; err: string }>((resolve) => {
      const child = execFile(process.execPath, args, (_error, _out, text) =>
        resolve({ code: child.exitCode, err: text }),
      );
    });
    expect({ code, err }).toEqual({
      code: 2,
      err: "--redirect: expected discordjs, discordpy, received eris\n",
    });
  });
});
