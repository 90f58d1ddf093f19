import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { rootCertificates } from "node:tls";

/** Where systems keep all certificates that they trust, in one file. */
const SYSTEM_ROOTS = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];
const PRIVATE_FOLDER_PREFIX = "sdkpp-trust-";

/** Files that let a program trust a certificate authority beside those that it trusts already. */
export class Trust {
  readonly #folder: string;
  /** Names of variables, and the files that they lead to. */
  readonly environment: Readonly<Record<string, string>>;

  /** @param ca PEM */
  constructor(ca: string) {
    this.#folder = fs.mkdtempSync(path.join(os.tmpdir(), PRIVATE_FOLDER_PREFIX));
    this.environment = {
      NODE_EXTRA_CA_CERTS: this.#write("extra.pem", [given("NODE_EXTRA_CA_CERTS"), ca]),
      // It replaces what the system trusts: without that, the program would reach nothing else.
      SSL_CERT_FILE: this.#write("all.pem", [given("SSL_CERT_FILE") ?? systemRoots(), ca]),
    };
  }

  close(): void {
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  #write(name: string, parts: readonly (string | undefined)[]): string {
    const file = path.join(this.#folder, name);
    const texts = parts.flatMap((part) => (part === undefined ? [] : [part.trimEnd()]));
    fs.writeFileSync(file, `${texts.join("\n")}\n`, { mode: 0o600 });
    return file;
  }
}

/** The text of the file that the variable named before. */
function given(name: string): string | undefined {
  const file = process.env[name];
  return file === undefined || file === "" ? undefined : readOrNothing(file);
}

function systemRoots(): string {
  const [found] = SYSTEM_ROOTS.flatMap((file) => readOrNothing(file) ?? []);
  return found ?? rootCertificates.join("\n");
}

function readOrNothing(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
