#!/usr/bin/env node
import { ArgumentError, reportFindings } from "../wire/index.js";
import { readArguments, UsageError } from "./arguments.js";
import { runBotDoctor } from "./bot-command.js";
import { examineElectron } from "./electron/examine-electron.js";
import { examine } from "./examine.js";
import type { DoctorOptions, Finding } from "./finding.js";

const HELP = `Usage: sdkpp doctor [options]

Looks at what calls need, one line each, and says what to do about what is missing.

  --addon <file>         the file of the native addon, instead of the usual places
  --api <url>            the API to reach, such as http://127.0.0.1:4000/api
  --voice <name>:<port>  the voice gateway to reach
  --ca <file>            additional certificates for it, PEM
  --udp <name>:<port>    a host to which datagrams are sent
  --desktop-app <folder> where desktop apps listen, instead of the usual places
  --electron <app>       look at the folder of a packaged Electron app instead, such as dist/linux-unpacked
  --json                 one JSON array instead of lines
  --help                 this

Nothing beyond this machine and what is named is contacted. \`sdkpp doctor bot\` looks at a bot in a channel.
Exit codes: 0 nothing failed; 1 a check failed; 2 wrong arguments.
`;

const OPTIONS = {
  addon: "<file>",
  api: "<url>",
  voice: "<name>:<port>",
  ca: "<file>",
  udp: "<name>:<port>",
  "desktop-app": "<folder>",
  electron: "<app>",
  json: undefined,
  help: undefined,
} as const;

const WRONG_ARGUMENTS = 2;

/** `npx sdkpp`. @returns the exit code */
async function main(args: readonly string[]): Promise<number> {
  const [first, second, ...rest] = args;
  if (first === "doctor" && second === "bot") return runBotDoctor(rest);
  const { values, words } = readArguments(args, OPTIONS);
  const { json = false, help = false, "desktop-app": desktopApp, electron, ...named } = values;
  if (help || words.length !== 1 || words[0] !== "doctor") {
    (help ? process.stdout : process.stderr).write(HELP);
    return help ? 0 : WRONG_ARGUMENTS;
  }
  const options = { ...named, ...(desktopApp !== undefined && { desktopApp }) };
  const findings = electron === undefined ? await examine(options) : examineApp(electron, options);
  const { text, exitCode } = reportFindings(findings, json);
  process.stdout.write(text);
  return exitCode;
}

/** The app is for other machines: what is named of this one has nothing to do with it. @throws {UsageError} */
function examineApp(folder: string, options: DoctorOptions): Finding[] {
  const [other] = Object.keys(options);
  if (other !== undefined) throw new UsageError("option '--electron <app>' goes together with '--json' only");
  return examineElectron(folder);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ArgumentError || error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = WRONG_ARGUMENTS;
}
