import "reflect-metadata";
import { webcrypto, type webcrypto as WebCrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY_MS = 24 * 3_600_000;
/** Long enough for a development machine, short enough for every TLS library. */
const CA_LIFE_MS = 3650 * DAY_MS;
const LEAF_LIFE_MS = 397 * DAY_MS;
/** Lets clients whose clock is behind accept a new certificate. */
const BACKDATE_MS = DAY_MS;

/** The platform's own certificate authority: signs for loopback only; clients must be configured to trust it. */
export interface Authority {
  readonly certificate: string;
  /** PKCS #8, PEM */
  readonly privateKey: string;
}

/** A certificate for the loopback names, with its key, both PEM. */
export interface Leaf {
  readonly cert: string;
  readonly key: string;
}

export async function makeAuthority(): Promise<Authority> {
  useNodeCrypto();
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=sdkpp platform development CA ${serialNumber().slice(0, 8)}`,
    ...validity(CA_LIFE_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    // The file ends with a line break, because programs concatenate such files.
    certificate: `${certificate.toString("pem")}\n`,
    privateKey: await exportKey(keys.privateKey),
  };
}

/** A leaf for `localhost`, 127.0.0.1 and ::1. */
export async function makeLeaf(authority: Authority): Promise<Leaf> {
  useNodeCrypto();
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: "CN=localhost",
    issuer: issuer.subject,
    ...validity(LEAF_LIFE_MS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.privateKey),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: "dns", value: "localhost" },
        { type: "ip", value: "127.0.0.1" },
        { type: "ip", value: "::1" },
      ]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { cert: certificate.toString("pem"), key: await exportKey(keys.privateKey) };
}

function useNodeCrypto(): void {
  x509.cryptoProvider.set(webcrypto as never);
}

function validity(lifeMs: number): { notBefore: Date; notAfter: Date } {
  const now = Date.now();
  return { notBefore: new Date(now - BACKDATE_MS), notAfter: new Date(now + lifeMs) };
}

/** Positive, 16 bytes, hex. */
function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return Buffer.from(bytes).toString("hex");
}

async function exportKey(key: WebCrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", key)).toString("base64");
  return `-----BEGIN PRIVATE KEY-----\n${(der.match(/.{1,64}/g) ?? []).join("\n")}\n-----END PRIVATE KEY-----\n`;
}

function importKey(pem: string): Promise<WebCrypto.CryptoKey> {
  const der = Buffer.from(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ""), "base64");
  return webcrypto.subtle.importKey("pkcs8", der, ALGORITHM, true, ["sign"]);
}
