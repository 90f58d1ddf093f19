import { randomBytes } from "../net/index.js";

const ID_BYTES = 8;

let processId: string | undefined;

/** Names this process to others, and changes with each start. */
export function ownProcess(): string {
  processId ??= Buffer.from(randomBytes(ID_BYTES)).toString("hex");
  return processId;
}
