import { parseJson } from "../../protocol/index.js";

const NAMES = ["voiceState", "voiceServer", "leave"] as const;

/** What the host of a call says to it: the two events of the main gateway, in their form, and that it is to leave. */
export interface HostEvent {
  readonly name: (typeof NAMES)[number];
  readonly data: unknown;
}

/** @returns undefined for what is no such event */
export function parseHostEvent(json: string): HostEvent | undefined {
  const event = parseJson(json) as Partial<HostEvent> | null | undefined;
  const name = NAMES.find((each) => each === event?.name);
  return name === undefined ? undefined : { name, data: event?.data };
}
