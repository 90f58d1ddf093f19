import { Redactor } from "../protocol/index.js";
import { ArgumentError, parseSnowflake, reportFindings } from "../wire/index.js";
import { readArguments } from "./arguments.js";
import { examineBot } from "./bot/examine-bot.js";
import type { BotOptions } from "./bot/options.js";
import { botToken, refuseTokenArgument } from "./bot/token.js";

export const BOT_HELP = `Usage: sdkpp doctor bot --guild <id> --channel <id> [options]

Logs in as a bot, and says what keeps it from being heard in a channel: one line each, with what to do.

  --guild <id>           the server
  --channel <id>         the voice or stage channel
  --token-file <file>    the file with the bot's token; -: standard input; default: SDKPP_BOT_TOKEN
  --api <url>            the API of the service, ending in /api; default: SDKPP_API_BASE
  --ca <file>            additional certificates for its gateways, PEM
  --join                 join the channel for a moment, and tell the states
  --addon <file>         the file of the native addon, instead of the usual places
  --json                 one JSON array instead of lines
  --help                 this

Nothing but this API and the gateways that it names is contacted. The token is not printed.
Exit codes: 0 nothing failed; 1 a check failed; 2 wrong arguments.
`;

const OPTIONS = {
  guild: "<id>",
  channel: "<id>",
  "token-file": "<file>",
  api: "<url>",
  ca: "<file>",
  addon: "<file>",
  join: undefined,
  json: undefined,
  help: undefined,
} as const;

/** `npx sdkpp doctor bot`. @param args behind these words @returns the exit code @throws {ArgumentError} {@link UsageError} */
export async function runBotDoctor(args: readonly string[]): Promise<number> {
  if (args.some((arg) => /^--token(?:=|$)/.test(arg))) refuseTokenArgument();
  const { values, words } = readArguments(args, OPTIONS);
  // It may be a token, and is not repeated.
  if (words.length > 0)
    throw new ArgumentError("doctor bot", "options only, and the token as --token-file says", "another word");
  if (values.help === true) return printHelp();
  const { ca, addon, json = false, join = false } = values;
  const options: BotOptions = {
    guildId: idOf("--guild", values.guild),
    channelId: idOf("--channel", values.channel),
    api: apiOf(values.api ?? process.env["SDKPP_API_BASE"]),
    token: await botToken(values["token-file"]),
    join,
    ...(ca !== undefined && { ca }),
    ...(addon !== undefined && { addon }),
  };
  const { text, exitCode } = reportFindings(await examineBot(options), json);
  // The answers of a service may contain the token.
  const redactor = new Redactor();
  redactor.remember(options.token.reveal());
  process.stdout.write(redactor.redact(text));
  return exitCode;
}

function printHelp(): number {
  process.stdout.write(BOT_HELP);
  return 0;
}

/** @throws {ArgumentError} */
function idOf(option: string, text: string | undefined): string {
  if (text !== undefined && parseSnowflake(text) !== undefined) return text;
  throw new ArgumentError(option, "an id, such as 1234567890123456789", text ?? "none");
}

/** A token goes in clear text to this machine only. @throws {ArgumentError} */
function apiOf(text: string | undefined): string {
  const expected = "the address of an API, such as https://discord.com/api";
  if (text === undefined || !URL.canParse(text)) throw new ArgumentError("--api", expected, text ?? "none");
  const { protocol, hostname } = new URL(text);
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol === "https:" || (protocol === "http:" && isHere)) return text;
  throw new ArgumentError("--api", `${expected}: https, or http on this machine`, text);
}
