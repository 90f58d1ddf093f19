import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Platform } from "@sdkpp/platform";
import { waitFor } from "../../support/wait-for.js";

/** As `exec --redirect discordjs` loads it. */
const REDIRECT = fileURLToPath(
  new URL("../../../platform/dist/bundle/redirect-discordjs.js", import.meta.url),
);
const PATIENCE_MS = 20_000;

export interface BotStart {
  /** where the bot is started */
  readonly cwd: string;
  /** the script and its arguments */
  readonly args: readonly string[];
  /** the program that runs it, unless it is the one of the tests */
  readonly node?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** further modules that are loaded before it */
  readonly preloads?: readonly string[];
  /** further authorities that it trusts, as PEM */
  readonly trusts?: string;
}

/** A bot of somebody else, started as its README says, which finds the platform where it looks for Discord. */
export class BotProcess {
  /** what it wrote, both streams */
  output = "";
  readonly #child: ChildProcess;
  readonly #folder: string;
  #exitCode: number | null | undefined;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
    child.on("exit", (code) => (this.#exitCode = code));
    for (const stream of [child.stdout!, child.stderr!])
      stream.on("data", (text: Buffer) => (this.output += text.toString("utf8")));
  }

  static async start(platform: Platform, bot: BotStart): Promise<BotProcess> {
    const folder = await mkdtemp(join(tmpdir(), "sdkpp-bot-run-"));
    const authorities = join(folder, "ca.pem");
    await writeFile(authorities, `${platform.endpoints.ca}\n${bot.trusts ?? ""}`);
    const preloads = [REDIRECT, ...(bot.preloads ?? [])].flatMap((each) => ["--import", each]);
    const child = spawn(bot.node ?? process.execPath, [...preloads, ...bot.args], {
      cwd: bot.cwd,
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: authorities,
        SDKPP_WEB_BASE: platform.endpoints.webBase,
        TOKEN: platform.seeded.botToken,
        ...bot.env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    return new BotProcess(child, folder);
  }

  /** {@link waitFor} that says what the bot said when it was in vain. */
  async until(what: string, holds: () => boolean, deadlineMs = PATIENCE_MS): Promise<void> {
    try {
      await waitFor(what, () => this.#exitCode !== undefined || holds(), deadlineMs);
      if (!holds()) throw new Error(`the bot ended (${String(this.#exitCode)}) before ${what}`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${why}\n${this.output.slice(-4000)}`, { cause: error });
    }
  }

  says(text: string): Promise<void> {
    return this.until(`the bot to say "${text}"`, () => this.output.includes(text));
  }

  async end(): Promise<void> {
    if (this.#exitCode === undefined) {
      const gone = once(this.#child, "exit");
      this.#child.kill("SIGKILL");
      await gone;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}
