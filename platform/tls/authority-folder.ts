import { createPrivateKey, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { PRIVATE, PUBLIC, readWhole, writeWhole } from "../folder/private-file.js";
import { StartError } from "../guard/start-error.js";
import { makeAuthority, type Authority } from "./authority.js";

const CERTIFICATE_FILE = "ca.pem";
const KEY_FILE = "ca-key.pem";
const CODE = "AUTHORITY_UNUSABLE";

export interface StoredAuthority extends Authority {
  /** Of the certificate; what other programs are pointed at. */
  readonly path: string;
}

/**
 * The authority kept in a folder. What clients trust is never replaced: half a pair, a damaged one and links are refused.
 * @returns undefined when there is none yet
 * @throws {StartError} that names the file and the way out
 */
export function readAuthority(folder: string): StoredAuthority | undefined {
  const path = join(folder, CERTIFICATE_FILE);
  const keyPath = join(folder, KEY_FILE);
  const certificate = readWhole(path, CODE);
  const privateKey = readWhole(keyPath, CODE);
  if (certificate === undefined && privateKey === undefined) return undefined;
  if (certificate === undefined) throw halfAPair(path, keyPath);
  if (privateKey === undefined) throw halfAPair(keyPath, path);
  if (!isPair(certificate, privateKey)) throw noPair(path, keyPath);
  return { certificate, privateKey, path };
}

/** The authority kept in a folder; made there at the first call. @throws {StartError} as {@link readAuthority} */
export async function openAuthority(folder: string): Promise<StoredAuthority> {
  return readAuthority(folder) ?? keepAuthority(folder, await makeAuthority());
}

/** The key first: without it a certificate would be trusted that nobody can use. */
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

function halfAPair(missing: string, there: string): StartError {
  return new StartError(
    CODE,
    `${missing} is missing and ${there} is there, but the certificate authority needs both: restore the missing file, or delete the other one to get a new authority, which every client then has to trust.`,
  );
}

function noPair(path: string, keyPath: string): StartError {
  return new StartError(
    CODE,
    `${path} and ${keyPath} are damaged or do not belong together: restore them, or delete both to get a new authority, which every client then has to trust.`,
  );
}
