import fs from "node:fs";
import { Secret } from "../../protocol/index.js";
import { ArgumentError } from "../../wire/index.js";

const OPTION = "--token-file";
const VARIABLE = "SDKPP_BOT_TOKEN";
/** The name that stands for standard input. */
const STANDARD_INPUT = "-";

/**
 * The token of a file, of standard input (`-`), or else of the environment.
 * @throws {ArgumentError} which shows nothing of it
 */
export async function botToken(file: string | undefined): Promise<Secret> {
  const text = file === undefined ? process.env[VARIABLE] : await textOf(file);
  const token = text?.trim().replace(/^Bot +/, "");
  if (token === undefined || token === "") throw missing(file === undefined ? "none" : "an empty one");
  // A header takes these characters only, and an error about others would show the token.
  if (!/^[!-~]+$/.test(token)) throw missing("a text with other characters than a token has");
  return new Secret(token);
}

async function textOf(file: string): Promise<string> {
  if (file === STANDARD_INPUT) return readStandardInput();
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw missing(`${file} (${(error as Error).message})`);
  }
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function missing(received: string): ArgumentError {
  return new ArgumentError(
    OPTION,
    `a file with the bot's token, - for standard input, or ${VARIABLE} in the environment`,
    received,
  );
}

/** Everybody on a machine can read the arguments of its programs, and shells remember them. */
export function refuseTokenArgument(): never {
  throw new ArgumentError(
    "--token",
    `no token among the arguments, which every user of this machine can read: put it into a file and name that with ${OPTION}, pass it on standard input with ${OPTION} -, or set ${VARIABLE}; then reset it, for it may have been read`,
    "one",
  );
}
