import type { SecureContext } from "node:tls";

/** PEM, one or several certificates. */
export type Certificates = string | string[];

/**
 * The built-in root certificates and additional ones. Reading them takes about 20 ms of the JavaScript thread, so it happens
 * once, at the first connection of the owner.
 */
export class TrustedRoots {
  readonly #additional: Certificates;
  #context: Promise<SecureContext> | undefined;

  constructor(additional: Certificates) {
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
