import { STATUS_CODES, type OutgoingHttpHeaders } from "node:http";
import type { Duplex } from "node:stream";

/** The head of a response to an upgrade. */
export function headText(status: number, headers: OutgoingHttpHeaders): string {
  const line = `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ""}`;
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${String(one)}`),
  );
  const ending = status === 101 ? [] : ["connection: close", "content-length: 0"];
  return `${[line, ...fields, ...ending].join("\r\n")}\r\n\r\n`;
}

/** Connects two sockets until one of them ends; each waits for the other when it is slower. */
export function join(near: Duplex, nearFirst: Buffer, far: Duplex, farFirst: Buffer): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
    one.pipe(other);
  }
  near.write(farFirst);
  far.write(nearFirst);
}
