import type { DataFolder } from "../folder/data-folder.js";

/** The authority to trust, PEM, where it is kept, and a leaf of it for the voice server. */
export async function openCertificates(folder: DataFolder | undefined) {
  // Loaded late: it takes longer to load than the rest of the platform together.
  const { makeAuthority, makeLeaf } = await import("../tls/authority.js");
  const { openAuthority } = await import("../tls/authority-folder.js");
  const stored = folder === undefined ? undefined : await openAuthority(folder.path);
  const authority = stored ?? (await makeAuthority());
  return { ca: authority.certificate, caPath: stored?.path, leaf: await makeLeaf(authority) };
}
