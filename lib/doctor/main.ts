#!/usr/bin/env node
import { parseArgs } from "node:util";
import { ArgumentError, reportFindings } from "../wire/index.js";
import { runBotDoctor } from "./bot-command.js";
import { examine } from "./examine.js";

const HELP = `Usage: sdkpp doctor [options]

Looks at what calls need, one line each, and says what to do about what is missing.

  --addon <file>         the file of the native addon, instead of the usual places
  --api <url>            the API to reach, such as http://127.0.0.1:4000/api
  --voice <name>:<port>  the voice gateway to reach
  --ca <file>            additional certificates for it, PEM
  --udp <name>:<port>    a host to which datagrams are sent
  --desktop-app <folder> where desktop apps listen, instead of the usual places
  --json                 one JSON array instead of lines
  --help                 this

Nothing beyond this machine and what is named is contacted. \`sdkpp doctor bot\` looks at a bot in a channel.
Exit codes: 0 nothing failed; 1 a check failed; 2 wrong arguments.
`;

const TEXT = { type: "string" } as const;
const FLAG = { type: "boolean" } as const;
const OPTIONS = {
  addon: TEXT,
  api: TEXT,
  voice: TEXT,
  ca: TEXT,
  udp: TEXT,
  "desktop-app": TEXT,
  json: FLAG,
  help: FLAG,
} as const;

const WRONG_ARGUMENTS = 2;

/** `npx sdkpp`. @returns the exit code */
async function main(args: readonly string[]): Promise<number> {
  const [first, second, ...rest] = args;
  if (first === "doctor" && second === "bot") return runBotDoctor(rest);
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const { json = false, help = false, "desktop-app": desktopApp, ...named } = values;
  if (help || positionals.length !== 1 || positionals[0] !== "doctor") {
    (help ? process.stdout : process.stderr).write(HELP);
    return help ? 0 : WRONG_ARGUMENTS;
  }
  const findings = await examine({ ...named, ...(desktopApp !== undefined && { desktopApp }) });
  const { text, exitCode } = reportFindings(findings, json);
  process.stdout.write(text);
  return exitCode;
}

/** The errors of `parseArgs`. */
function isUsageError(error: unknown): error is Error {
  const code = (error as { readonly code?: unknown }).code;
  return error instanceof ArgumentError || (typeof code === "string" && code.startsWith("ERR_PARSE_ARGS"));
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!isUsageError(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = WRONG_ARGUMENTS;
}
