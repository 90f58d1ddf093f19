import { GATEWAY_HEARTBEAT_INTERVAL_MS } from "sdkpp/wire";
import { DEFAULT_E2EE, E2EE_MODES } from "./domain/rules/voice/e2ee.js";
import { flag, list, members, mistake, oneOf, optional, text, wholeNumber } from "./guard/arguments.js";
import { harmless } from "./guard/guard.js";
import type { PlatformOptions } from "./options.js";

/** Options as they are worked with. */
export type Settings = Required<Omit<PlatformOptions, Absent>> & {
  readonly [Name in Absent]: PlatformOptions[Name] | undefined;
};

/** What need not be there. */
type Absent = "dataDir" | "autoApprove";

const LARGEST_PORT = 65_535;
const SESSIONS_PER_USER = 100;
const SESSIONS_PER_USER_MAX = 1_000_000;
const REQUEST_TIMEOUT_MS = 30_000;
const SHORTEST_MS = 100;
/** Longest delay that a timer of Node takes. */
const LONGEST_MS = 2 ** 31 - 1;
/** Three heartbeats are one timer. */
const LONGEST_HEARTBEAT_MS = Math.floor(LONGEST_MS / 3);

/**
 * Checks what a caller gave, and fills in the rest.
 * @throws {ArgumentError} for a value of another kind; it names the option, what it must be, and what came
 * @throws {ArgumentRangeError} for a number out of range, an unknown word, and an origin that is none
 */
export function readOptions(options: PlatformOptions): Settings {
  members("options", options);
  const { dataDir, autoApprove, log = () => undefined } = options;
  if (typeof log !== "function") throw mistake(false, "log", "a function", log);
  return {
    port: wholeNumber("port", options.port ?? 0, 0, LARGEST_PORT),
    voicePort: wholeNumber("voicePort", options.voicePort ?? 0, 0, LARGEST_PORT),
    enforceRateLimits: flag("enforceRateLimits", options.enforceRateLimits ?? false),
    e2ee: oneOf("e2ee", options.e2ee ?? DEFAULT_E2EE, E2EE_MODES),
    cors: list("cors", options.cors ?? [], origin),
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
    dataDir: optional("dataDir", dataDir, text),
    autoApprove: optional("autoApprove", autoApprove, text),
  };
}

/** As browsers write it: scheme, host and port, and nothing behind them. */
function origin(name: string, value: unknown): string {
  const given = text(name, value);
  const isOrigin = given === "*" || (URL.canParse(given) && new URL(given).origin === given);
  if (!isOrigin) throw mistake(true, name, "an origin such as https://game.example, or *", given);
  return given;
}
