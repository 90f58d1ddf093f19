import { ArgumentError } from "../wire/index.js";

/** A host name and a port. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Reads `<name>:<port>`; an IPv6 address stands in brackets. @throws {ArgumentError} */
export function addressOf(option: string, text: string): Address {
  const [, host = "", port = ""] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const number = Number(port);
  if (host === "" || number < 1 || number > 65_535)
    throw new ArgumentError(option, "<name>:<port>, such as localhost:4000", text);
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: number };
}
