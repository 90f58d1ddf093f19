import { SdkError } from "sdkpp";
import type { PortMain, PortMessage } from "../main/electron-parts.js";

/** What leads a utility process to main. */
export interface ParentPort {
  postMessage(message: unknown): void;
  on(event: "message", listener: (message: PortMessage) => void): unknown;
}

/** @throws {SdkError} NOT_A_UTILITY_PROCESS: somebody else started the program */
export function parentPort(): ParentPort {
  const { parentPort: port } = process as { readonly parentPort?: ParentPort };
  if (port !== undefined) return port;
  throw new SdkError(
    "NOT_A_UTILITY_PROCESS",
    "this program runs in a utility process of Electron: let `startSocial` start it",
  );
}

/** A message's only port. @throws {SdkError} PORT_MISSING */
export function onlyPort([port]: readonly PortMain[]): PortMain {
  if (port !== undefined) return port;
  throw new SdkError("PORT_MISSING", "main sent a message without the port that belongs to it");
}
