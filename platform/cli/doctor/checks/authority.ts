import { X509Certificate } from "node:crypto";
import { Finding } from "sdkpp/wire";
import { readAuthority } from "../../../tls/authority-folder.js";
import { folderCheck } from "../folder-check.js";

const CHECK = "certificate authority";

/** Whether the authority of the data folder is whole, and valid now. */
export const checkAuthority = folderCheck(CHECK, (folder) => {
  const authority = readAuthority(folder);
  if (authority === undefined) return Finding.ok(CHECK, "there is none yet; the first start makes it");
  return judgedAuthority(authority.path, new X509Certificate(authority.certificate), Date.now());
});

/** @param now Unix milliseconds */
export function judgedAuthority(
  path: string,
  { validFrom, validTo }: Pick<X509Certificate, "validFrom" | "validTo">,
  now: number,
): Finding {
  if (Date.parse(validTo) < now)
    return Finding.failed(
      CHECK,
      `${path} is valid until ${validTo} only`,
      "delete it and its key to get a new authority, which every client then has to trust",
    );
  if (Date.parse(validFrom) > now)
    return Finding.failed(CHECK, `${path} is valid from ${validFrom} on`, "set the clock of this machine");
  return Finding.ok(CHECK, `${path} is valid until ${validTo}`);
}
