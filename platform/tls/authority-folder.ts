import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeAuthority, type Authority } from "./authority.js";

const CERTIFICATE_FILE = "ca.pem";
const KEY_FILE = "ca-key.pem";

export interface StoredAuthority extends Authority {
  /** Of the certificate; what other programs are pointed at. */
  readonly path: string;
}

/** The authority kept in a folder; made there at the first call. */
export async function openAuthority(folder: string): Promise<StoredAuthority> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, CERTIFICATE_FILE);
  const keyPath = join(folder, KEY_FILE);
  const [certificate, privateKey] = await Promise.all([readIfThere(path), readIfThere(keyPath)]);
  if (certificate !== undefined && privateKey !== undefined) return { certificate, privateKey, path };
  const authority = await makeAuthority();
  await writeFile(keyPath, authority.privateKey, { mode: 0o600 });
  await writeFile(path, authority.certificate);
  return { ...authority, path };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
