import { RpcCommand, RpcEvent } from "../../wire/index.js";
import { asInteger, asObject, asString, type JsonObject } from "../checked.js";
import { parseUser, type CheckedUser } from "../payloads/user.js";

/** The content of a FRAME from the desktop app. */
export type RpcAnswer =
  | { type: "ready"; user: CheckedUser | undefined }
  | { type: "event"; event: string; data: unknown }
  | { type: "result"; nonce: string; data: unknown }
  | { type: "error"; nonce: string; code: number; message: string };

/** A code and a sentence: of an ERROR answer, and of CLOSE. */
export interface RpcComplaint {
  /** 0: none was given */
  code: number;
  message: string;
}

/** Longest sentence of a desktop app that is shown, UTF-16 units. */
const MESSAGE_MAX = 500;

/** @returns undefined for frames that are neither an event nor an answer */
export function parseRpcAnswer(value: unknown): RpcAnswer | undefined {
  const payload = asObject(value);
  if (payload === undefined) return undefined;
  const event = asString(payload["evt"]);
  if (payload["cmd"] === RpcCommand.Dispatch) return dispatchOf(event, payload["data"]);
  const nonce = asString(payload["nonce"]);
  if (nonce === undefined) return undefined;
  if (event === RpcEvent.Error) return { type: "error", nonce, ...parseRpcComplaint(payload["data"]) };
  return { type: "result", nonce, data: payload["data"] };
}

/** Fields of the wrong type count as absent. */
export function parseRpcComplaint(value: unknown): RpcComplaint {
  const { code, message }: JsonObject = asObject(value) ?? {};
  return {
    code: asInteger(code, 0, 0x7fff_ffff) ?? 0,
    message: asString(message)?.slice(0, MESSAGE_MAX) ?? "no reason was given",
  };
}

function dispatchOf(event: string | undefined, data: unknown): RpcAnswer | undefined {
  if (event === undefined) return undefined;
  if (event === RpcEvent.Ready) return { type: "ready", user: parseUser(asObject(data)?.["user"]) };
  return { type: "event", event, data };
}
