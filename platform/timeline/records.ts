import { GatewayOpcode, RpcOpcode, VoiceOpcode, type Snowflake } from "sdkpp/wire";
import type {
  Direction,
  TappedDelivery,
  TappedFrame,
  TappedRequest,
  TappedSocket,
} from "../taps/wire-tap.js";
import { withoutOddSegments, withoutSecrets } from "./hidden.js";
import type { GatewayRecord, HttpRecord, RpcRecord, Unnumbered, WebhookRecord } from "./record.js";

// A record has numbers, ids and names of a known form, and no content: what is not in it cannot leak.

/** Longer messages of clients are not read. */
const READ_BYTES_MAX = 64 * 1024;
/** Ids are at the beginning of payloads. */
const HEAD_LENGTH = 4096;
const ABOUT_MAX = 8;
const ID = /"(?:guild_id|channel_id|lobby_id|server_id|user_id|application_id|message_id|id)":"(\d{1,20})"/g;
const NAME = /^[A-Z][A-Z0-9_]{0,63}$/;
const VOICE = "voice gateway";
/** Of event webhooks 0, of interactions 1. */
const PING_TYPES: ReadonlySet<unknown> = new Set([0, 1]);
/** Of the platform's own binary messages: sequence number, then op. */
const BINARY_OP_AT = { in: 0, out: 2 } as const;

export function requestRecord(tapped: TappedRequest): Unnumbered<HttpRecord> {
  const { method, status, durationMs, userId, applicationId } = tapped;
  const path = pathOf(tapped);
  const problem = tapped.problem === undefined ? undefined : withoutSecrets(tapped.problem);
  const end = status === 0 ? "cut" : String(status);
  const who = userId === undefined ? "" : `, user ${userId} of application ${applicationId ?? ""}`;
  const why = problem === undefined ? "" : `: ${problem}`;
  return {
    kind: "http",
    method,
    path,
    status,
    durationMs,
    ...(userId !== undefined && { userId }),
    ...(applicationId !== undefined && { applicationId }),
    ...(problem !== undefined && { problem }),
    text: `${method} ${path} → ${end} in ${String(durationMs)} ms${who}${why}`,
  };
}

export function messageRecord(
  socket: TappedSocket,
  direction: Direction,
  data: string | Buffer,
  isBinary: boolean,
): Unnumbered<GatewayRecord> {
  const bytes = Buffer.byteLength(data);
  const read = isBinary ? readBinary(direction, data as Buffer) : readText(direction, data);
  const { op, event, sequence, about = [] } = read;
  const what =
    event ?? (op === undefined ? "an unreadable message" : `op ${String(op)}${nameOf(socket, op)}`);
  const number = sequence === undefined ? "" : `, sequence ${String(sequence)}`;
  const ids = about.length === 0 ? "" : `, about ${about.join(" ")}`;
  return {
    ...recordOf(socket, direction),
    ...(op !== undefined && { op }),
    ...(event !== undefined && { event }),
    ...(sequence !== undefined && { sequence }),
    bytes,
    ...(about.length > 0 && { about }),
    text: `${arrow(direction)} ${what}${number}, ${String(bytes)} bytes, ${whose(socket)}${ids}`,
  };
}

export function closeRecord(
  socket: TappedSocket,
  direction: Direction,
  code: number,
  reason: string,
): Unnumbered<GatewayRecord> {
  const why = reason === "" ? "" : `: ${withoutSecrets(reason)}`;
  return {
    ...recordOf(socket, direction),
    closeCode: code,
    text: `${arrow(direction)} closed with ${String(code)}, ${whose(socket)}${why}`,
  };
}

export function deliveryRecord(tapped: TappedDelivery): Unnumbered<WebhookRecord> {
  const { target, body, durationMs, outcome } = tapped;
  const { application_id, event, type } = (parsed(body) ?? {}) as Record<string, unknown>;
  const applicationId = idOf(application_id);
  const name =
    nameIn((event as { type?: unknown } | undefined)?.type) ??
    (PING_TYPES.has(type) ? "PING" : "INTERACTION");
  const problem = typeof outcome === "string" ? withoutSecrets(outcome) : undefined;
  const bytes = Buffer.byteLength(body);
  const of = applicationId === undefined ? "" : `, application ${applicationId}`;
  return {
    kind: "webhook",
    origin: target.origin,
    event: name,
    durationMs,
    bytes,
    ...(applicationId !== undefined && { applicationId }),
    ...(typeof outcome === "number" && { status: outcome }),
    ...(problem !== undefined && { problem }),
    text: `→ ${name} to ${target.origin} → ${problem ?? String(outcome)} in ${String(durationMs)} ms, ${String(bytes)} bytes${of}`,
  };
}

