import type { SecureContext } from "node:tls";
import { showType } from "../protocol/index.js";
import { ArgumentError } from "../wire/index.js";

/** PEM, one or several certificates. */
export type Certificates = string | string[];

const PEM_BEGIN = "-----BEGIN ";

/**
 * The built-in root certificates and additional ones. Reading them takes about 20 ms of the JavaScript thread, so it happens
 * once, at the first connection of the owner.
 */
export class TrustedRoots {
  readonly #additional: Certificates;
  #context: Promise<SecureContext> | undefined;

  /** @throws {ArgumentError} when `additional` is not PEM */
  constructor(additional: Certificates) {
    for (const one of [additional].flat()) checkPem(one);
    this.#additional = additional;
  }

  /** Gives the `secureContext` option of a TLS connection. Rejects when a certificate cannot be read. */
  context(): Promise<SecureContext> {
    return (this.#context ??= this.#create());
  }

  async #create(): Promise<SecureContext> {
    const { createSecureContext, rootCertificates } = await import("node:tls");
    return createSecureContext({ ca: [...rootCertificates, ...[this.#additional].flat()] });
  }
}

/** Bytes are accepted as well: Node reads them as text. */
function checkPem(certificates: unknown): void {
  const text =
    certificates instanceof Uint8Array ? Buffer.from(certificates).toString("latin1") : certificates;
  if (typeof text === "string" && text.includes(PEM_BEGIN)) return;
  const received = typeof text === "string" ? "another text" : showType(text);
  throw new ArgumentError("ca", `certificates in PEM, not the path of a file ("${PEM_BEGIN}…")`, received);
}
