import { InvalidArgumentError, Option, type Command } from "commander";
import { ArgumentError } from "sdkpp/wire";
import { DEFAULT_E2EE, E2EE_MODES, type E2eeMode } from "../domain/rules/voice/e2ee.js";
import type { ControlApiOptions, NewDesktopApp, PlatformOptions } from "../options.js";
import {
  DEFAULT_TAKEN_OVER_CLOSE,
  TAKEN_OVER_CLOSES,
  type TakenOverClose,
} from "../voice/gateway/taken-over-close.js";
import { NETWORK_PROFILE_NAMES, type NetworkProfile } from "../voice/sfu/network-profiles.js";
import { DEFAULT_LOG_LEVEL, LOG_LEVELS, type LogLevel } from "./log-level.js";

/** Options that say what a platform takes of this machine. */
export interface PlaceOptions {
  readonly port: number;
  readonly voicePort: number;
  readonly data?: string;
  readonly controlPort: number;
  readonly controlSocket?: string;
}

/** Options of the commands that start a platform. */
export interface StartOptions extends PlaceOptions {
  readonly autoApprove?: string;
  readonly enforceRateLimits: boolean;
  readonly localWebhooks?: true;
  readonly allowInsecureIssuers?: true;
  readonly e2ee: E2eeMode;
  readonly takenOverClose: `${TakenOverClose}`;
  readonly singleUseVoiceTokens?: true;
  readonly cors?: readonly string[];
  readonly hosts?: readonly string[];
  readonly sessionsPerUser?: number;
  readonly desktopApp?: string;
  readonly desktopAppFolder?: string;
  readonly asOf?: string;
  readonly frozen?: true;
  readonly seed?: string;
  readonly impair?: NetworkProfile;
  readonly log: LogLevel;
}

/** Adds the options of {@link PlaceOptions} to a command. */
export function withPlaceOptions(command: Command): Command {
  return command
    .option("--port <number>", "port of HTTP and the main gateway; 0: any free port", portNumber, 0)
    .option("--voice-port <number>", "port of the voice gateway; 0: any free port", portNumber, 0)
    .option("--data <folder>", "store all state in this folder; default: in memory")
    .option("--control-port <number>", "port of the control API; 0: any free port", portNumber, 0)
    .option("--control-socket <path>", "Unix socket or Windows pipe of the control API, instead of a port");
}

/** Adds the options of a platform to a command. */
export function withStartOptions(command: Command): Command {
  return withPlaceOptions(command)
    .option(
      "--auto-approve <user>",
      "approve every authorize request for this account, by id or name, without a page",
    )
    .option("--no-enforce-rate-limits", "accept requests above the rate limits, too")
    .option("--single-use-voice-tokens", "reject a voice token that comes a second time, but for Resume")
    .option("--local-webhooks", "send event webhooks to this machine and to private networks, too")
    .option(
      "--allow-insecure-issuers",
      "accept OpenID Connect issuers on this machine and in private networks, too",
    )
    .option(
      "--desktop-app <user>",
      "start a desktop app for this account, by id or name, which games reach over RPC",
    )
    .option(
      "--desktop-app-folder <folder>",
      "folder of its socket; real: where games look first; default: a new one",
    )
    .option("--cors <origin...>", "allow web pages of these origins to use the HTTP API; *: all")
    .option("--hosts <name...>", "answer under these names, too, such as that of a tunnel")
    .option("--sessions-per-user <number>", "concurrent main gateway sessions that one user may have", Number)
    .option(
      "--seed <file>",
      "world to begin with, YAML or JSON; default: two users, a game with a bot, a server",
    )
    .option("--as-of <date>", "time at which its clock begins, ISO 8601; default: now")
    .option(
      "--frozen",
      "let its clock stand until control moves it: with --as-of the same steps get the same ids",
    )
    .addOption(
      new Option("--impair <network>", "network of calls, as people have it at home or on their way").choices(
        NETWORK_PROFILE_NAMES,
      ),
    )
    .addOption(
      new Option("--e2ee <mode>", "whether calls are encrypted end to end")
        .choices(E2EE_MODES)
        .default(DEFAULT_E2EE),
    )
    .addOption(
      new Option(
        "--taken-over-close <code>",
        "how the old socket of a voice session ends that is resumed on another one; none: without a close frame",
      )
        .choices(TAKEN_OVER_CLOSES.map(String))
        .default(String(DEFAULT_TAKEN_OVER_CLOSE)),
    )
    .addOption(
      new Option(
        "--log <level>",
        "how much it writes to standard error; error: faults of its own; info: also why connections end; trace: also what crosses the wire",
      )
        .choices(LOG_LEVELS)
        .default(DEFAULT_LOG_LEVEL),
    );
}

/** The options of {@link startPlatform}. @throws {ArgumentError} for a folder of a desktop app without an account */
export function platformOptions(options: StartOptions): PlatformOptions {
  const { port, voicePort, e2ee, takenOverClose, data, autoApprove, cors, hosts, sessionsPerUser } = options;
  return {
    port,
    voicePort,
    e2ee,
    takenOverClose: takenOverClose === "none" ? takenOverClose : (Number(takenOverClose) as TakenOverClose),
    singleUseVoiceTokens: options.singleUseVoiceTokens ?? false,
    enforceRateLimits: options.enforceRateLimits,
    localWebhooks: options.localWebhooks ?? false,
    allowInsecureIssuers: options.allowInsecureIssuers ?? false,
    ...(data === undefined ? {} : { dataDir: data }),
    ...(autoApprove === undefined ? {} : { autoApprove }),
    ...(cors === undefined ? {} : { cors }),
    ...(hosts === undefined ? {} : { hosts }),
    ...(sessionsPerUser === undefined ? {} : { sessionsPerUser }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.impair === undefined ? {} : { impair: options.impair }),
    ...(options.asOf === undefined ? {} : { asOf: options.asOf }),
    frozen: options.frozen ?? false,
    ...desktopAppOf(options),
    controlApi: controlApiOf(options),
  };
}

function desktopAppOf({ desktopApp: userId, desktopAppFolder: folder }: StartOptions): {
  desktopApp?: NewDesktopApp;
} {
  if (userId !== undefined) return { desktopApp: folder === undefined ? { userId } : { userId, folder } };
  if (folder === undefined) return {};
  throw new ArgumentError("--desktop-app", "the id of a user beside --desktop-app-folder", "undefined");
}

/** Everybody on this machine can read a token among the arguments, so it comes from the environment. */
function controlApiOf({ controlPort: port, controlSocket: socket }: StartOptions): ControlApiOptions {
  const token = process.env["SDKPP_CONTROL_TOKEN"];
  return {
    ...(socket === undefined ? { port } : { socket }),
    ...(token === undefined || token === "" ? {} : { token }),
  };
}

function portNumber(given: string): number {
  const port = Number(given);
  if (given.trim() === "" || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError(`expected a whole number from 0 to 65535`);
  return port;
}
