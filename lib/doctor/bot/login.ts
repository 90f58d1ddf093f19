import {
  asIdText,
  asInteger,
  asObject,
  asString,
  parseGatewayAddress,
  type JsonObject,
} from "../../protocol/index.js";
import { Route, type Snowflake } from "../../wire/index.js";
import type { ReadCertificates } from "../certificates.js";
import { failed, ok, type Finding } from "../finding.js";
import { wordsOf, type BotApi } from "./bot-api.js";
import { closingFinding, NEW_TOKEN } from "./checks/closings.js";
import { GatewayVisit } from "./gateway-visit.js";
import type { BotOptions } from "./options.js";

const READY_MS = 15_000;
const UNAUTHORIZED = 401;
const OTHER_API = "start the platform, or correct the address: it ends in /api";

/** The bot that a token belongs to. */
export interface Bot {
  readonly id: Snowflake;
  readonly name: string;
  /** The service's time, Unix milliseconds. */
  readonly nowMs: number;
}

/** Looks for the bot of the token. @returns the finding, with the bot when there is one */
export async function checkToken(api: BotApi): Promise<{ readonly finding: Finding; readonly bot?: Bot }> {
  const outcome = await api.get(Route.currentUser());
  if (outcome.kind === "status" && outcome.status === UNAUTHORIZED)
    return { finding: failed("token", "the API refuses it (401)", NEW_TOKEN) };
  if (outcome.kind !== "ok") return { finding: failed("token", `the API: ${wordsOf(outcome)}`, OTHER_API) };
  const user = asObject(outcome.body);
  const id = asIdText(user?.["id"]);
  if (id === undefined) return { finding: failed("token", "the API answers with no user", OTHER_API) };
  const name = asString(user?.["username"]) ?? "";
  return { finding: ok("token", `of ${name} (${id})`), bot: { id, name, nowMs: outcome.dateMs } };
}

/** A login that stands. */
export interface LoggedIn {
  readonly visit: GatewayVisit;
  readonly ready: JsonObject;
}

/** Logs in to the gateway that the API names, on the shard of the server. */
export async function logIn(
  api: BotApi,
  { token, guildId }: BotOptions,
  { roots }: ReadCertificates,
): Promise<{ readonly finding: Finding; readonly login?: LoggedIn }> {
  const outcome = await api.get(Route.gatewayBot());
  if (outcome.kind !== "ok") return { finding: failed("gateway", `the API: ${wordsOf(outcome)}`, OTHER_API) };
  const body = asObject(outcome.body);
  const url = parseGatewayAddress(body);
  if (url === undefined) return { finding: failed("gateway", "the API names none", OTHER_API) };
  const limit = asObject(body?.["session_start_limit"]);
  const remaining = asInteger(limit?.["remaining"], 0, 1_000_000);
  if (remaining === 0) return { finding: exhausted(limit, outcome.dateMs) };
  const shards = asInteger(body?.["shards"], 1, 100_000) ?? 1;
  const shard = [Number((BigInt(guildId) >> 22n) % BigInt(shards)), shards] as const;
  const visit = new GatewayVisit({ url, token, shard, roots, guildId });
  const ready = await visit.event("READY", READY_MS);
  if (ready !== undefined) {
    const left = remaining === undefined ? "" : `; ${remaining - 1} more logins today`;
    return {
      finding: ok("gateway", `logged in at ${url}, shard ${shard[0]} of ${shards}${left}`),
      login: { visit, ready },
    };
  }
  visit.close();
  const { end } = visit;
  return {
    finding:
      end === undefined
        ? failed("gateway", `no READY from ${url}`, "try again in a minute")
        : closingFinding(end),
  };
}

function exhausted(limit: JsonObject | undefined, nowMs: number): Finding {
  const resetMs = asInteger(limit?.["reset_after"], 0, 2 ** 31) ?? 0;
  return failed(
    "gateway",
    `the bot has no login left until ${new Date(nowMs + resetMs).toISOString()}`,
    "find the program that logs in again and again, and wait",
  );
}
