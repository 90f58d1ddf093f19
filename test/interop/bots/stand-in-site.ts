import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import * as x509 from "@peculiar/x509";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY_MS = 24 * 3_600_000;

export interface StandInSite {
  readonly port: number;
  /** the site's own certificate, PEM */
  readonly certificate: string;
  stop(): void;
}

/** A site of the internet on this machine, for `redirect-hosts.mjs`: it answers every request with one file. */
export async function startSite(host: string, file: Uint8Array, type: string): Promise<StandInSite> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await certificateOf(host, keys);
  const key = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  const pem = `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`;
  const headers = { "content-type": type, "content-length": file.length };
  const server = createServer({ cert: certificate, key: pem }, (_request, response) => {
    response.writeHead(200, headers).end(file);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, certificate, stop };
}

async function certificateOf(host: string, keys: webcrypto.CryptoKeyPair): Promise<string> {
  x509.cryptoProvider.set(webcrypto as never);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name: `CN=${host}`,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: "dns", value: host }])],
  });
  return certificate.toString("pem");
}
