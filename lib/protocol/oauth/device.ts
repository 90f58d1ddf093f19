import { OAuth2ErrorName } from "../../wire/index.js";
import { asInteger, asObject, asString } from "../checked.js";
import { parseJson } from "../gateway/frame.js";
import { Secret } from "../secret.js";

/** RFC 8628 section 3.2: the interval of a response without one, seconds. */
const DEFAULT_INTERVAL_S = 5;
/** Added to the interval by `slow_down` (RFC 8628 section 3.5). */
const SLOW_DOWN_MS = 5000;
/** Longest pause after a failed request. */
const PAUSE_MAX_MS = 30_000;
/** Longest life and interval that a response may name, seconds. */
const LIFE_MAX_S = 86_400;

/** The codes issued to a device, for the player and for itself. */
export interface DeviceCodes {
  deviceCode: Secret;
  /** what the player types */
  userCode: string;
  /** where the player types it */
  address: string;
  /** the same with the code in it; `address` when the platform sent none */
  completeAddress: string;
  lifeMs: number;
  intervalMs: number;
}

/** Form fields of a device authorization request of a public client. */
export function deviceForm(clientId: bigint, scopes: string): Record<string, string> {
  return { client_id: clientId.toString(), scope: scopes };
}

/** @returns undefined unless the response has codes and a web address */
export function parseDeviceResponse(body: unknown): DeviceCodes | undefined {
  const answer = asObject(body);
  const deviceCode = asString(answer?.["device_code"]);
  const userCode = asString(answer?.["user_code"]);
  const address = webAddress(answer?.["verification_uri"]);
  const lifeS = asInteger(answer?.["expires_in"], 1, LIFE_MAX_S);
  const intervalS = asInteger(answer?.["interval"] ?? DEFAULT_INTERVAL_S, 1, LIFE_MAX_S);
  if (deviceCode === undefined || deviceCode === "" || userCode === undefined || userCode === "")
    return undefined;
  if (address === undefined || lifeS === undefined || intervalS === undefined) return undefined;
  return {
    deviceCode: new Secret(deviceCode),
    userCode,
    address,
    completeAddress: webAddress(answer?.["verification_uri_complete"]) ?? address,
    lifeMs: lifeS * 1000,
    intervalMs: intervalS * 1000,
  };
}

/** How a poll failed. */
export type PollFailure =
  /** no response came */
  { kind: "lost" } | { kind: "status"; body: string; retryable: boolean; retryAfterMs: number };

export type PollVerdict = "again" | "denied" | "expired" | "failed";

/** When a device polls (RFC 8628 sections 3.3 and 3.5): a machine without a clock. */
export class DevicePolling {
  #intervalMs: number;
  #pauseMs: number;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
    this.#pauseMs = intervalMs;
  }

  /** Time from now to the next poll. */
  get delayMs(): number {
    return this.#pauseMs;
  }

  failed(failure: PollFailure): PollVerdict {
    if (failure.kind === "lost") return this.#back(0);
    const error = asString(asObject(parseJson(failure.body))?.["error"]);
    switch (error) {
      case OAuth2ErrorName.AuthorizationPending:
        return this.#again();
      case OAuth2ErrorName.SlowDown:
        this.#intervalMs += SLOW_DOWN_MS;
        return this.#again();
      case OAuth2ErrorName.AccessDenied:
        return "denied";
      case OAuth2ErrorName.ExpiredToken:
        return "expired";
      default:
        return failure.retryable ? this.#back(failure.retryAfterMs) : "failed";
    }
  }

  #again(): PollVerdict {
    this.#pauseMs = this.#intervalMs;
    return "again";
  }

  /** Waits twice as long after each failure, so that many devices do not meet a platform that has just recovered. */
  #back(atLeastMs: number): PollVerdict {
    const doubled = Math.min(this.#pauseMs * 2, PAUSE_MAX_MS);
    this.#pauseMs = Math.max(doubled, this.#intervalMs, atLeastMs);
    return "again";
  }
}

/** Only addresses of the web are opened for the player. */
function webAddress(value: unknown): string | undefined {
  const text = asString(value);
  return text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined;
}
