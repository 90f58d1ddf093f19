import type { GatewayFrame } from "sdkpp/wire";

/** The payload that was written last. An event goes to many sessions one after the other, each with a number of its own. */
let newest: { readonly d: object; readonly text: string } | undefined;

/** A frame as JSON. Payloads do not change once they are dispatched, so one that many sessions receive is written once. */
export function frameText(frame: GatewayFrame): string {
  const { op, s, t, d } = frame;
  if (typeof d !== "object" || d === null) return JSON.stringify(frame);
  if (newest?.d !== d) newest = { d, text: JSON.stringify(d) };
  return `{"op":${op},"s":${String(s)},"t":${JSON.stringify(t)},"d":${newest.text}}`;
}
