import { ArgumentRangeError, GATEWAY_HEARTBEAT_INTERVAL_MS } from "sdkpp/wire";
import { timeOfDate } from "./date.js";
import type { SeedFile } from "./seed-file.js";
import { DEFAULT_E2EE, E2EE_MODES } from "./domain/rules/voice/e2ee.js";
import { flag, list, members, mistake, oneOf, optional, text, wholeNumber } from "./guard/arguments.js";
import { harmless, type Log } from "./guard/guard.js";
import type { ControlApiOptions, NewDesktopApp, PlatformOptions } from "./options.js";
import { DEFAULT_TAKEN_OVER_CLOSE, TAKEN_OVER_CLOSES } from "./voice/gateway/taken-over-close.js";
import { NETWORK_PROFILE_NAMES } from "./voice/sfu/network-profiles.js";

/** Checked options with defaults filled in. */
export type Settings = Required<Omit<PlatformOptions, Absent | "asOf" | "log">> & {
  readonly [Name in Absent]: PlatformOptions[Name] | undefined;
} & {
  /** Unix milliseconds */
  readonly asOf: number | undefined;
  readonly log: Log;
};

/** Options without a default. */
type Absent = "dataDir" | "autoApprove" | "desktopApp" | "controlApi" | "impair" | "seed";

const LARGEST_PORT = 65_535;
const SESSIONS_PER_USER = 100;
const SESSIONS_PER_USER_MAX = 1_000_000;
const REQUEST_TIMEOUT_MS = 30_000;
const SHORTEST_MS = 100;
/** Longest delay that a Node timer accepts. */
const LONGEST_MS = 2 ** 31 - 1;
/** Visible ASCII, so that a header can carry it. */
const CONTROL_TOKEN = /^[!-~]{16,256}$/;
/** One timer covers three heartbeats. */
const LONGEST_HEARTBEAT_MS = Math.floor(LONGEST_MS / 3);

/**
 * Checks options and fills in defaults.
 * @throws {ArgumentError} for a value of the wrong type, with the option, the expected and the received value
 * @throws {ArgumentRangeError} for a number out of range, an unknown choice, or an invalid origin
 */
export function readOptions(options: PlatformOptions): Settings {
  members("options", options);
  const { dataDir, autoApprove, desktopApp, controlApi, log = () => undefined } = options;
  if (typeof log !== "function") throw mistake(false, "log", "a function", log);
  return {
    port: wholeNumber("port", options.port ?? 0, 0, LARGEST_PORT),
    voicePort: wholeNumber("voicePort", options.voicePort ?? 0, 0, LARGEST_PORT),
    enforceRateLimits: flag("enforceRateLimits", options.enforceRateLimits ?? true),
    localWebhooks: flag("localWebhooks", options.localWebhooks ?? false),
    allowInsecureIssuers: flag("allowInsecureIssuers", options.allowInsecureIssuers ?? false),
    e2ee: oneOf("e2ee", options.e2ee ?? DEFAULT_E2EE, E2EE_MODES),
    takenOverClose: oneOf(
      "takenOverClose",
      options.takenOverClose ?? DEFAULT_TAKEN_OVER_CLOSE,
      TAKEN_OVER_CLOSES,
    ),
    singleUseVoiceTokens: flag("singleUseVoiceTokens", options.singleUseVoiceTokens ?? false),
    cors: list("cors", options.cors ?? [], origin),
    hosts: list("hosts", options.hosts ?? [], hostName),
    sessionsPerUser: wholeNumber(
      "sessionsPerUser",
      options.sessionsPerUser ?? SESSIONS_PER_USER,
      1,
      SESSIONS_PER_USER_MAX,
    ),
    heartbeatIntervalMs: wholeNumber(
      "heartbeatIntervalMs",
      options.heartbeatIntervalMs ?? GATEWAY_HEARTBEAT_INTERVAL_MS,
      SHORTEST_MS,
      LONGEST_HEARTBEAT_MS,
    ),
    requestTimeoutMs: wholeNumber(
      "requestTimeoutMs",
      options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
      SHORTEST_MS,
      LONGEST_MS,
    ),
    log: harmless(log),
    seed: optional("seed", options.seed, seedOption),
    impair: optional("impair", options.impair, (name, value) => oneOf(name, value, NETWORK_PROFILE_NAMES)),
    asOf: optional("asOf", options.asOf, timeOfDate),
    frozen: flag("frozen", options.frozen ?? false),
    dataDir: optional("dataDir", dataDir, text),
    autoApprove: optional("autoApprove", autoApprove, text),
    desktopApp: optional("desktopApp", desktopApp, newDesktopApp),
    controlApi: optional("controlApi", controlApi, newControlApi),
  };
}

/** Control checks its members, which need the stored users. */
function newDesktopApp(name: string, value: unknown): NewDesktopApp {
  members(name, value);
  return value as NewDesktopApp;
}

function newControlApi(name: string, value: unknown): ControlApiOptions {
  const { port, socket, token } = members(name, value);
  if (port !== undefined && socket !== undefined)
    throw mistake(true, name, "either port or socket", { port, socket });
  if (typeof token === "string" && !CONTROL_TOKEN.test(token))
    throw new ArgumentRangeError(
      `${name}.token`,
      "16 to 256 visible characters",
      `${token.length} characters`,
    );
  return {
    ...withValue(
      "port",
      optional(`${name}.port`, port, (one, given) => wholeNumber(one, given, 0, LARGEST_PORT)),
    ),
    ...withValue(
      "socket",
      optional(`${name}.socket`, socket, (one, given) => text(one, given, 1)),
    ),
    ...withValue("token", optional(`${name}.token`, token, text)),
  };
}

function withValue<Name extends string, T>(name: Name, value: T | undefined): { [_ in Name]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [_ in Name]: T });
}

/** What is in it is checked when the platform begins with it. */
function seedOption(name: string, value: unknown): string | SeedFile {
  return typeof value === "string" ? text(name, value, 1) : members(name, value, "a path, or an object");
}

/** A name without a port, as browsers write it. */
function hostName(name: string, value: unknown): string {
  const given = text(name, value);
  const isName = URL.canParse(`http://${given}/`) && new URL(`http://${given}/`).host === given;
  if (!isName || given.includes(":"))
    throw mistake(true, name, "a host name such as platform.example", given);
  return given;
}

/** An origin as browsers write it: scheme, host and port only. */
function origin(name: string, value: unknown): string {
  const given = text(name, value);
  const isOrigin = given === "*" || (URL.canParse(given) && new URL(given).origin === given);
  if (!isOrigin) throw mistake(true, name, "an origin such as https://game.example, or *", given);
  return given;
}
