import type { SecureContext } from "node:tls";
import { sha256, showType } from "../protocol/index.js";
import { ArgumentError } from "../wire/index.js";

/** PEM, one or several certificates. */
export type Certificates = string | string[];

const PEM_BEGIN = "-----BEGIN ";

/** Contexts that the process keeps: more authorities than these have to be read again by their next owner. */
export const MAX_SHARED_CONTEXTS = 16;

/**
 * The contexts of this process, by the digest of their additional certificates, the latest used last. A context has a trust
 * store of its own, of up to a megabyte, and bots join each of their channels with the same authority.
 */
const sharedContexts = new Map<string, Promise<SecureContext>>();

/**
 * The built-in root certificates and additional ones. They are read at the first connection, once for all owners that add the
 * same ones.
 */
export class TrustedRoots {
  readonly #additional: string[];
  #context: Promise<SecureContext> | undefined;

  /** @throws {ArgumentError} when `additional` is not PEM */
  constructor(additional: Certificates) {
    this.#additional = [additional].flat().map(pemText);
  }

  /** Gives the `secureContext` option of a TLS connection. */
  context(): Promise<SecureContext> {
    return (this.#context ??= sharedContext(this.#additional));
  }
}

function sharedContext(additional: readonly string[]): Promise<SecureContext> {
  const key = sha256(additional.join("\n")).toString("base64");
  const context = sharedContexts.get(key) ?? createContext(additional);
  sharedContexts.delete(key);
  sharedContexts.set(key, context);
  for (const oldest of sharedContexts.keys()) {
    if (sharedContexts.size <= MAX_SHARED_CONTEXTS) break;
    sharedContexts.delete(oldest);
  }
  return context;
}

async function createContext(additional: readonly string[]): Promise<SecureContext> {
  const { createSecureContext, rootCertificates } = await import("node:tls");
  const context = createSecureContext();
  return addTo(context, additional)
    ? context
    : createSecureContext({ ca: [...rootCertificates, ...additional] });
}

/**
 * Adds certificates to a context that has the host's roots. Node has read those once for all contexts; the documented way,
 * all roots as `ca`, reads them again, which takes 20 ms of the JavaScript thread.
 * @returns false on hosts without this method, which Node does not document
 */
function addTo(context: SecureContext & { context?: ContextHandle }, additional: readonly string[]): boolean {
  if (typeof context.context?.addCACert !== "function") return false;
  for (const certificate of additional) context.context.addCACert(certificate);
  return true;
}

interface ContextHandle {
  addCACert?: (pem: string) => void;
}

/** Bytes are accepted as well: Node reads them as text. */
function pemText(certificates: unknown): string {
  const text =
    certificates instanceof Uint8Array ? Buffer.from(certificates).toString("latin1") : certificates;
  if (typeof text === "string" && text.includes(PEM_BEGIN)) return text;
  const received = typeof text === "string" ? "another text" : showType(text);
  throw new ArgumentError("ca", `certificates in PEM, not the path of a file ("${PEM_BEGIN}…")`, received);
}
