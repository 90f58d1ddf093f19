import { VoiceOpcode } from "../../wire/index.js";
import { asArray, asId, asInteger, asObject, asString, parseEach, type JsonObject } from "../checked.js";
import { parseJson } from "../gateway/frame.js";

/** A message of the voice gateway whose fields have been checked. */
export type VoiceMessage =
  | { type: "hello"; heartbeatIntervalMs: number }
  | { type: "ready"; ssrc: number; ip: string; port: number; modes: string[] }
  | { type: "sessionDescription"; mode: string; secretKey: Uint8Array; daveVersion: number }
  | { type: "resumed" }
  | { type: "heartbeatAck"; t: number }
  | { type: "heartbeatRequest" }
  | { type: "speaking"; userId: bigint; ssrc: number; flags: number }
  | { type: "clientsConnect"; userIds: bigint[] }
  | { type: "clientDisconnect"; userId: bigint }
  | { type: "prepareTransition"; transitionId: number; version: number }
  | { type: "executeTransition"; transitionId: number }
  | { type: "prepareEpoch"; epoch: number; version: number }
  /** an opcode that says nothing to an audio client */
  | { type: "ignored"; op: number };

/** One text frame, split into what resume needs and what it says. */
export interface VoiceFrameParts {
  /** −1: the frame carries no number */
  seq: number;
  op: number;
  /** undefined: the content is not what the opcode promises */
  message: VoiceMessage | undefined;
}

const U16_MAX = 0xffff;
const U32_MAX = 0xffff_ffff;
const KEY_BYTES = 32;

/** @returns undefined when the text is not a voice gateway message at all */
export function parseVoiceFrame(text: string): VoiceFrameParts | undefined {
  const frame = asObject(parseJson(text));
  const op = asInteger(frame?.["op"], 0, 255);
  if (frame === undefined || op === undefined) return undefined;
  return { seq: asInteger(frame["seq"], 0, U16_MAX) ?? -1, op, message: parseVoiceMessage(op, frame["d"]) };
}

type Parser = (d: JsonObject | undefined) => VoiceMessage | undefined;

const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [VoiceOpcode.Hello, parseHello],
  [VoiceOpcode.Ready, parseReady],
  [VoiceOpcode.SessionDescription, parseSessionDescription],
  [VoiceOpcode.Resumed, () => ({ type: "resumed" })],
  [VoiceOpcode.Heartbeat, () => ({ type: "heartbeatRequest" })],
  [VoiceOpcode.HeartbeatAck, parseHeartbeatAck],
  [VoiceOpcode.Speaking, parseSpeaking],
  [VoiceOpcode.ClientsConnect, parseClientsConnect],
  [VoiceOpcode.ClientDisconnect, parseClientDisconnect],
  [VoiceOpcode.DavePrepareTransition, parsePrepareTransition],
  [VoiceOpcode.DaveExecuteTransition, parseExecuteTransition],
  [VoiceOpcode.DavePrepareEpoch, parsePrepareEpoch],
]);

/** @returns undefined when `d` is not what the opcode promises */
export function parseVoiceMessage(op: number, d: unknown): VoiceMessage | undefined {
  const parse = PARSERS.get(op);
  return parse === undefined ? { type: "ignored", op } : parse(asObject(d));
}

function parseHello(d: JsonObject | undefined): VoiceMessage | undefined {
  const interval = d?.["heartbeat_interval"];
  const usable = typeof interval === "number" && interval > 0 && interval <= 3_600_000;
  return usable ? { type: "hello", heartbeatIntervalMs: interval } : undefined;
}

function parseReady(d: JsonObject | undefined): VoiceMessage | undefined {
  const ssrc = asInteger(d?.["ssrc"], 1, U32_MAX);
  const ip = asString(d?.["ip"]);
  const port = asInteger(d?.["port"], 1, 0xffff);
  if (ssrc === undefined || ip === undefined || port === undefined) return undefined;
  return { type: "ready", ssrc, ip, port, modes: parseEach(d?.["modes"], asString) };
}

function parseSessionDescription(d: JsonObject | undefined): VoiceMessage | undefined {
  const mode = asString(d?.["mode"]);
  const secretKey = parseKey(d?.["secret_key"]);
  if (mode === undefined || secretKey === undefined) return undefined;
  const daveVersion = asInteger(d?.["dave_protocol_version"], 0, U16_MAX) ?? 0;
  return { type: "sessionDescription", mode, secretKey, daveVersion };
}

function parseKey(value: unknown): Uint8Array | undefined {
  if (asArray(value)?.length !== KEY_BYTES) return undefined;
  const bytes = parseEach(value, (byte) => asInteger(byte, 0, 255));
  return bytes.length === KEY_BYTES ? Uint8Array.from(bytes) : undefined;
}

function parseHeartbeatAck(d: JsonObject | undefined): VoiceMessage | undefined {
  const t = asInteger(d?.["t"], 0, Number.MAX_SAFE_INTEGER);
  return t === undefined ? undefined : { type: "heartbeatAck", t };
}

function parseSpeaking(d: JsonObject | undefined): VoiceMessage | undefined {
  const userId = asId(d?.["user_id"]);
  const ssrc = asInteger(d?.["ssrc"], 1, U32_MAX);
  const flags = asInteger(d?.["speaking"], 0, U32_MAX);
  if (userId === undefined || ssrc === undefined || flags === undefined) return undefined;
  return { type: "speaking", userId, ssrc, flags };
}

function parseClientsConnect(d: JsonObject | undefined): VoiceMessage | undefined {
  if (asArray(d?.["user_ids"]) === undefined) return undefined;
  return { type: "clientsConnect", userIds: parseEach(d?.["user_ids"], asId) };
}

function parseClientDisconnect(d: JsonObject | undefined): VoiceMessage | undefined {
  const userId = asId(d?.["user_id"]);
  return userId === undefined ? undefined : { type: "clientDisconnect", userId };
}

function parsePrepareTransition(d: JsonObject | undefined): VoiceMessage | undefined {
  const transitionId = asInteger(d?.["transition_id"], 0, U16_MAX);
  const version = asInteger(d?.["protocol_version"], 0, U16_MAX);
  if (transitionId === undefined || version === undefined) return undefined;
  return { type: "prepareTransition", transitionId, version };
}

function parseExecuteTransition(d: JsonObject | undefined): VoiceMessage | undefined {
  const transitionId = asInteger(d?.["transition_id"], 0, U16_MAX);
  return transitionId === undefined ? undefined : { type: "executeTransition", transitionId };
}

function parsePrepareEpoch(d: JsonObject | undefined): VoiceMessage | undefined {
  const epoch = asInteger(d?.["epoch"], 0, Number.MAX_SAFE_INTEGER);
  const version = asInteger(d?.["protocol_version"], 0, U16_MAX);
  if (epoch === undefined || version === undefined) return undefined;
  return { type: "prepareEpoch", epoch, version };
}