export function frameRecord(tapped: TappedFrame): Unnumbered<RpcRecord> {
  const { direction, opcode, payload, userId, applicationId } = tapped;
  const bytes = Buffer.byteLength(payload);
  const read = bytes > READ_BYTES_MAX ? undefined : parsed(textOf(payload));
  const { cmd, evt } = (read ?? {}) as Record<string, unknown>;
  const [command, event] = [nameIn(cmd), nameIn(evt)];
  const what = command === undefined ? RPC_NAMES.get(opcode) : [command, event].filter(Boolean).join(" ");
  const of = applicationId === undefined ? "" : `, game of application ${applicationId}`;
  return {
    kind: "rpc",
    direction,
    userId,
    bytes,
    ...(applicationId !== undefined && { applicationId }),
    ...(command !== undefined && { command }),
    ...(event !== undefined && { event }),
    text: `${arrow(direction)} ${what ?? `op ${String(opcode)}`}, ${String(bytes)} bytes, user ${userId}${of}`,
  };
}

interface Read {
  readonly op?: number | undefined;
  readonly event?: string | undefined;
  readonly sequence?: number | undefined;
  readonly about?: readonly Snowflake[];
}

function readBinary(direction: Direction, data: Buffer): Read {
  const op = data.at(BINARY_OP_AT[direction]);
  return direction === "out" && data.length >= 2 ? { op, sequence: data.readUInt16BE() } : { op };
}

function readText(direction: Direction, data: string | Buffer): Read {
  // The platform's own messages are large and of one form; those of clients are small and of any.
  if (direction === "out" && typeof data === "string") return readOwn(data);
  if (data.length > READ_BYTES_MAX) return {};
  const text = data.toString();
  const { op } = (parsed(text) ?? {}) as Record<string, unknown>;
  return { op: Number.isInteger(op) ? (op as number) : undefined, about: idsIn(text) };
}

function readOwn(text: string): Read {
  const { op, s, t } =
    /^\{"op":(?<op>\d+)(?:,"s":(?<s>\d+))?(?:,"t":"(?<t>[A-Z_]+)")?/.exec(text)?.groups ?? {};
  const seq = s ?? /"seq":(\d+)\}$/.exec(text.slice(-24))?.[1];
  return {
    op: op === undefined ? undefined : Number(op),
    event: t,
    sequence: seq === undefined ? undefined : Number(seq),
    about: idsIn(text),
  };
}

/** In a text within JSON quotation marks are escaped, so that no message can pretend ids. */
function idsIn(text: string): Snowflake[] {
  const found = [...text.slice(0, HEAD_LENGTH).matchAll(ID)].map(([, id = ""]) => id);
  return [...new Set(found)].slice(0, ABOUT_MAX);
}

function recordOf({ gateway, number, userId }: TappedSocket, direction: Direction) {
  const kind = gateway === VOICE ? ("voice" as const) : ("gateway" as const);
  return { kind, direction, socket: number, ...(userId !== undefined && { userId }) };
}

function whose({ number, userId }: TappedSocket): string {
  return `socket ${String(number)}${userId === undefined ? "" : `, user ${userId}`}`;
}

function arrow(direction: Direction): string {
  return direction === "in" ? "←" : "→";
}

const GATEWAY_NAMES = namesOf(GatewayOpcode);
const VOICE_NAMES = namesOf(VoiceOpcode);
const RPC_NAMES = namesOf(RpcOpcode);

function namesOf(codes: Readonly<Record<string, number>>): ReadonlyMap<number, string> {
  return new Map(Object.entries(codes).map(([name, code]) => [code, name]));
}

function nameOf({ gateway }: TappedSocket, op: number): string {
  const name = (gateway === VOICE ? VOICE_NAMES : GATEWAY_NAMES).get(op);
  return name === undefined ? "" : ` ${name}`;
}

/** The route with the ids of the request; what else stands for a parameter may be a token, and keeps its name. */
function pathOf({ route, parameters, url }: TappedRequest): string {
  if (route === undefined) return withoutOddSegments(url);
  const filled = route.replaceAll(/:(\w+)/g, (_match, name: string) => {
    const value = parameters[name] ?? "";
    return /^\d{1,20}$/.test(value) ? value : `{${name.replaceAll("_", ".")}}`;
  });
  return filled.replace(/^\/api(?=\/)/, "");
}

function textOf(payload: string | Uint8Array): string {
  return typeof payload === "string" ? payload : Buffer.from(payload).toString("utf8");
}

function nameIn(value: unknown): string | undefined {
  return typeof value === "string" && NAME.test(value) ? value : undefined;
}

function idOf(value: unknown): Snowflake | undefined {
  return typeof value === "string" && /^\d{1,20}$/.test(value) ? value : undefined;
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
