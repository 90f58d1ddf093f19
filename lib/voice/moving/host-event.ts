import { parseJson } from "../../protocol/index.js";

/** What the host of a call says to it: the two events of the main gateway, in their form. */
export interface HostEvent {
  readonly name: "voiceState" | "voiceServer";
  readonly data: unknown;
}

/** @returns undefined for what is no such event */
export function parseHostEvent(json: string): HostEvent | undefined {
  const event = parseJson(json) as Partial<HostEvent> | null | undefined;
  const name = event?.name;
  return name === "voiceState" || name === "voiceServer" ? { name, data: event?.data } : undefined;
}
