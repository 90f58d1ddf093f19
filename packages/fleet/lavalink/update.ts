import type { CallCredentials } from "../worker/worker.js";
import { filtersOf, type CheckedFilters } from "./filters.js";
import { Refusal } from "./refusal.js";

const MOST_VOLUME = 1000;
const LONGEST_MS = 2 ** 31 - 1;
const SNOWFLAKE = /^\d{1,20}$/;

/** Which track a PATCH asks for. */
export type AskedTrack =
  | { readonly type: "stop" }
  | { readonly type: "encoded"; readonly encoded: string; readonly userData: unknown }
  | { readonly type: "identifier"; readonly identifier: string; readonly userData: unknown };

/** A PATCH of a player that was checked. What it leaves out stays as it is. */
export interface PlayerUpdate {
  readonly track?: AskedTrack;
  /** for the track that plays, when no other one is asked for */
  readonly userData?: unknown;
  readonly position?: number;
  /** null: to its end */
  readonly endTime?: number | null;
  readonly volume?: number;
  readonly paused?: boolean;
  readonly filters?: CheckedFilters;
  readonly voice?: CallCredentials;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Checks the body of a PATCH. Unknown keys are left out, and null counts as left out where Lavalink gives it no meaning.
 * @param filterNames filters that the worker's players have
 * @throws {Refusal} 400 naming the key
 */
export function playerUpdate(value: unknown, filterNames: readonly string[]): PlayerUpdate {
  const body = objectOf("the body", value);
  const track = body["track"] == null ? {} : objectOf("track", body["track"]);
  const asked = askedTrack(track, body);
  const { filters, voice, endTime } = body;
  return {
    ...(asked === undefined ? {} : { track: asked }),
    ...("userData" in track ? { userData: track["userData"] } : {}),
    ...optional("position", numberOf("position", body["position"], LONGEST_MS)),
    ...(endTime === undefined ? {} : { endTime: numberOf("endTime", endTime, LONGEST_MS) ?? null }),
    ...optional("volume", numberOf("volume", body["volume"], MOST_VOLUME)),
    ...optional("paused", flagOf("paused", body["paused"])),
    ...(filters == null ? {} : { filters: filtersOf(filters, filterNames) }),
    ...(voice == null ? {} : { voice: credentialsOf(objectOf("voice", voice)) }),
  };
}

/** @throws {Refusal} 400 unless it is one */
export function snowflakeOf(name: string, value: unknown): string {
  if (typeof value === "string" && SNOWFLAKE.test(value)) return value;
  throw new Refusal(400, `${name}: expected a snowflake, 1 to 20 digits`);
}

/** The newer keys stand in `track`, the older ones beside it. */
function askedTrack(track: Body, body: Body): AskedTrack | undefined {
  const encoded = track["encoded"] === undefined ? body["encodedTrack"] : track["encoded"];
  const identifier = track["identifier"] ?? body["identifier"] ?? undefined;
  const userData = track["userData"];
  if (encoded != null && identifier !== undefined)
    throw new Refusal(400, "track: expected encoded or identifier, received both");
  if (identifier !== undefined)
    return { type: "identifier", identifier: textOf("track.identifier", identifier), userData };
  if (encoded === undefined) return undefined;
  if (encoded === null) return { type: "stop" };
  return { type: "encoded", encoded: textOf("track.encoded", encoded), userData };
}

function credentialsOf(voice: Body): CallCredentials {
  const { channelId } = voice;
  return {
    token: textOf("voice.token", voice["token"]),
    endpoint: textOf("voice.endpoint", voice["endpoint"]),
    sessionId: textOf("voice.sessionId", voice["sessionId"]),
    ...(channelId == null ? {} : { channelId: snowflakeOf("voice.channelId", channelId) }),
  };
}

function objectOf(name: string, value: unknown): Body {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Body;
  throw new Refusal(400, `${name}: expected an object`);
}

function textOf(name: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new Refusal(400, `${name}: expected a text that is not empty`);
}

function numberOf(name: string, value: unknown, most: number): number | undefined {
  if (value == null) return undefined;
  if (typeof value === "number" && value >= 0 && value <= most) return Math.round(value);
  throw new Refusal(400, `${name}: expected a number, 0 to ${String(most)}`);
}

function flagOf(name: string, value: unknown): boolean | undefined {
  if (value == null) return undefined;
  if (typeof value === "boolean") return value;
  throw new Refusal(400, `${name}: expected true or false`);
}

function optional<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: V };
}
