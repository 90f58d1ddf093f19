import type { SecureContext } from "node:tls";

/** PEM, one or several certificates. */
export type Certificates = string | string[];

/**
 * The built-in roots and further ones. Reading them costs about 20 ms of the JavaScript thread, so it is
 * done once, at the first connection, and shared by all of one owner.
 */
export class TrustedRoots {
  readonly #further: Certificates;
  #context: Promise<SecureContext> | undefined;

  constructor(further: Certificates) {
    this.#further = further;
  }

  /** For the `secureContext` option of a TLS connection. Rejects when a certificate cannot be read. */
  context(): Promise<SecureContext> {
    return (this.#context ??= this.#create());
  }

  async #create(): Promise<SecureContext> {
    const { createSecureContext, rootCertificates } = await import("node:tls");
    return createSecureContext({ ca: [...rootCertificates, ...[this.#further].flat()] });
  }
}
