import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Settings from the test: addresses, account, channel, frequencies, and where the strangers' packages are. */
export const wish = JSON.parse(process.env.SDKPP_PEER ?? "{}");

/** Resolves packages in the folder they were installed into, not in the project. */
export const stranger = createRequire(join(wish.modules, "package.json"));

/** The voice package under test: the one of the wish, loaded as CommonJS does, or the original. */
export function voicePackage() {
  return wish.voice === undefined ? stranger("@discordjs/voice") : createRequire(import.meta.url)(wish.voice);
}

/** One line of JSON for the test. */
export function tell(type, more = {}) {
  process.stdout.write(`${JSON.stringify({ type, ...more })}\n`);
}

/** Carries out the test's commands, one word a line; the end of the input ends the process. */
export function obey(commands) {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => commands[line]?.());
  lines.on("close", () => process.exit(0));
}

/** Carries out commands that the test waits for, each a line of JSON; the end of the input ends the process. */
export function serve(commands) {
  const answer = async (line) => {
    const { id, command, args } = JSON.parse(line);
    try {
      tell("answer", { id, value: await commands[command](...args) });
    } catch (error) {
      tell("rejection", {
        id,
        code: error.code,
        status: error.status,
        message: `${String(error)} ${error.url ?? ""}`,
      });
    }
  };
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => void answer(line));
  lines.on("close", () => process.exit(0));
}

/** Logs in with discord.js. @param prepare is given the client before that @returns the client and its guild */
export async function login(prepare = () => undefined) {
  const { Client, GatewayIntentBits, Events } = stranger("discord.js");
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
    rest: { api: wish.api },
  });
  prepare(client);
  client.on(Events.Error, (error) => tell("error", { message: String(error) }));
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(wish.token);
  await ready;
  return { client, guild: await client.guilds.fetch(wish.guildId) };
}
