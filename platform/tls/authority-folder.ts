import { createPrivateKey, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { PRIVATE, PUBLIC, readWhole, writeWhole } from "../folder/private-file.js";
import { StartError } from "../guard/start-error.js";
import { makeAuthority, type Authority } from "./authority.js";

const CERTIFICATE_FILE = "ca.pem";
/** Name of the private key. */
export const KEY_FILE = "ca-key.pem";
const CODE = "AUTHORITY_UNUSABLE";

export interface StoredAuthority extends Authority {
  /** Path of the certificate, for the configuration of other programs. */
  readonly path: string;
}

/**
 * Reads the certificate authority of a folder. Never replaces an authority that clients may trust: rejects an incomplete or
 * damaged pair and links.
 * @returns undefined when the folder has no authority yet
 * @throws {StartError} with the file and a remedy
 */
export function readAuthority(folder: string): StoredAuthority | undefined {
  const path = join(folder, CERTIFICATE_FILE);
  const keyPath = join(folder, KEY_FILE);
  const certificate = readWhole(path, CODE);
  const privateKey = readWhole(keyPath, CODE);
  if (certificate === undefined && privateKey === undefined) return undefined;
  if (certificate === undefined) throw incompletePair(path, keyPath);
  if (privateKey === undefined) throw incompletePair(keyPath, path);
  if (!isPair(certificate, privateKey)) throw mismatchedPair(path, keyPath);
  return { certificate, privateKey, path };
}

/** Reads the authority of a folder, or creates it there. @throws {StartError} like {@link readAuthority} */
export async function openAuthority(folder: string): Promise<StoredAuthority> {
  return readAuthority(folder) ?? keepAuthority(folder, await makeAuthority());
}

/** Writes the key first: clients might trust a certificate that is useless without its key. */
function keepAuthority(folder: string, authority: Authority): StoredAuthority {
  const path = join(folder, CERTIFICATE_FILE);
  writeWhole(join(folder, KEY_FILE), authority.privateKey, PRIVATE, CODE);
  writeWhole(path, authority.certificate, PUBLIC, CODE);
  return { ...authority, path };
}

function isPair(certificate: string, privateKey: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
  } catch {
    return false;
  }
}

function incompletePair(missing: string, there: string): StartError {
  return new StartError(
    CODE,
    `${missing} is missing, but ${there} exists, and the certificate authority needs both`,
    "restore the missing file, or delete the other one to get a new authority, which every client then has to trust",
  );
}

function mismatchedPair(path: string, keyPath: string): StartError {
  return new StartError(
    CODE,
    `${path} and ${keyPath} are damaged or do not belong together`,
    "restore them, or delete both to get a new authority, which every client then has to trust",
  );
}
