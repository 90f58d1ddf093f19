import { X509Certificate } from "node:crypto";
import fs from "node:fs";
import { TrustedRoots } from "../net/index.js";

const PEM = /-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g;

/** Additional certificates: nothing to say, or what is wrong with the file. */
export interface ReadCertificates {
  readonly roots: TrustedRoots;
  readonly pem: readonly string[];
  readonly problem?: string;
}

/** Reads a file with certificates; undefined: none. @param now Unix milliseconds */
export function readCertificates(file: string | undefined, now: number): ReadCertificates {
  if (file === undefined) return { roots: new TrustedRoots([]), pem: [] };
  try {
    const found = fs.readFileSync(file, "utf8").match(PEM) ?? [];
    const problem = found.length === 0 ? `${file} has no certificate in PEM` : problemOf(file, found, now);
    return { roots: new TrustedRoots([...found]), pem: found, ...(problem !== undefined && { problem }) };
  } catch (error) {
    return { roots: new TrustedRoots([]), pem: [], problem: `${file}: ${(error as Error).message}` };
  }
}

function problemOf(file: string, found: readonly string[], now: number): string | undefined {
  const parsed = found.map((pem) => new X509Certificate(pem));
  if (!parsed.some(({ ca }) => ca)) return `${file} has no certificate of an authority`;
  // Bundles of systems may have old ones, which nobody misses.
  const isOver = parsed.every(({ validTo }) => Date.parse(validTo) < now);
  return isOver ? `the certificates in ${file} are valid until ${parsed[0]?.validTo ?? ""} only` : undefined;
}
